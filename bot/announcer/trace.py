"""What stays in the channel of each turn: a short line, posted as soon as the turn is over, with nobody called."""

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
"""The kind of these messages, before a colon and the turn."""
_NOTED = 500
"""Games of which is known that their lines are there."""
_BEHIND = 3
"""Lines that are made up for, where several turns went by meanwhile."""

_State = tuple[int, int, bool]


class Trace:
    """One message a turn. It is written again, or taken away, only if somebody has gone back behind its end."""

    def __init__(self, posts: Posts, tables: Tables) -> None:
        self._posts = posts
        self._tables = tables
        self._done: LRUCache[str, _State] = LRUCache(_NOTED)

    def is_done(self, table: Table) -> bool:
        """Whether all lines are there that are to be."""
        return table.game is None or self._done.get(table.id) == _state(table)

    async def bring(self, game_id: str) -> None:
        """All lines of a game that is played, or was played to its end. Raises Gone, Refused, Later."""
        table = await self._tables.look(game_id)
        if table.game is None or table.status is Status.CLOSED or self.is_done(table):
            return
        ended, undone, wanted = state = _state(table)
        rows = {_turn(row): row for row in await self._posts.of_kinds(game_id, LINE)}
        for turn in [turn for turn in rows if turn > ended]:
            self._posts.delete(rows.pop(turn))
        newest = max(rows, default=ended - 1)
        due = range(max(newest, ended - _BEHIND) + 1, ended + 1) if wanted else ()
        if due or any(not _is_shown(row, undone) for row in rows.values()):
            game = await self._tables.logbook.chronicle(table)
            succession = await self._tables.logbook.succession(table)
            turns = sorted(turn for turn in {*rows, *due} if turn > 0)  # a set-up is no turn
            for turn in turns if game.points else ():
                names = succession.at(_end(game, turn)).names
                await self._show(table, game, turn, names, rows.get(turn), undone)
        self._done[game_id] = state

    async def _show(
        self, table: Table, game: Chronicle, turn: int, names: Names, row: Message | None, undone: int
    ) -> None:
        """A turn's line as it is now; `names`: of whoever had the seats when it ended, so what it shows is compared
        without them."""
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
            except Gone:  # somebody has deleted it, and that was meant
                self._posts.note(row, shown)


def line(table: Table, game: Chronicle, turn: int, names: Names) -> str:
    """Who gained what in a turn, by what everybody may know."""
    before = game.points.get(turn, {})
    after = next((game.points[each] for each in sorted(game.points) if each > turn), game.last)
    events = [each.event for each in game.known(None) if each.turn == turn]
    gained = {seat: (before.get(seat, points), points) for seat, points in after.items()}
    return f"-# {table.kit.words.turned(turn, gained, events, names)}"


def _end(game: Chronicle, turn: int) -> int:
    """With how many moves the turn ended."""
    return max((each.ply for each in game.told if each.turn <= turn), default=0)


def _state(table: Table) -> _State:
    """What the lines depend on: the turns that are over, how often somebody has gone back, whether they are wanted."""
    ended = table.turn if table.status is Status.OVER else table.turn - 1
    return ended, table.context.undone, table.options.get(TRACE) != NOTHING


def _turn(row: Message) -> int:
    return int(row.kind.partition(":")[2])


def _is_shown(row: Message, undone: int) -> bool:
    return row.message_id is not None and (row.shown or "").split(" ")[1:] == [str(undone)]
