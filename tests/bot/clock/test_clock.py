"""The one clock: it follows the machine's clock while that keeps pace with elapsed time, and ignores its jumps."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import Clock, MovedClock

START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """A machine: what its clock says, and how much time has really passed."""

    def __init__(self) -> None:
        self.says, self.seconds = START, 0.0

    def run(self, by: timedelta, *, fast: float = 1.0) -> None:
        self.says += by * fast
        self.seconds += by.total_seconds()

    def clock(self) -> Clock:
        return Clock(lambda: self.says, lambda: self.seconds)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.mark.parametrize("jump", [timedelta(days=7), -HOUR, timedelta(seconds=30)], ids=str)
def test_a_jump_changes_nothing(machine: Machine, jump: timedelta, caplog: pytest.LogCaptureFixture) -> None:
    clock = machine.clock()
    machine.run(HOUR)
    assert clock.now() == START + HOUR
    machine.says += jump
    with caplog.at_level(logging.WARNING):
        assert clock.now() == START + HOUR
    assert [record.seconds for record in caplog.records] == [jump.total_seconds()]  # type: ignore[attr-defined]
    machine.run(HOUR)
    assert clock.now() == START + 2 * HOUR


def test_a_jump_that_comes_between_two_looks_is_told_from_the_time_between(machine: Machine) -> None:
    clock = machine.clock()
    machine.run(HOUR)
    machine.says += timedelta(days=7)
    assert clock.now() == START + HOUR


def test_a_jump_forward_and_back_leaves_it_with_the_machine_again(machine: Machine) -> None:
    clock = machine.clock()
    for jump in (timedelta(days=7), timedelta(days=-7)):
        machine.says += jump
        machine.run(HOUR)
        clock.now()
    assert clock.now() == machine.says


def test_a_machine_that_slept_has_not_jumped(machine: Machine) -> None:
    """If its monotonic clock continues during sleep, as on Linux."""
    clock = machine.clock()
    machine.run(timedelta(days=3))
    assert clock.now() == machine.says == START + timedelta(days=3)


def test_it_follows_a_clock_that_is_set_right_bit_by_bit(machine: Machine) -> None:
    """A clock that runs fast by a minute a month: after a year ours still agrees with it."""
    clock = machine.clock()
    for _ in range(365 * 24):
        machine.run(HOUR, fast=1.00002)
        assert clock.now() == machine.says
    assert machine.says > START + timedelta(days=365, minutes=10)
    machine.run(timedelta(days=1), fast=1.0005)  # the tolerance grows with the time that passed unseen
    assert clock.now() == machine.says


def test_it_never_goes_back(machine: Machine) -> None:
    clock = machine.clock()
    machine.run(HOUR)
    before = clock.now()
    machine.says -= timedelta(seconds=1)
    assert clock.now() == before
    machine.run(timedelta(seconds=3))
    assert clock.now() > before


def test_a_new_process_begins_with_what_the_machine_says(machine: Machine) -> None:
    machine.clock()
    machine.says += timedelta(days=7)
    assert machine.clock().now() == START + timedelta(days=7)


def test_a_clock_of_tests_is_moved_by_weeks_and_says_so() -> None:
    clock, told = MovedClock(START), list[datetime]()
    clock.moved.append(lambda: told.append(clock.now()))
    clock.advance(timedelta(weeks=3))
    assert told == [START + timedelta(weeks=3)]
    with pytest.raises(ValueError, match="moves on"):
        clock.advance(-HOUR)


def test_a_clock_of_tests_runs_by_itself() -> None:
    clock = MovedClock()
    clock.set(START)
    assert START <= clock.now() < START + HOUR
