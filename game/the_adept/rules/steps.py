"""Dice one step larger or smaller: loose dice and dice of a pool (rules, "Dice and steps"; ruling 1)."""

from __future__ import annotations

from typing import TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import MOST, POSSIBLE, Die, Pool, die_of, pool_of, written


class Parsed(TypedDict):
    """A pool as it is written, and how many dice it has."""

    pool: str
    n: int


class Stepped(TypedDict):
    """The dice that one die became: none, one, or several."""

    dice: str


class SteppedPool(TypedDict):
    """The pool after the steps."""

    pool: str


def parse(text: str) -> Parsed:
    """Read a pool as people may type it: `text` such as "d8 Flair, 2D6 + 10".

    Raises Refused: `size`, `count`, `syntax`, `empty`. Source: rules, "Dice and steps".
    """
    pool = pool_of(text)
    return {"pool": written(pool), "n": len(pool)}


def step(die: str, by: int) -> Stepped:
    """Step a loose die, such as an effect die, `by` steps up, or down if that is negative.

    Past d12 it stays, and a new d6 beside it takes the further steps; below d4 it is gone. Raises Refused: `size`,
    `syntax`, `empty`, `die`, `count` for more than thirty dice. Source: rules, "Dice and steps"; ruling 1.
    """
    return {"dice": written(loose(die_of(die), by))}


def loose(die: Die, by: int) -> Pool:
    """Return the dice that a loose die becomes. Raises Refused: `count`."""
    rank = die.rank + by
    if rank < 0:
        return ()
    sizes = tuple(Die)
    if rank < len(sizes):
        return (sizes[rank],)
    whole, rest = divmod(rank - Die.D12.rank, Die.D12.rank)  # a new die takes its first step as a d6
    if whole + 1 + bool(rest) > MOST:
        raise Refused("count", f"{by} steps: that would be more than {MOST} dice")
    return tuple(sorted([*[Die.D12] * (whole + 1), *([sizes[rest]] if rest else [])]))


def step_in_pool(pool: str, die: str, by: int, other: str | None = None) -> SteppedPool:
    """Step a die of a pool `by` steps up, or down if that is negative.

    Each step past d12 goes to another die of the pool: to `other`, else to the largest below d12; if all are d12, a d6
    joins. A d4 stepped down is gone. Raises Refused: `not-in-pool`, `cannot-step` if `other` is a d12, and as reading
    does; `count` for more than thirty dice. Source: rules, "Dice and steps".
    """
    dice, chosen = list(pool_of(pool)), die_of(die)
    taken(dice, (chosen,))
    if by < 0:
        return {"pool": written([*dice, *loose(chosen, by)])}
    helper = die_of(other) if other is not None else None
    if helper is not None:
        taken(dice, (helper,))
    for _ in range(by):
        if chosen is not Die.D12:
            chosen = chosen.up
        elif helper is not None:
            if helper is Die.D12:
                raise Refused("cannot-step", f"{quoted(other)} cannot take a step: it is d12 then; name a smaller die")
            helper = helper.up
        else:
            _overflow(dice)
    return {"pool": written([*dice, chosen, *([] if helper is None else [helper])])}


def _overflow(dice: list[Die]) -> None:
    """Give a step that a d12 cannot take to the rest of the pool. Raises Refused: `count`."""
    below = [die for die in dice if die is not Die.D12]
    if below:
        dice.remove(max(below))
        dice.append(max(below).up)
    elif len(dice) + 1 < MOST:
        dice.append(Die.D6)
    else:
        raise Refused("count", f"a pool has at most {MOST} dice: none can join")


def taken(dice: list[Die], those: Pool, of: str = "in the pool") -> None:
    """Take `those` out of `dice`; `of` says what these are. Raises Refused: `not-in-pool`."""
    before = written(dice)
    for die in those:
        if die not in dice:
            there = f"there is {before}" if dice else f"there is none; {POSSIBLE}"
            raise Refused("not-in-pool", f"{written(those)} is not {of}: {there}")
        dice.remove(die)
