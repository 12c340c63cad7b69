"""What people and computer players do in a running game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import storage
from bot.tables import calling, misread, transitions, waits
from bot.tables.ahead import Ahead
from bot.tables.cache import TableCache
from bot.tables.context import without
from bot.tables.errors import BadMove, LeadsOn, Refusal, Stale, WrongMoment
from bot.tables.hands import kept
from bot.tables.hours import ALWAYS
from bot.tables.making import LATE, Mover, mover
from bot.tables.passing import automatic
from bot.tables.spoken import (
    Sayable,
    by_number,
    exactly,
    is_denying,
    leading,
    meant,
    sayable,
    unnamed,
    where,
    worded,
)
from bot.tables.standing import At, led, nth, standing
from bot.tables.table import Table
from bot.tables.transitions import Outcome
from game.core.decisions import Decision
from game.core.errors import IllegalToken, MoveError
from game.core.narrowing import Path
from game.core.text.names import quoted, shown_names

Answer = Callable[[Table, storage.Seat, Mover], Awaitable[Outcome]]
_SHOWN = 5
"""Possible answers that somebody is told whose move is refused."""
_FINAL = "There is nothing you can take back: only your own last choices, as long as no other person has acted since"
_FINAL_HIDDEN = (
    " and nothing hidden was shown or drawn. What you chose in secret you can take back until everybody is done."
)


class Moves:
    """Every method is one change, on disk when it returns; it raises a Refusal and has changed nothing, or returns.

    An interaction that comes twice changes nothing the second time: its outcome is `repeated`.
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

        `then` are answers to what the seat is asked next, one after the other: all of them count, or none.

        Raises NoGame, NotSeated, WrongMoment, Stale, NotYourMove, BadMove.
        """

        async def answer(table: Table, seat: storage.Seat, by: Mover) -> Outcome:
            return await self._played(table, seat, (token, *then), by)

        return await self._answered(game_id, user_id, answer, question, interaction_id)

    async def say(
        self, game_id: str, user_id: int, typed: str, interaction_id: int | None = None, at: At | None = None
    ) -> Outcome:
        """Answer the question that is open with what somebody typed: the notation, or words; first of all those of
        their panel, where that stands open in the middle of its steps.

        Raises LeadsOn where that is a step to further choices, else what `play` raises.
        """

        async def answer(table: Table, seat: storage.Seat, by: Mover) -> Outcome:
            if answers := _led(table, seat.seat, unnamed(typed), at):
                return await self._played(table, seat, answers, by, typed)
            return await self._said(table, seat, unnamed(typed), by, at)

        return await self._answered(game_id, user_id, answer, None, interaction_id)

    async def _answered(
        self, game_id: str, user_id: int, answer: Answer, question: int | None, interaction_id: int | None
    ) -> Outcome:
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id)
            try:
                transitions.asked(table, seat.seat, question)
                outcome = await answer(table, seat, Mover(user_id, None, interaction_id))
            except (Refusal, storage.Duplicate):
                if await self._counted(game_id, interaction_id):
                    return Outcome(await self._again(game_id), seat.seat, repeated=True)
                raise
            return replace(outcome, table=await self._back(outcome.table, seat, in_person=True))

    async def play_computer(self, game_id: str, seat: str, question: int, token: str) -> None:
        """A computer player's answer. Raises Stale if the question is closed by now, MoveError, NoGame."""
        async with self._cache.hold(game_id) as table:
            transitions.asked(table, seat, question)
            if not table.seat(seat).is_computer:
                raise Stale("A person has this seat now.")
            await transitions.play(self._cache, table, seat, (token,), mover(table.seat(seat)))

    async def play_late(self, game_id: str, seat: str, question: int, tokens: Sequence[str]) -> None:
        """Answer for somebody whose time is up. Raises Stale if it is not, or the question is closed by now.

        Raises NoGame, WrongMoment, MoveError as well.
        """
        async with self._cache.hold(game_id) as table:
            transitions.asked(table, seat, question)
            left = table.deadlines.get(seat)
            if left is None or left.until > self._cache.clock.now():
                raise Stale("There is time left.")
            wish = automatic(table.kit, table.context, table.playing, seat)
            if wish is not None and not wish.depends:  # who has set it down is not late, which is nobody else's to know
                by = Mover(table.seat(seat).user_id, itself=True)
                await transitions.play(self._cache, table, seat, (wish.token,), by)
            else:
                await transitions.play(self._cache, table, seat, tokens, LATE)

    async def give_time(self, game_id: str, until: Mapping[str, datetime | None]) -> Table:
        """Let these seats have time until then; None: for as long as an answer may take, from now on. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            if table.status is not storage.Status.RUNNING or table.damaged:
                return table
            return await waits.give_time(self._cache, table, until)

    async def remind(self, game_id: str, seat: str, which: str) -> datetime | None:
        """Call this seat again, if it still has time; while the person is left in peace, when that is over.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            left = table.deadlines.get(seat)
            now = self._cache.clock.now()
            if table.status is not storage.Status.RUNNING or left is None or left.until <= now:
                return None
            if calling.is_fresh(table, seat, now):
                return None
            rested = table.rests.get(seat, ALWAYS).resting(now)
            if rested is None:
                await waits.remind(self._cache, table, seat, which)
                return None
            return rested if rested < left.until else None

    async def nudge(self, game_id: str, by: int | None = None) -> tuple[list[str], list[str]]:
        """Call the people who are waited for, but whose word it is, however long that was put off: the seats that are
        called now, and those of people who are left in peace, who are called (again) when that is over.

        Raises NoGame, WrongMoment, TooSoon.
        """
        async with self._cache.hold(game_id) as table:
            transitions.require_running(table)
            now = self._cache.clock.now()
            asked = calling.nudgeable(table, by, now)
            until = {seat: table.rests.get(seat, ALWAYS).resting(now) for seat in asked}
            later = {seat: moment for seat, moment in until.items() if moment is not None}
            due = [seat for seat in asked if seat not in later]
            await waits.nudge(self._cache, table, due, later)
            return due, [*later]

    async def call(self, game_id: str, *seats: str) -> datetime | None:
        """Call these seats, if that was put off until now; else the moment when that will be.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            if table.status is not storage.Status.RUNNING or table.damaged:
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
        """Answer for this seat what it wanted if the moment has come; draw the moment if none is known.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            if table.status is not storage.Status.RUNNING or table.damaged or table.paused:
                return
            due = table.context.due.get(name)
            if due is None:
                await transitions.keep(self._cache, table, table.context)
            elif datetime.fromisoformat(due) <= self._cache.clock.now():
                seat, wish = table.seat(name), automatic(table.kit, table.context, table.playing, name)
                if wish is not None:
                    by = Mover(seat.user_id, itself=True)
                    outcome = await transitions.play(self._cache, table, name, (wish.token,), by)
                    await self._back(outcome.table, seat)

    async def draw_pass(self, game_id: str, seat: str) -> None:
        """Draw the moment anew at which this seat is answered for. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            if table.status is storage.Status.RUNNING and not table.damaged:
                context = replace(table.context, due=without(table.context.due, seat))
                await transitions.keep(self._cache, table, context)

    async def undo(self, game_id: str, user_id: int, interaction_id: int | None = None) -> Outcome:
        """Take back the person's last choice, and what computer players did since.

        Raises NoGame, NotSeated, WrongMoment.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id, "Only who has chosen something can take it back").seat
            if await self._counted(game_id, interaction_id):
                return Outcome(table, seat, repeated=True)
            transitions.require_running(table)
            if not table.can_undo(seat):
                raise WrongMoment(_FINAL + (_FINAL_HIDDEN if table.kit.hides else "."))
            outcome = await transitions.take_back(self._cache, table, seat, Mover(user_id, None, interaction_id))
            return replace(outcome, table=await kept(self._cache, outcome.table, seat))

    async def pass_ahead(self, game_id: str, user_id: int, kind: str | None, place: str | None = None) -> Table:
        """Pass ahead what this kind says (`game.core.words.Words.passes`), or (None) nothing any more.

        `place`: where the game stood when that was wanted, if not where it is now.
        Raises NoGame, NotSeated; WrongMoment also where nothing is left that it would pass.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            if not table.kit.ahead or (kind is not None and kind not in table.kit.words.passes):
                raise WrongMoment(f"Nothing can be passed ahead so in {table.kit.title}.")
            wish = Ahead(kind, place or table.playing.place) if kind is not None else None
            if wish == table.context.ahead.get(seat):
                return table
            passable = table.kit.passable(table.view(seat), seat)
            if wish is not None and (wish.kind not in passable or wish.is_over(table.playing)):
                raise WrongMoment("There is nothing left that this would pass.")
            return await transitions.keep(self._cache, table, table.context.passing(seat, wish))

    async def unguide(self, game_id: str, user_id: int) -> Table:
        """Guide this person no longer. Raises NoGame, NotSeated, WrongMoment."""
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            if seat not in table.context.guided:
                return table
            return await transitions.keep(self._cache, table, table.context.unguided(seat))

    async def _played(
        self, table: Table, seat: storage.Seat, tokens: Sequence[str], by: Mover, typed: str = ""
    ) -> Outcome:
        """`typed` is what the person is told to have tried, if not the token."""
        decision = table.pending[seat.seat]
        try:
            return await transitions.play(self._cache, table, seat.seat, tokens, by)
        except MoveError as error:
            why = table.kit.words.refused(error, shown_names(table.names))
            tried = typed or f"{decision.kind} {error.token}"
            offered = sayable(table.kit, decision, table.view(seat.seat), table.names)
            raise BadMove(f"{quoted(tried)}: {why}\n{misread.possible(offered, tried)}") from None

    async def _said(self, table: Table, seat: storage.Seat, typed: str, by: Mover, at: At | None) -> Outcome:
        """The notation goes first: where it is against the rules, it is told why, and nothing is guessed."""
        decision = table.pending[seat.seat]
        kind, _, token = typed.strip().rpartition(" ")
        if (
            kind in ("", decision.kind) and token in decision.tokens
        ):  # what the list offers, mostly: no words are needed
            return await self._played(table, seat, (token,), by, typed)
        view = table.view(seat.seat)
        offered = sayable(table.kit, decision, view, table.names)
        moves, said = offered.moves, by_number(table.kit.panels.narrowing(decision, view).numbered(), typed)
        if (move := exactly(moves, said)) is not None:
            return await self._played(table, seat, move.answers, by, typed)
        if (step := leading(offered.steps, said)) is not None:
            raise LeadsOn(step.path)
        tokens = _illegal(table, decision, said)
        if not tokens and (move := meant(moves, said)) is not None:
            return await self._played(table, seat, move.answers, by, typed)
        if not tokens and (spelled := table.kit.words.spelled(decision, view, said)):
            move = exactly(moves, spelled)
            tokens = move.answers if move is not None else _illegal(table, decision, spelled)
        if not tokens and (step := worded(offered.steps, said, table.kit.words.idle)) is not None:
            raise LeadsOn(step.path)
        if not (tokens := tokens or _nth(table, decision, offered, typed, at)):
            raise _misread(table, decision, offered, typed)
        return await self._played(table, seat, tokens, by, typed)

    async def _back(self, table: Table, seat: storage.Seat, *, in_person: bool = False) -> Table:
        """Somebody who had left and plays is back, and who plays `in_person` keeps a seat that is offered to another:
        among private questions once all may know of the answer."""
        answering = table.context.round is not None and seat.seat in table.waiting
        if not table.status.is_active or answering:
            return table
        if seat.left_at is not None:
            await self._cache.store.seats.set_left(table.id, seat.seat, False)
            table = await self._cache.reload(table.id)
        return await kept(self._cache, table, seat.seat) if in_person else table

    async def _counted(self, game_id: str, interaction_id: int | None) -> bool:
        if interaction_id is None:
            return False
        return await self._cache.store.moves.counted(game_id, interaction_id) is not None

    async def _again(self, game_id: str) -> Table:
        return await self._cache.reload(game_id)


def _open(table: Table, seat: str, at: At | None) -> Path:
    """Where the person's panel stands open in the question that is asked; at its start if it does not."""
    return at.path if at is not None and at.question == table.questions[seat].number else ()


def _led(table: Table, seat: str, typed: str, at: At | None) -> tuple[str, ...]:
    """What is answered by what the panel says where it stands; nothing if it says no such thing. Raises LeadsOn."""
    decision, view, path = table.pending[seat], table.view(seat), _open(table, seat, at)
    walk = table.kit.panels.narrowing(decision, view)
    after = led(standing(table.kit, decision, view, table.names, path), walk.numbered(path), typed) if path else ()
    answers = walk.answers(after) if after else ()
    if after and not answers:
        raise LeadsOn(after)
    return answers


def _nth(table: Table, decision: Decision, offered: Sayable, typed: str, at: At | None) -> tuple[str, ...]:
    """What is answered by what stands at that place in the list. Raises LeadsOn where it leads on, or is confirmed."""
    view, path = table.view(decision.seat), _open(table, decision.seat, at)
    found = nth(table.kit, decision, view, table.names, offered, typed, path)
    if found.path and not found.answers:
        raise LeadsOn(found.path)
    return found.answers


def _illegal(table: Table, decision: Decision, typed: str) -> tuple[str, ...]:
    """What a text in the notation answers, with or without the kind, if that is against the rules now; else nothing."""
    kind, _, token = typed.strip().rpartition(" ")
    before = () if kind in ("", decision.kind) else _before(table, decision, kind)
    if before is None:
        return ()
    game = table.playing.copy()
    try:
        for each in (*before, token):
            game.play(decision.seat, each)
    except IllegalToken:
        return (*before, token)
    except MoveError:
        pass
    return ()


def _before(table: Table, decision: Decision, kind: str) -> tuple[str, ...] | None:
    """What is answered before a question of this kind, if that can be chosen at once as well; None if it cannot."""
    later = table.kit.panels.narrowing(decision, table.view(decision.seat)).beyond()
    return next((way.answers[:-1] for way in later if way.decision.kind == kind), None)


def _misread(table: Table, decision: Decision, offered: Sayable, typed: str) -> BadMove:
    """What somebody is told whose words are no move; why not, if they would be one without those that say nothing."""
    view, no_move = table.view(decision.seat), f"{quoted(typed)} is no move that you have now."
    if there := misread.elsewhere(typed, table.hints(decision.seat)):
        return BadMove(f"{no_move} {there}")
    if is_denying(typed):
        return BadMove(f"{no_move} I choose nothing where something is denied.\n{misread.possible(offered, typed)}")
    said = misread.heard(table.kit, decision, view, offered, typed)
    spelled = table.kit.words.spelled(decision, view, misread.without(typed, said.unknown)) if said.unknown else ""
    why = _why_not(table, decision, _illegal(table, decision, spelled)) if spelled else ""
    only = [move for move in offered.told if said.whole and not why and said.found == (move.label,)]
    path = where(table.kit.panels.narrowing(decision, view), only[0]) if len(only) == 1 else ()
    if said.whole and not said.unknown and not why and len(said.found) > 1:
        no_move = f"{quoted(typed)} can be several moves: say which."
    elif only and not said.unknown:
        counts = "is chosen below: confirm it there." if path else "counts once you press it, or type all of it."
        no_move = f"{quoted(typed)} is part of one choice alone, which {counts}"
    else:
        no_move += misread.asked(offered, typed)
    return BadMove(f"{no_move}\n{misread.told(said, len(offered.told), why)}", path)


def _why_not(table: Table, decision: Decision, tokens: Sequence[str]) -> str:
    """Why these answers are against the rules; empty if they are not."""
    game = table.playing.copy()
    try:
        for each in tokens:
            game.play(decision.seat, each)
    except MoveError as error:
        return table.kit.words.refused(error, shown_names(table.names))
    return ""
