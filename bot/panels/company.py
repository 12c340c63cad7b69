"""What tells tables apart whose names may be alike: what is played and where, how far it is, and who else plays."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from game.core.discover import kits
from game.core.english import listed, many
from game.core.text.names import shown

PLAYER = 16
"""Maximum length of a player's name."""
_NAMED = 3
"""Players who are named; the others are counted."""


def which(table: Table) -> str:
    """Return a table's name, game and channel, for places outside that channel."""
    return " · ".join(filter(None, (table.title, game(table), f"<#{table.row.channel_id}>")))


def header(table: Table) -> str:
    """Return the same as a line of small text, to stand above what is shown of the table."""
    return f"-# {which(table)}"


def game(table: Table) -> str:
    """Return the title of the table's game, where there are several games; else ""."""
    return table.kit.title if len(kits()) > 1 else ""


def others(table: Table, user_id: int) -> tuple[str, ...]:
    """Return the names of all other players at the table, unescaped."""
    return tuple(table.names[seat.seat] for seat in table.seats if seat.user_id != user_id)


def with_whom(names: Sequence[str]) -> str:
    """Return, for example, "with Bob, Eve, Cy and 2 others"; "" if there are no names."""
    if not names:
        return ""
    known = [shown(name, PLAYER) for name in names[:_NAMED]]
    more = len(names) - len(known)
    return f"with {listed([*known, many(more, 'other')] if more else known)}"


def state(table: Table) -> str:
    """Return how far the table's game is, in words."""
    if table.damaged:
        return "cannot be read"
    if table.game is None:
        return "not begun"
    return f"{table.turn_name}, paused" if table.paused else table.turn_name
