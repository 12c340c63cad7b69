"""What must be true before a table is changed, and how its people are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import agents
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.seating import DAMAGED
from bot.tables.table import Table
from game.core.commands import at_table
from game.core.english import listed
from game.core.kit import Kit
from game.core.text.names import COMPUTER, called
from storage import Invitation, Status

_NAMES = ("Ada", "Charles", "Grace", "Alan", "Edsger")
"""Names of computer players, in the order in which they sit down."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who wants to change a table. `manager`: they may manage its channel."""

    user_id: int
    manager: bool = False


def names_of_computers() -> Iterator[str]:
    """Yield names for computer players, without end."""
    for round in count(1):
        for name in _NAMES:
            yield f"{name} {COMPUTER}" if round == 1 else f"{name} {round} {COMPUTER}"


def computer(kit: Kit, level: str = "") -> str:
    """Return the computer player with that name or title, the game's usual one for "". Raises BadWish."""
    wanted = level or kit.usual_player
    found = kit.player(wanted)
    if found is None and wanted not in agents.names(kit):
        known = [each.title.lower() for each in kit.levels] or agents.names(kit)
        raise BadWish(f"There is no such computer player; there is: {listed(known)}.")
    return found.name if found else wanted


def invitations(invited: Mapping[int, str]) -> list[Invitation]:
    """Return invitations for these people, given as names by user id."""
    return [Invitation(user_id, person(name)) for user_id, name in invited.items()]


def person(name: str) -> str:
    """Return the name without what marks computer players, so that nobody takes it for one's."""
    return name.replace(COMPUTER, "").strip()


def titled(name: str) -> str:
    """Return the name of a table opened by somebody of this name."""
    return f"{called(name)}'s table"[:100]


def require_lobby(table: Table, settled: str = "its seats are taken") -> None:
    """Raises WrongMoment unless this is a lobby that can be read. `settled`: a clause on what a running game rules out,
    such as "its options are settled"."""
    if table.status is Status.RUNNING:
        raise WrongMoment(
            f"This game is under way: {settled}. {at_table('leave')} gives up a seat, and"
            f" {at_table('replace')} gives one to somebody else."
        )
    require_active(table)
    if table.damaged:
        raise WrongMoment(DAMAGED)


def require_active(table: Table) -> None:
    if not table.status.is_active:
        raise WrongMoment(table.finished)


def require_room(table: Table, user_id: int | None = None) -> None:
    """Raises WrongMoment if no seat is free for this person (None: a computer player), or they were kicked."""
    if why := table.closed_to(user_id):
        raise WrongMoment(why)


def may_lead(table: Table, by: Actor) -> bool:
    """Return whether this person is the host, or may act as the host because they manage the channel."""
    return by.manager or by.user_id == table.row.host_id


def require_host(table: Table, by: Actor) -> None:
    if not may_lead(table, by):
        who = table.host_name or "the host"
        raise NotAllowed(f"That is for the host of this table ({who}), or for somebody who may manage this channel.")
