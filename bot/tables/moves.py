"""What people and computer players do in a running game."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import storage
from bot.completion import choices
from bot.tables import steps
from bot.tables.errors import BadMove, Refusal, WrongMoment
from bot.tables.live import Live
from bot.tables.passing import WHOLE_GAME
from bot.tables.shelf import Shelf
from bot.tables.steps import Mover, Outcome
from game.core.decisions import PASS, Decision
from game.core.errors import MoveError
from game.core.text.names import quoted, shown_names

_SHOWN = 5
"""Possible answers that somebody is told whose move is refused."""


class Moves:
    """Every method is one change, on disk when it returns; it raises a Refusal and has changed nothing, or returns.

    An interaction that comes twice changes nothing the second time: its outcome is `repeated`.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def play(
        self,
        game_id: str,
        user_id: int,
        token: str,
        *,
        question: int | None = None,
        kind: str | None = None,
        interaction_id: int | None = None,
    ) -> Outcome:
        """Answer the question with this number (None: the one open now), which must be of this kind (None: any).

        Raises NoGame, NotSeated, WrongMoment, Stale, NotYourMove, BadMove.
        """
        async with self._shelf.hold(game_id) as live:
            seat = live.seat_of(user_id)
            try:
                steps.asked(live, seat.seat, question)
                outcome = await self._played(live, seat, token, kind, Mover(user_id, None, interaction_id))
            except (Refusal, storage.Duplicate):
                if await self._counted(game_id, interaction_id):
                    return Outcome(await self._again(game_id), seat.seat, repeated=True)
                raise
            return replace(outcome, live=await self._back(outcome.live, seat))

    async def play_computer(self, game_id: str, seat: str, question: int, token: str) -> None:
        """A computer player's answer. Raises Stale if the question is closed by now, MoveError, NoGame."""
        async with self._shelf.hold(game_id) as live:
            steps.asked(live, seat, question)
            await steps.play(self._shelf, live, seat, token, steps.mover(live.seat(seat)))

    async def pass_due(self, game_id: str) -> None:
        """Pass for whoever wanted that, if the moment has come. Raises NoGame."""
        async with self._shelf.hold(game_id) as live:
            now = self._shelf.now()
            for name, due in live.side.due.items():
                if live.status is storage.Status.RUNNING and datetime.fromisoformat(due) <= now:
                    seat = live.seat(name)
                    outcome = await steps.play(self._shelf, live, name, PASS, Mover(seat.user_id))
                    await self._back(outcome.live, seat)
                    return

    async def undo(self, game_id: str, user_id: int, interaction_id: int | None = None) -> Outcome:
        """Take back the person's last choice. Raises NoGame, NotSeated, WrongMoment."""
        async with self._shelf.hold(game_id) as live:
            seat = live.seat_of(user_id).seat
            if await self._counted(game_id, interaction_id):
                return Outcome(live, seat, repeated=True)
            steps.require_running(live)
            if not live.can_undo(seat):
                raise WrongMoment(
                    "There is nothing you can take back: only your own last choices, as long as nobody else has acted"
                    " and nothing hidden was shown or drawn since. What you chose in research you can take back until"
                    " everybody is done."
                )
            return await steps.take_back(self._shelf, live, seat, Mover(user_id, None, interaction_id))

    async def pass_ahead(self, game_id: str, user_id: int, on: bool, *, this_turn: bool = False) -> Live:
        """Pass ahead what can be passed so (in this turn only) until somebody does not pass, or no longer.

        Raises NoGame, NotSeated, WrongMoment.
        """
        async with self._shelf.hold(game_id) as live:
            seat = live.seat_of(user_id).seat
            steps.require_running(live)
            until = (live.turn if this_turn else WHOLE_GAME) if on else None
            if until == live.side.ahead.get(seat):
                return live
            return await steps.keep(self._shelf, live, live.side.passing(seat, until))

    async def unguide(self, game_id: str, user_id: int) -> Live:
        """Guide this person no longer. Raises NoGame, NotSeated, WrongMoment."""
        async with self._shelf.hold(game_id) as live:
            seat = live.seat_of(user_id).seat
            steps.require_running(live)
            if seat not in live.side.guided:
                return live
            return await steps.keep(self._shelf, live, live.side.unguided(seat))

    async def _played(self, live: Live, seat: storage.Seat, token: str, kind: str | None, by: Mover) -> Outcome:
        decision = live.playing.pending[seat.seat]
        if kind is not None and kind != decision.kind:
            raise BadMove(f"{quoted(kind)} is not what you are asked now. {_asked(live, decision)}")
        try:
            return await steps.play(self._shelf, live, seat.seat, token, by)
        except MoveError as error:
            why = live.kit.words.refused(error, shown_names(live.names))
            raise BadMove(f"{quoted(f'{decision.kind} {token}')}: {why} {_asked(live, decision)}") from None

    async def _back(self, live: Live, seat: storage.Seat) -> Live:
        """Somebody who had left and plays is back: among private questions once all may know of the answer."""
        answering = live.side.round is not None and seat.seat in live.waiting
        if seat.left_at is None or not live.status.is_active or answering:
            return live
        await self._shelf.store.seats.set_left(live.id, seat.seat, False)
        return await self._shelf.reload(live.id)

    async def _counted(self, game_id: str, interaction_id: int | None) -> bool:
        if interaction_id is None:
            return False
        return await self._shelf.store.moves.counted(game_id, interaction_id) is not None

    async def _again(self, game_id: str) -> Live:
        return await self._shelf.reload(game_id)


def _asked(live: Live, decision: Decision) -> str:
    """The question again, and what could be answered, in words."""
    view, words = live.playing.view(decision.seat), live.kit.words
    offered = choices(live.kit, decision, view, live.names)
    labels = [words.move(decision, view, live.names, value.partition(" ")[2]) for _, value in offered[:_SHOWN]]
    question = words.question(decision, shown_names(live.names))
    return f"{question} Possible: {'; '.join(labels)}{'; …' if len(offered) > _SHOWN else ''}."
