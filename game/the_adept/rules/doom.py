"""Doom, what it buys, and crises, which are made of it (rules, "Doom", "Crises")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import NONE, Die, Pool, die_of, pool_of, written
from game.the_adept.rules.steps import taken

FLOORS = range(5)
"""How few dice a table may let stay in doom; `FLOOR` is the default (ruling 16)."""
FLOOR = 2


class Spent(TypedDict):
    """The pool that is left, the die bought ("-" if the spend gives none), and the PP it counts as."""

    pool: str
    gives: str
    pp: int


class Transferred(TypedDict):
    """Doom and the crisis after the transfer."""

    doom: str
    crisis: str


class _Price(NamedTuple):
    """What a spend costs and gives.

    It costs `dice` dice, each at least `least`, or at least as large as a trait's die if `trait` is set. `gives` is a
    fixed die, `_SAME` for one as large as the die paid, or "-" for none.
    """

    least: Die = Die.D4
    dice: int = 1
    trait: bool = False
    gives: Die | str = NONE


_SAME = "same"
_PRICES = {
    "asset": _Price(gives=_SAME),
    "complication": _Price(Die.D6, gives=_SAME),
    "distinction": _Price(Die.D8, gives=Die.D8),
    "interrupt": _Price(trait=True),
    "extra": _Price(gives=_SAME),
    "gmc": _Price(trait=True),
    "split": _Price(Die.D10),
    "end": _Price(Die.D12, dice=2),
    "pp": _Price(),
    "add": _Price(gives=_SAME),
}
SPENDS = tuple(_PRICES)


def doom(pool: str, spend: str, dice: str, least: str | None = None, floor: int = FLOOR) -> Spent:
    """Spend `dice` out of a `pool` of doom, or out of a crisis with a `floor` of 0.

    `least` is the trait that an interruption or a GM character's entrance must match. Raises Refused: `spend` for
    something that cannot be bought, `least` if that trait is missing, `cost` for dice that do not pay for it,
    `not-in-pool`, `floor` if too few dice would stay or the table's floor is not 0 to 4; as reading a pool does.
    Source: rules, "Doom"; rulings 8, 9 and 16.
    """
    there, paid = list(pool_of(pool, none=True)), pool_of(dice)
    if spend not in _PRICES:
        raise Refused("spend", f"{quoted(spend)} cannot be bought: there is {', '.join(SPENDS)}")
    price = _PRICES[spend]
    smallest = price.least
    if price.trait:
        if least is None:
            raise Refused("least", f"{spend} costs as much as a trait: tell its die as least")
        smallest = die_of(least)
    if len(paid) != price.dice or min(paid) < smallest:
        wanted = f"{price.dice} dice" if price.dice > 1 else "one die"
        raise Refused("cost", f"{quoted(dice)}: {spend} costs {wanted} of at least {smallest}")
    taken(there, paid)
    _stay(there, floor)
    gives = str(paid[0]) if price.gives == _SAME else str(price.gives)
    return {"pool": written(there), "gives": gives, "pp": int(spend == "pp")}


ALERT_MOVES, ALERT_EFFECT = ("assess", "defend", "engage", "unleash"), "senses"
"""The traits that an interruption must match (ruling 8)."""


def alertness(sheet: Mapping[str, Any]) -> str:
    """Return the largest combat or senses die of a sheet, d4 if it has none: an interruption before this character's
    turn costs a die at least as large (ruling 8)."""
    moves = [sheet["moves"][move] for move in ALERT_MOVES if move in sheet.get("moves", {})]
    senses = [each.get("effects", {}).get(ALERT_EFFECT, "d4") for each in sheet.get("magic", {}).values()]
    return str(max(map(die_of, [*moves, *senses]), default=Die.D4))


def transfer(doom: str, take: str, how: str = "as-is", crisis: str = NONE, floor: int = FLOOR) -> Transferred:
    """Move dice from doom into a crisis, new or the one given: `take` them `as-is`, or `split` one into two a step
    smaller, or `combine` two equal ones into one a step larger.

    Raises Refused: `how`, `cannot-split`, `cannot-combine`, `not-in-pool`, `floor`, `count` for a crisis of more than
    thirty dice; as reading a pool does. Source: rules, "Crises".
    """
    there, moved, before = list(pool_of(doom, none=True)), pool_of(take), pool_of(crisis, none=True)
    arrive = _arriving(moved, how, take)
    taken(there, moved)
    _stay(there, floor)
    after = pool_of(written([*before, *arrive]))
    return {"doom": written(there), "crisis": written(after)}


def _arriving(moved: Pool, how: str, take: str) -> Pool:
    first = moved[0]
    match how:
        case "as-is":
            return moved
        case "split":
            smaller = first.down
            if len(moved) > 1 or smaller is None:
                raise Refused(
                    "cannot-split", f"{quoted(take)}: one die of d6 or larger is split into two a step smaller"
                )
            return (smaller, smaller)
        case "combine":
            if len(moved) != 2 or moved[1] is not first or first is Die.D12:
                raise Refused(
                    "cannot-combine", f"{quoted(take)}: two dice of one size, d10 at most, become one a step larger"
                )
            return (first.up,)
    raise Refused("how", f"{quoted(how)}: dice move as-is, or split, or combine")


def _stay(left: list[Die], floor: int) -> None:
    """Check that enough dice stay in doom. Raises Refused: `floor`."""
    if floor not in FLOORS:
        raise Refused("floor", f"{floor}: a table lets 0 to {FLOORS[-1]} dice stay in doom")
    if len(left) < floor:
        there, least = written(left) if left else "no die", "one die" if floor == 1 else f"{floor} dice"
        problem = f"that would leave {there}: what is spent, or goes into a crisis, leaves at least {least} in doom"
        raise Refused("floor", f"{problem} (a game master may take dice out, or set doom)")
