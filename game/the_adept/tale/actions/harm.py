"""Stress, trauma, complications, recovery (rules, "Stress" to "Complications")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core.english import many
from game.core.errors import Refused
from game.the_adept.rules import harm
from game.the_adept.rules.dice import NONE, die_of, written
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import DRAINED
from game.the_adept.rules.traits import STRESS as STRESSES
from game.the_adept.tale.acting import Right, Turn, action, called_like, named, new_name
from game.the_adept.tale.state import SCENE, Character, Sheet

STRESS, TRAUMA, COMPLICATIONS = "stress", "trauma", "complications"
"""Parts of a sheet that one recovers from."""


def suffer(t: Turn, name: str, type: str, hits: list[str], why: str = "") -> None:
    """Inflict stress on a character and tell it, with the reason `why`."""
    found = t.state.characters[name]
    sheet = found.sheet
    stress, trauma = dict(sheet.get("stress", {})), dict(sheet.get("trauma", {}))
    told = harm.stress(
        type, hits, stress.get(type, NONE), trauma.get(type, NONE), type in found.out, DRAINED in shut_by(found)
    )
    _rate(stress, type, told["now"])
    before = trauma.get(type, NONE)
    _rate(trauma, type, told["trauma"])
    t.write(name, stress=stress, trauma=trauma)
    drained = told["magic_off"] and DRAINED not in shut_by(found)
    shut_down(t, name, (*shut_by(found), *([DRAINED] if drained else [])))
    if told["out"] and type not in found.out:
        t.alter("characters", name, out=(*found.out, type))
    if told["gone"]:
        t.alter("characters", name, lost=True)
    ends = ["stressed out"] if told["out"] and type not in found.out else []
    ends += [f"trauma {told['trauma']}"] if told["trauma"] != before else []
    ends += ["lost for good"] if told["gone"] else []
    ends += ["magic is shut down"] if drained else []
    now = f"{type} past d12" if ends else f"{type} {told['now']}"
    t.say(f"{name}: {', '.join([now, *ends])}{_because(why)}.", loud=bool(ends))


def relieve(t: Turn, name: str, type: str, now: str) -> None:
    """Set stress to a lower rating: below d12 the character can act again, and Drained gives magic back."""
    found = t.state.characters[name]
    stress = dict(found.sheet.get("stress", {}))
    lower = stress.get(type) != now
    _rate(stress, type, now)
    t.write(name, stress=stress)
    if lower:
        recovers(t, name, type)


def recovers(t: Turn, name: str, type: str) -> None:
    """Let a character whose stress of a type has changed act again if it is below d12; Drained gives magic back."""
    found = t.state.characters[name]
    if found.sheet.get("stress", {}).get(type) == "d12":
        return
    t.alter("characters", name, out=tuple(each for each in found.out if each != type))
    if type == DRAINED:
        shut_down(t, name, (why for why in shut_by(found) if why != DRAINED))


def shut_by(found: Character) -> tuple[str, ...]:
    """Return what shuts a character's magic down: Drained, or the scene. If that is not recorded, as of a sheet from a
    file, it is Drained if that is d12."""
    if not found.sheet.get("magic_off"):
        return ()
    return found.shut or (DRAINED if found.sheet.get(STRESS, {}).get(DRAINED) == "d12" else SCENE,)


def shut_down(t: Turn, name: str, by: Iterable[str]) -> None:
    """Record what shuts magic down; if nothing does, it works again."""
    shut = tuple(by)
    t.alter("characters", name, shut=shut)
    t.write(name, magic_off=bool(shut))


def _rate(table: dict[str, str], key: str, rating: str) -> None:
    if rating == NONE:
        table.pop(key, None)
    else:
        table[key] = rating


@action(Right.OWNER)
def stress(t: Turn, character: str, type: str, hits: list[str]) -> None:
    """Inflict stress: each hit a die or "up"."""
    name, found = t.character(character)
    if found.lost:
        raise Refused("lost", f"{name} is lost for good")
    suffer(t, name, type, hits)


@action(Right.OWNER)
def ease(t: Turn, character: str, type: str) -> None:
    """Step stress, or a complication, down."""
    name, found = t.character(character)
    stress, table = found.sheet.get("stress", {}), complications(found.sheet)
    key, rating = named({**table, **stress}, type, "stress or complication")
    lower = harm.eased(die_of(rating))
    now = written([lower] if lower else [])
    if key in stress:
        relieve(t, name, key, now)
    else:
        _rate(table, key, now)
        t.write(name, complications=table)
    t.say(f"{became(name, key, rating, now)}.")


@action(Right.OWNER)
def complication(t: Turn, character: str, name: str, hits: list[str]) -> None:
    """Inflict a complication by name, or step up the one that is there."""
    who, _ = t.character(character)
    complicate(t, who, name, hits)


def complicate(t: Turn, who: str, name: str, hits: list[str], why: str = "") -> None:
    """Inflict a complication on a character and tell it, with the reason `why`. Raises Refused: `name`, and as the
    operation does."""
    found = t.state.characters[who]
    table = complications(found.sheet)
    known = called_like(table, name)
    if known is None and not t.again:
        _told_apart(found, who, name)
    key = known or new_name(table, name, "complication")
    told = harm.complication(hits, table.get(key, NONE))
    table[key] = told["now"]
    t.write(who, complications=table)
    if told["out"]:
        t.alter("characters", who, taken_out=True)
    now = "past d12, taken out of the scene" if told["out"] else told["now"]
    t.say(f"{who}: {key} {now}{_because(why)}.", loud=told["out"])


def _told_apart(found: Character, who: str, name: str) -> None:
    """Check that a new complication is not called like something else that is stepped, removed or recovered from by
    its name. Raises Refused: `name`."""
    if asset := called_like(found.sheet.get("assets", {}), name):
        raise Refused("name", f"{who} has an asset called {asset}: give the complication another name")
    if type := called_like(STRESSES, name):
        raise Refused("name", f"{type} is stress: give it by that, or give the complication another name")


def _because(why: str) -> str:
    return f" ({why})" if why else ""


def complications(sheet: Sheet) -> dict[str, str]:
    """Return a sheet's complications with their dice."""
    return {key: die_in(item) for key, item in sheet.get("complications", {}).items()}


@action(Right.OWNER)
def recover(
    t: Turn,
    character: str,
    what: str,
    total: int,
    difficulty: int,
    effect: str = "d4",
    hitches: int = 0,
    trauma: bool = False,
) -> None:
    """Carry out the result of a test to recover: from stress, a complication, or trauma, which is treated once a
    session when its stress is gone."""
    name, found = t.character(character)
    stressed = what.strip().lower() in found.sheet.get("stress", {})
    part = TRAUMA if trauma else STRESS if stressed else COMPLICATIONS
    mend(t, name, part, what, Tested(total, difficulty, effect, hitches))


class Tested(NamedTuple):
    """The numbers of a test to recover: `effect` is before heroic steps, `hitches` count if the test failed."""

    total: int
    difficulty: int
    effect: str
    hitches: int


def ailment(found: Character, part: str, what: str) -> tuple[str, str]:
    """Return the name and die of something that a character may recover from. Raises Refused: `unknown`; for trauma
    also `session`, `stress`."""
    table = complications(found.sheet) if part == COMPLICATIONS else found.sheet.get(part, {})
    key, die = named(table, what, TRAUMA if part == TRAUMA else "stress or complication")
    if part == TRAUMA and key in found.recovered:
        raise Refused("session", f"trauma ({key}) was treated this session")
    if part == TRAUMA and key in found.sheet.get("stress", {}):
        raise Refused("stress", f"{key} stress must be gone first")
    return key, die


def mend(t: Turn, name: str, part: str, what: str, test: Tested) -> None:
    """Carry out a test to recover, and tell what came of it. Raises Refused as `ailment` does."""
    found = t.state.characters[name]
    key, die = ailment(found, part, what)
    told = harm.recover(die, *test)
    if part == STRESS and test.total <= test.difficulty and test.hitches:
        suffer(t, name, key, [harm.UP] * test.hitches, _by_hitches(test.hitches))
        return
    if part == STRESS:
        relieve(t, name, key, told["now"])
    else:
        table = complications(found.sheet) if part == COMPLICATIONS else dict(found.sheet[TRAUMA])
        _rate(table, key, told["now"])
        t.write(name, **{part: table})
    ends = ""
    if part == TRAUMA:
        t.alter("characters", name, recovered=(*found.recovered, key), lost=found.lost or told["out"])
        ends = ", lost for good" if told["out"] else ""
    elif told["out"]:
        t.alter("characters", name, taken_out=True)
        ends = ", taken out of the scene"
    kind = f"{key} {TRAUMA}" if part == TRAUMA else key
    by = f" ({_by_hitches(test.hitches)})" if test.total <= test.difficulty and test.hitches else ""
    t.say(f"{became(name, kind, die, told['now'])}{ends}{by}.")


def _by_hitches(count: int) -> str:
    return f"the test to recover failed, {many(count, 'hitch')}"


def became(name: str, what: str, former: str, now: str) -> str:
    """Return how a rating changed, in words: "Bel's injured d8 goes down to d6"."""
    of = f"{name}'s {what} {former}"
    if now == NONE:
        return f"{of} is gone"
    if now == former:
        return f"{of} stays"
    return f"{of} goes {'down' if die_of(now) < die_of(former) else 'up'} to {now}"


@action(Right.OWNER)
def out_of_mana(t: Turn, character: str) -> None:
    """Declare a character out of mana: no magic for the scene, and 1 PP."""
    name, found = t.character(character)
    if shut_by(found) and not t.again:
        raise Refused("shut-down", f"{name}'s magic is shut down already")
    shut_down(t, name, (*shut_by(found), SCENE))
    t.pay(name, 1)
    t.say(f"{name} is out of mana for this scene: +1 PP.")


@action(Right.MASTER)
def bring_back(t: Turn, character: str) -> None:
    """Let a character act again who was out, taken out or lost, as the master decides."""
    name, found = t.character(character)
    for type in found.out:
        relieve(t, name, type, "d10")
    t.alter("characters", name, out=(), taken_out=False, lost=False)
    t.say(f"{name} is back.")
