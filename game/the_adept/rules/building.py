"""Pools built from a sheet's traits, and magic outside one's league (rules, "Putting a pool together")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from game.core.english import listed
from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import MOST, Die, Pool, die_of, pool_of, written
from game.the_adept.rules.traits import AETHERS, MANA


class League(TypedDict):
    """The pool, and how many dice of it became d4."""

    pool: str
    replaced: int


class Built(TypedDict):
    """The finished pool, the change of the roller's PP, and whether there is magic in the pool."""

    pool: str
    pp: int
    magic: bool


class Pick(NamedTuple):
    """A parsed pick: `distinction.trait!` has a group and a name, and hinders."""

    text: str
    group: str
    name: str
    hinders: bool

    @classmethod
    def of(cls, text: str) -> Pick:
        trait, hinders = (text[:-1], True) if text.endswith("!") else (text, False)
        group, _, name = trait.partition(".")
        return cls(text, group.strip().lower(), name.strip(), hinders)


_PLACES = {
    "distinction": "distinctions",
    "approach": "approaches",
    "move": "moves",
    "magic": "magic",
    "specialty": "specialties",
    "signature": "signature",
    "asset": "assets",
}
"""By a pick's group, the part of the sheet that holds its traits. All but assets are sets, which give one die each."""
_FREE = "asset"


def league(pool: str, status: str, power: str) -> League:
    """Cast outside one's league: for each step of the spell's `power` above `status`, the largest die becomes a d4.

    Raises Refused as reading a pool or a die does. Source: rules, "Status, and magic out of your league".
    """
    dice, replaced = beyond(pool_of(pool), die_of(status), die_of(power))
    return {"pool": written(dice), "replaced": replaced}


def beyond(pool: Pool, status: Die, power: Die) -> tuple[Pool, int]:
    """Return the pool for a spell of this power and how many dice were replaced. A d4 is never replaced."""
    steps = max(power.rank - status.rank, 0)
    larger = [die for die in pool if die is not Die.D4]
    replaced = min(steps, len(larger))
    kept = sorted(larger)[: len(larger) - replaced]
    return tuple(sorted([*kept, *[Die.D4] * (len(pool) - len(kept))])), replaced


def build(
    sheet: Mapping[str, Any],
    picks: Sequence[str],
    paid: int = 0,
    power: str | None = None,
    aether: str = MANA,
) -> Built:
    """Build a pool from a `sheet` by `picks`: `distinction.trait!` (hindering: d4 and +1 PP), `magic.will.time`,
    `asset.Fog`, `+2d6` for free dice.

    Each `paid` PP adds one more die of a set; `power` is the power of a spell, which may be outside its caster's
    league; `aether` is what fuels magic: any but mana works while magic is shut down. Raises Refused: `unknown` for a
    group, `no-trait`, `hinder` for anything but a distinction, `duplicate` for a trait picked twice, `set-twice`,
    `paid` for PP that add no die, `shut-down`, `power` and `aether` where there is no magic (or no such aether),
    `empty`, `count`; as reading a pool does. Source: rules, "Putting a pool together".
    """
    dice, sets, hindered, seen = list[Die](), Counter[str](), 0, set[tuple[str, str]]()
    for text in picks:
        if text.startswith("+"):
            dice += pool_of(text)
            continue
        pick, die = rated(sheet, text)
        dice.append(Die.D4 if pick.hinders else die)
        if (pick.group, pick.name) in seen:
            raise Refused("duplicate", f"{quoted(text)} is picked twice: each trait gives its die once")
        seen.add((pick.group, pick.name))
        sets[pick.group] += pick.group != _FREE
        hindered += pick.hinders
    _check_paid(sets, paid)
    _check_magic(sheet, bool(sets["magic"]), power, aether)
    if not dice:
        raise Refused("empty", f"nothing is picked: pick such as {', '.join(f'{group}.NAME' for group in _PLACES)}")
    if len(dice) > MOST:
        raise Refused("count", f"{len(dice)} dice: a pool has 1 to {MOST}")
    pool = tuple(sorted(dice))
    if power is not None:
        _, status = rated(sheet, "distinction.concept")
        pool, _ = beyond(pool, status, die_of(power))
    return {"pool": written(pool), "pp": hindered - paid, "magic": bool(sets["magic"])}


def rated(sheet: Mapping[str, Any], text: str) -> tuple[Pick, Die]:
    """Return a pick, and the die of its trait, whose name may itself end with "!". Raises Refused: `unknown`, `hinder`,
    `no-trait`, and as reading a die does."""
    pick = Pick.of(text)
    if pick.group not in _PLACES:
        raise Refused("unknown", f"{quoted(pick.text)}: pick of {', '.join(_PLACES)}, or +2d6")
    traits = _table(sheet.get(_PLACES[pick.group]))
    if pick.group == "magic":
        traits = _powers(traits)
    if pick.hinders and f"{pick.name}!" in traits:
        pick = pick._replace(name=f"{pick.name}!", hinders=False)
    if pick.hinders and pick.group != "distinction":
        raise Refused("hinder", f"{quoted(pick.text)}: only a distinction hinders")
    found = traits.get(pick.name)
    die = _table(found).get("die", found)
    if not isinstance(die, str):
        there = ", ".join(f"{pick.group}.{name}" for name in traits) or "none of this group"
        raise Refused("no-trait", f"{quoted(pick.text)} is not on the sheet: there is {there}")
    return pick, die_of(die)


def _powers(methods: Mapping[str, Any]) -> dict[str, Any]:
    """Return the die of each Effect, keyed by Method and Effect: "will.time"."""
    return {
        f"{method}.{effect}": die
        for method, bought in methods.items()
        for effect, die in _table(_table(bought).get("effects")).items()
    }


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _check_paid(sets: Mapping[str, int], paid: int) -> None:
    more = {group: count - 1 for group, count in sets.items() if count > 1}
    needed = sum(more.values())
    if 0 <= paid < needed:
        raise Refused("set-twice", f"{listed(more)}: one die of a set is free, each more costs 1 PP: pay {needed}")
    if paid != needed:
        raise Refused("paid", f"{paid} PP are not {needed}: each PP must bring one more die of a set")


def _check_magic(sheet: Mapping[str, Any], magic: bool, power: str | None, aether: str) -> None:
    if aether not in AETHERS:
        raise Refused("aether", f"{quoted(aether)} fuels no magic: there is {', '.join(AETHERS)}")
    if not magic and power is not None:
        raise Refused("power", f"a power of {quoted(power)} needs magic in the pool: pick magic.METHOD.EFFECT")
    if not magic and aether != MANA:
        raise Refused("aether", f"{quoted(aether)} needs magic in the pool: pick magic.METHOD.EFFECT")
    if magic and aether == MANA and sheet.get("magic_off"):
        others = ", ".join(other for other in AETHERS if other != MANA)
        raise Refused("shut-down", f"magic is shut down: use another aether ({others}), or no magic")
