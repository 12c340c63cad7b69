"""The people at the table, and their characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from game.core.english import listed
from game.core.errors import Refused, quoted
from game.the_adept.rules.sheet import CREATION, PLAY, tidied
from game.the_adept.rules.traits import STRESS
from game.the_adept.tale.acting import MASTERS, Right, Turn, action, called_like, new_character, new_name, outside, said
from game.the_adept.tale.actions.harm import recovers
from game.the_adept.tale.actions.turns import leaves_order
from game.the_adept.tale.state import Character, Member, Sheet
from game.the_adept.tale.texts import faults

PLAYED = ("pp", "xp", "hero", "stress", "trauma", "assets", "complications", "magic_off", "records")
"""Parts of a sheet that change in play, by actions of their own."""


@action(Right.ANYBODY)
def join(t: Turn, name: str) -> None:
    """Sit down at the table, or change one's name there."""
    if t.who in t.state.kicked:
        raise Refused("kicked", outside(t.state, t.who))
    known = t.me
    others = {member.name: id for id, member in t.state.members.items() if id != t.who}
    clean = new_name(others, name, "player")
    t.put("members", t.who, Member(name=clean, gm=known is not None and known.gm))
    t.say(f"{known.name} is called {clean} now." if known else f"{clean} joined.")


@action(Right.MEMBER)
def leave(t: Turn) -> None:
    """Leave the table; one's characters stay, for the masters to play."""
    _keeps_master(t, t.who)
    name = t.name
    t.say(f"{name} left{_goes(t, t.who)}.")


@action(Right.MASTER)
def kick(t: Turn, member: str) -> None:
    """Put somebody out who is no master. Their characters stay, their draft is discarded, and they can join again only
    once they are let in."""
    if member not in t.state.members:
        raise Refused("unknown", f"{member} is not at this table")
    if member == t.who:
        raise Refused("self", "nobody puts out themself: one leaves the tale instead")
    name = t.state.members[member].name
    if t.state.members[member].gm:
        raise Refused("gm", f"{name} is a game master: only who is none any more is put out")
    left = _goes(t, member)
    t.put("drafts", member, None)
    t.set(kicked={**t.state.kicked, member: name})
    t.say(f"{name} was put out of the tale{left}.")


@action(Right.ANYBODY)
def readmit(t: Turn, member: str, by: str = "") -> None:
    """Let somebody who was put out join again: for masters, and, as with `install`, for whoever manages the place,
    called `by`."""
    if not t.master and not by:
        raise Refused("rights", "only a game master may do that")
    if member not in t.state.kicked:
        raise Refused("unknown", "nobody of that name was put out of this tale")
    name = t.state.kicked[member]
    t.set(kicked={id: each for id, each in t.state.kicked.items() if id != member})
    t.say(f"{t.name if t.master else _manager(t, by)} lets {name} sit down again.")


@action(Right.MASTER)
def appoint(t: Turn, member: str, gm: bool = True) -> None:
    """Make somebody a game master too, or no longer one."""
    if member not in t.state.members:
        raise Refused("unknown", f"{member} is not at this table")
    if not gm:
        _keeps_master(t, member)
    t.alter("members", member, gm=gm)
    t.say(f"{t.state.members[member].name} is {'a' if gm else 'no longer a'} game master.")


@action(Right.ANYBODY)
def install(t: Turn, member: str, by: str = "") -> None:
    """Make somebody a game master, as whoever manages the place where the tale is played may do; `by` is that person's
    name. So a table whose masters are gone gets one. The caller must check that they do manage it."""
    if member not in t.state.members:
        raise Refused("unknown", "a game master sits at the table: they join it first")
    name = t.state.members[member].name
    if t.state.members[member].gm:
        raise Refused("nothing", f"{name} is a game master already")
    t.alter("members", member, gm=True)
    t.say(f"{_manager(t, by)} made {name} a game master.")


@action(Right.MEMBER)
def enter(t: Turn, sheet: Mapping[str, Any], new: bool = False) -> None:
    """Bring in a character with this sheet: a `new` one, or one that has been played."""
    own = checked_sheet(sheet, CREATION if new else PLAY)
    name = new_character(t, own["name"])
    stressed = own.pop("out", ())
    out = tuple(type for type in STRESS if type in stressed)
    begun = {"pp": 0, "xp": 0, "hero": [], **own, "name": name}
    t.put("characters", name, Character(owner=t.who, sheet=begun, out=out))
    won = [f"{begun[kind]} {kind.upper()}" for kind in ("pp", "xp") if begun[kind]]
    won += [f"hero dice {' '.join(begun['hero'])}"] if begun["hero"] else []
    if new or not won:
        t.say(f"{t.name} brought {name}.")
    else:
        t.say(f"{t.name} brought {name}, with {listed(won)}.", loud=True)  # nobody here gave them these
    if called_like(t.state.against, name):
        t.say(f"What only game masters know of is called {name} as well: it cannot be shown under that name.", MASTERS)


@action(Right.OWNER)
def edit(t: Turn, character: str, set: Mapping[str, Any] | None = None, drop: Sequence[str] = ()) -> None:
    """Change a sheet by dotted paths. Parts that change in play have actions of their own; only masters may edit them
    here."""
    name, found = t.character(character)
    own = deepcopy(dict(found.sheet))
    for path in [*(set or {}), *drop]:
        head = path.split(".")[0]
        if head in ("name", "format"):
            raise Refused("rights", f"{path} is not edited: it stays as it was brought")
        if head == "out" or (head in PLAYED and not t.master):
            raise Refused("rights", f"{path} is not edited: {head} has its own way to change")
    for path, value in (set or {}).items():
        *above, last = path.split(".")
        table_at(own, above)[last] = value
    for path in drop:
        *above, last = path.split(".")
        if table_at(own, above).pop(last, None) is None and not t.again:
            raise Refused("unknown", f"{quoted(path)} is not on the sheet")
    own = checked_sheet(own, PLAY)
    t.alter("characters", name, sheet=own)
    before, now = found.sheet.get("stress", {}), own.get("stress", {})
    for type in before:
        if now.get(type) != before[type]:
            recovers(t, name, type)
    t.say(f"{t.name} edited {name}: {', '.join([*(set or {}), *(f'-{path}' for path in drop)])}.")


@action(Right.MASTER)
def give(t: Turn, character: str, member: str = "") -> None:
    """Give a character to a member, or without one to the masters."""
    name, _ = t.character(character)
    if member and member not in t.state.members:
        raise Refused("unknown", f"{member} is not at this table")
    t.alter("characters", name, owner=member)
    t.say(f"{name} is {t.state.members[member].name if member else 'the game master'}'s now.")


@action(Right.OWNER)
def retire(t: Turn, character: str) -> None:
    """Take a character out of the tale."""
    name, _ = t.character(character)
    leaves_order(t, name)
    for id, roll in t.state.rolls.items():
        if roll.character == name:
            t.alter("rolls", id, character="")
    t.put("characters", name, None)
    t.say(f"{name} left the tale.")


@action(Right.OWNER)
def pp(t: Turn, character: str, by: int, why: str = "") -> None:
    """Change a character's PP."""
    name, _ = t.character(character)
    t.pay(name, by)
    t.say(f"{name}: {by:+} PP{f', {said(why)}' if said(why) else ''}.")


@action(Right.MASTER)
def note(t: Turn, text: str) -> None:
    """Put a line into the log that only masters read."""
    t.say(said(text, 500), MASTERS)


def _manager(t: Turn, by: str) -> str:
    """Return whoever manages the place, for a sentence; they may not sit at the table."""
    t.by = said(by, 40)
    return f"{t.name}, who manages the channel,"


def _goes(t: Turn, member: str) -> str:
    """Remove a member; their characters stay, for the masters to play. Return the end of a sentence that names them, ""
    if there are none."""
    own = t.state.played_by(member)
    for name in own:
        t.alter("characters", name, owner="")
    t.put("members", member, None)
    return f": {listed(own)} {'is' if len(own) == 1 else 'are'} the game master's now" if own else ""


def _keeps_master(t: Turn, without: str) -> None:
    """Check that a master is left `without` this member. Raises Refused: `last-gm`."""
    if not any(member.gm for id, member in t.state.members.items() if id != without):
        raise Refused("last-gm", "a tale has at least one game master: appoint another first, or end the tale")


def checked_sheet(sheet: Sheet, stage: str) -> dict[str, Any]:
    """Return a copy of a sheet that is valid for a stage, tidied. Raises Refused: `sheet`, with all that is wrong."""
    errors = faults(sheet, stage)
    if errors:
        raise Refused("sheet", "; ".join(errors))
    return tidied(deepcopy(dict(sheet)))


def table_at(own: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """Return the table at a path, creating it if it is missing. Raises Refused: `sheet`."""
    table: Any = own
    for part in path:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise Refused("sheet", f"{'.'.join(path)} is not a table")
    found: dict[str, Any] = table
    return found
