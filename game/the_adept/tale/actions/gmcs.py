"""GM characters, who have a sheet or one to five traits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from game.core.errors import Refused
from game.the_adept.rules import harm as rules
from game.the_adept.rules.building import rated
from game.the_adept.rules.dice import NONE, Die, die_of, pool_of, some_die_of, written
from game.the_adept.rules.sheet import PLAY, die_in, tidied
from game.the_adept.rules.traits import STRESS
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, called_like, named, new_name, unseen
from game.the_adept.tale.actions.harm import became
from game.the_adept.tale.actions.turns import leaves_order
from game.the_adept.tale.state import GMCharacter
from game.the_adept.tale.texts import faults

MOST = 5
"""The most traits of a GM character without a sheet."""


@action(Right.MASTER)
def gmc(t: Turn, name: str, traits: Mapping[str, str] | None = None, sheet: Mapping[str, Any] | None = None) -> None:
    """Make a GM character, with one to five traits or a sheet: it waits until it enters the scene."""
    key = new_name([*t.state.against, *t.state.characters], name, "GM character")
    if sheet is not None:
        own = {**deepcopy(dict(sheet)), "name": key}
        errors = faults(own, PLAY)
        if errors or traits:
            raise Refused("sheet", "; ".join(errors) or "a GM character has a sheet or traits, not both")
        made = GMCharacter(sheet=tidied(own))
    else:
        if not 1 <= len(traits or {}) <= MOST:
            raise Refused("traits", f"{len(traits or {})} traits: a GM character has 1 to {MOST}, or a sheet")
        rated = dict[str, str]()
        for trait, die in (traits or {}).items():
            rated[new_name(rated, trait, "trait")] = str(die_of(die))
        made = GMCharacter(traits=rated)
    t.put("gmcs", key, made)
    t.say(f"GM character {key}: {described(made)}.", MASTERS)


@action(Right.MASTER)
def appear(t: Turn, name: str, hidden: bool = False) -> None:
    """Bring a GM character into the scene for free, as at its beginning."""
    enters(t, name, hidden)


@action(Right.MASTER)
def depart(t: Turn, name: str) -> None:
    """Let a GM character leave the scene: it keeps its harm and waits to enter again."""
    key, found = named(t.state.gmcs, name, "GM character")
    if not found.here:
        raise Refused("here", f"{key} is not here")
    t.say(f"{key} left the scene.", reader(found))
    if found.seen:
        leaves_order(t, key)
    t.alter("gmcs", key, here=False, hidden=False)


@action(Right.MASTER)
def hurt(t: Turn, gmc: str, harm: str, hits: Sequence[str]) -> None:
    """Inflict stress of a type, or a complication of a name, on a GM character: each hit a die or "up"."""
    key, found = named(t.state.gmcs, gmc, "GM character")
    type = harm.strip().lower()
    if type in STRESS:
        told = rules.stress(type, hits, found.stress.get(type, NONE), NONE, type in found.out)
        out = told["out"] and type not in found.out
        ends = ", stressed out" if out else ", magic is shut down" if told["magic_off"] else ""
        t.alter(
            "gmcs",
            key,
            stress={**found.stress, type: told["now"]},
            out=(*found.out, type) if out else found.out,
        )
        t.say(f"{key}: {type} {'past d12' if ends else told['now']}{ends}.", reader(found), loud=bool(ends))
        return
    what = called_like(found.complications, harm) or new_name(found.complications, harm, "complication")
    hit = rules.complication(hits, found.complications.get(what, NONE))
    complications = {**found.complications, what: hit["now"]}
    t.alter("gmcs", key, complications=complications, taken_out=found.taken_out or hit["out"])
    now = "past d12, taken out of the scene" if hit["out"] else hit["now"]
    t.say(f"{key}: {what} {now}.", reader(found), loud=hit["out"])


@action(Right.MASTER)
def soothe(t: Turn, gmc: str, harm: str) -> None:
    """Step stress or a complication of a GM character down: with stress below d12 it can act again."""
    key, found = named(t.state.gmcs, gmc, "GM character")
    what, die = named({**found.stress, **found.complications}, harm, "stress or complication")
    lower = rules.eased(die_of(die))
    part = "stress" if what in found.stress else "complications"
    table = {name: each for name, each in getattr(found, part).items() if name != what or lower}
    if lower:
        table[what] = str(lower)
    out = tuple(each for each in found.out if each != what)
    taken_out = found.taken_out and (part == "stress" or t.rules >= 2)
    t.alter("gmcs", key, **{part: table}, out=out, taken_out=taken_out)
    t.say(f"{became(key, what, die, str(lower or NONE))}.", reader(found))


@action(Right.MASTER)
def revive(t: Turn, gmc: str) -> None:
    """Let a GM character act again that was out or taken out, as the master decides."""
    key, found = named(t.state.gmcs, gmc, "GM character")
    stress = {type: "d10" if type in found.out else die for type, die in found.stress.items()}
    t.alter("gmcs", key, stress=stress, out=(), taken_out=False)
    t.say(f"{key} is back.", reader(found))


def enters(t: Turn, name: str, hidden: bool) -> None:
    """Bring a GM character into the scene. Raises Refused: `unknown`, `here`, `name` if a character has its name."""
    key, found = named(t.state.gmcs, name, "GM character")
    if found.here:
        raise Refused("here", f"{key} is here already")
    if not hidden:
        not_taken(t, key)
    t.alter("gmcs", key, here=True, hidden=hidden)
    t.say(f"{key} enters{unseen(hidden)}.", reader(t.state.gmcs[key]))


def not_taken(t: Turn, key: str) -> None:
    """Check that no character took the name while players did not know this GM character. Raises Refused: `name`."""
    if called_like(t.state.characters, key) and not t.again:
        raise Refused("name", f"a character is called {key}: make this one anew with another name")


def pool_for(t: Turn, name: str, picks: Sequence[str]) -> tuple[str, str]:
    """Return the pool that a GM character rolls, and its name; picks are its traits or picks of its sheet, and "+2d6".

    Raises Refused: `unknown`, `out`, `no-trait`, and as reading a pool does.
    """
    key, found = named(t.state.gmcs, name, "GM character")
    if not found.able:
        raise Refused("out", f"{key} cannot act: {', '.join(found.out) or 'out of the scene'}")
    dice = list[Die]()
    for pick in picks:
        if pick.startswith("+") and (pick not in found.traits or t.rules < 2):  # a trait may be called "+1 Blade"
            dice += pool_of(pick)
        elif found.sheet:
            dice.append(rated(found.sheet, pick)[1])
        else:
            dice.append(die_of(named(found.traits, pick, "trait")[1]))
    return written(pool_of(written(dice))) if dice else "", key


def highest(found: GMCharacter) -> str:
    """Return the largest trait of a GM character, which is what its entrance costs."""
    return str(max(die_of(die) for die in traits(found).values()))


def traits(found: GMCharacter) -> dict[str, str]:
    """Return the die of each trait that a GM character can roll, by pick."""
    if not found.sheet:
        return dict(found.traits)
    sheet = found.sheet
    powers = {
        f"magic.{method}.{effect}": die
        for method, bought in sheet.get("magic", {}).items()
        for effect, die in bought.get("effects", {}).items()
    }
    rated = {
        **{f"distinction.{key}": each for key, each in sheet.get("distinctions", {}).items()},
        **{f"approach.{key}": die for key, die in sheet.get("approaches", {}).items()},
        **{f"move.{key}": die for key, die in sheet.get("moves", {}).items()},
        **powers,
        **{f"specialty.{key}": die for key, die in sheet.get("specialties", {}).items()},
        **{f"signature.{key}": each for key, each in sheet.get("signature", {}).items()},
    }
    dice = {pick: die_in(item) for pick, item in rated.items()}
    return {pick: die for pick, die in dice.items() if some_die_of(die)}


def trait(found: GMCharacter, pick: str) -> str:
    """Return what a trait of a GM character is called: of a sheet's pick its last word."""
    return pick.rpartition(".")[2] if found.sheet else pick


def described(found: GMCharacter) -> str:
    """Return a GM character's traits in a line; of a sheet its High Concept."""
    if found.sheet:
        concept = found.sheet["distinctions"]["concept"]
        return f"{concept['name']} {concept['die']}, with a sheet"
    return ", ".join(f"{name} {die}" for name, die in found.traits.items())


def reader(found: GMCharacter) -> str:
    """Return who reads what happens to a GM character."""
    return ALL if found.seen else MASTERS
