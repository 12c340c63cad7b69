"""Whom a table waits for, since when and until when, as timestamps that Discord shows in each reader's time zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.tables import Table
from game.core import layout
from game.core.english import listed


def for_all(table: Table) -> list[str]:
    """Return a line for each group of players with the same times; none at a table without a pace, whose board itself
    says since when it waits."""
    groups = dict[tuple[datetime, datetime], list[str]]()
    for seat, since in table.waiting.items():
        if seat in table.deadlines:
            groups.setdefault((since, table.deadlines[seat].until), []).append(seat)
    return [
        f"-# ⏳ {listed(map(table.named, seats))}: asked {layout.since(since)}, {time_left(until)}"
        for (since, until), seats in groups.items()
    ]


def times(table: Table, seats: Sequence[str]) -> list[str]:
    """Return a line for each deadline of these seats; none at a table without a pace."""
    moments = sorted({table.deadlines[seat].until for seat in seats if seat in table.deadlines})
    return [f"-# ⏳ You have {time_left(moment)}" for moment in moments]


def for_one(table: Table, seat: str) -> str:
    """Return until when this seat has time for its question; "" at a table without a pace."""
    if seat not in table.waiting or seat not in table.deadlines:
        return ""
    return f"-# ⏳ You have {time_left(table.deadlines[seat].until)}; then a computer player makes this one move."


def time_left(until: datetime) -> str:
    """Return, for example, "time until 4 March 2026 14:05 (in 3 hours)"."""
    return f"time until {layout.until(until)}"


def until(table: Table, seat: str) -> datetime | None:
    """Return this seat's deadline; if it has none, the earliest of the others', or None."""
    left = [each.until for each in table.deadlines.values()]
    return table.deadlines[seat].until if seat in table.deadlines else min(left, default=None)
