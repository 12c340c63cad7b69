"""Asks computer players off the event loop: quick ones, which take milliseconds, in a thread; slow ones in a separate
process (`thinking`)."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import agents
from bot.automatic.thinking import Thinking
from bot.tables.table import Table
from game.core.chance import digest
from game.core.decisions import Decision
from game.core.judging.hint import Hint

log = logging.getLogger(__name__)

_AT_ONCE = 2
"""Quick players that choose at the same time, in one `Minds`; those that help people (`helping`) have another."""


class Minds:
    """Asks computer players. With the same seed they answer the same question in the same way."""

    def __init__(self) -> None:
        self._thinking = Thinking()
        self._quick = asyncio.Semaphore(_AT_ONCE)

    @property
    def waiting(self) -> int:
        """The number of questions that slow players think about or have yet to."""
        return self._thinking.waiting

    async def answer(self, table: Table, decision: Decision, seed: str, player: str) -> str:
        """Return what this player answers; if it fails, what is played when time is up. Raises Died when the bot
        stops."""
        try:
            if not agents.takes(player, table.kit) or len(decision.tokens) == 1:
                return await self.choose(table, decision, seed, agents.named(player, table.kit))
            view = table.view(decision.seat)
            return await self._thinking.answer(table.kit.name, player, view, decision, seed)
        except Exception:
            if self._thinking.closed:
                raise
            log.exception("a computer player could not choose", extra={"game": table.id, "seat": decision.seat})
            return await self.choose(table, decision, seed, agents.cautious(table.kit))

    async def choose(self, table: Table, decision: Decision, seed: str, policy: agents.Policy) -> str:
        """Return what a quick player answers; a random answer if it fails."""
        if len(decision.tokens) == 1:
            return decision.tokens[0]
        rng = Random(seed)
        try:
            async with self._quick:
                return await asyncio.to_thread(policy, table.view(decision.seat), decision, rng)
        except Exception:
            log.exception("a computer player could not choose", extra={"game": table.id, "seat": decision.seat})
            return rng.choice(decision.tokens)

    async def hint(self, table: Table, seat: str, seed: str) -> Hint | None:
        """Return the best answers for the seat; the game must have a judge, else None. Raises Died."""
        return await self._thinking.hint(table.kit.name, table.view(seat), table.pending[seat], seed)

    async def close(self) -> None:
        """Stop thinking at once."""
        await self._thinking.close()


def seed_for(table: Table, purpose: str) -> str:
    """Return the seed of all chance for this purpose: the same each time, and impossible to guess while the game runs.

    If people could work it out, what a computer player does would tell what it chose from. The digest does not give
    away the game's seed, and the game's own chance is drawn under other names.
    """
    return digest(f"{table.playing.seed}/{purpose}")
