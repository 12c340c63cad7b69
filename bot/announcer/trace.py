"""What stays in the channel of each turn: a short line, posted as soon as the turn is over, which calls nobody."""

from __future__ import annotations

import hashlib

from cachetools import LRUCache

from bot.announcer import faces
from bot.announcer.posts import Posts
from bot.delivery.rest import Gone
from bot.tables import Table, Tables
from bot.tables.lobby_options import NOTHING, TRACE
from game.core.chronicle import Chronicle
from game.core.words import Names
from storage import Message, Status

LINE = "trace"
"""The kind of these messages; a colon and the turn follow."""
_NOTED = 500
"""Games whose lines are known to be complete and are remembered as such."""
_BEHIND = 3
"""The most lines that are posted late, where several turns went by meanwhile."""

_State = tuple[int, int, bool]


class Trace:
    """Keeps the lines up to date, one message for each turn. A line is edited or deleted only if an undo goes back to
    before the turn's end."""

    def __init__(self, posts: Posts, tables: Tables) -> None:
        self._posts = posts
        self._tables = tables
        self._done: LRUCache[str, _State] = LRUCache(_NOTED)

    def is_done(self, table: Table) -> bool:
        """Return whether all lines are there that should be."""
        return table.game is None or self._done.get(table.id) == _state(table)

    async def bring(self, game_id: str) -> None:
        """Update all lines of a game that is running or was played to its end. Raises Gone, Refused, Later."""
        table = await self._tables.look(game_id)
        if table.game is None or table.status is Status.CLOSED or self.is_done(table):
            return
        ended, undone, wanted = state = _state(table)
        rows = {_turn(row): row for row in await self._posts.of_kinds(game_id, LINE)}
        for turn in [turn for turn in rows if turn > ended]:
            self._posts.delete_later(rows.pop(turn))
        newest = max(rows, default=ended - 1)
        due = range(max(newest, ended - _BEHIND) + 1, ended + 1) if wanted else ()
        if due or any(not _is_shown(row, undone) for row in rows.values()):
            game = await self._tables.logbook.chronicle(table)
            succession = await self._tables.logbook.succession(table)
            turns = sorted(turn for turn in {*rows, *due} if turn > 0)  # turn 0 is the set-up
            for turn in turns if game.points else ():
                names = succession.at(_end(game, turn)).names
                await self._show(table, game, turn, names, rows.get(turn), undone)
        self._done[game_id] = state

    async def _show(
        self, table: Table, game: Chronicle, turn: int, names: Names, row: Message | None, undone: int
    ) -> None:
        """Post or edit a turn's line. names: of the people who had the seats when the turn ended; they do not count
        when it is compared with what it last showed."""
        digest = hashlib.sha256(line(table, game, turn, {}).encode()).hexdigest()[:16]
        shown, said = f"{digest} {undone}", faces.texts(line(table, game, turn, names))
        if row is None or row.message_id is None:
            row = await self._posts.plan(table.id, f"{LINE}:{turn}", table.row.channel_id, former=row)
            await self._posts.post(row, said, shown, silent=True)
        elif (row.shown or "").split(" ")[0] == digest:
            self._posts.note(row, shown)
        else:
            try:
                await self._posts.edit(row, said, shown)
            except Gone:  # somebody has deleted it, and so it stays deleted
                self._posts.note(row, shown)


def line(table: Table, game: Chronicle, turn: int, names: Names) -> str:
    """Return the line about who gained what in a turn, by what everybody may know."""
    before = game.points.get(turn, {})
    after = next((game.points[each] for each in sorted(game.points) if each > turn), game.last)
    events = [each.event for each in game.known(None) if each.turn == turn]
    gained = {seat: (before.get(seat, points), points) for seat, points in after.items()}
    return f"-# {table.kit.words.turned(turn, gained, events, names)}"


def _end(game: Chronicle, turn: int) -> int:
    """Return the number of moves made by the end of the turn."""
    return max((each.ply for each in game.told if each.turn <= turn), default=0)


def _state(table: Table) -> _State:
    """Return what the lines depend on: the last turn that is over, the number of undos, and whether lines are
    wanted."""
    ended = table.turn if table.status is Status.OVER else table.turn - 1
    return ended, table.context.undone, table.options.get(TRACE) != NOTHING


def _turn(row: Message) -> int:
    return int(row.kind.partition(":")[2])


def _is_shown(row: Message, undone: int) -> bool:
    return row.message_id is not None and (row.shown or "").split(" ")[1:] == [str(undone)]
