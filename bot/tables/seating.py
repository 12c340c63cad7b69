"""Who sits at a table, has sat there, or is asked to; and why somebody does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

import storage
from bot.tables.errors import NotSeated, Replaced
from bot.tables.history.holders import Holders, holders
from bot.tables.lobby_options import most_seats, seats_stay_free
from bot.tables.uninstalled import Uninstalled
from bot.tables.waiting.pace import PACE
from bot.tables.waiting.timing import Offered
from game.core import discover
from game.core.commands import at_table, to_open
from game.core.english import listed, number, within
from game.core.kit import Kit
from game.core.text.names import called, shown, table_name
from game.core.words import Names
from storage import Invitation, Seat, Status, Tenure

DAMAGED = (
    f"What is stored of this game cannot be read any more, so it cannot go on. {at_table('end')} ends it: at once for"
    " the host and whoever manages the channel, else by a vote."
)


@dataclass(frozen=True)
class Seating:
    """A table without the game that is played there. Immutable."""

    row: storage.Game
    seats: tuple[Seat, ...]
    invited: tuple[Invitation, ...] = ()
    """Everybody invited to the lobby, whatever they have answered; empty after the lobby."""
    kicked: Mapping[int, str] = field(default_factory=dict)
    """Names by user id of those who were taken out of the lobby and not readmitted."""
    tenures: tuple[Tenure, ...] = ()
    """Who had seats that changed hands during the game, in the order of the changes."""
    offers: Mapping[str, Offered] = field(default_factory=dict)
    """Open offers of seats, by seat."""
    closes: datetime | None = None
    """When the lobby closes if its game has not begun; None if that is not known, and after the lobby."""
    damaged: bool = False
    """What is stored cannot be read, or its game is not installed. Such a table can only be ended."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def options(self) -> Mapping[str, Any]:
        return self.row.options

    @property
    def choices(self) -> dict[str, Any]:
        """The options and the pace, which is stored apart, by the names of options."""
        return {**self.options, PACE.name: self.row.pace}

    @property
    def title(self) -> str:
        """The table's name, safe for text with markup."""
        return table_name(self.row.name)

    def turn_called(self, turn: int) -> str:
        """Return what the game calls this turn, for use within a sentence: "turn 2", "round 2"."""
        return within(self.kit.words.turn(turn))

    @cached_property
    def kit(self) -> Kit:
        """The kit of the game; a stand-in if it is not installed. The table is damaged then."""
        name = self.row.game
        return discover.kit(name) if name in discover.names() else Uninstalled()

    @property
    def unreadable(self) -> str:
        """What is said of a table that is damaged: how to end it, or that it is over."""
        if self.status.is_active:
            return DAMAGED
        return f"{self.title} is over, and what is stored of it cannot be read any more: there is nothing to see of it."

    @property
    def under_way(self) -> bool:
        """Whether there is a game that has begun, is not over and can be read; it may be paused."""
        return self.status is Status.RUNNING and not self.damaged

    @property
    def goes_on(self) -> bool:
        """Whether there is such a game that is not paused: its players are asked and waited for."""
        return self.under_way and not self.paused

    @property
    def paused(self) -> bool:
        """Whether the game is paused: until it goes on nobody is asked, waited for or called."""
        return self.row.paused_at is not None and self.status is Status.RUNNING

    @property
    def host(self) -> str:
        """The host's seat; "" if they have none."""
        return self.place_of(self.row.host_id)

    @property
    def host_name(self) -> str:
        """The host's name, safe for text with markup; "" if they have no seat."""
        return self.named(self.host) if self.host else ""

    @property
    def names(self) -> Names:
        """Display names by seat, not made safe for markup. The seat stands in for a name that shows nothing, and is
        added to names that look alike."""
        return self.holders[-1].names

    @property
    def handovers(self) -> int:
        """How often seats have changed hands."""
        return len(self.tenures)

    @cached_property
    def holders(self) -> Sequence[Holders]:
        """Who had the seats in each period between handovers, in order."""
        return holders(self.seats, self.tenures)

    def holders_after(self, hands: int | None) -> Holders:
        """Return who had the seats after this many handovers (None: who has them now)."""
        return self.holders[-1 if hands is None else min(hands, self.handovers)]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def awaited(self) -> tuple[Invitation, ...]:
        """Those who are invited and have not answered; a seat is kept for each."""
        return tuple(each for each in self.invited if not each.declined and self.find(each.user_id) is None)

    @property
    def free_seats(self) -> int:
        """How many seats are neither taken nor kept for somebody."""
        return max(most_seats(self.kit, self.options) - len(self.seats) - len(self.awaited), 0)

    @property
    def can_begin(self) -> bool:
        """Whether enough seats are taken for a game."""
        return len(self.seats) >= self.kit.seats[0]

    @property
    def may_grow(self) -> bool:
        """Whether the game has more seats than the table."""
        return most_seats(self.kit, self.options) < self.kit.seats[-1]

    @property
    def waits_for_host(self) -> bool:
        """Whether the game does not begin by itself when the last awaited person joins, because some of the seats asked
        for would still be free."""
        return seats_stay_free(self.options, len(self.seats) + len(self.awaited))

    @property
    def declined(self) -> tuple[Invitation, ...]:
        """Those who were invited and do not want to play, or no longer do."""
        return tuple(each for each in self.invited if each.declined and self.find(each.user_id) is None)

    def find(self, user_id: int) -> Seat | None:
        """Return the person's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def user_of(self, seat: str) -> int | None:
        """Return the user id of the person in this seat; None if there is no such seat, or nobody who is known has
        it."""
        return next((each.user_id for each in self.seats if each.seat == seat), None)

    def place_of(self, user_id: int | None) -> str:
        """Return the name of the person's seat; "" if they have none, or for nobody."""
        seat = self.find(user_id) if user_id is not None else None
        return seat.seat if seat is not None else ""

    def closed_to(self, user_id: int | None) -> str:
        """Return why the lobby has no seat for this person (None: for a computer player); "" if it has one."""
        if self.damaged:
            return DAMAGED
        if user_id in self.kicked:
            return f"You were taken out of this table. Its host can let you in again: {at_table('readmit')}."
        most = most_seats(self.kit, self.options)
        if len(self.seats) >= most:
            return f"{'Both' if most == 2 else f'All {number(most)}'} seats of this table are taken."
        others = [each for each in self.awaited if each.user_id != user_id]
        if len(self.seats) + len(others) < most:
            return ""
        kept = listed(shown(called(each.name)) for each in others)
        if len(others) == 1:
            return f"The free seat of this table is kept for {kept}, who was invited."
        return f"The free seats of this table are kept for those who were invited: {kept}."

    def seat_of(self, user_id: int, whose: str = "") -> Seat:
        """Return the person's seat. Raises NotSeated; `whose` begins its text: a clause on who may do this."""
        seat = self.find(user_id)
        if seat is None:
            self.refuse_former(user_id)
            if self.status is Status.LOBBY:
                how = self.closed_to(user_id) or "**Join** takes one."
                raise NotSeated(f"You have no seat at {self.title}, which has not begun. {how}")
            if whose:
                raise NotSeated(f"{whose}. You do not play at {self.title}, you are looking on.")
            raise NotSeated(
                f"You do not play at {self.title}, you are looking on:"
                " the board, the log and the score are open to everybody."
            )
        return seat

    def refuse_former(self, user_id: int) -> None:
        """Tell a former player who has their seat now. Raises NotSeated, or Replaced if they can take it back."""
        for tenure in reversed(self.tenures):
            if tenure.user_id == user_id:
                since = next(each.turn for each in reversed(self.tenures) if each.seat == tenure.seat)
                said = (
                    f"You no longer play at {self.title}: {self.named(tenure.seat)} has had your seat since"
                    f" {self.turn_called(since)}.{self._way_back(user_id)}"
                )
                own = self.taken_over(user_id) if self.status is Status.RUNNING else None
                raise Replaced(said, self.id, own.seat) if own is not None else NotSeated(said)

    def _way_back(self, user_id: int) -> str:
        """Return what a former player can do to play again. Seats are given back only while the game is played."""
        back = f"{at_table('join')} takes it back." if self.taken_over(user_id) is not None else ""
        replacing = at_table("replace")
        if self.status is Status.RUNNING:
            return f" {back}" if back else f" The host, or a vote of the players, can give you one again: {replacing}."
        others = listed((self.named(seat.seat) for seat in self.people), nothing="", last="or")
        if self.status is Status.CLOSED and self.row.sealed_at is not None and others:
            return f" The game has ended; {others} can take it up again." + (f" Then {back}" if back else "")
        return f" The game has ended; {to_open(self.row.game)} opens another table."

    def taken_over(self, user_id: int) -> Seat | None:
        """Return the seat that this person can take back: of those that computer players have had since, their last.
        None if there is none, or they have another seat."""
        lost = (each.seat for each in reversed(self.tenures) if each.user_id == user_id)
        if self.find(user_id) is not None:
            return None
        return next((self.seat(name) for name in lost if self._before_computer(name) == user_id), None)

    def former(self, seat: str) -> int | None:
        """Return who can take this seat back from its computer player; None if nobody can, or they are forgotten."""
        user_id = self._before_computer(seat)
        back = self.taken_over(user_id) if user_id is not None else None
        return user_id if back is not None and back.seat == seat else None

    def _before_computer(self, seat: str) -> int | None:
        """Return which person had the seat before its computer player; None if it has none, or they are forgotten."""
        if not self.seat(seat).is_computer:
            return None
        return next(
            (each.user_id for each in reversed(self.tenures) if each.seat == seat and each.policy is None), None
        )

    def may_keep(self, seat: str) -> bool:
        """Return whether one other person alone decided to offer this seat: then its player has a say and can keep
        it."""
        offer = self.offers.get(seat)
        return offer is not None and offer.by not in (None, seat) and self.user_of(seat) is not None

    def offered_to(self, user_id: int) -> Seat | None:
        """Return the seat that this person is asked to take, or None."""
        return next((self.seat(name) for name, offer in self.offers.items() if offer.user_id == user_id), None)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.seat == name)

    def named(self, seat: str) -> str:
        """Return the name of the seat's player, safe for text with markup."""
        return shown(self.names.get(seat, seat))
