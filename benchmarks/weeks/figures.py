"""What is counted in a game over weeks, and in many together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil
from statistics import median
from typing import Any

from storage import Entry

DAY = timedelta(days=1)


@dataclass
class Counted:
    """The counts of one person: visits, visits with something to do, and calls, which are everything that their client
    signals: mentions and direct messages."""

    visits: int = 0
    busy: int = 0
    calls: int = 0


@dataclass
class Figures:
    """The figures of one game. `choices` counts all choices by who made them; `waits` has seconds that the table
    waited: by phase, kind of question, and why nobody answered."""

    people: list[Counted] = field(default_factory=list)
    days: float = 0.0
    finished: bool = False
    choices: Counter[str] = field(default_factory=Counter)
    waits: dict[tuple[str, str, str], float] = field(default_factory=dict)
    refused: int = 0
    """People's answers that did not count, for example because somebody was faster."""

    @property
    def questions(self) -> int:
        """How many questions were put to people: those that they answered by hand, and those whose time ran out."""
        return self.choices["by hand"] + self.choices["late"]

    def a_person(self, what: Callable[[Counted], int]) -> float:
        return sum(map(what, self.people)) / len(self.people)


def by_whom(entries: Iterable[Entry]) -> Counter[str]:
    """Count the choices of a game by who made them: people by hand or ahead, computer players."""
    return Counter(map(_whose, entries))


def _whose(entry: Entry) -> str:
    if entry.policy == "late":
        return "late"
    if entry.policy is not None:
        return "computer"
    return "by hand" if entry.interaction_id is not None else "ahead"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of all values does not exceed."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of many games with the same number of players and the same features."""

    games: int
    finished: int
    median_days: float
    p90_days: float
    visits: float
    busy: float
    calls: float
    questions: float
    share: float
    """Questions put to people as a share of all choices."""
    calls_a_visit: float
    """Calls per visit with something to do."""
    choices: dict[str, float]
    waits: list[tuple[str, str, str, float]]
    """Phase, kind, why, days per game; the longest first."""

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def summary(games: Sequence[Figures]) -> Summary:
    """Return the summary of games; figures per person are means over all people."""
    days = [game.days for game in games]
    people = [person for game in games for person in game.people]
    choices = sum((game.choices for game in games), Counter[str]())
    waits = dict[tuple[str, str, str], float]()
    for game in games:
        for what, seconds in game.waits.items():
            waits[what] = waits.get(what, 0.0) + seconds
    asked, busy = sum(game.questions for game in games), sum(person.busy for person in people)
    calls = sum(person.calls for person in people)
    return Summary(
        len(games),
        sum(game.finished for game in games),
        round(median(days), 1),
        round(percentile(days, 0.9), 1),
        _mean(sum(person.visits for person in people), len(people)),
        _mean(busy, len(people)),
        _mean(calls, len(people)),
        _mean(asked, len(people)),
        round(asked / max(1, choices.total()), 3),
        round(calls / max(1, busy), 2),
        {who: _mean(number, len(games)) for who, number in choices.most_common()},
        [
            (*what, round(seconds / DAY.total_seconds() / len(games), 2))
            for what, seconds in sorted(waits.items(), key=lambda each: -each[1])
        ],
    )


def _mean(total: float, number: int) -> float:
    return round(total / max(1, number), 1)
