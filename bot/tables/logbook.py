"""All that has happened at a table: in its game, by the moves that stand, and what the table itself has done."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.tables import news
from bot.tables.context import Happened
from bot.tables.table import Table
from bot.tables.transitions import LATE
from game.core.chronicle import Chronicle, Told, chronicle
from game.core.errors import MoveError
from game.core.history import History
from storage import Entry, Storage, Unreadable, standing

_KEPT = 16
"""Games whose moves are kept as they were last played again: whoever reads a page asks for another one soon."""


class Reading(NamedTuple):
    """What somebody may know, oldest first; `since`: of that, what happened since they last acted (None: onlookers)."""

    told: Sequence[Told]
    since: Sequence[Told] | None


class _Walked(NamedTuple):
    """A game played again as it stands with a row of its moves; by seat, with how many moves its own last one stood."""

    sequence: int
    game: Chronicle
    acted: Mapping[str, int]


class Logbook:
    """Reads what happened from the moves. Each game is played again once, and then for its next move."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._walked: OrderedDict[str, _Walked] = OrderedDict()

    async def read(self, table: Table, seat: str | None) -> Reading:
        """All that this seat (None: an onlooker) may know. Raises WrongMoment in a lobby."""
        game, acted = await self._game(table)
        known = [each for each in _with_table(game.told, table.context.log) if each.event.visible_to(seat)]
        if seat is None:
            return Reading(known, None)
        return Reading(known, [each for each in known if each.ply >= acted.get(seat, 0)])

    async def chronicle(self, table: Table) -> Chronicle:
        """What happened in the game, hidden things too. Raises WrongMoment in a lobby."""
        return (await self._game(table))[0]

    async def _game(self, table: Table) -> tuple[Chronicle, Mapping[str, int]]:
        playing, found = table.playing, self._walked.get(table.id)
        if found is None or found.sequence != table.sequence:
            stand = await self._standing(table)
            moves = tuple((row.seat, row.token or "") for row in stand)
            history = History(table.row.game, len(table.seats), playing.setup, playing.seed, moves)
            acted = {row.seat: ply for ply, row in enumerate(stand, 1) if row.policy != LATE.policy}
            game = await asyncio.to_thread(_played, history)
            if game is None or game.position != playing.to_dict():  # other rules than today's, or rows are damaged
                game = _remembered(table)
            found = self._walked[table.id] = _Walked(table.sequence, game, acted)
        self._walked.move_to_end(table.id)
        while len(self._walked) > _KEPT:
            self._walked.popitem(last=False)
        return found.game, found.acted

    async def _standing(self, table: Table) -> list[Entry]:
        """The moves that stand; none where what is stored of them cannot be read."""
        try:
            rows = await self._store.moves.entries(table.id)
        except Unreadable:
            return []
        return standing([row for row in rows if row.sequence <= table.sequence])


def _with_table(told: Iterable[Told], log: Iterable[Happened]) -> list[Told]:
    """With what the table has done, each where it happened: that time was up comes before the move that was made."""
    own = [each for each in log if news.of_table(each.event)]
    placed = [((each.ply, 1), each) for each in told]
    placed += [((each.ply, 0 if each.event.kind == news.TIME_UP else 2), Told(0, each.ply, each.event)) for each in own]
    turn, found = 0, list[Told]()
    for _, each in sorted(placed, key=lambda pair: pair[0]):
        turn = each.turn if not news.of_table(each.event) else turn
        found.append(each._replace(turn=turn))
    return found


def _played(history: History) -> Chronicle | None:
    with suppress(MoveError):
        return chronicle(history)
    return None


def _remembered(table: Table) -> Chronicle:
    """The last events, where that is all there is."""
    log, begins = [each for each in table.context.log if not news.of_table(each.event)], table.kit.words.begins
    turn = next((begun - 1 for each in log if (begun := begins(each.event)) is not None), table.turn)
    told = list[Told]()
    for each in log:
        begun = begins(each.event)
        turn = turn if begun is None else begun
        told.append(Told(turn, each.ply, each.event))
    return Chronicle(tuple(told), {}, {}, {})
