"""Sums up many games between computer players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from game.core.faces import Played, Sheet, Tally


@dataclass(slots=True)
class Line:
    """The games of one policy or of one seat; a shared win counts as a fraction for each who shares it."""

    points: list[int] = field(default_factory=list)
    wins: float = 0.0


class Summary:
    """Counts games as they come in; `tally` counts what else is of interest in this game."""

    def __init__(self, tally: Tally | None = None) -> None:
        self.moves: list[int] = []
        self.by_policy: dict[str, Line] = defaultdict(Line)
        self.by_seat: dict[str, Line] = defaultdict(Line)
        self._tally = tally

    def add(self, played: Played) -> None:
        """Count a game."""
        self.moves.append(len(played.moves))
        for seat, (policy, points, wins) in enumerate(zip(played.policies, played.points, played.wins, strict=True), 1):
            for line in (self.by_policy[policy], self.by_seat[f"P{seat}"]):
                line.points.append(points)
                line.wins += wins
        if self._tally is not None:
            self._tally.add(played)

    def tables(self) -> RenderableType:
        """Return the whole summary."""
        return Group(*self._parts())

    def _parts(self) -> Iterator[RenderableType]:
        yield Text(f"Length: {fmean(self.moves):.0f} moves a game on average, {min(self.moves)} to {max(self.moves)}")
        fair = f"fair: {_percent(1, len(self.by_seat))}; a shared win counts as a part for each who shares it"
        yield from _shown(_standings("Policy", self.by_policy))
        yield from _shown(_standings("Seat", self.by_seat)._replace(note=fair))
        if self._tally is not None:
            yield from _shown(self._tally.sheet())


def _standings(title: str, lines: dict[str, Line]) -> Sheet:
    rows = [
        (
            name,
            str(len(line.points)),
            f"{line.wins:.1f}",
            _percent(line.wins, len(line.points)),
            f"{fmean(line.points):.1f}",
            str(min(line.points)),
            str(max(line.points)),
        )
        for name, line in sorted(lines.items())
    ]
    return Sheet(title, ("Played", "Won", "Wins", "Mean score", "Lowest", "Highest"), rows)


def _percent(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _shown(sheet: Sheet) -> Iterator[RenderableType]:
    """Yield a table after an empty line, with its note."""
    yield Text()
    yield _table(sheet.title, sheet.columns, sheet.rows)
    if sheet.note:
        yield Text(sheet.note, style="dim")


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(title, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*row)
    return table
