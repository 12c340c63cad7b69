"""What computer players tell people: what the guide of a first game proposes, and hints."""

from __future__ import annotations

from cachetools import LRUCache

import agents
from bot.automatic.minds import Minds, seed_for
from bot.tables.table import Table
from bot.worker import Died
from game.core.hint import Hint

_KEPT = 1000
"""Hints that are remembered, and pieces of advice."""

_Helped = tuple[str, str, int, int | None]
"""With what somebody was helped: game, seat, question and person, for as long as the question may be open."""


class Helper:
    """Has a mind apart from those that play: how long it takes says nothing of what they have to think about."""

    def __init__(self) -> None:
        self._minds = Minds()
        self._hints: LRUCache[_Helped, Hint | None] = LRUCache(_KEPT)
        self._advice: LRUCache[_Helped, str] = LRUCache(_KEPT)

    @property
    def thinking(self) -> int:
        """Questions that are thought about, or will be."""
        return self._minds.waiting

    async def advice(self, table: Table, seat: str) -> str:
        """What the game's adviser would answer there; always the same to the same question."""
        decision, key = table.pending[seat], _helped(table, seat)
        if key not in self._advice:  # the panel of a question is shown at each press
            seed = seed_for(table, f"advice/{table.questions[seat].number}")
            try:
                self._advice[key] = await self._minds.answer(table, decision, seed, table.kit.adviser)
            except Died:  # we stop, and have yet to answer somebody
                return await self._minds.choose(table, decision, seed, agents.cautious(table.kit))
        return self._advice[key]

    async def hint(self, table: Table, seat: str) -> None:
        """Find the best answers there for the person who has the seat, by what it sees: then they are `hinted`.

        Always the same to the same question. Raises Died.
        """
        seed, key = seed_for(table, f"hint/{table.questions[seat].number}"), _helped(table, seat)
        self._hints[key] = await self._minds.hint(table, seat, seed)

    def hinted(self, table: Table, seat: str) -> Hint | None:
        """The hint that the person who has the seat was given to what is asked there now."""
        return self._hints.get(_helped(table, seat))

    async def close(self) -> None:
        """Think no more, at once."""
        await self._minds.close()


def _helped(table: Table, seat: str) -> _Helped:
    return table.id, seat, table.questions[seat].number, table.seat(seat).user_id
