"""Computer players: whenever one of them is asked something, it answers, and its move is made like a person's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic

import agents
from bot.automatic.minds import Minds, seed_for
from bot.delivery.reconcilers import Reconcilers
from bot.tables import Refusal, Tables
from bot.tables.errors import Elsewhere, Stale
from bot.tables.lobby_options import slowly
from bot.tables.table import Table
from bot.worker import Died
from game.core.decisions import Decision
from game.core.errors import MoveError

log = logging.getLogger(__name__)

_RETRY = 5.0
"""Seconds before a retry, where storage could not be reached or anything else went wrong."""
_PLAYING = "computers"


class Computers:
    """Plays for the computer players: `poke` it when a game has changed, and it plays until none of them is asked
    anything."""

    def __init__(self, tables: Tables, pause: float = 0.0, retry: float = _RETRY) -> None:
        """pause: seconds before each of their moves at tables where moves are shown one by one."""
        self._tables = tables
        self._reconcilers = Reconcilers(self._work, retry)
        self._minds = Minds()
        self._pause = pause
        self._stopped = asyncio.Event()
        tables.listen(self.poke)

    @property
    def thinking(self) -> int:
        """The number of questions that slow players think about or have yet to."""
        return self._minds.waiting

    async def start(self) -> None:
        """Take up the games that wait for a computer player."""
        for turn in await self._tables.store.games.computer_turns():
            self.poke(turn.game_id)

    def poke(self, game_id: str) -> None:
        """Let computer players move in this game, because it has changed."""
        table = self._tables.cache.known(game_id)
        if not self._stopped.is_set() and (table is None or any(seat.is_computer for seat in table.seats)):
            self._reconcilers.poke(game_id, _PLAYING)

    async def settled(self, game_id: str, within: float) -> None:
        """Wait until computer players have nothing to do in this game, for at most so many seconds.

        Returns at once where moves are shown one by one.
        """
        with suppress(Refusal):
            table = await self._tables.look(game_id)
            if self._pause and slowly(table.options, table.row.pace):
                return
        await self._reconcilers.of(game_id, _PLAYING).idle(within)

    async def cautious(self, table: Table, seat: str) -> Sequence[str]:
        """Return the tokens to play for somebody whose time is up: as many answers as belong to the same step of the
        game."""
        seed, policy = seed_for(table, f"late/{table.questions[seat].number}"), agents.cautious(table.kit)
        tokens, at = [await self._minds.choose(table, table.pending[seat], seed, policy)], table
        while True:
            game = at.playing.copy()
            game.play(seat, tokens[-1])
            at = table.at(game)
            if seat not in at.pending or at.pending[seat].private or not at.kit.is_mid_step(game):
                return tokens
            tokens.append(await self._minds.choose(at, at.pending[seat], f"{seed}/{len(tokens)}", policy))

    async def idle(self) -> None:
        """Wait until no computer player has anything to do."""
        await self._reconcilers.idle()

    async def stop(self, seconds: float = 2.0) -> None:
        """Stop thinking: open questions are asked again at the next start. A move that is being stored has so many
        seconds to finish."""
        self._stopped.set()
        await self._minds.close()
        await self._reconcilers.stop(seconds)

    async def _work(self, game_id: str, _: str) -> None:
        with suppress(Refusal, Died, Elsewhere):  # the game is over, gone or another process's, or we are stopped
            while not self._stopped.is_set() and await self._play_one(game_id):
                pass

    async def _play_one(self, game_id: str) -> bool:
        """Let one computer player answer. Return False if none is asked, or if the bot stops."""
        table = await self._tables.look(game_id)
        if not table.goes_on:
            return False
        seat = next((seat for seat in table.questions if table.seat(seat).is_computer), None)
        decision = table.decision(seat) if seat is not None else None
        if seat is None or decision is None:
            return False
        question = table.questions[seat].number
        # by the seat and the moves made so far, not by the question's number, which an undo does not bring back:
        # whoever takes a choice back and makes it again gets the same answers
        seed = seed_for(table, f"agents/{seat}/{table.playing.ply}")
        player, begun = table.seat(seat).policy or "", monotonic()
        token = await self._minds.answer(table, decision, seed, player)
        await self._wait(self._least(table, decision, player) - (monotonic() - begun))
        if self._stopped.is_set():
            return False
        try:
            await self._tables.moves.play_computer(game_id, seat, question, token)
        except Stale:
            pass  # it was undone meanwhile, or asked anew
        except MoveError:
            log.exception("a computer player chose what is not legal", extra={"game": game_id, "seat": seat})
            await self._tables.moves.play_computer(game_id, seat, question, Random(seed).choice(decision.tokens))
        return True

    def _least(self, table: Table, decision: Decision, player: str) -> float:
        """Return the fewest seconds that an answer may take.

        Where moves are shown one by one, that is long enough to follow. Where something is hidden, a player that thinks
        takes all the time it may take: an earlier answer would tell how much there was to choose from.
        """
        shown = self._pause if slowly(table.options, table.row.pace) and not decision.private else 0.0
        return max(shown, agents.takes(player, table.kit) if table.kit.hides else 0.0)

    async def _wait(self, seconds: float) -> None:
        """Wait so many seconds, or until the bot stops."""
        if seconds > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._stopped.wait()
