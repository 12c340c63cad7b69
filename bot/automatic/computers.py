"""Computer players: whenever one of them is asked something, it thinks off the event loop and plays like everybody.

Who answers within a few thousandths of a second does so in a thread, who takes longer in a process (`thinking`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic

from cachetools import LRUCache

import agents
from bot.automatic.thinking import Thinking
from bot.delivery.reconcilers import Reconcilers
from bot.tables import Refusal, Tables
from bot.tables.errors import Elsewhere, Stale
from bot.tables.lobby_options import slowly
from bot.tables.table import Table
from bot.worker import Died
from game.core.chance import digest
from game.core.decisions import Decision
from game.core.errors import MoveError
from game.core.hint import Tip
from storage import Status

log = logging.getLogger(__name__)

_AT_ONCE = 2
"""Quick players that choose at the same time."""
_HELPED = 1000
"""Hints that are remembered, and pieces of advice."""
_RETRY = 5.0
"""Seconds until it is tried again where storage could not be asked, or anything else went wrong."""
_PLAYING = "computers"


_Helped = tuple[str, str, int, int | None]
"""With what somebody was helped: game, seat, question and person, for as long as the question may be open."""


class Computers:
    """`poke` it whenever a game has changed: it plays on there until no computer player has to choose."""

    def __init__(self, tables: Tables, pause: float = 0.0, retry: float = _RETRY) -> None:
        """pause: seconds before each of their moves where these are told one by one."""
        self._tables = tables
        self._reconcilers = Reconcilers(self._work, retry)
        self._thinking = Thinking()
        self._helping = Thinking()
        """For hints and advice: how long these take says nothing of what computer players have to think about."""
        self._quick = asyncio.Semaphore(_AT_ONCE)
        self._hints: LRUCache[_Helped, Sequence[Tip]] = LRUCache(_HELPED)
        self._advice: LRUCache[_Helped, str] = LRUCache(_HELPED)
        self._pause = pause
        self._stopped = False
        self._ended = asyncio.Event()
        tables.listen(self.poke)

    @property
    def thinking(self) -> int:
        """Questions that are thought about, or will be: by players who take their time, and for hints."""
        return self._thinking.waiting + self._helping.waiting

    async def start(self) -> None:
        """Take up the games that wait for a computer player."""
        for turn in await self._tables.store.games.computer_turns():
            self.poke(turn.game_id)

    def poke(self, game_id: str) -> None:
        """Something has changed in this game."""
        table = self._tables.cache.known(game_id)
        if not self._stopped and (table is None or any(seat.is_computer for seat in table.seats)):
            self._reconcilers.poke(game_id, _PLAYING)

    async def settled(self, game_id: str, within: float) -> None:
        """Until none of them has anything to do in this game, or so many seconds are over.

        At once where their moves are told one by one.
        """
        with suppress(Refusal):
            table = await self._tables.look(game_id)
            if self._pause and slowly(table.options, table.row.pace):
                return
        await self._reconcilers.of(game_id, _PLAYING).idle(within)

    async def advice(self, table: Table, seat: str) -> str:
        """What the game's adviser would answer there; always the same to the same question."""
        decision, key = table.pending[seat], _helped(table, seat)
        if key not in self._advice:  # the panel of a question is shown at each press
            seed = _seed(table, f"advice/{table.questions[seat].number}")
            try:
                self._advice[key] = await self._think(table, decision, seed, table.kit.adviser, self._helping)
            except Died:  # we stop, and have yet to answer somebody
                return await self._choose(table, decision, seed, agents.cautious(table.kit))
        return self._advice[key]

    async def hint(self, table: Table, seat: str) -> None:
        """Find the best answers there for the person who has the seat, by what it sees: then they are `hinted`.

        Always the same to the same question. Raises Died.
        """
        seed, key = _seed(table, f"hint/{table.questions[seat].number}"), _helped(table, seat)
        self._hints[key] = await self._helping.hint(table.kit.name, table.view(seat), table.pending[seat], seed)

    def hinted(self, table: Table, seat: str) -> Sequence[Tip]:
        """The hint that the person who has the seat was given to what is asked there now."""
        return self._hints.get(_helped(table, seat), ())

    async def cautious(self, table: Table, seat: str) -> Sequence[str]:
        """What is answered there for somebody whose time is up: to all that is one step."""
        seed, policy = _seed(table, f"late/{table.questions[seat].number}"), agents.cautious(table.kit)
        tokens, at = [await self._choose(table, table.pending[seat], seed, policy)], table
        while True:
            game = at.playing.copy()
            game.play(seat, tokens[-1])
            at = table.at(game)
            if seat not in at.pending or at.pending[seat].private or not at.kit.amid(game):
                return tokens
            tokens.append(await self._choose(at, at.pending[seat], f"{seed}/{len(tokens)}", policy))

    async def idle(self) -> None:
        """Until no computer player has anything to do."""
        await self._reconcilers.idle()

    async def stop(self, seconds: float = 2.0) -> None:
        """Think no more: whoever did is asked again at the next start. A move that is being stored is finished, if that
        is soon."""
        self._stopped = True
        self._ended.set()
        await asyncio.gather(self._thinking.close(), self._helping.close())
        await self._reconcilers.stop(seconds)

    async def _work(self, game_id: str, _: str) -> None:
        with suppress(Refusal, Died, Elsewhere):  # the game is over, gone or another process's, or we are stopped
            while not self._stopped and await self._play_one(game_id):
                pass

    async def _play_one(self, game_id: str) -> bool:
        """Let one of them answer; False if none is asked."""
        table = await self._tables.look(game_id)
        if table.status is not Status.RUNNING or table.paused:
            return False
        seat = next((seat for seat in table.questions if table.seat(seat).is_computer), None)
        decision = table.decision(seat) if seat is not None else None
        if seat is None or decision is None:
            return False
        question = table.questions[seat].number
        seed = _seed(table, f"agents/{seat}/{table.playing.ply}")
        player, begun = table.seat(seat).policy or "", monotonic()
        token = await self._think(table, decision, seed, player, self._thinking)
        await self._wait(self._least(table, decision, player) - (monotonic() - begun))
        if self._stopped:
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
        """Seconds that an answer takes in any case.

        Where moves are told one by one, enough to follow it. And who thinks takes all the time that it may take, where
        something is hidden: how soon an answer comes would tell how much there was to choose from.
        """
        shown = self._pause if slowly(table.options, table.row.pace) and not decision.private else 0.0
        return max(shown, agents.takes(player, table.kit) if table.kit.hides else 0.0)

    async def _wait(self, seconds: float) -> None:
        """So long, or until we are stopped."""
        if seconds > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._ended.wait()

    async def _think(self, table: Table, decision: Decision, seed: str, player: str, thinking: Thinking) -> str:
        """What this player answers; if it cannot, what is done for those whose time is up. Raises Died when we stop."""
        try:
            if not agents.takes(player, table.kit) or len(decision.tokens) == 1:
                return await self._choose(table, decision, seed, agents.named(player, table.kit))
            view = table.view(decision.seat)
            return await thinking.answer(table.kit.name, player, view, decision, seed)
        except Exception:
            if self._stopped:
                raise
            log.exception("a computer player could not choose", extra={"game": table.id, "seat": decision.seat})
            return await self._choose(table, decision, seed, agents.cautious(table.kit))

    async def _choose(self, table: Table, decision: Decision, seed: str, policy: agents.Policy) -> str:
        """What a quick player answers; any answer if it fails."""
        if len(decision.tokens) == 1:
            return decision.tokens[0]
        rng = Random(seed)
        try:
            async with self._quick:
                return await asyncio.to_thread(policy, table.view(decision.seat), decision, rng)
        except Exception:
            log.exception("a computer player could not choose", extra={"game": table.id, "seat": decision.seat})
            return rng.choice(decision.tokens)


def _helped(table: Table, seat: str) -> _Helped:
    return table.id, seat, table.questions[seat].number, table.seat(seat).user_id


def _seed(table: Table, purpose: str) -> str:
    """What chance for this purpose comes from, the same each time, and nobody's to guess while the game runs.

    What a computer player answers is drawn by its seat and the moves made so far, not by the question's number, which
    an undo does not bring back: who takes a choice back and makes it again meets the same answers.

    Could people work it out, what a computer player does would tell what it chose from. The digest gives nothing away
    of the seed, and the game's own chance is drawn under other names.
    """
    return digest(f"{table.playing.seed}/{purpose}")
