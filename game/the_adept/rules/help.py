"""Help: assets, signature assets given up for others, hero dice (rules, "Assets", "Hero dice")."""

from __future__ import annotations

from typing import TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import NONE, Die, Pool, die_of, pool_of, roll_of, written
from game.the_adept.rules.steps import taken


class Asset(TypedDict):
    """The rating of a new asset."""

    die: str


class Dropped(TypedDict):
    """The new signature assets."""

    dice: str


class Hero(TypedDict):
    """The hero dice afterwards, and the one gained; "-" for none."""

    bank: str
    gained: str


class HeroUsed(TypedDict):
    """The hero dice that are left, the total with the rolled ones, and the sizes of those that are hitches."""

    bank: str
    total: int
    hitches: str


def asset(effect: str = "d6", cap: str = "d12") -> Asset:
    """Make an asset: by a test, as large as its `effect` but at most the GM's `cap`; without an effect d6, for 1 PP.

    Past d12 it is d12. Raises Refused as reading a pool or a die does. Source: rules, "Assets".
    """
    return {"die": str(min(max(pool_of(effect)), die_of(cap)))}


def drop(die: str, n: int = 1) -> Dropped:
    """Give a signature asset up for `n` new ones, each n-1 steps smaller.

    Raises Refused: `too-small` if the new ones would be below d6; `count` for fewer than one; as reading a die does.
    Source: rules, "Giving a signature asset up"; ruling 13.
    """
    old = die_of(die)
    if n < 1:
        raise Refused("count", f"{n} new ones: at least one")
    rank = old.rank - (n - 1)
    if rank < Die.D6.rank:
        most = max(old.rank, 0)
        possible = f"{old} gives at most {most}" if most else f"{old} is not a signature asset"
        raise Refused("too-small", f"{n} for a {old}: each must be at least d6; {possible}")
    return {"dice": written([tuple(Die)[rank]] * n)}


def hero(opposition: str, bank: str = NONE) -> Hero:
    """Bank a hero die after a heroic success: the die of the `opposition`'s roll that shows most; of several the
    larger; none if it shows 1.

    There is at most one of each size: a second is not gained. Raises Refused: `bank` for two of a size; as reading a
    roll does. Source: rules, "Hero dice".
    """
    dice = bank_of(bank)
    highest = max(roll_of(opposition), key=lambda rolled: (rolled.value, rolled.die))
    if highest.hitch or highest.die in dice:
        return {"bank": written(dice), "gained": NONE}
    return {"bank": written([*dice, highest.die]), "gained": str(highest.die)}


def hero_use(bank: str, total: int, rolled: str, back: bool = False) -> HeroUsed:
    """Add hero dice to a total: `rolled` such as "d10:7", each taken from the bank and used up.

    A 1 adds nothing and is a hitch; with `back` such a die returns to the bank instead. Raises Refused: `bank` for two
    of a size; `not-in-pool` for a die that is not banked; as reading a roll does. Source: rules, "Hero dice".
    """
    thrown = roll_of(rolled)
    dice = left_of(bank_of(bank), tuple(each.die for each in thrown))
    ones = [each.die for each in thrown if each.hitch]
    return {
        "bank": written([*dice, *(ones if back else [])]),
        "total": total + sum(each.value for each in thrown if not each.hitch),
        "hitches": written([] if back else ones),
    }


def left_of(bank: Pool, used: Pool) -> list[Die]:
    """Return the hero dice that stay when some are used. Raises Refused: `not-in-pool` for a die that is not banked."""
    left = [*bank]
    taken(left, used, "among the hero dice")
    return left


def bank_of(text: str) -> Pool:
    """Read hero dice; "-" for none. Raises Refused: `bank` for two of a size; as reading a pool does."""
    dice = pool_of(text, none=True)
    if len(set(dice)) < len(dice):
        raise Refused("bank", f"{quoted(text)}: there is at most one hero die of each size")
    return dice
