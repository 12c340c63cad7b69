"""What must be true before a table is changed; and its people as they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import agents
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.table import Table
from game.core.commands import at_table, to_open
from game.core.english import listed
from game.core.kit import Kit
from game.core.text.names import COMPUTER, called
from storage import Invitation, Status

_NAMES = ("Ada", "Charles", "Grace", "Alan", "Edsger")
"""Of computer players, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who would change a table. `manager`: they may manage its channel."""

    user_id: int
    manager: bool = False


def names_of_computers() -> Iterator[str]:
    """Names for computer players, without end."""
    for round in count(1):
        for name in _NAMES:
            yield f"{name} {COMPUTER}" if round == 1 else f"{name} {round} {COMPUTER}"


def computer(kit: Kit, level: str = "") -> str:
    """The computer player of that name or title, the usual one if none is named. Raises BadWish."""
    found = kit.player(level or kit.usual_player)
    if found is None and (level or kit.usual_player) not in agents.names(kit):
        known = [each.title.lower() for each in kit.levels] or agents.names(kit)
        raise BadWish(f"There is no such computer player; there is: {listed(known)}.")
    return found.name if found else level or kit.usual_player


def invitations(invited: Mapping[int, str]) -> list[Invitation]:
    """Invitations for these people, names by user id."""
    return [Invitation(user_id, person(name)) for user_id, name in invited.items()]


def person(name: str) -> str:
    """A name that no one takes for a computer player's."""
    return name.replace(COMPUTER, "").strip()


def titled(name: str) -> str:
    """What a table is called that somebody of this name opens."""
    return f"{called(name)}'s table"[:100]


def require_lobby(table: Table, settled: str = "its seats are taken") -> None:
    """Raises WrongMoment; `settled`: what that means for what is wanted."""
    if table.status is Status.RUNNING:
        raise WrongMoment(
            f"This game is under way: {settled}. {at_table('leave')} gives up a seat, and"
            f" {at_table('replace')} gives one to somebody else."
        )
    require_active(table)


def require_active(table: Table) -> None:
    if not table.status.is_active:
        raise WrongMoment(f"This table is closed. {to_open(table.row.game)} opens another.")


def require_room(table: Table, user_id: int | None = None) -> None:
    """A seat is free, and kept for nobody else, and the person was not kicked."""
    if why := table.closed_to(user_id):
        raise WrongMoment(why)


def may_lead(table: Table, by: Actor) -> bool:
    """Whether this person is the host, or may act as the host does: who may manage the channel."""
    return by.manager or by.user_id == table.row.host_id


def require_host(table: Table, by: Actor) -> None:
    if not may_lead(table, by):
        who = table.host_name or "the host"
        raise NotAllowed(f"That is for the host of this table ({who}), or for somebody who may manage this channel.")
