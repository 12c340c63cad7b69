"""What tells one table from another, whose names may be alike: how far it is, and who else sits there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from game.core.english import listed, many
from game.core.text.names import shown

PLAYER = 16
"""Characters of a player's name."""
_NAMED = 3
"""Players who are named before the others are counted."""


def others(table: Table, user_id: int) -> tuple[str, ...]:
    """The names of all who sit there but this person, as they are called."""
    return tuple(table.names[seat.seat] for seat in table.seats if seat.user_id != user_id)


def company(names: Sequence[str]) -> str:
    """ "with Bob, Eve, Cy and 2 others"; nothing where nobody else sits."""
    if not names:
        return ""
    known = [shown(name, PLAYER) for name in names[:_NAMED]]
    more = len(names) - len(known)
    return f"with {listed([*known, many(more, 'other')] if more else known)}"


def state(table: Table) -> str:
    """How far it is, in words."""
    if table.damaged:
        return "cannot be read"
    if table.game is None:
        return "not begun"
    return f"{table.turn_name}, paused" if table.paused else table.turn_name
