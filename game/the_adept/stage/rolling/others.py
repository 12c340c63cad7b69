"""What somebody is told who can do nothing with another person's roll: whose it is, and who goes on."""

from __future__ import annotations

from game.the_adept.stage.room import Seen
from game.the_adept.stage.wording import named, roller
from game.the_adept.tale.actions.effects import left_of
from game.the_adept.tale.aims import ATTACK
from game.the_adept.tale.contests import CHARACTER, Contest, party
from game.the_adept.tale.state import Roll

_SPENDING = {"pp": "spends PP on it", "hero": "adds hero dice to it"}


def whose_it_is(seen: Seen, roll: Roll, contest: Contest | None, part: str = "") -> str:
    """Return whose roll or contest it is, and who settles it or uses its effect, in a sentence; "" if nothing of it
    waits. `part` is the screen that the person wanted to open: `pp`, `hero`."""
    spending = _SPENDING.get(part, "") if roll.success is None else ""
    if contest and contest.open and not spending:
        return _contest(seen, contest)
    if roll.opposes or (roll.success is not None and (roll.conceded or not left_of(seen.tale.state, roll))):
        return ""
    if roll.success is False:
        return ""
    owner = _player(seen, party(roll)) or roll.by
    member = seen.tale.state.members.get(owner)
    who = named(member.name) if member else roller(roll) or "somebody"
    goes_on = who if member and member.gm else f"{who} or the game master"
    if roll.success is None and roll.aim.startswith(ATTACK) and not spending:  # only masters roll an attack
        goes_on = "the game master"
    does = spending or ("settles it" if roll.success is None else "uses its effect")
    return f"This is {who}'s roll: {goes_on} {does}."


def _contest(seen: Seen, contest: Contest) -> str:
    """Return between whom a contest is, for people outside it; "" for its players."""
    sides = [party(roll) for _, roll in contest.rolls]
    if len(contest.rolls) == 1:
        sides.append(contest.answers)
    if seen.who in {_player(seen, side) for side in sides}:
        return ""
    names = " and ".join(dict.fromkeys(named(side.partition("/")[2]) for side in sides))
    return f"This contest is between {names}: whoever plays them goes on with it."


def _player(seen: Seen, side: str) -> str:
    """Return the id of who plays a character; "" if masters do."""
    kind, _, name = side.partition("/")
    found = seen.tale.state.characters.get(name) if kind == CHARACTER else None
    return found.owner if found else ""
