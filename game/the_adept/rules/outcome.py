"""Tests and contests: who wins, and with how many heroic steps (rules, "Contests")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypedDict

from game.core.errors import Refused
from game.the_adept.rules.dice import pool_of, written
from game.the_adept.rules.steps import loose

HEROIC = 5
"""Each heroic step takes this much above the difficulty."""


class Tested(TypedDict):
    """The result of a test: the `margin` above the difficulty, heroic steps, the effect after them, `extra` effect
    dice."""

    success: bool
    margin: int
    heroic: int
    effect: str
    extra: int


class Contest(TypedDict, total=False):
    """A contest that is `open` has the total `to_beat` and whose `turn` it is; one that is over has the other keys.

    `pp`: what giving in earns the loser.
    """

    open: bool
    to_beat: int
    turn: str
    winner: str
    margin: int
    heroic: int
    pp: int


def heroics(margin: int) -> int:
    """Return the heroic steps of a roll with this margin above the difficulty: one for every full 5."""
    return max(margin, 0) // HEROIC


def test(total: int, difficulty: int, effect: str, extra: int = 0) -> Tested:  # noqa: PT028  (it tests dice)
    """Settle a test: `total` must be higher than `difficulty`, and each full 5 above steps the effect up.

    In a challenge, `extra` heroic steps each bring one more effect die instead of a step. Of several effect dice the
    largest takes the steps. Raises Refused: `extra` for more than there are heroic steps; as reading a pool does.
    Source: rules, "Tests: what is to be beaten", "Challenges".
    """
    *others, largest = pool_of(effect)
    margin = total - difficulty
    heroic = heroics(margin)
    if not 0 <= extra <= heroic:
        raise Refused(
            "extra", f"{extra} more effect dice: each takes one of the heroic steps, of which this has {heroic}"
        )
    return {
        "success": margin > 0,
        "margin": margin,
        "heroic": heroic,
        "effect": written([*others, *loose(largest, heroic - extra)]),
        "extra": extra,
    }


def contest(totals: Sequence[int], give_in: bool = False) -> Contest:
    """Settle a contest: `totals` in the order rolled, first that of A, who began it, then B's, A's, ...

    Each must be higher than the one before, or its side has lost; every full 5 of the winner's margin is a heroic step.
    With `give_in` the side whose turn it is gives in: no effect, and 1 PP if it had rolled. Raises Refused: `empty`;
    `over` if anything follows the end. Source: rules, "Contests".
    """
    if not totals:
        raise Refused("empty", "a contest begins with a roll: give at least one total")
    sides = "AB"
    for turn, (before, total) in enumerate(pairwise(totals), 1):
        if total <= before:
            if give_in or turn + 1 < len(totals):
                raise Refused("over", f"{total} did not beat {before}: the contest was over, and nothing follows")
            margin = before - total
            return {"open": False, "winner": sides[1 - turn % 2], "margin": margin, "heroic": heroics(margin), "pp": 0}
    turn = len(totals)
    if not give_in:
        return {"open": True, "to_beat": totals[-1], "turn": sides[turn % 2]}
    return {"open": False, "winner": sides[1 - turn % 2], "margin": 0, "heroic": 0, "pp": int(turn > 1)}
