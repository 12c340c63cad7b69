"""The messages of a table that everybody in the channel sees: the board, who is next."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import discord

from bot.announcer import faces
from bot.announcer.posts import BOARD, TURN, Posts
from bot.answers.ephemeral import Upload
from bot.delivery.rest import Gone, Later, Refused
from bot.pictures.studio import Studio
from bot.tables import Table, Tables
from game.core import layout
from game.core.layout import Panel
from storage import Message, Seat, Status

log = logging.getLogger(__name__)
View = Mapping[str, Any]
T = TypeVar("T")

_KEPT = ("lobby", "begun")
_MOVE = "move"
RENEW_AFTER = timedelta(minutes=50)
"""Discord makes edits of messages older than an hour hard."""


_DRAWN_AT_ONCE = 2
"""Boards handed to the studio together; further ones wait, so that what is private is not drawn behind them all."""
_NOTED = 500
"""Games of which is known what the channel has seen or Discord has refused."""
_REFUSED = "-# In words, since Discord does not take the picture from me: may I attach files in this channel?"


class _NoPicture(Exception):
    """The board is to be shown in words, with this note; `passes`: it is worth trying again soon."""

    def __init__(self, passes: bool, note: str = "") -> None:
        super().__init__()
        self.passes = passes
        self.note = note


class Public:
    """Each method brings one message of a game up to date: it compares what was last shown with what is true."""

    def __init__(self, posts: Posts, tables: Tables, studio: Studio) -> None:
        self._posts = posts
        self._tables = tables
        self._studio = studio
        self._easel = asyncio.Semaphore(_DRAWN_AT_ONCE)
        self._seen: OrderedDict[str, tuple[View | None, View]] = OrderedDict()
        """Of each game the views that its last two different pictures showed."""
        self._refused: OrderedDict[str, str] = OrderedDict()
        """Of games whose picture was refused: where, and its digest. It is not sent there again as it is."""
        self._anew: set[tuple[str, str]] = set()

    def anew(self, game_id: str, kind: str) -> None:
        """Post this message again at the bottom next time."""
        self._anew.add((game_id, kind))

    async def board(self, game_id: str) -> None:
        """The board message, or the lobby's, or how it ended."""
        table = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, BOARD)
        try:
            await self._in_pictures(table, rows)
        except _NoPicture as why:
            # What was planned for the picture is used for the words.
            view = faces.face(table)
            if why.note:
                view = view.with_component(layout.text(why.note))
            await self._bring(table, await self._posts.of(game_id, BOARD), view)
            await self._tidy(table, rows)
            if why.passes:
                raise Later("the picture") from None
        else:
            await self._tidy(table, rows)

    async def _in_pictures(self, table: Table, rows: Sequence[Message]) -> None:
        """Bring the message with its picture, if it has one. Raises _NoPicture where words must do for now."""
        sketch = faces.sketch(table)
        if sketch is None:
            await self._bring(table, rows, faces.face(table))
            return
        digest = self._posts.digest(
            faces.face(table, faces.BLANK), sketch
        )  # without the marks: they alone are no change
        if not self._is_due(table, rows, digest):
            return
        attempt = f"{table.row.channel_id} {digest}"
        if self._refused.get(table.id) == attempt and (table.id, BOARD) not in self._anew:
            raise _NoPicture(passes=False, note=_REFUSED)
        before, last = self._seen.get(table.id, (None, None))
        if last != table.public:
            before = last
        async with self._easel:
            picture = await self._studio.draw(faces.sketch(table, before) or sketch)
        if picture is None:
            raise _NoPicture(passes=True)
        try:
            await self._bring(table, rows, faces.face(table, picture), digest, [picture])
        except Later:
            raise _NoPicture(passes=True) from None
        except (Refused, discord.HTTPException) as error:
            log.warning(
                "the picture is refused", extra={"game": table.id, "problem": f"{type(error).__name__} {error}"}
            )
            _note(self._refused, table.id, attempt)
            raise _NoPicture(passes=False, note=_REFUSED) from None
        self._refused.pop(table.id, None)
        _note(self._seen, table.id, (before, table.public))

    async def _bring(
        self,
        table: Table,
        rows: Sequence[Message],
        view: Panel,
        digest: str = "",
        files: Sequence[Upload] = (),
    ) -> None:
        """Post or edit the board message, if it does not show that yet. Raises Gone, Refused, Later."""
        digest = digest or self._posts.digest(view)
        if not self._is_due(table, rows, digest):
            return
        current, shown = rows[-1] if rows else None, f"{faces.epoch(table)} {digest}"
        if current is not None and current.message_id is not None and not self._needs_new(table, current, shown):
            try:
                await self._posts.edit(current, view, shown, files)
                return
            except Gone:
                await self._posts.forget(current)
                current = None
        await self._post_board(table, current, view, shown, files)

    def _is_due(self, table: Table, rows: Sequence[Message], digest: str) -> bool:
        """Whether the newest message does not show this, or not where it should."""
        shown = f"{faces.epoch(table)} {digest}"
        return not rows or rows[-1].shown != shown or self._needs_new(table, rows[-1], shown)

    async def turn(self, game_id: str, above: Callable[[], Awaitable[None]]) -> None:
        """The mention of the people who are waited for; gone when they have moved, anew when they are reminded.

        A new one waits with `above` for what it belongs below.

        Whoever is done in a private round is taken out of it, and put back with that answer, without calling anybody
        anew.
        """
        table = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, TURN)
        seats = await self._called(table)
        again = (game_id, TURN) in self._anew
        if again:
            seats = [table.seat(name) for name in table.waiting if table.seat(name) in table.people]
        current = rows[-1] if rows else None
        closed = [seat for seat in seats if await self._without_dm(table, seat)]
        users = [seat.user_id for seat in seats if seat.user_id is not None]
        view = faces.calling(table, seats, closed)
        called, occasion = _who(table, seats), _occasion(table)
        before = (current.shown or "").split(" ") if current is not None else [""]
        known = _called_once(before[0])
        again = again or any(times > known.get(user, times) for user, times in called.items())
        if before[1:2] == [occasion] != [_MOVE] and called.keys() <= known.keys():
            called = {**known, **called}
        shown = f"{_written(called)} {occasion} {faces.digest(view)}"
        here = current is not None and current.channel_id == table.row.channel_id
        same = here and known.keys() == called.keys() and not again
        if not users:
            current = None
        elif current is not None and current.message_id is not None and same:
            if current.shown != shown:
                try:
                    await self._posts.edit(current, view, shown)
                except Gone:
                    await self._posts.forget(current)
        else:
            await above()
            if (await self._tables.look(game_id)).waiting != table.waiting:
                return  # that was told as well: this is about to be done anew
            if current is None or current.message_id is not None or current.channel_id != table.row.channel_id:
                current = await self._posts.plan(game_id, TURN, table.row.channel_id)
            mentions = discord.AllowedMentions(users=[discord.Object(user) for user in users])
            current = await self._posts.post(current, view, shown, mentions)
        self._anew.discard((game_id, TURN))
        for row in rows:
            if current is None or row.id != current.id:
                await self._posts.delete(row)

    def _needs_new(self, table: Table, current: Message, shown: str) -> bool:
        if current.channel_id != table.row.channel_id or (table.id, BOARD) in self._anew:
            return True
        played = table.game is not None or table.status is Status.RUNNING
        if played and (current.shown or "").split(" ")[0] != faces.epoch(table):
            return True
        if not table.status.is_active:
            return False
        if current.posted_at is None or current.shown == shown:
            return False
        return self._tables.cache.clock.now() > current.posted_at + RENEW_AFTER

    async def _post_board(
        self,
        table: Table,
        current: Message | None,
        view: Panel,
        shown: str,
        files: Sequence[Upload],
    ) -> None:
        channel_id = table.row.channel_id
        if current is None or current.message_id is not None or current.channel_id != channel_id:
            current = await self._posts.plan(table.id, BOARD, channel_id)
        called = [
            discord.Object(user_id)
            for user_id in faces.told_of_end(table)
            if (await self._tables.people.settings(user_id))["turn"] != "none"
        ]
        await self._posts.post(current, view, shown, discord.AllowedMentions(users=called), files=files)
        self._anew.discard((table.id, BOARD))

    async def _tidy(self, table: Table, known: list[Message]) -> None:
        """Take away the boards before the newest; the lobby's message stays, without its buttons."""
        rows = await self._posts.of(table.id, BOARD) if known else []
        for row in rows[:-1]:
            if row.message_id is not None and (row.shown or "").startswith(_KEPT) and table.game is not None:
                try:
                    view = faces.begun(table)
                    await self._posts.edit(row, view, f"begun {faces.digest(view)}")
                except Gone:
                    pass
                await self._posts.forget(row)
            else:
                await self._posts.delete(row)

    async def _called(self, table: Table) -> list[Seat]:
        """The people who are waited for and want to be mentioned, in the order of the seats."""
        wanted = []
        for seat in table.people:
            if seat.seat in table.waiting and seat.user_id is not None:
                settings = await self._tables.people.settings(seat.user_id)
                dm = await self._tables.people.wants_dm(seat.user_id, "turn")
                if settings["turn"] != "none" and not dm:
                    wanted.append(seat)
        return wanted

    async def _without_dm(self, table: Table, seat: Seat) -> bool:
        """Whether the person would be written to now, if that were possible."""
        if seat.user_id is None or not await self._tables.people.refused(seat.user_id):
            return False
        settings = await self._tables.people.settings(seat.user_id)
        in_round = settings["round"] == "dm" and bool(table.kit.secret) and table.in_secret
        return bool(settings["turn"] == "dm" or in_round)


def _note(notes: OrderedDict[str, T], game_id: str, note: T) -> None:
    """Keep it with those of the other games that something was noted of last."""
    notes[game_id] = note
    notes.move_to_end(game_id)
    if len(notes) > _NOTED:
        notes.popitem(last=False)


def _occasion(table: Table) -> str:
    """What people are called for: a private round, or simply their move."""
    if table.game is None or not table.in_secret:
        return _MOVE
    return f"round-{table.turn}"


def _who(table: Table, seats: Sequence[Seat]) -> dict[str, int]:
    """Who is called, and how often they were reminded."""
    return {
        str(seat.user_id): table.deadlines[seat.seat].reminded if seat.seat in table.deadlines else 0 for seat in seats
    }


def _written(called: Mapping[str, int]) -> str:
    """The same as it is kept: "11,12!", where the second was reminded once."""
    return ",".join(f"{user}{'!' * times}" for user, times in sorted(called.items())) or "-"


def _called_once(kept: str) -> dict[str, int]:
    return {each.rstrip("!"): each.count("!") for each in kept.split(",")}
