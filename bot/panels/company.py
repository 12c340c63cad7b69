"""What tells one table from another, whose names may be alike: what is played and where, how far it is, and who else
sits there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from game.core.discover import kits
from game.core.english import listed, many
from game.core.text.names import shown

PLAYER = 16
"""Characters of a player's name."""
_NAMED = 3
"""Players who are named before the others are counted."""


def which(table: Table) -> str:
    """Which table it is, for where no channel tells: its name, its game, and its channel."""
    return " · ".join(filter(None, (table.title, game(table), f"<#{table.row.channel_id}>")))


def header(table: Table) -> str:
    """The same as the small line above what is shown there."""
    return f"-# {which(table)}"


def game(table: Table) -> str:
    """The title of what is played, where that could be several games."""
    known = kits()
    return known[table.row.game].title if len(known) > 1 and table.row.game in known else ""


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
