"""What a judge counts in, and how that is put in words: points, or chances of winning where no points decide the
game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.core.faces import PERCENT
from game.core.kit import Kit

Scores = Mapping[str, Mapping[str, Any]]


class Scale(NamedTuple):
    """One of these two.

    `unit` follows a number: "mana", "%". `least` is the smallest cost of a mistake. Three texts: `expected` names what
    is shown of everybody turn by turn, `better` what a better answer brings, `lost` what a worse one has cost.
    `reached` converts the scores of a game that is over into this unit, by seat.
    """

    unit: str
    least: float
    expected: str
    better: str
    lost: str
    reached: Callable[[Kit, Scores], Mapping[str, float]]

    def counted(self, number: int) -> str:
        """ "7 mana", "1 point", "7 %"."""
        return f"{number} {self.unit.removesuffix('s') if number == 1 else self.unit}"


def scale(kit: Kit) -> Scale:
    """Return the scale of the game's judge."""
    assert kit.judge is not None
    unit = kit.judge.unit
    if unit == PERCENT:
        return Scale(
            unit,
            5.0,
            "Chance of winning in %",
            "how much likelier you are to win",
            "how much likelier one would have been to win, each time from where one stood: all may come to over 100 %,"
            " and luck too",
            _won,
        )
    return Scale(
        unit,
        1.0,
        "Expected score",
        "how much further ahead of the others you can expect to end",
        "how much further ahead of the others one could expect to end, each time from where one stood: it does not add"
        " up to the score",
        _points,
    )


def _points(kit: Kit, scores: Scores) -> Mapping[str, float]:
    return {seat: float(kit.points(line)) for seat, line in scores.items()}


def _won(_kit: Kit, scores: Scores) -> Mapping[str, float]:
    """Return 100 % shared equally among the winners."""
    winners = [seat for seat, line in scores.items() if line["rank"] == 1]
    return {seat: 100 / len(winners) if seat in winners else 0.0 for seat in scores}
