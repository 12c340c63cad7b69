"""The end of the game: leftovers, batteries, ranks (rulebook, Game End; ruling 33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from game.adepts.rules import actions
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, GEMS, SEAT_NAMES, SEATS, VALUE, Seat
from game.adepts.rules.state import State
from game.adepts.rules.tasks import step

S = TypeVar("S")
"""A seat, by index or by name."""


class Score(NamedTuple):
    """One line of the score sheet, in mana. `processed` includes `leftover`; equal players share a rank (1, 1, 3)."""

    processed: int
    leftover: int
    battery: tuple[int, ...]
    rank: int

    @property
    def total(self) -> int:
        """Processed mana and batteries."""
        return self.processed + sum(self.battery)

    @property
    def by_gem(self) -> dict[str, int]:
        """The mana of each battery."""
        return dict(zip(GEM_NAMES, self.battery, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a position has it."""
        return {
            "processed": self.processed,
            "leftover": self.leftover,
            "battery": self.by_gem,
            "total": self.total,
            "rank": self.rank,
        }

    @classmethod
    def from_dict(cls, line: Mapping[str, Any]) -> Score:
        """Read what `to_dict` gave."""
        battery = tuple(line["battery"][gem] for gem in GEM_NAMES)
        return cls(line["processed"], line["leftover"], battery, line["rank"])


@step
def end_game(g: State) -> None:
    """End the game: half the face mana of each queue counts as processed. The queues stay, to be seen."""
    g.step = "over"
    g.over = True
    for seat in SEATS[: g.players]:
        actions.gain_mana(g, seat, leftover(g, seat), leftover=True)
    g.tell("ended", None, totals={SEAT_NAMES[seat]: score.total for seat, score in scores(g).items()})


def leftover(g: State, seat: Seat) -> int:
    """Return half the face mana of all gems in a queue, rounded down."""
    return sum(VALUE[gem] * sum(actions.gems_in(g, seat, gem)) for gem in GEMS) // 2


def scores(g: State) -> dict[Seat, Score]:
    """Return the score sheet: the final one if the game is over, else as if it ended now without what lies in
    queues."""
    return ranked(
        {
            seat: Score(g.mana[seat], leftover(g, seat) if g.over else 0, charged(g.batteries[seat]), 0)
            for seat in SEATS[: g.players]
        }
    )


def charged(levels: Iterable[int]) -> tuple[int, ...]:
    """Return the mana of batteries at these levels."""
    return tuple(BATTERY_MANA[level] for level in levels)


def tied(lines: Iterable[Score]) -> list[list[Score]]:
    """Return the groups of lines with equal totals, in order of rank; lines without any mana are left out."""
    best = sorted(lines, key=lambda line: line.rank)
    groups = ([line for line in best if line.total == total] for total in dict.fromkeys(line.total for line in best))
    return [group for group in groups if len(group) > 1 and group[0].total]


def best_first(lines: Mapping[str, Score]) -> dict[str, Score]:
    """Return the lines of a score sheet in order of rank; equals in the order of the seats."""
    return dict(sorted(lines.items(), key=lambda row: (row[1].rank, row[0])))


def ranked(lines: Mapping[S, Score]) -> dict[S, Score]:
    """Return the lines of a score sheet with their ranks: by total mana, then by processed mana (ruling 33)."""
    merit = {seat: (line.total, line.processed) for seat, line in lines.items()}
    return {
        seat: line._replace(rank=1 + sum(other > merit[seat] for other in merit.values()))
        for seat, line in lines.items()
    }
