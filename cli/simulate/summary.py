"""What many games between computer players come to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.simulate.games import Played
from game.adepts.rules.cards import in_order, known
from game.adepts.rules.spells import SPELLS


@dataclass(slots=True)
class Line:
    """The games of one policy or of one seat; a shared win counts as a part for each who shares it."""

    totals: list[int] = field(default_factory=list)
    wins: float = 0.0


@dataclass(slots=True)
class SpellLine:
    """One spell: times cast, games it was cast in, and of its casters in each: parts of the win, scores by policy."""

    cast: int = 0
    games: int = 0
    wins: float = 0.0
    totals: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def casters(self) -> int:
        """How many players cast it, counted anew in each game."""
        return sum(map(len, self.totals.values()))


class Summary:
    """Counts games as they come in."""

    def __init__(self) -> None:
        self.moves: list[int] = []
        self.by_policy: dict[str, Line] = defaultdict(Line)
        self.by_seat: dict[str, Line] = defaultdict(Line)
        self.by_spell: dict[str, SpellLine] = defaultdict(SpellLine)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.moves.append(played.moves)
        for seat, (policy, total, wins) in enumerate(zip(played.policies, played.totals, played.wins, strict=True), 1):
            for line in (self.by_policy[policy], self.by_seat[f"P{seat}"]):
                line.totals.append(total)
                line.wins += wins
        casters: dict[str, Counter[int]] = defaultdict(Counter)
        for seat, spell in played.casts:
            casters[spell][seat] += 1
        for spell, seats in casters.items():
            self._add_spell(self.by_spell[spell], played, seats)

    def _add_spell(self, line: SpellLine, played: Played, seats: Counter[int]) -> None:
        line.cast += seats.total()
        line.games += 1
        for seat in seats:
            line.wins += played.wins[seat]
            line.totals[played.policies[seat]].append(played.totals[seat])

    def lead(self, line: SpellLine) -> float | None:
        """How much more the casters scored than players of the same policy who did not cast it; None: no such."""
        leads, weights = [], []
        for policy, totals in line.totals.items():
            everybody = self.by_policy[policy].totals
            others = len(everybody) - len(totals)
            if others:
                leads.append(fmean(totals) - (sum(everybody) - sum(totals)) / others)
                weights.append(len(totals))
        return fmean(leads, weights) if leads else None

    def tables(self, spells: Iterable[str]) -> RenderableType:
        """The whole summary; `spells` are listed even if nobody cast them."""
        length = f"{fmean(self.moves):.0f} moves a game on average, {min(self.moves)} to {max(self.moves)}"
        fair = f"fair: {_percent(1, len(self.by_seat))}; a shared win counts as a part for each who shares it"
        return Group(
            Text(f"Length: {length}"),
            Text(),
            _standings("Policy", self.by_policy),
            Text(),
            _standings("Seat", self.by_seat),
            Text(fair, style="dim"),
            Text(),
            self._spells(spells),
            Text(
                "games: with the spell cast; wins: how many of those who cast it in a game won it; lead: their mean "
                "score, less that of the same computer player when it did not cast it",
                style="dim",
            ),
        )

    def _spells(self, spells: Iterable[str]) -> Table:
        table = _table("Spell", ("Phase", "Cast", "Games", "Wins", "Lead"))
        for spell in in_order(map(known, {*spells, *self.by_spell})):
            line = self.by_spell[spell]
            lead = self.lead(line)
            table.add_row(
                f"{spell:<3} {SPELLS[spell].name}",
                SPELLS[spell].phase,
                str(line.cast),
                str(line.games),
                _percent(line.wins, line.casters),
                "-" if lead is None else f"{lead:+.1f}",
            )
        return table


def _standings(title: str, lines: dict[str, Line]) -> Table:
    table = _table(title, ("Played", "Won", "Wins", "Mean score", "Lowest", "Highest"))
    for name, line in sorted(lines.items()):
        table.add_row(
            name,
            str(len(line.totals)),
            f"{line.wins:.1f}",
            _percent(line.wins, len(line.totals)),
            f"{fmean(line.totals):.1f}",
            str(min(line.totals)),
            str(max(line.totals)),
        )
    return table


def _percent(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(title, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table
