"""For whom a table waits, since when and until when, each moment in its reader's own time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.tables import Table
from game.core import layout
from game.core.english import listed


def for_all(table: Table) -> list[str]:
    """A line for all who have the same time; none at a table without a pace, whose board says since when by itself."""
    groups = dict[tuple[datetime, datetime], list[str]]()
    for seat, since in table.waiting.items():
        if seat in table.deadlines:
            groups.setdefault((since, table.deadlines[seat].until), []).append(seat)
    return [
        f"-# ⏳ {listed(map(table.named, seats))}: asked {layout.since(since)}, {time_left(until)}"
        for (since, until), seats in groups.items()
    ]


def times(table: Table, seats: Sequence[str]) -> list[str]:
    """Until when these seats have time, each moment once; nothing at a table without a pace."""
    moments = sorted({table.deadlines[seat].until for seat in seats if seat in table.deadlines})
    return [f"-# ⏳ You have {time_left(moment)}" for moment in moments]


def for_one(table: Table, seat: str) -> str:
    """Until when this seat has time for what it is asked; nothing at a table without a pace."""
    if seat not in table.waiting or seat not in table.deadlines:
        return ""
    return f"-# ⏳ You have {time_left(table.deadlines[seat].until)}; then a computer player makes this one move."


def time_left(until: datetime) -> str:
    """ "time until 4 March 2026 14:05 (in 3 hours)"."""
    return f"time until <t:{int(until.timestamp())}:f> ({layout.since(until)})"


def until(table: Table, seat: str) -> datetime | None:
    """Until when the table waits for this seat, or if it does not, for the first of the others."""
    left = [each.until for each in table.deadlines.values()]
    return table.deadlines[seat].until if seat in table.deadlines else min(left, default=None)
