"""A table as it stands at one moment: what storage keeps, with the game brought to life. Never altered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

import storage
from bot.tables import pace
from bot.tables.context import Context
from bot.tables.deadlines import Deadline
from bot.tables.errors import NotSeated, Replaced, WrongMoment
from bot.tables.holders import Holders, holders
from bot.tables.hours import ALWAYS, Hours
from bot.tables.lobby_options import ALONE, HINTS, HOLIDAYS, LOOK, ON, PICTURES, most_seats, seats_stay_free
from bot.tables.timing import LastCall, Offered
from game.core import discover
from game.core.chance import commitment
from game.core.commands import at_table, to_open
from game.core.decisions import Decision
from game.core.english import listed, number, within
from game.core.kit import Kit
from game.core.protocol import Game
from game.core.text.names import called, shown, table_name
from game.core.words import Names
from storage import Invitation, Position, Seat, Status, Tenure

DAMAGED = (
    f"What is stored of this game cannot be read any more, so it cannot go on. {at_table('end')} ends it: at once for"
    " the host and whoever manages the channel, else by a vote."
)

_TOO_OFTEN = 3
_SLOW = timedelta(hours=1)
"""The shortest pace at which people need not be there."""


T = TypeVar("T")


class Findings:
    """What follows from a game that stays as it is; worked out once, however often it is asked."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._known: dict[Hashable, Any] = {}

    def once(self, game: Game, what: Hashable, work: Callable[[], T]) -> T:
        """What the work comes to for this game; nobody changes it."""
        if game is not self._game:
            self._game, self._known = game, {}
        if what not in self._known:
            self._known[what] = work()
        found: T = self._known[what]
        return found


@dataclass(frozen=True)
class Table:
    """`game` is None before the start; nobody plays on it in place, a move makes a new one."""

    row: storage.Game
    seats: tuple[Seat, ...]
    questions: Mapping[str, storage.Question] = field(default_factory=dict)
    game: Game | None = field(default=None, repr=False)
    sequence: int = 0
    context: Context = field(default_factory=Context, repr=False)
    deadlines: Mapping[str, Deadline] = field(default_factory=dict)
    """Until when the seats of people have time that are waited for, at a table with a pace."""
    held: Mapping[str, datetime] = field(default_factory=dict)
    """When the seats of people are called that are waited for and not to be called yet."""
    called: Mapping[str, LastCall] = field(default_factory=dict)
    """Of seats that were not called at once when they were asked, or not then alone; and of those whose question an
    undo took back."""
    hours: Mapping[int, Hours] = field(default_factory=dict)
    """When people who sit here are left in peace, by user id, of those who have set that."""
    invited: tuple[Invitation, ...] = ()
    """Who is asked to sit down, whatever they have answered; nobody after the lobby."""
    kicked: Mapping[int, str] = field(default_factory=dict)
    """Who was taken out of the lobby and not let in again: the name of each by user id."""
    tenures: tuple[Tenure, ...] = ()
    """Who had seats before they changed hands in the game, in that order."""
    offers: Mapping[str, Offered] = field(default_factory=dict)
    """To whom seats are offered, by seat."""
    findings: Findings = field(default_factory=Findings, repr=False, compare=False)
    """Kept from one table to the next, as long as the game is the same."""
    damaged: bool = False
    """What is stored of it cannot be read, or its game is not installed: there is nothing but an end."""

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
    def title(self) -> str:
        """The table's name as it may stand in a text with markup."""
        return table_name(self.row.name)

    @property
    def turn_name(self) -> str:
        """The turn that it stands in, as its game calls it within a sentence: "turn 2", "round 2"."""
        return self.turn_called(self.turn)

    def turn_called(self, turn: int) -> str:
        """The same of any turn."""
        name = self.kit.words.turn(turn) if not self.damaged else f"turn {turn}"
        return within(name)

    @cached_property
    def kit(self) -> Kit:
        """What is played. Raises SetupError if it is not installed; the table is damaged then."""
        return discover.kit(self.row.game)

    @property
    def paused(self) -> bool:
        """Whether the game rests: nobody is asked, waited for or called until it goes on."""
        return self.row.paused_at is not None and self.status is Status.RUNNING

    def hints(self, seat: str) -> bool:
        """Whether this seat's player may ask for hints."""
        if self.kit.judge is None:
            return False
        wanted = self.options.get(HINTS, ALONE)
        return wanted == ON or (wanted == ALONE and (len(self.people) == 1 or seat in self.context.guided))

    @property
    def look(self) -> str:
        """How the board is shown; one of `lobby_options.LOOKS`."""
        return str(self.options.get(LOOK, PICTURES))

    @property
    def host(self) -> str:
        """The host's seat; "" where they have none."""
        found = self.find(self.row.host_id) if self.row.host_id is not None else None
        return found.seat if found is not None else ""

    @property
    def host_name(self) -> str:
        """The host's name as it may stand in a text with markup; "" where they have no seat."""
        return self.named(self.host) if self.host else ""

    @property
    def names(self) -> Names:
        """Display names by seat, as they came; the seat in place of one that shows nothing, and behind look-alikes."""
        return self.holders[-1].names

    @property
    def handovers(self) -> int:
        """How often seats have changed hands."""
        return len(self.tenures)

    @cached_property
    def holders(self) -> Sequence[Holders]:
        """Who has had the seats, one after the other."""
        return holders(self.seats, self.tenures)

    def holders_after(self, hands: int | None) -> Holders:
        """Who had the seats once these had changed hands so often (None: who has them now)."""
        return self.holders[-1 if hands is None else min(hands, self.handovers)]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people who have not left."""
        return tuple(seat for seat in self.seats if seat.user_id is not None and seat.left_at is None)

    @property
    def awaited(self) -> tuple[Invitation, ...]:
        """Who is invited and has not answered; a seat is kept for each."""
        return tuple(each for each in self.invited if not each.declined and self.find(each.user_id) is None)

    @property
    def free_seats(self) -> int:
        """How many seats are left that are kept for nobody."""
        return max(most_seats(self.kit, self.options) - len(self.seats) - len(self.awaited), 0)

    @property
    def waits_for_host(self) -> bool:
        """Whether it does not begin by itself with the last who is awaited: of the seats that were asked for some would
        be free."""
        return seats_stay_free(self.options, len(self.seats) + len(self.awaited))

    @property
    def declined(self) -> tuple[Invitation, ...]:
        """Who was invited and does not want to play, or not any more."""
        return tuple(each for each in self.invited if each.declined and self.find(each.user_id) is None)

    @property
    def playing(self) -> Game:
        """The game. Raises WrongMoment in a lobby."""
        if self.damaged:
            raise WrongMoment(DAMAGED)
        if self.game is None:
            raise WrongMoment(f"This game has not begun. {self._begins()}")
        return self.game

    def _begins(self) -> str:
        """How a lobby becomes a game."""
        if self.awaited and not self.waits_for_host:
            return "It begins by itself when all who are invited have joined."
        needed = number(self.kit.seats[0])
        return f"Its host can press **Start** as soon as {needed} seats are taken."

    def view(self, seat: str | None) -> dict[str, Any]:
        """What this seat sees, or (None) an onlooker; nobody changes it. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, ("view", seat), lambda: self.playing.view(seat))

    def at(self, game: Game) -> Table:
        """The same table with its game somewhere else."""
        return replace(self, game=game, findings=Findings())

    @property
    def position(self) -> dict[str, Any]:
        """The game as it is stored; nobody changes it. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, "position", self.playing.to_dict)

    def stored(self, context: Context) -> Position:
        """What is kept of the game, with this beside its state. Raises WrongMoment in a lobby."""
        return Position(self.kit.version, self.position, context.to_dict())

    def can_plan(self, seat: str) -> bool:
        """Whether there is something that the seat could plan as things stand, in its own view."""
        planning = self.kit.planning
        return planning is not None and self.findings.once(
            self.playing, ("plan", seat), lambda: planning.then(self.view(seat), seat) is not None
        )

    @property
    def pending(self) -> Mapping[str, Decision]:
        """What each seat that must choose is asked, by seat. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, "pending", lambda: self.playing.pending)

    @property
    def public(self) -> dict[str, Any]:
        """What an onlooker sees."""
        return self.view(None)

    @property
    def turn(self) -> int:
        return int(self.public["turn"])

    @cached_property
    def in_secret(self) -> bool:
        """Whether what is asked now is answered in secret, by several at once."""
        return any(decision.private for decision in self.pending.values())

    @cached_property
    def waiting(self) -> dict[str, datetime]:
        """The seats that are being waited for, as far as everybody may know, and since when.

        Somebody who is asked more in a private round is waited for like those who have not answered.
        """
        if self.game is None or self.status is not Status.RUNNING or self.paused:
            return {}
        return {seat: datetime.fromisoformat(self.context.since[seat]) for seat in self.public["pending"]}

    @property
    def pace(self) -> timedelta | None:
        """How long an answer may take; None: as long as it likes."""
        return pace.length(self.row.pace)

    @property
    def hurried(self) -> list[str]:
        """The seats that are to have a deadline: if there is a pace, all that are waited for but computer players."""
        computers = {seat.seat for seat in self.seats if seat.is_computer}
        return [seat for seat in self.waiting if self.pace is not None and seat not in computers]

    @cached_property
    def rests(self) -> dict[str, Hours]:
        """When those who sit here are left in peace and their clock stands, by seat, as far as that counts here."""
        known = {seat.seat: self.hours[seat.user_id or 0] for seat in self.seats if seat.user_id in self.hours}
        return {seat: self.counting(each) for seat, each in known.items()}

    def counting(self, hours: Hours) -> Hours:
        """As much of somebody's hours as counts here: whoever plays at a fast table is there now, and nothing of them
        does. Holidays are for the table to allow."""
        if self.pace is not None and self.pace < _SLOW:
            return ALWAYS
        return hours if self.options.get(HOLIDAYS, ON) == ON else replace(hours, holiday=None)

    @property
    def missing(self) -> list[str]:
        """The seats of people whose time was up so often in a row that the table is asked what to do."""
        if self.status is not Status.RUNNING or self.paused:
            return []
        return [seat.seat for seat in self.people if self.context.missed.get(seat.seat, 0) >= _TOO_OFTEN]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed: for everybody, from the start."""
        return commitment(self.playing.seed)

    def find(self, user_id: int) -> Seat | None:
        """The person's seat."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def closed_to(self, user_id: int | None) -> str:
        """Why there is no seat in the lobby for this person, or for a computer player; "" while there is one."""
        if user_id in self.kicked:
            return f"You were taken out of this table. Its host can let you in again: {at_table('readmit')}."
        most = most_seats(self.kit, self.options)
        if len(self.seats) >= most:
            return f"All {most} seats of this table are taken."
        others = [each for each in self.awaited if each.user_id != user_id]
        if len(self.seats) + len(others) < most:
            return ""
        kept = listed(shown(called(each.name)) for each in others)
        return f"The free seats of this table are kept for those who were invited: {kept}."

    def seat_of(self, user_id: int, whose: str = "") -> Seat:
        """The person's seat. Raises NotSeated, which says for whom it is what they want, if that is `whose`."""
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
        """Whoever had a seat hears who has it. Raises NotSeated."""
        for tenure in reversed(self.tenures):
            if tenure.user_id == user_id:
                said = (
                    f"You no longer play at {self.title}: {self.named(tenure.seat)} has had your seat since"
                    f" {self.turn_called(tenure.turn)}.{self._way_back(user_id)}"
                )
                own = self.taken_over(user_id) if self.status is Status.RUNNING else None
                raise Replaced(said, self.id, own.seat) if own is not None else NotSeated(said)

    def _way_back(self, user_id: int) -> str:
        """What somebody can do who had a seat before: it is given back only while the game is played."""
        back = f"{at_table('join')} takes it back." if self.taken_over(user_id) is not None else ""
        replacing = at_table("replace")
        if self.status is Status.RUNNING:
            return f" {back}" if back else f" The host, or a vote of the players, can give you one again: {replacing}."
        others = listed((self.named(seat.seat) for seat in self.people), last="or")
        if self.status is Status.CLOSED and self.row.sealed_at is not None and others:
            return f" The game has ended; {others} can take it up again." + (f" Then {back}" if back else "")
        return f" The game has ended; {to_open(self.row.game)} opens another table."

    def taken_over(self, user_id: int) -> Seat | None:
        """The seat that this person had last, if a computer player has had it since."""
        return next((seat for seat in self.seats if self.former(seat.seat) == user_id), None)

    def former(self, seat: str) -> int | None:
        """Who can take this seat back from the computer player that has it; nobody who is forgotten."""
        if not self.seat(seat).is_computer:
            return None
        return next(
            (each.user_id for each in reversed(self.tenures) if each.seat == seat and each.policy is None), None
        )

    def may_keep(self, seat: str) -> bool:
        """Whether the seat is offered to somebody by the word of another person alone: then that of whoever has it
        counts too."""
        offer = self.offers.get(seat)
        alone = offer is not None and offer.by not in (None, seat)
        return alone and any(each.seat == seat for each in self.people)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.seat == name)

    def decision(self, seat: str) -> Decision | None:
        """What the seat is asked now."""
        if self.game is None or seat not in self.questions:
            return None
        return self.pending.get(seat)

    def can_undo(self, seat: str) -> bool:
        return self.context.can_take_back(seat) and self.status is Status.RUNNING and not self.paused

    def named(self, seat: str) -> str:
        """The name as it may stand in a text with markup."""
        return shown(self.names.get(seat, seat))

    @property
    def waited_for(self) -> str:
        """The players being waited for, in words."""
        return listed((self.named(seat) for seat in self.waiting), "nobody")
