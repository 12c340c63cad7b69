"""The panel of invitations to a table, for its host."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.lobby_options import ASKED_FOR
from game.core import layout
from game.core.english import listed, many
from game.core.layout import Component, Panel, People, Place
from game.core.text.names import called, shown


def inviting(table: Table, refused: str) -> Panel:
    """Return a select of people for the free seats, and a button for each open invitation, which withdraws it.

    `refused`: why those who were chosen last are not invited, if so.
    """
    place, names = Place(table.id), [shown(called(each.name)) for each in table.awaited]
    free, lines = table.free_seats, ["**Invite to this table**"]
    if free > 0:
        begins = (
            "It begins by itself when all have joined and no seat is free."
            if table.options.get(ASKED_FOR)
            else "The game begins by itself when all have joined."
        )
        lines.append(
            f"{many(free, 'seat')} to fill. Whom you choose is asked in this channel by a mention, and a seat is kept"
            f" until they have answered. {begins}"
        )
    else:
        number = " *Options* has the number of seats." if table.may_grow else ""
        lines.append(f"Every seat is taken, or kept for somebody who was invited.{number}")
    if names:
        lines.append(f"-# Not answered yet: {listed(names)}.")
    if refused:
        lines.append(f"⚠️ {refused}")
    components: list[Component] = [layout.text(*lines)]
    if free > 0:
        components.append(People(place, Verb.GUESTS, "Whom do you invite?", free))
    components += layout.rows(
        [
            place.button(Verb.UNINVITE, f"Withdraw {name}", str(each.user_id))
            for name, each in zip(names, table.awaited, strict=True)
        ]
    )
    return layout.framed(*components)


def by_host(table: Table) -> str:
    """Return what the host can do for a table to begin where nobody is awaited, as a clause."""
    ways = [
        ("press **Start** on the table", table.can_begin),
        ("invite somebody", table.free_seats > 0),
        ("add a computer player", not table.can_begin),
    ]
    return ", or ".join(way for way, is_possible in ways if is_possible)
