"""What can be made of a roll: hitches, every choice of total and effect worth considering, and the advised one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from game.core.errors import Refused
from game.the_adept.rules.dice import Die, Rolled, descending, roll_of, written
from game.the_adept.rules.outcome import heroics
from game.the_adept.rules.steps import loose

Chosen = TypedDict("Chosen", {"total": int, "effect": str, "uses": list[int], "from": list[int]})
"""A choice: total, effect dice, and the positions (from 1) of the dice in each."""


class _Analysed(TypedDict):
    hitches: str
    botch: bool
    best_total: Chosen
    best_effect: Chosen
    options: list[str]
    pp: int


class Analysed(_Analysed, total=False):
    """An analysed roll.

    `hitches` is a pool; `best_total` and `best_effect` are the first and last of `options`, which read "11 d8" each;
    `pp` is the cost. With a difficulty: whether the best total beats it and by how many heroic steps; which option is
    advised, and its effect after heroic steps ("-" if none beats the difficulty).
    """

    success: bool
    heroic: int
    advice: str
    final: str


class Choice(NamedTuple):
    """Which dice make the total and which the effect, by index; with no die for the effect it is d4 (ruling 2)."""

    total: int
    effect: tuple[Die, ...]
    uses: tuple[int, ...]
    gives: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.total} {descending(self.effect)}"

    def told(self) -> Chosen:
        return {
            "total": self.total,
            "effect": descending(self.effect),
            "uses": [index + 1 for index in self.uses],
            "from": [index + 1 for index in self.gives],
        }


def analyse(roll: str, keep: int = 2, effects: int = 1, difficulty: int | None = None) -> Analysed:
    """Analyse a roll, such as "d8:5 d6:1"; positions count from 1.

    `keep` dice make the total and `effects` dice the effect, each beyond the usual for 1 PP; `difficulty` is to be
    beaten. Raises Refused: `keep` or `effects` if a PP would add no die, and as reading a roll does. Source: rules,
    "Reading a roll"; ruling 2.
    """
    dice = roll_of(roll)
    found = choices(dice, keep, effects)
    first, last = found[0], found[-1]
    told: Analysed = {
        "hitches": written(rolled.die for rolled in dice if rolled.hitch),
        "botch": all(rolled.hitch for rolled in dice),
        "best_total": first.told(),
        "best_effect": last.told(),
        "options": [str(choice) for choice in found],
        "pp": keep - 2 + effects - 1,
    }
    if difficulty is not None:
        advised = advice(found, difficulty)
        told["success"] = first.total > difficulty
        told["heroic"] = heroics(first.total - difficulty)
        told["advice"] = str(advised) if advised else "-"
        told["final"] = written(raised(advised.effect, heroics(advised.total - difficulty))) if advised else "-"
    return told


def choices(dice: Sequence[Rolled], keep: int = 2, effects: int = 1) -> list[Choice]:
    """Return every choice that no other equals or beats in both total and effect, by falling total.

    Raises Refused: `keep`, `effects`, as `analyse` does.
    """
    good = [index for index, rolled in enumerate(dice) if not rolled.hitch]
    _check(len(good), keep, effects)
    spare = min(effects, max(len(good) - keep, 0))
    uses = _highest(dice, good, keep)
    found = [_chosen(dice, uses, _largest(dice, [index for index in good if index not in uses], spare))]
    while spare and (better := _next(dice, good, keep, found[-1].effect)):
        found.append(better)
    return found


def advice(found: Sequence[Choice], difficulty: int) -> Choice | None:
    """Return the best of the choices that beat the difficulty, None if none does: the one with the highest effect after
    heroic steps (steps past d12 count), then the one with the higher total."""

    def end(choice: Choice) -> tuple[list[int], int]:
        largest, *others = (die.rank for die in choice.effect)
        return [largest + heroics(choice.total - difficulty), *others], choice.total

    return max((choice for choice in found if choice.total > difficulty), key=end, default=None)


def raised(effect: Sequence[Die], heroic: int) -> list[Die]:
    """Return effect dice after heroic steps, all taken by the largest."""
    largest, *others = sorted(effect, reverse=True)
    return [*loose(largest, heroic), *others]


def _check(good: int, keep: int, effects: int) -> None:
    """Check how many dice are kept, when `good` of them show no 1. Raises Refused: `keep`, `effects`."""
    that = f"{good} of its dice showed no 1"
    if keep < 2 or (keep > 2 and keep > good):
        raise Refused("keep", f"{keep} in the total: 2 are free, and each more for 1 PP must be there; {that}")
    if effects < 1 or (effects > 1 and effects > good - keep):
        raise Refused("effects", f"{effects} for the effect: 1 is free, and each more for 1 PP must be left; {that}")


def _next(dice: Sequence[Rolled], good: Sequence[int], keep: int, effect: Sequence[Die]) -> Choice | None:
    """Return the choice with the best total of those with a better effect, and of these the one with the best effect;
    None if no effect is better.

    A better effect has the same largest dice as this one, perhaps none, and then a larger one. The dice after that one
    do not count at first: whatever is not in the total is theirs.
    """
    sizes = sorted({dice[index].die for index in good}, reverse=True)
    better = (
        _with_effect(dice, good, (*effect[:place], size), keep)
        for place, die in enumerate(effect)
        for size in sizes
        if die < size <= (effect[place - 1] if place else size)
    )
    best = max((choice.total for choice in better if choice), default=None)
    if best is None:
        return None
    wanted, found = list[Die](), None
    for size in sizes:
        while len(wanted) < len(effect):
            choice = _with_effect(dice, good, (*wanted, size), keep)
            if choice is None or choice.total < best:
                break
            wanted, found = [*wanted, size], choice
    return found


def _with_effect(dice: Sequence[Rolled], good: Sequence[int], wanted: Sequence[Die], keep: int) -> Choice | None:
    """Return the best total beside effect dice of these sizes; None if the roll has too few of a size."""
    gives = list[int]()
    for die, count in Counter(wanted).items():
        gives += _largest(dice, [index for index in good if dice[index].die is die], count)
    if len(gives) < len(wanted):
        return None
    return _chosen(dice, _highest(dice, [index for index in good if index not in gives], keep), gives)


def _highest(dice: Sequence[Rolled], among: Sequence[int], count: int) -> list[int]:
    """Return the dice for a total: the higher value first, then the smaller die, then the earlier."""
    return sorted(among, key=lambda index: (-dice[index].value, dice[index].die, index))[:count]


def _largest(dice: Sequence[Rolled], among: Sequence[int], count: int) -> list[int]:
    """Return the dice for an effect: the larger die first, then the lower value, then the later."""
    return sorted(among, key=lambda index: (-dice[index].die, dice[index].value, -index))[:count]


def _chosen(dice: Sequence[Rolled], uses: Sequence[int], gives: Sequence[int]) -> Choice:
    effect = tuple(sorted((dice[index].die for index in gives), reverse=True)) or (Die.D4,)
    return Choice(sum(dice[index].value for index in uses), effect, tuple(sorted(uses)), tuple(sorted(gives)))
