"""The exact chances of a roll: outcomes are counted, never enumerated.

Values are handed out from 12 downwards. Of dice that may still show at most v, each shows v in one case of v, whatever
its size, so such dice are counted together by binomials. The best total is complete as soon as `keep` dice have values.

The largest effect: a die of at least some size can be the effect if the total still beats the difficulty without it,
and the best one to leave out is the one that shows least. So for each size the totals are counted without the lowest
die of that size or larger that shows no 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, prod
from typing import NamedTuple, TypedDict

from game.core.errors import Refused
from game.the_adept.rules.dice import Die, Pool, pool_of
from game.the_adept.rules.outcome import HEROIC

KEPT = 2
"""Dice in a total without paying PP."""
_REMEMBERED = 256


class Odds(TypedDict):
    """Chances as fractions in lowest terms, such as "7/16": to win, to win heroically, of a hitch, of a botch.

    `effects`: by size, the chance that the roll wins and the largest effect of any winning choice is this size, before
    heroic steps. `mean`: the average sides of that effect, given a win; "0" if none is possible.
    """

    win: str
    heroic: str
    hitch: str
    botch: str
    effects: dict[str, str]
    mean: str


class Chances(NamedTuple):
    """The same as `Odds`, in numbers."""

    win: Fraction
    heroic: Fraction
    hitch: Fraction
    botch: Fraction
    effects: Mapping[Die, Fraction]

    @property
    def mean(self) -> Fraction:
        """The average sides of the effect, given a win; 0 if none is possible."""
        return sum((die * chance for die, chance in self.effects.items()), Fraction()) / (self.win or 1)


def odds(pool: str, difficulty: int | None = None, against: str | None = None, keep: int = KEPT) -> Odds:
    """Count the chances of a `pool` against a `difficulty`, or against the best total of a roll of another pool.

    `keep` dice make the total, each beyond two for 1 PP. Raises Refused: `difficulty` unless exactly one of the two is
    given; `keep` below 2, or more than there are dice; as reading a pool does. Source: rules, "Reading a roll".
    """
    dice = pool_of(pool)
    if keep < KEPT or (keep > KEPT and keep > len(dice)):
        raise Refused("keep", f"{keep} in the total: {KEPT} are free, and the pool has {len(dice)} dice")
    if (difficulty is None) == (against is None):
        raise Refused("difficulty", "tell either a difficulty, such as 11, or the pool against which is rolled")
    found = chances(dice, pool_of(against) if against is not None else difficulty or 0, keep)
    return {
        "win": str(found.win),
        "heroic": str(found.heroic),
        "hitch": str(found.hitch),
        "botch": str(found.botch),
        "effects": {str(die): str(chance) for die, chance in found.effects.items()},
        "mean": str(found.mean),
    }


@lru_cache(_REMEMBERED)
def chances(pool: Pool, against: int | Pool, keep: int = KEPT) -> Chances:
    """Return the chances of a pool against a difficulty, or against the best total of another pool's roll.

    Thirty dice on either side take some thousandths of a second; results are cached.
    """
    levels = _levels(against)
    all_ways = Fraction(1, prod(pool))

    def above(totals: Sequence[int], by: int = 0) -> Fraction:
        """Return the chance of a total above the difficulty, by at least `by` if that is given."""
        ways = sum((chance * sum(totals[max(level + max(by, 1), 0) :]) for level, chance in levels.items()), Fraction())
        return ways * all_ways

    totals = _totals((), pool, keep)
    win = above(totals)
    sizes = [size for size in Die if size in pool and size > Die.D4]
    at_least = {size: above(_totals(_from(pool, size), _below(pool, size), keep)) for size in sizes}
    steps = [(Die.D4, win), *at_least.items()]
    effects = {size: chance - larger for (size, chance), (_, larger) in pairwise([*steps, (None, Fraction())])}
    return Chances(
        win,
        above(totals, HEROIC),
        1 - prod((Fraction(die - 1, die) for die in pool), start=Fraction(1)),
        all_ways,
        {size: chance for size, chance in effects.items() if size and chance},
    )


def _levels(against: int | Pool) -> dict[int, Fraction]:
    """Return the totals to beat, each with its chance."""
    if isinstance(against, int):
        return {against: Fraction(1)}
    ways = Fraction(1, prod(against))
    return {total: count * ways for total, count in enumerate(_totals((), against, KEPT)) if count}


def _from(pool: Pool, size: Die) -> Pool:
    return tuple(die for die in pool if die >= size)


def _below(pool: Pool, size: Die) -> Pool:
    return tuple(die for die in pool if die < size)


State = tuple[int, int, int]
"""How many dice of the first group and of the second have their values, and how many of both are in the total."""


class _Ways:
    """How many outcomes have each total: a polynomial, packed into one integer with room for each coefficient."""

    def __init__(self, pool: Pool, keep: int) -> None:
        self._keep = keep
        self._width = prod(pool).bit_length() + 1
        self.done = 0

    def with_more(self, count: int, value: int, dice: int) -> int:
        """Return `count` outcomes as a term for `dice` more dice in the total that show this value."""
        return count << (self._width * value * dice)

    def totals(self) -> list[int]:
        mask = (1 << self._width) - 1
        return [(self.done >> (self._width * total)) & mask for total in range(Die.D12 * self._keep + 1)]


def _totals(first: Pool, second: Pool, keep: int) -> list[int]:
    """Return, by total, how many outcomes have it as their best.

    With a `first` group, its lowest die that shows no 1 is left out, and only outcomes count in which `keep` other dice
    show no 1.
    """
    ways = _Ways((*first, *second), keep)
    searching: dict[State, int] = {(0, 0, 0): 1} if first else {}  # the first group's lowest die has not come yet
    found: dict[State, int] = {} if first else {(0, 0, 0): 1}  # it has; the rest of its group show 1
    for value in range(Die.D12, 1, -1):
        ones, others = _Group(first, value), _Group(second, value)
        later, settled = defaultdict[State, int](int), defaultdict[State, int](int)
        # How many dice show the value matters only while the total has room for more. `full`: in how many ways they
        # fill it: all ways, except that in which the whole first group shows 1, less those that leave room.
        for (a, b, t), count in searching.items():
            room, full = keep - t, (ones.up_to(a) - 1) * others.up_to(b)
            for i in range(min(ones.active(a), room) + 1):
                for j in range(min(others.active(b), room - i) + 1):
                    here, free = ones.ways(a, i) * others.ways(b, j), others.rest(b + j)
                    if i + j < room:
                        later[a + i, b + j, t + i + j] += ways.with_more(count * here, value, i + j)
                        full -= here * (ones.rest(a + i) - 1) * free
                    if i:
                        settled[a + i, b + j, t + i - 1 + j] += ways.with_more(count * here, value, i - 1 + j)
                        full -= here * free
            ways.done += ways.with_more(count * full, value, room)
        for (a, b, t), count in found.items():
            room, full = keep - t, others.up_to(b)
            for j in range(min(others.active(b), room - 1) + 1):
                here = others.ways(b, j)
                settled[a, b + j, t + j] += ways.with_more(count * here, value, j)
                full -= here * others.rest(b + j)
            ways.done += ways.with_more(count * full, value, room)
        searching, found = later, settled
    if not first:
        ways.done += sum(found.values())
    return ways.totals()


class _Group:
    """The dice of one group at the step that hands out `value`."""

    def __init__(self, dice: Pool, value: int) -> None:
        self._value = value
        self._active = sum(die >= value for die in dice)
        self._smaller = prod(die for die in dice if die < value)

    def active(self, used: int) -> int:
        """Return how many dice may still show the value after `used` have shown more."""
        return self._active - used

    def ways(self, used: int, count: int) -> int:
        """Return in how many ways `count` of the active dice show the value."""
        return comb(self._active - used, count)

    def rest(self, used: int) -> int:
        """Return in how many ways all dice without a value show less, after `used` have shown this or more."""
        return int((self._value - 1) ** (self._active - used) * self._smaller)

    def up_to(self, used: int) -> int:
        """Return in how many ways all dice without a value show this or less, after `used` have shown more."""
        return int(self._value ** (self._active - used) * self._smaller)
