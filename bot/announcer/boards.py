"""The board message, which everybody in the channel sees: the lobby of a table, its board, or how it ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from cachetools import LRUCache

from bot.announcer import faces
from bot.announcer.posts import BOARD, Posts, has_no_way
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords, illustrated, require_pictures
from bot.delivery.rest import Refused
from bot.pictures.studio import Studio
from bot.tables import Table, Tables
from game.core import layout
from game.core.layout import Panel, Picture
from storage import Message, Status

View = Mapping[str, Any]

_KEPT = ("lobby", "begun")
_FAR = 10
"""With more messages than this below it, the board is posted anew when somebody is called."""
_NOTED = 500
"""Games for which it is remembered what the channel has seen or Discord has refused."""
_REFUSED = "-# In words, since Discord does not take the picture from me: may I attach files in this channel?"


class Boards:
    """Keeps the board up to date: compares what it last showed with what is true."""

    def __init__(self, posts: Posts, tables: Tables, studio: Studio, comes: Callable[[str], object]) -> None:
        """comes: called with the id of each game whose board was posted anew, so that links to the board are
        updated."""
        self._comes = comes
        self._posts = posts
        self._tables = tables
        self._studio = studio
        self._seen: LRUCache[str, tuple[View | None, View]] = LRUCache(_NOTED)
        """By game id, the views that its last two different pictures showed."""
        self._refused: LRUCache[str, str] = LRUCache(_NOTED)
        """By id of a game whose picture was refused: the channel, and the digest. The same picture is not sent there
        again."""
        self._anew: set[str] = set()

    def anew(self, game_id: str) -> None:
        """Let the next `bring` post the board again at the bottom."""
        self._anew.add(game_id)

    @property
    def in_words(self) -> Collection[str]:
        """The ids of games whose board is in words because Discord refuses the bot's picture."""
        return self._refused.keys()

    def try_pictures(self, game_id: str) -> None:
        """Let the next `bring` try the picture again, because Discord may take it now."""
        self._refused.pop(game_id, None)

    async def bring(self, game_id: str) -> None:
        """Post a game's board, edit it, or post it anew. Raises Gone, Refused, Later."""
        table = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, BOARD)
        if not rows and table.under_way and table.turn == 1:
            await self._post_commitment(table)  # it has begun before its lobby was shown
        without = await self._illustrated(table, rows)
        if len(await self._posts.boards(game_id)) > 1:
            self._posts.to_tidy(game_id)  # former boards
        require_pictures(without)

    async def tidy(self, game_id: str) -> None:
        """Delete the boards before the newest, once that is there. The lobby's message stays, without its buttons; and
        in a channel that the table has left, the board stays and says where the table is now.

        Raises Later; Refused where the bot may not.
        """
        table, rows = await self._tables.look(game_id), await self._posts.boards(game_id)
        if not rows or rows[-1].message_id is None:
            return
        failures = Failures()
        for row in rows[:-1]:
            kept = (row.shown or "").startswith(_KEPT) and table.game is not None
            if row.message_id is None or not (kept or row.channel_id != table.row.channel_id):
                self._posts.delete_later(row)
                continue
            with failures.kept(Refused):
                await self._posts.finish(row, faces.begun(table) if kept else faces.moved(table))
        failures.raise_kept()

    async def _post_commitment(self, table: Table) -> None:
        """Post what the lobby's message would have become: the proof that the seed was settled. Raises Gone, Refused,
        Later."""
        row, view = await self._posts.plan(table.id, BOARD, table.row.channel_id), faces.begun(table)
        try:
            await self._posts.post(row, view, f"begun {faces.digest(view)}")
        finally:
            self._posts.forget(row)

    async def _illustrated(self, table: Table, rows: Sequence[Message]) -> InWords | None:
        """Bring the board up to date, with its picture if possible. Return why it has none, or None if it is as it
        should be.

        Raises Gone, Refused, Later.
        """
        sketch = faces.sketch(table)
        if sketch is None:
            self.try_pictures(table.id)
            await self._show(table, rows, faces.face(table))
            return InWords.MEANT
        # Without the marks for what is new: a change of these alone is no reason to edit.
        blank = faces.face(table, faces.BLANK)
        digest = self._posts.digest(blank, sketch)
        if not self._is_due(table, rows, digest):
            return None
        before, last = self._seen.get(table.id, (None, None))
        if last != table.public:
            before = last
        attempt, picture, without = f"{table.row.channel_id} {digest}", None, InWords.FOR_NOW
        if self._refused.get(table.id) == attempt and table.id not in self._anew:
            without = InWords.REFUSED
        elif not (rows and has_no_way(rows[-1])):
            picture = await self._studio.draw_in_turn(faces.sketch(table, before) or sketch)

        async def send(drawn: Picture | None, why: InWords | None) -> None:
            if drawn is not None:
                await self._show(table, rows, faces.pictured(blank, drawn), digest)
                return
            view = faces.face(table)
            if why is InWords.REFUSED:
                view = view.with_component(layout.text(_REFUSED))
            # The row that was planned for the picture is used for the words.
            await self._show(table, await self._posts.of(table.id, BOARD), view)
            if why is InWords.REFUSED:  # reached only if the words were taken
                self._refused[table.id] = attempt

        found = await illustrated(send, picture, without)
        if found is None:
            self._refused.pop(table.id, None)
            self._seen[table.id] = before, table.public
        return found

    async def _show(self, table: Table, rows: Sequence[Message], view: Panel, digest: str = "") -> None:
        """Post or edit the board message, unless it shows that already. Raises Gone, Refused, Later."""
        digest = digest or self._posts.digest(view)
        if not self._is_due(table, rows, digest):
            self._posts.clear_error(rows[-1])
            return
        current, shown = rows[-1] if rows else None, f"{faces.epoch(table)} {digest}"
        stays = current is not None and current.message_id is not None and not self._needs_new(table, current, shown)
        if current is not None and stays and await self._posts.show(current, view, shown):
            return
        row = await self._posts.plan(table.id, BOARD, table.row.channel_id, former=current)
        is_told = any(each.message_id is not None and _epoch(each) == faces.epoch(table) for each in rows)
        called = [] if is_told else await self._tables.people.to_call(faces.told_of_end(table), table)
        await self._posts.post(row, view, shown, called)
        self._comes(table.id)
        self._anew.discard(table.id)

    def _is_due(self, table: Table, rows: Sequence[Message], digest: str) -> bool:
        """Return whether the newest message does not show this, or not where it should."""
        shown = f"{faces.epoch(table)} {digest}"
        return not rows or rows[-1].shown != shown or self._needs_new(table, rows[-1], shown)

    async def comes_down(self, game_id: str) -> bool:
        """Return whether the next board will be a new message at the bottom, and not an edit."""
        current = await self._posts.newest(game_id)
        if current is None or current.message_id is None:
            return True
        return self._needs_new(await self._tables.look(game_id), current, "")

    async def is_out_of_sight(self, game_id: str) -> bool:
        """Return whether chat has pushed the board so far up that people would have to look for it, or it was
        deleted."""
        table, board = await self._tables.look(game_id), await self._posts.newest(game_id)
        if board is None or board.channel_id != table.row.channel_id:
            return False
        return await self._posts.is_out_of_sight(board, _FAR)

    def _needs_new(self, table: Table, current: Message, shown: str) -> bool:
        if current.channel_id != table.row.channel_id or table.id in self._anew:
            return True
        played = table.game is not None or table.status is Status.RUNNING
        if played and _epoch(current) != faces.epoch(table):
            return True
        if not table.status.is_active:
            return False
        return current.shown != shown and self._posts.is_old(current)


def _epoch(row: Message) -> str:
    """Return the stage of the game that a board last showed; "" if it was not posted yet."""
    return (row.shown or "").split(" ")[0]
