"""A table at one moment: what storage holds of it, with its game restored. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

import storage
from bot.tables.context import Context
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import ALONE, HINTS, HOLIDAYS, LOOK, ON, PICTURES
from bot.tables.seating import Seating
from bot.tables.side import to_side
from bot.tables.waiting import pace
from bot.tables.waiting.deadlines import Deadline
from bot.tables.waiting.hours import ALWAYS, Hours
from bot.tables.waiting.timing import LastCall
from game.core.chance import commitment, digest
from game.core.commands import at_table, to_open
from game.core.decisions import Decision, Event
from game.core.english import listed, number
from game.core.protocol import Game
from storage import Position, Status

_TOO_OFTEN = 3
_MARK = 12
"""Characters of the mark of a choice."""
_SLOW = timedelta(hours=1)
"""The shortest pace at which people need not be present all the time."""


T = TypeVar("T")


class Findings:
    """A cache of what is computed from a game: each value once, as long as the game stays the same object."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._known: dict[Hashable, Any] = {}

    def once(self, game: Game, what: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` computes for this game, from the cache if `what` is known. The result must not be
        changed."""
        if game is not self._game:
            self._game, self._known = game, {}
        if what not in self._known:
            self._known[what] = work()
        found: T = self._known[what]
        return found


@dataclass(frozen=True)
class Table(Seating):
    """`game` is None before the start. It is never played on in place: a move makes a new table with a new game."""

    questions: Mapping[str, storage.Question] = field(default_factory=dict)
    game: Game | None = field(default=None, repr=False)
    sequence: int = 0
    context: Context = field(default_factory=Context, repr=False)
    deadlines: Mapping[str, Deadline] = field(default_factory=dict)
    """By seat, until when it has time to answer: people's seats that are waited for, at a table with a pace."""
    held: Mapping[str, datetime] = field(default_factory=dict)
    """By seat, when to call a person who is waited for but is not to be called yet."""
    called: Mapping[str, LastCall] = field(default_factory=dict)
    """The last call of a seat, for seats that were not called at the moment they were asked, or were called again
    since; and for seats whose question an undo took back."""
    hours: Mapping[int, Hours] = field(default_factory=dict)
    """By user id, when people who sit here are left in peace; only those who have set it."""
    findings: Findings = field(default_factory=Findings, repr=False, compare=False)
    """Shared by successive tables for as long as the game is the same."""

    @property
    def turn_name(self) -> str:
        """The name of the current turn, for use within a sentence."""
        return self.turn_called(self.turn)

    def hints(self, seat: str) -> bool:
        """Return whether the player of this seat may ask for hints."""
        if self.kit.judge is None:
            return False
        wanted = self.options.get(HINTS, ALONE)
        return wanted == ON or (wanted == ALONE and (len(self.people) == 1 or seat in self.context.guided))

    @property
    def look(self) -> str:
        """How the board is shown: one of `lobby_options.LOOKS`."""
        return str(self.options.get(LOOK, PICTURES))

    @property
    def playing(self) -> Game:
        """The game. Raises WrongMoment in a lobby, and if it was closed."""
        if self.damaged:
            raise WrongMoment(self.unreadable)
        if self.game is None:
            raise WrongMoment(self.unplayed)
        return self.game

    def require_game(self) -> None:
        """Raises WrongMoment where there is no game (`playing`)."""
        _ = self.playing

    @property
    def unplayed(self) -> str:
        """Why there is no game yet and how to start it, or that this lobby was closed and never will be one."""
        if self.status is Status.CLOSED:
            return f"{self.title} was closed before its game began: there is nothing to see of it."
        if self.awaited and not self.waits_for_host:
            return "This game has not begun. It begins by itself when all who are invited have joined."
        when = f" as soon as {number(self.kit.seats[0])} seats are taken" if not self.can_begin else ""
        return f"This game has not begun. Its host can press **Start**{when}."

    @property
    def finished(self) -> str:
        """Why nothing more can be done at this table, which is over or closed, and what to do instead."""
        anew = f"{to_open(self.row.game)} opens another"
        if self.status is Status.OVER:
            return f"This game is over. {at_table('score')} shows how it ended, {anew}."
        if self.game is None or self.damaged:
            return f"This table is closed. {anew}."
        onward = f"{at_table('reopen')} takes it up again" if self.row.sealed_at is not None else anew
        return f"{self.title} was ended in {self.turn_name}. {onward}."

    def view(self, seat: str | None) -> dict[str, Any]:
        """Return what this seat sees, or an onlooker (None). Nobody may change it. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, ("view", seat), lambda: self.playing.view(seat))

    def at(self, game: Game) -> Table:
        """Return the same table with another state of its game."""
        return replace(self, game=game, findings=Findings())

    @property
    def position(self) -> dict[str, Any]:
        """The game as plain data for storage. Nobody may change it. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, "position", self.playing.to_dict)

    def stored(self, context: Context) -> Position:
        """Return what is stored of the game, with `context` beside its state. Raises WrongMoment in a lobby."""
        return Position(self.kit.version, self.position, to_side(context))

    def telling(self, event: Event) -> Context:
        """Return the context with an event of the table that happens now. Raises WrongMoment in a lobby."""
        return self.context.with_events([event], self.playing.ply, hands=self.handovers)

    def can_plan(self, seat: str) -> bool:
        """Return whether the seat could plan anything as things stand, judged by its own view."""
        planning = self.kit.planning
        return planning is not None and self.findings.once(
            self.playing, ("plan", seat), lambda: planning.then(self.view(seat), seat) is not None
        )

    @property
    def pending(self) -> Mapping[str, Decision]:
        """The decision of each seat that must choose, by seat. Raises WrongMoment in a lobby."""
        return self.findings.once(self.playing, "pending", lambda: self.playing.pending)

    @property
    def public(self) -> dict[str, Any]:
        """What an onlooker sees. Raises WrongMoment in a lobby."""
        return self.view(None)

    @property
    def turn(self) -> int:
        return int(self.public["turn"])

    @cached_property
    def in_secret(self) -> bool:
        """Whether the current question is answered in secret, by several seats at once."""
        return any(decision.private for decision in self.pending.values())

    @cached_property
    def waiting(self) -> dict[str, datetime]:
        """Since when each seat is waited for, as far as everybody may know.

        In a private round a seat that is asked again counts like one that has not answered yet, so nobody can tell them
        apart.
        """
        if not self.goes_on:
            return {}
        return {seat: datetime.fromisoformat(self.context.since[seat]) for seat in self.public["pending"]}

    @property
    def pace(self) -> timedelta | None:
        """How long an answer may take; None means no limit."""
        return pace.length(self.row.pace)

    @property
    def hurried(self) -> list[str]:
        """The seats that get a deadline: at a table with a pace all that are waited for, except computer players."""
        computers = {seat.seat for seat in self.seats if seat.is_computer}
        return [seat for seat in self.waiting if self.pace is not None and seat not in computers]

    @cached_property
    def rests(self) -> dict[str, Hours]:
        """By seat, the hours that count here: when that person is left in peace and their clock stands still."""
        known = {seat.seat: self.hours[seat.user_id or 0] for seat in self.seats if seat.user_id in self.hours}
        all_day = dict.fromkeys([seat.seat for seat in self.seats], ALWAYS)
        return all_day | {seat: self.counting(each) for seat, each in known.items()}

    def counting(self, hours: Hours) -> Hours:
        """Return the part of somebody's hours that counts at this table.

        At a fast table none does, since its players are present. Holidays count where the table's option allows them.
        """
        if self.pace is not None and self.pace < _SLOW:
            return ALWAYS
        return hours if self.options.get(HOLIDAYS, ON) == ON else replace(hours, holiday=None)

    @property
    def missing(self) -> list[str]:
        """The seats of people whose time ran out so often in a row that the table is asked what to do about them."""
        return self.overdue if self.goes_on else []

    @property
    def overdue(self) -> list[str]:
        """The same, also those about whom nobody is asked just now, because the game rests."""
        return [seat.seat for seat in self.people if self.context.missed.get(seat.seat, 0) >= _TOO_OFTEN]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, shown to everybody from the start."""
        return commitment(self.playing.seed)

    def decision(self, seat: str) -> Decision | None:
        """Return what the seat is asked now, or None."""
        if self.game is None or seat not in self.questions:
            return None
        return self.pending.get(seat)

    def can_undo(self, seat: str) -> bool:
        return self.goes_on and self.context.can_take_back(seat)

    def undo_mark(self, seat: str) -> str:
        """Return a mark of the choice that the seat can take back (`can_undo`), for its *Undo* buttons. The seed goes
        into it, so that it tells nothing."""
        return digest(repr((self.playing.seed, seat, self.context.last_choice(seat))))[:_MARK]

    @property
    def waited_for(self) -> str:
        """The players being waited for, in words."""
        return listed((self.named(seat) for seat in self.waiting), "nobody")
