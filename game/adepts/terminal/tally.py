"""Statistics about spells from many games: how often each was cast, and how its casters fared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean

from game.adepts.rules.cards import in_order, known
from game.adepts.rules.spells import SPELLS
from game.core.decisions import PASS
from game.core.faces import Played, Sheet


@dataclass(slots=True)
class SpellLine:
    """One spell: how often it was cast, and in how many games; of its casters, the shares of victories (`wins`) and, by
    policy, the points."""

    cast: int = 0
    games: int = 0
    wins: float = 0.0
    points: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def casters(self) -> int:
        """How many players cast it, each counted once in every game."""
        return sum(map(len, self.points.values()))


class SpellTally:
    """Counts casts; `spells` are listed even if nobody cast them."""

    def __init__(self, spells: Iterable[str]) -> None:
        self._spells = set(spells)
        self._by_spell: dict[str, SpellLine] = defaultdict(SpellLine)
        self._everybody: dict[str, list[int]] = defaultdict(list)

    def add(self, played: Played) -> None:
        """Count a game."""
        for policy, points in zip(played.policies, played.points, strict=True):
            self._everybody[policy].append(points)
        casters: dict[str, Counter[int]] = defaultdict(Counter)
        for move in played.moves:
            if move.kind == "cast" and move.token != PASS:
                casters[move.token][int(move.seat[1:]) - 1] += 1
        for spell, seats in casters.items():
            line = self._by_spell[spell]
            line.cast += seats.total()
            line.games += 1
            for seat in seats:
                line.wins += played.wins[seat]
                line.points[played.policies[seat]].append(played.points[seat])

    def lead(self, line: SpellLine) -> float | None:
        """Return how much more the casters scored than players of the same policy who did not cast it; None if there
        were none."""
        leads, weights = [], []
        for policy, points in line.points.items():
            everybody = self._everybody[policy]
            others = len(everybody) - len(points)
            if others:
                leads.append(fmean(points) - (sum(everybody) - sum(points)) / others)
                weights.append(len(points))
        return fmean(leads, weights) if leads else None

    def sheet(self) -> Sheet:
        """Return a row for each spell."""
        return Sheet(
            "Spell",
            ("Phase", "Cast", "Games", "Wins", "Lead"),
            [self._row(spell) for spell in in_order(map(known, {*self._spells, *self._by_spell}))],
            "games: with the spell cast; wins: how many of those who cast it in a game won it; lead: their mean "
            "score, less that of the same computer player when it did not cast it",
        )

    def _row(self, spell: str) -> list[str]:
        line = self._by_spell[spell]
        lead = self.lead(line)
        return [
            f"{spell:<3} {SPELLS[spell].name}",
            SPELLS[spell].phase,
            str(line.cast),
            str(line.games),
            f"{100 * line.wins / line.casters:.1f} %" if line.casters else "-",
            "-" if lead is None else f"{lead:+.1f}",
        ]
