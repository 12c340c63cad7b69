"""What computer players answer, off the event loop: in a thread who takes a few thousandths of a second, in a process
(`thinking`) who takes longer."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import agents
from bot.automatic.thinking import Thinking
from bot.tables.table import Table
from game.core.chance import digest
from game.core.decisions import Decision
from game.core.hint import Hint

log = logging.getLogger(__name__)

_AT_ONCE = 2
"""Quick players that choose at the same time; those who help people are counted by themselves (`helping`)."""


class Minds:
    """Ask them by a seed: they answer the same to the same question."""

    def __init__(self) -> None:
        self._thinking = Thinking()
        self._quick = asyncio.Semaphore(_AT_ONCE)

    @property
    def waiting(self) -> int:
        """Questions that are thought about, or will be, by who takes their time."""
        return self._thinking.waiting

    async def answer(self, table: Table, decision: Decision, seed: str, player: str) -> str:
        """What this player answers; if it cannot, what is done for those whose time is up. Raises Died when we stop."""
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

    async def hint(self, table: Table, seat: str, seed: str) -> Hint | None:
        """The best answers there, of a game that has a judge. Raises Died."""
        return await self._thinking.hint(table.kit.name, table.view(seat), table.pending[seat], seed)

    async def close(self) -> None:
        """Think no more, at once."""
        await self._thinking.close()


def seed_for(table: Table, purpose: str) -> str:
    """What chance for this purpose comes from, the same each time, and nobody's to guess while the game runs.

    Could people work it out, what a computer player does would tell what it chose from. The digest gives nothing away
    of the seed, and the game's own chance is drawn under other names.
    """
    return digest(f"{table.playing.seed}/{purpose}")
