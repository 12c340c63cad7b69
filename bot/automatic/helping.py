"""What computer players tell people: the advice that the guide of a first game gives, and hints."""

from __future__ import annotations

from cachetools import LRUCache

import agents
from bot.automatic.minds import Minds, seed_for
from bot.tables.table import Table
from bot.worker import Died
from game.core.judging.hint import Hint

_KEPT = 1000
"""Hints that are remembered, and as many pieces of advice."""

_Helped = tuple[str, str, int, int | None]
"""The key of what is remembered: game, seat, number of the question, and person."""


class Helper:
    """Finds advice and hints. It has `Minds` of its own: how long it takes must not depend on what computer players
    have to think about."""

    def __init__(self) -> None:
        self._minds = Minds()
        self._hints: LRUCache[_Helped, Hint | None] = LRUCache(_KEPT)
        self._advice: LRUCache[_Helped, str] = LRUCache(_KEPT)

    @property
    def thinking(self) -> int:
        """The number of questions that are thought about or have yet to be."""
        return self._minds.waiting

    async def advice(self, table: Table, seat: str) -> str:
        """Return the token that the game's adviser would play there; always the same for the same question."""
        decision, key = table.pending[seat], _helped(table, seat)
        if key not in self._advice:  # the panel of a question is shown at each press
            seed = seed_for(table, f"advice/{table.questions[seat].number}")
            try:
                self._advice[key] = await self._minds.answer(table, decision, seed, table.kit.adviser)
            except Died:  # the bot is stopping, but this person still gets an answer
                return await self._minds.choose(table, decision, seed, agents.cautious(table.kit))
        return self._advice[key]

    async def hint(self, table: Table, seat: str) -> None:
        """Find the best answers for the person in the seat, by what the seat may see; `hinted` returns them from then
        on.

        The same question always gets the same hint. Raises Died.
        """
        seed, key = seed_for(table, f"hint/{table.questions[seat].number}"), _helped(table, seat)
        self._hints[key] = await self._minds.hint(table, seat, seed)

    def hinted(self, table: Table, seat: str) -> Hint | None:
        """Return the hint that the person in the seat was given for the current question; None if they were given
        none."""
        return self._hints.get(_helped(table, seat))

    async def close(self) -> None:
        """Stop thinking at once."""
        await self._minds.close()


def _helped(table: Table, seat: str) -> _Helped:
    return table.id, seat, table.questions[seat].number, table.seat(seat).user_id
