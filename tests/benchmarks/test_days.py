"""The simulation of games over days counts what happened, and repeats exactly."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from benchmarks.days import played
from benchmarks.weeks.features import ALL
from benchmarks.weeks.figures import Counted, Figures, percentile, summary
from benchmarks.weeks.habits import GONE, Habits, drawn

SEED = "star"
"""With this seed somebody vanishes on the first evening."""
START = datetime(2026, 3, 2, 18, tzinfo=UTC)


async def test_with_nothing_on_people_answer_everything_by_hand_and_who_is_gone_is_waited_for() -> None:
    """Two runs are equal, down to the last call. Both are stopped after the turn in which somebody was away for a
    week."""
    first, second = [(await played(ALL["off"], 2, 1, SEED, turns=1))[0] for _ in range(2)]
    assert first == second
    assert first.finished
    assert set(first.choices) == {"by hand"}
    assert first.days > 7
    assert any(why == "vanished" for _, _, why in first.waits)
    assert sum(first.waits.values()) == pytest.approx(first.days * 86400)
    assert all(0 < person.busy <= person.visits for person in first.people)
    assert all(person.calls > 0 for person in first.people)


async def test_with_everything_on_a_week_s_absence_stops_nobody() -> None:
    off, on = [(await played(features, 2, 1, SEED, turns=2))[0] for features in (ALL["off"], ALL["day"])]
    assert on.finished
    assert on.days < off.days
    assert on.choices["late"] == 3  # then the others were asked, and let a computer player take over
    assert on.choices["computer"] > 0
    assert on.questions < off.questions


def test_people_look_in_three_times_a_day_by_their_own_clock_and_not_when_away() -> None:
    habits = Habits(timedelta(hours=-6), Random(1), (START + timedelta(days=3), START + timedelta(days=10)))
    visits, moments = habits.visits(START), list[datetime]()
    while not moments or moments[-1] < START + timedelta(days=20):
        moments.append(next(visits))
    assert moments == sorted(moments)
    assert not [each for each in moments if timedelta(days=3) <= each - START < timedelta(days=10)]
    assert len(moments) == pytest.approx(3 * 13, abs=3)
    assert all(habits.is_up(each) or (each + habits.zone).hour == 6 for each in moments)


def test_a_call_brings_somebody_who_is_awake_and_wants_to_come() -> None:
    habits = Habits(timedelta(), Random(1), answering=1.0)
    noon, night = START.replace(hour=12), START.replace(hour=3)
    come = habits.comes_for_call(noon)
    assert come is not None
    assert noon < come <= noon + timedelta(hours=1)
    assert habits.comes_for_call(night) is None
    assert Habits(timedelta(), Random(1)).comes_for_call(noon) is None


def test_somebody_has_the_same_habits_whatever_is_on() -> None:
    one, other = (drawn(Random("somebody"), START, True, answering) for answering in (0.0, 0.5))
    assert (one.zone, one.away) == (other.zone, other.away)
    assert one.away is not None
    assert one.away[1] - one.away[0] == GONE


def test_the_figures_of_many_games() -> None:
    games = [
        Figures(
            [Counted(30, 10, 12), Counted(30, 20, 12)], days, True, Counter({"by hand": 30, "late": 3, "ahead": 67})
        )
        for days in (3.0, 4.0, 9.0)
    ]
    found = summary(games)
    assert (found.games, found.finished, found.median_days, found.p90_days) == (3, 3, 4.0, 9.0)
    assert (found.share, found.questions, found.calls_a_visit) == (0.33, 16.5, 0.8)
    assert percentile([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0], 0.9) == 9.0
