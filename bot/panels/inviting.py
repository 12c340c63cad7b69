"""The panel of invitations to a table, for its host."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.lobby_options import ASKED_FOR
from game.core import layout
from game.core.layout import Component, Panel, People, Place
from game.core.text.names import called, shown


def inviting(table: Table, refused: str) -> Panel:
    """Return a select of people for the free seats, and a button for each open invitation, which withdraws it.

    `refused`: why what was chosen last was not done, if so.
    """
    place, free = Place(table.id), table.free_seats
    components: list[Component] = [layout.text(*about(table), *([f"⚠️ {refused}"] if refused else []))]
    if free > 0:
        components.append(People(place, Verb.GUESTS, "Whom do you invite?", free))
    components += layout.rows(
        [
            place.button(Verb.UNINVITE, f"Withdraw {shown(called(each.name))}", str(each.user_id))
            for each in table.awaited
        ]
    )
    return layout.framed(*components)


def about(table: Table) -> list[str]:
    """Return what the panel says. It is the same whoever answers meanwhile, so that the panel need not be edited while
    somebody may be choosing in it: an edit closes the list. The lobby has who has not answered."""
    if table.free_seats > 0:
        begins = (
            "It begins by itself when all have joined and no seat is free."
            if table.options.get(ASKED_FOR)
            else "The game begins by itself when all have joined."
        )
        follows = (
            "Whom you choose is asked in this channel by a mention, and a seat is kept until they have answered."
            f" {begins}"
        )
    else:
        number = " *Options* has the number of seats." if table.may_grow else ""
        follows = f"Every seat is taken, or kept for somebody who was invited.{number}"
    return ["**Invite to this table**", follows]


def by_host(table: Table) -> str:
    """Return what the host can do for a table to begin where nobody is awaited, as a clause."""
    ways = [
        ("press **Start** on the table", table.can_begin),
        ("invite somebody", table.free_seats > 0),
        ("add a computer player", not table.can_begin),
    ]
    return ", or ".join(way for way, is_possible in ways if is_possible)
