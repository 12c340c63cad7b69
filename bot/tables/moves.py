"""What people and computer players do in a running game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import storage
from bot.tables import transitions
from bot.tables.cache import TableCache
from bot.tables.context import without
from bot.tables.errors import Refusal, Stale, WrongMoment
from bot.tables.handovers import keep_seat
from bot.tables.language import typed
from bot.tables.language.standing import At
from bot.tables.language.words import unnamed
from bot.tables.making import BY_CLOCK, Mover
from bot.tables.planning.ahead import Ahead
from bot.tables.planning.passing import automatic
from bot.tables.table import Table
from bot.tables.transitions import Outcome
from bot.tables.waiting import calling, waits
from game.core.errors import MoveError

Answer = Callable[[Table, storage.Seat, Mover], Awaitable[Outcome]]
_FINAL = "There is nothing you can take back: only your own last choices, as long as no other person has acted since"
_ANOTHER = "That *Undo* stood by an earlier choice, so nothing was taken back; the one here takes back your last."
_FINAL_HIDDEN = " and nothing hidden was shown or drawn"
_FINAL_SECRET = " What you chose in secret you can take back until everybody is done."


class Moves:
    """Every method is one change, on disk when it returns. If it raises a Refusal, nothing has changed.

    An interaction that arrives twice changes nothing the second time: its outcome is `repeated`.
    """

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def play(
        self,
        game_id: str,
        user_id: int,
        token: str,
        *,
        then: Sequence[str] = (),
        question: int | None = None,
        interaction_id: int | None = None,
    ) -> Outcome:
        """Answer the question with this number (None: the one open now).

        `then` are answers to what the seat is asked next, in order: all of them count, or none.

        Raises NoGame, NotSeated, WrongMoment, Stale, NotYourMove, BadMove.
        """

        async def answer(table: Table, seat: storage.Seat, by: Mover) -> Outcome:
            return await self._played(table, seat, (token, *then), by)

        return await self._answered(game_id, user_id, answer, question, interaction_id)

    async def say(
        self, game_id: str, user_id: int, text: str, interaction_id: int | None = None, at: At | None = None
    ) -> Outcome:
        """Answer the open question with what somebody typed: notation or words. `at` is where their panel stands if it
        is open in the middle of its steps; its words then take precedence.

        Raises LeadsOn if the text is a step to further choices, else what `play` raises.
        """

        async def answer(table: Table, seat: storage.Seat, by: Mover) -> Outcome:
            said = unnamed(text)
            return await self._played(table, seat, typed.answers(table, seat.seat, said, at), by, said)

        return await self._answered(game_id, user_id, answer, None, interaction_id)

    async def _answered(
        self, game_id: str, user_id: int, answer: Answer, question: int | None, interaction_id: int | None
    ) -> Outcome:
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id)
            try:
                transitions.require_question(table, seat.seat, question)
                outcome = await answer(table, seat, Mover(user_id, None, interaction_id))
            except (Refusal, storage.Duplicate):
                if await self._counted(game_id, interaction_id):
                    return Outcome(await self._cache.reload(game_id), seat.seat, repeated=True)
                raise
            return replace(outcome, table=await self._keep_seat(outcome.table, seat.seat))

    async def play_computer(self, game_id: str, seat: str, question: int, token: str) -> None:
        """Make a computer player's move. Raises Stale if the question is closed by now, MoveError, NoGame."""
        async with self._cache.hold(game_id) as table:
            transitions.require_question(table, seat, question)
            if not table.seat(seat).is_computer:
                raise Stale("A person has this seat now.")
            await transitions.play(self._cache, table, seat, (token,), Mover(policy=table.seat(seat).policy))

    async def play_late(self, game_id: str, seat: str, question: int, tokens: Sequence[str]) -> None:
        """Answer for a person whose time is up. Raises Stale if it is not, or if the question is closed by now.

        Also raises NoGame, WrongMoment, MoveError.
        """
        async with self._cache.hold(game_id) as table:
            transitions.require_question(table, seat, question)
            left = table.deadlines.get(seat)
            if left is None or left.until > self._cache.clock.now():
                raise Stale("There is time left.")
            wish = automatic(table.kit, table.context, table.playing, seat)
            if wish is not None and not wish.depends:  # with an answer set down they are not late
                by = Mover(table.seat(seat).user_id, itself=True)
                await transitions.play(self._cache, table, seat, (wish.token,), by)
            else:
                await transitions.play(self._cache, table, seat, tokens, BY_CLOCK)

    async def give_time(self, game_id: str, until: Mapping[str, datetime | None]) -> Table:
        """Set until when these seats have time; None: the full time for an answer, from now on. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            if not table.under_way:
                return table
            return await waits.give_time(self._cache, table, until)

    async def remind(self, game_id: str, seat: str, which: str) -> datetime | None:
        """Call this seat again if it still has time. If its person is left in peace, return when to try again; else
        None.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            left = table.deadlines.get(seat)
            now = self._cache.clock.now()
            if not table.goes_on or left is None or left.until <= now or calling.is_fresh(table, seat, now):
                return None
            rested = table.rests[seat].resting(now)
            if rested is None:
                await waits.remind(self._cache, table, seat, which)
                return None
            return rested if rested < left.until else None

    async def nudge(self, game_id: str, by: int | None = None) -> tuple[list[str], list[str]]:
        """Call the people who are waited for, except the person `by` who wants this, even if their calls were put off.

        Return the seats called now, and the seats of people left in peace, who are called (again) when that is over.
        Raises NoGame, WrongMoment, TooSoon.
        """
        async with self._cache.hold(game_id) as table:
            transitions.require_running(table)
            now = self._cache.clock.now()
            asked = calling.nudgeable(table, by, now)
            until = {seat: table.rests[seat].resting(now) for seat in asked}
            later = {seat: moment for seat, moment in until.items() if moment is not None}
            due = [seat for seat in asked if seat not in later]
            await waits.nudge(self._cache, table, due, later)
            return due, [*later]

    async def call(self, game_id: str, *seats: str) -> datetime | None:
        """Call those of these seats whose call was put off until now. Return when the next of the others is due, if
        any.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            if not table.under_way:
                return None
            now = self._cache.clock.now()
            held = {
                seat: max(table.held[seat], calling.put_off(table, seat, now, self._cache.pressed))
                for seat in seats
                if seat in table.held
            }
            if due := [seat for seat, moment in held.items() if moment <= now]:
                await waits.call(self._cache, table, *due)
            return min((moment for seat, moment in held.items() if seat not in due), default=None)

    async def pass_due(self, game_id: str, name: str) -> None:
        """Give the automatic answer of this seat if its moment has come; if no moment is stored, draw one.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            if not table.goes_on:
                return
            due = table.context.due.get(name)
            if due is None:
                await transitions.keep(self._cache, table, table.context)
            elif datetime.fromisoformat(due) <= self._cache.clock.now():
                seat, wish = table.seat(name), automatic(table.kit, table.context, table.playing, name)
                if wish is not None:
                    by = Mover(seat.user_id, itself=True)
                    await transitions.play(self._cache, table, name, (wish.token,), by)

    async def draw_pass(self, game_id: str, seat: str) -> None:
        """Draw a new moment for the automatic answer of this seat. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            if table.under_way:
                context = replace(table.context, due=without(table.context.due, seat))
                await transitions.keep(self._cache, table, context)

    async def undo(self, game_id: str, user_id: int, interaction_id: int | None = None, mark: str = "") -> Outcome:
        """Take back the person's last choice, and what computer players did after it.

        `mark`: of the choice that is meant (`Table.undo_mark`); "" for whatever was the last. Raises NoGame, NotSeated,
        WrongMoment; Stale if another choice would be taken back.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id, "Only players can take something back").seat
            if await self._counted(game_id, interaction_id):
                return Outcome(table, seat, repeated=True)
            transitions.require_running(table)
            if not table.can_undo(seat):
                hidden, secret = _FINAL_HIDDEN if table.kit.hides else "", _FINAL_SECRET if table.kit.secret else ""
                raise WrongMoment(f"{_FINAL}{hidden}.{secret}")
            if mark and mark != table.undo_mark(seat):
                raise Stale(_ANOTHER)
            outcome = await transitions.take_back(self._cache, table, seat, Mover(user_id, None, interaction_id))
            return replace(outcome, table=await self._keep_seat(outcome.table, seat))

    async def pass_ahead(self, game_id: str, user_id: int, kind: str | None, place: str | None = None) -> Table:
        """Pass ahead what this kind says (a key of `game.core.words.Words.passes`), or nothing any more (None).

        `place`: where the game stood when the person wanted that, if not where it stands now. Raises NoGame, NotSeated,
        WrongMoment; the last also if nothing is left that it would pass.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            if not table.kit.ahead or (kind is not None and kind not in table.kit.words.passes):
                raise WrongMoment(f"In {table.kit.title} nothing can be passed ahead in this way.")
            wish = Ahead(kind, place or table.playing.place) if kind is not None else None
            comes_back = any(seat in each.ended for each in table.context.undo)  # an undo would restore an ended wish
            if wish == table.context.ahead.get(seat) and not comes_back:
                return table
            passable = table.kit.passable(table.view(seat), seat)
            if wish is not None and (wish.kind not in passable or wish.is_over(table.playing)):
                raise WrongMoment("There is nothing left that this would pass.")
            return await transitions.keep(self._cache, table, table.context.passing(seat, wish))

    async def guide(self, game_id: str, user_id: int) -> Table:
        """Guide this person, also one who was guided before. Raises NoGame, NotSeated, WrongMoment."""
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            if seat in table.context.guided:
                return table
            return await transitions.keep(self._cache, table, table.context.guiding(seat))

    async def unguide(self, game_id: str, user_id: int) -> Table:
        """Stop guiding this person. Raises NoGame, NotSeated, WrongMoment."""
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            if seat not in table.context.guided:
                return table
            return await transitions.keep(self._cache, table, table.context.unguided(seat))

    async def _played(
        self, table: Table, seat: storage.Seat, tokens: Sequence[str], by: Mover, tried: str = ""
    ) -> Outcome:
        """Make the move. Raises BadMove. `tried`: for its text, what was typed if that was not a token."""
        decision = table.pending[seat.seat]
        try:
            return await transitions.play(self._cache, table, seat.seat, tokens, by)
        except MoveError as error:
            raise typed.refused(table, decision, error, tried or f"{decision.kind} {error.token}") from None

    async def _keep_seat(self, table: Table, seat: str) -> Table:
        """Let a person who has played, or taken a choice back, keep a seat that is offered to somebody else. In a
        private round this waits until everybody may know that they have answered."""
        answering = table.context.round is not None and seat in table.waiting
        return table if answering or not table.status.is_active else await keep_seat(self._cache, table, seat)

    async def _counted(self, game_id: str, interaction_id: int | None) -> bool:
        return interaction_id is not None and await self._cache.store.moves.counted(game_id, interaction_id) is not None
