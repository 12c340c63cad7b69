"""Tables that have not begun, made without storage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.tables import Table
from bot.tables.lobby_options import defaults
from bot.tables.waiting.pace import PACE
from game.core.discover import kit
from game.core.program import USUAL
from storage import Game, Invitation, Seat, Status

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def lobby(
    names: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
    *,
    computers: Sequence[str] = (),
    host: str = "P1",
    awaited: Iterable[str] = (),
) -> Table:
    """Return a table with these people in their seats, and options that are as usual unless given."""
    chosen = {**defaults(kit(USUAL)), **(options or {})}
    pace = chosen.pop(PACE.name)
    users = {seat: number for number, seat in enumerate(names, 1) if seat not in computers}
    row = Game("abcdefgh", USUAL, "", Status.LOBBY, 1, 2, users[host], chosen, pace, False, _NOW, _NOW)
    seats = [
        Seat(seat, users.get(seat), "greedy" if seat in computers else None, name, _NOW) for seat, name in names.items()
    ]
    return Table(row, tuple(seats), tuple(Invitation(100 + at, name) for at, name in enumerate(awaited)))
