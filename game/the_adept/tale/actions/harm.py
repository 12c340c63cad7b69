"""Stress, trauma, complications, recovery (specification, part 4)."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules import harm
from game.the_adept.rules.dice import NONE, die_of, written
from game.the_adept.rules.traits import DRAINED
from game.the_adept.tale.acting import Right, Turn, action, named, new_name


def suffer(t: Turn, name: str, type: str, hits: list[str], why: str = "") -> None:
    """Inflict stress on a character, and tell it, with `why`."""
    found = t.state.characters[name]
    sheet = found.sheet
    stress, trauma = dict(sheet.get("stress", {})), dict(sheet.get("trauma", {}))
    told = harm.stress(
        type, hits, stress.get(type, NONE), trauma.get(type, NONE), type in found.out, bool(sheet.get("magic_off"))
    )
    _rate(stress, type, told["now"])
    before = trauma.get(type, NONE)
    _rate(trauma, type, told["trauma"])
    t.write(name, stress=stress, trauma=trauma, magic_off=told["magic_off"])
    if told["out"] and type not in found.out:
        t.alter("characters", name, out=(*found.out, type))
    if told["gone"]:
        t.alter("characters", name, lost=True)
    said = [f"{type} {told['now']}"]
    said += ["stressed out"] if told["out"] and type not in found.out else []
    said += [f"trauma {told['trauma']}"] if told["trauma"] != before else []
    said += ["lost for good"] if told["gone"] else []
    said += ["magic is shut down"] if told["magic_off"] and not sheet.get("magic_off") else []
    t.say(f"{name}: {', '.join(said)}{_because(why)}.")


def relieve(t: Turn, name: str, type: str, now: str) -> None:
    """Set stress to a lower rating: below d12 one acts again, and Drained gives magic back."""
    found = t.state.characters[name]
    stress = dict(found.sheet.get("stress", {}))
    lower = stress.get(type) != now
    _rate(stress, type, now)
    t.write(name, stress=stress)
    if lower and now != "d12":
        t.alter("characters", name, out=tuple(each for each in found.out if each != type))
        if type == DRAINED:
            t.write(name, magic_off=False)


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
    t.say(f"{name}: {key} {now}.")


@action(Right.OWNER)
def complication(t: Turn, character: str, name: str, hits: list[str]) -> None:
    """Inflict a complication by name, or step up the one that is there."""
    who, _ = t.character(character)
    complicate(t, who, name, hits)


def complicate(t: Turn, who: str, name: str, hits: list[str], why: str = "") -> None:
    """Inflict a complication on a character, and tell it, with `why`. Raises Refused: `name`, and as the operation
    does."""
    found = t.state.characters[who]
    table = complications(found.sheet)
    known = next((key for key in table if key.casefold() == name.strip().casefold()), None)
    key = known or new_name(table, name, "complication")
    told = harm.complication(hits, table.get(key, NONE))
    table[key] = told["now"]
    t.write(who, complications=table)
    if told["out"]:
        t.alter("characters", who, taken_out=True)
    t.say(f"{who}: {key} {told['now']}{', taken out of the scene' if told['out'] else ''}{_because(why)}.")


def _because(why: str) -> str:
    return f" ({why})" if why else ""


def complications(sheet: object) -> dict[str, str]:
    """A sheet's complications with their dice."""
    table = sheet.get("complications", {}) if hasattr(sheet, "get") else {}
    return {key: item["die"] if isinstance(item, dict) else item for key, item in table.items()}


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
    """Try to recover from stress, from a complication, or from trauma: that once a session, when its stress is gone."""
    name, found = t.character(character)
    sheet = found.sheet
    if trauma:
        key, die = named(sheet.get("trauma", {}), what, "trauma")
        if key in found.recovered:
            raise Refused("session", f"trauma ({key}) was treated this session")
        if key in sheet.get("stress", {}):
            raise Refused("stress", f"{key} stress must be gone first")
        told = harm.recover(die, total, difficulty, effect, hitches)
        table = dict(sheet["trauma"])
        _rate(table, key, told["now"])
        t.write(name, trauma=table)
        lost = found.lost or told["out"]
        t.alter("characters", name, recovered=(*found.recovered, key), lost=lost)
        t.say(f"{name}: trauma ({key}) {told['now']}{', lost for good' if told['out'] else ''}.")
    elif what.strip().lower() in sheet.get("stress", {}):
        key = what.strip().lower()
        die = sheet["stress"][key]
        told = harm.recover(die, total, difficulty, effect, hitches)
        if total > difficulty:
            relieve(t, name, key, told["now"])
            t.say(f"{name}: {key} {told['now']}.")
        elif hitches:
            suffer(t, name, key, [harm.UP] * hitches)
        else:
            t.say(f"{name}: {key} stays {die}.")
    else:
        table = complications(sheet)
        key, die = named(table, what, "stress or complication")
        told = harm.recover(die, total, difficulty, effect, hitches)
        _rate(table, key, told["now"])
        t.write(name, complications=table)
        if told["out"]:
            t.alter("characters", name, taken_out=True)
        t.say(f"{name}: {key} {told['now']}{', taken out of the scene' if told['out'] else ''}.")


@action(Right.OWNER)
def out_of_mana(t: Turn, character: str) -> None:
    """Declare a character out of mana: no magic for the scene, and 1 PP."""
    name, found = t.character(character)
    if found.sheet.get("magic_off"):
        raise Refused("shut-down", f"{name}'s magic is shut down already")
    t.write(name, magic_off=True)
    t.pay(name, 1)
    t.say(f"{name} is out of mana for this scene: +1 PP.")


@action(Right.MASTER)
def bring_back(t: Turn, character: str) -> None:
    """Let a character act again who was out, taken out or lost: the master says how."""
    name, found = t.character(character)
    for type in found.out:
        relieve(t, name, type, "d10")
    t.alter("characters", name, out=(), taken_out=False, lost=False)
    t.say(f"{name} is back.")
