"""A clock that tests move, and an alarm that does what is due then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.automatic.computers import Computers
from bot.automatic.waiting import alarm_for
from bot.clock import Alarm, MovedClock
from bot.tables import Tables

START = datetime(2026, 3, 1, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@asynccontextmanager
async def running(alarm: Alarm) -> AsyncIterator[Alarm]:
    """Start the alarm, do what is due already, and stop it at the end."""
    await alarm.start()
    try:
        await alarm.idle()
        yield alarm
    finally:
        await alarm.stop()


@asynccontextmanager
async def waiting(tables: Tables) -> AsyncIterator[Alarm]:
    """Run an alarm for all that waits at these tables."""
    async with running(alarm_for(tables, Computers(tables))) as alarm:
        yield alarm


async def later(alarm: Alarm, clock: MovedClock, *by: timedelta) -> None:
    """Move the clock on in these steps, and do what is due after each."""
    for step in by:
        clock.advance(step)
        await alarm.idle()


async def goes_by(alarm: Alarm, clock: MovedClock, *by: timedelta) -> None:
    """The same as if time really passed: only the elapsed time moves on, and the clock is not set by hand."""
    for step in by:
        elapsed = clock.elapsed() + step.total_seconds()
        clock.elapsed = partial(float, elapsed)
        alarm.poke()
        await alarm.idle()
