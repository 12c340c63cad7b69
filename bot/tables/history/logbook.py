"""The whole log of a table: what happened in its game, by the moves that stand, and what the table itself did."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from cachetools import LRUCache

from bot.tables import rests
from bot.tables.history import news
from bot.tables.history.holders import Holders, Succession
from bot.tables.history.records import history_of, stand_at
from bot.tables.making import BY_CLOCK
from bot.tables.table import Table
from game.core.chronicle import Chronicle, Told, chronicle
from game.core.decisions import Event
from game.core.errors import MoveError
from game.core.history import History
from storage import Entry, Storage, Unreadable

_KEPT = 16
"""How many replayed games are cached: whoever reads a page will soon ask for the next one."""


class Reading(NamedTuple):
    """What a reader may know, oldest first; `since`: the part that happened since they last acted, all of it if they
    have not `acted` yet (None for onlookers).

    `succession`: who had the seats over time.
    """

    told: Sequence[Told]
    since: Sequence[Told] | None
    succession: Succession
    acted: bool = False

    def at(self, told: Told) -> Holders:
        """Return who had the seats at that time. A move keeps whoever made it; an event of the table stores the number
        of handovers before it."""
        hands: int | None = told.event.data.get("hands") if news.of_table(told.event) else None
        if hands is not None:
            return self.succession.holders[min(hands, len(self.succession.until))]
        return self.succession.at(told.ply)


class _Walked(NamedTuple):
    """A game replayed up to its row `sequence`. `acted`: by seat, how many moves stood after its own last one. `made`:
    when each move was made."""

    sequence: int
    game: Chronicle
    acted: Mapping[str, int]
    made: Sequence[datetime]


class Logbook:
    """Reads what happened from the stored moves. A game is replayed once for each state that is asked for."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._walked: LRUCache[str, _Walked] = LRUCache(_KEPT)

    async def read(self, table: Table, seat: str | None) -> Reading:
        """Return everything this seat (None: an onlooker) may know. Raises WrongMoment in a lobby."""
        walked = await self._game(table)
        succession = _succession(table, walked.made)
        events = [*_handed(table, succession), *((each.ply, each.event) for each in table.context.log)]
        events += ((table.playing.ply, event) for event in rests.stopped(table))
        known = [each for each in _with_table(walked.game.told, events) if each.event.visible_to(seat)]
        if seat is None:
            return Reading(known, None, succession)
        since = [each for each in known if each.ply >= walked.acted.get(seat, 0)]
        return Reading(known, since, succession, acted=seat in walked.acted)

    async def succession(self, table: Table) -> Succession:
        """Return who had the seats of a game, and after how many of its moves they changed hands."""
        made = [row.at for row in await self._standing(table)] if table.tenures else []
        return _succession(table, made)

    async def makers(self, table: Table) -> Succession:
        """Return the same with the moves that were late."""
        stand = await self._standing(table)
        late = {ply for ply, row in enumerate(stand, 1) if row.policy == BY_CLOCK.policy}
        return _succession(table, [row.at for row in stand])._replace(late=late)

    async def chronicle(self, table: Table) -> Chronicle:
        """Return what happened in the game, including hidden things. Raises WrongMoment in a lobby."""
        return (await self._game(table)).game

    async def _game(self, table: Table) -> _Walked:
        playing, found = table.playing, self._walked.get(table.id)
        if found is None or found.sequence != table.sequence:
            stand = await self._standing(table)
            acted = {row.seat: ply for ply, row in enumerate(stand, 1) if row.policy != BY_CLOCK.policy}
            game = await asyncio.to_thread(_played, history_of(table, stand))
            if game is None or game.position != playing.to_dict():  # played under former rules, or rows are damaged
                game = Chronicle(tuple(remembered(table)), {}, {}, {})
            made = [row.at for row in stand]
            found = self._walked[table.id] = _Walked(table.sequence, game, acted, made)
        return found

    async def _standing(self, table: Table) -> list[Entry]:
        """Return the moves that stand; [] if what is stored of them cannot be read."""
        try:
            return stand_at(table, await self._store.moves.entries(table.id))
        except Unreadable:
            return []


def _succession(table: Table, made: Sequence[datetime]) -> Succession:
    """Return the succession by the tenures: each ended after the moves that had been made by then."""
    return Succession(table.holders, [bisect_right(made, each.until_at) for each in table.tenures])


def _handed(table: Table, succession: Succession) -> Iterator[tuple[int, Event]]:
    """Yield the handovers of seats, each with the number of moves that stood then."""
    changes = zip(table.tenures, succession.until, pairwise(succession.holders), strict=True)
    for tenure, until, (before, after) in changes:
        former, now = ((each.names[tenure.seat], tenure.seat in each.computers) for each in (before, after))
        decided = {key: by for key, by in table.context.decided_by.items() if key == str(tenure.number)}
        yield until, news.handed(tenure.number, tenure.seat, former, now, tenure.own, [*decided.values()])


def _with_table(told: Iterable[Told], happened: Iterable[tuple[int, Event]]) -> list[Told]:
    """Return the game's events with those of the table merged in where they happened; TIME_UP comes before the move
    made for the player."""
    own = [Told(0, ply, event) for ply, event in happened if news.of_table(event)]
    placed = [((each.ply, 1, 0, False), each) for each in told]
    placed += [((each.ply, *news.order(each.event)), each) for each in own]
    turn, found = 0, list[Told]()
    for _, each in sorted(placed, key=lambda pair: pair[0]):
        turn = each.turn if not news.of_table(each.event) else turn
        found.append(each._replace(turn=turn))
    return found


def _played(history: History) -> Chronicle | None:
    with suppress(MoveError):
        return chronicle(history)
    return None


def remembered(table: Table) -> Iterator[Told]:
    """Yield the game's latest events, each with its turn, as far back as the stored log goes."""
    log, begins = [each for each in table.context.log if not news.of_table(each.event)], table.kit.words.begins
    turn = next((begun - 1 for each in log if (begun := begins(each.event)) is not None), table.turn)
    for each in log:
        begun = begins(each.event)
        turn = turn if begun is None else begun
        yield Told(turn, each.ply, each.event)
