"""The messages of a table that everybody in the channel sees: the board, who is next, a vote."""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.announcer import faces
from bot.announcer.posts import Posts
from bot.announcer.rest import Gone
from bot.tables import Live, Tables
from storage import Message, Seat, Status

BOARD, TURN, VOTE = "board", "turn", "vote"
_KEPT = ("lobby", "begun")
RENEW_AFTER = timedelta(minutes=50)
"""Discord makes edits of messages older than an hour hard."""


class Public:
    """Each method brings one message of a game up to date: it compares what was last shown with what is true."""

    def __init__(self, posts: Posts, tables: Tables) -> None:
        self._posts = posts
        self._tables = tables
        self._anew: set[tuple[str, str]] = set()

    def anew(self, game_id: str, kind: str) -> None:
        """Post this message again at the bottom next time."""
        self._anew.add((game_id, kind))

    async def board(self, game_id: str) -> None:
        """The board message, or the lobby's, or how it ended."""
        live = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, BOARD)
        current = rows[-1] if rows else None
        view, epoch = self._posts.dressed(faces.face(live)), faces.epoch(live)
        shown = f"{epoch} {faces.digest(view)}"
        if current is None or current.message_id is None or self._needs_new(live, current, epoch, shown):
            await self._post_board(live, current, view, shown)
        elif current.shown != shown:
            try:
                await self._posts.edit(current, view, shown)
            except Gone:
                await self._posts.forget(current)
                await self._post_board(live, None, view, shown)
        await self._tidy(live, rows)

    async def turn(self, game_id: str) -> None:
        """The mention of the people who are waited for; gone when they have moved."""
        live = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, TURN)
        seats = await self._called(live)
        again = (game_id, TURN) in self._anew
        self._anew.discard((game_id, TURN))
        if again:
            seats = [live.seat(name) for name in live.waiting if live.seat(name) in live.people]
        current = rows[-1] if rows else None
        closed = [seat for seat in seats if await self._without_dm(live, seat)]
        users = [seat.user_id for seat in seats if seat.user_id is not None]
        view = faces.calling(seats, closed)
        who, shown = _who(users), f"{_who(users)} {faces.digest(view)}"
        same = (
            current is not None
            and current.channel_id == live.row.channel_id
            and (current.shown or "").split(" ")[0] == who
            and not again
        )
        if not users:
            current = None
        elif current is not None and current.message_id is not None and same:
            if current.shown != shown:
                try:
                    await self._posts.edit(current, view, shown)
                except Gone:
                    await self._posts.forget(current)
        else:
            if current is None or current.message_id is not None or current.channel_id != live.row.channel_id:
                current = await self._posts.plan(game_id, TURN, live.row.channel_id)
            mentions = discord.AllowedMentions(users=[discord.Object(user) for user in users])
            current = await self._posts.post(current, view, shown, mentions)
        for row in rows:
            if current is None or row.id != current.id:
                await self._posts.delete(row)

    async def vote(self, game_id: str) -> None:
        """An open vote with its button; gone when it is decided."""
        live = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, VOTE)
        vote = await self._tables.votes.open_in(live)
        for row in rows:
            if vote is None or row.channel_id != live.row.channel_id:
                await self._posts.delete(row)
        if vote is None:
            return
        rows = [row for row in rows if row.channel_id == live.row.channel_id]
        view = faces.voting(live, vote)
        shown = faces.digest(view)
        current = rows[-1] if rows else await self._posts.plan(game_id, VOTE, live.row.channel_id)
        if current.message_id is None:
            await self._posts.post(current, view, shown)
        elif current.shown != shown:
            try:
                await self._posts.edit(current, view, shown)
            except Gone:
                await self._posts.forget(current)

    def _needs_new(self, live: Live, current: Message, epoch: str, shown: str) -> bool:
        if current.channel_id != live.row.channel_id or (live.id, BOARD) in self._anew:
            return True
        if live.status in (Status.RUNNING, Status.OVER) and (current.shown or "").split(" ")[0] != epoch:
            return True
        if current.posted_at is None or current.shown == shown:
            return False
        return self._tables.shelf.now() > current.posted_at + RENEW_AFTER

    async def _post_board(self, live: Live, current: Message | None, view: discord.ui.LayoutView, shown: str) -> None:
        channel_id = live.row.channel_id
        if current is None or current.message_id is not None or current.channel_id != channel_id:
            current = await self._posts.plan(live.id, BOARD, channel_id)
        await self._posts.post(current, view, shown)
        self._anew.discard((live.id, BOARD))

    async def _tidy(self, live: Live, known: list[Message]) -> None:
        """Take away the boards before the newest; the lobby's message stays, without its buttons."""
        rows = await self._posts.of(live.id, BOARD) if known else []
        for row in rows[:-1]:
            if row.message_id is not None and (row.shown or "").startswith(_KEPT) and live.game is not None:
                try:
                    view = faces.begun(live)
                    await self._posts.edit(row, view, f"begun {faces.digest(view)}")
                except Gone:
                    pass
                await self._posts.forget(row)
            else:
                await self._posts.delete(row)

    async def _called(self, live: Live) -> list[Seat]:
        """The people who are waited for and want to be mentioned, in the order of the seats."""
        wanted = []
        for seat in live.people:
            if seat.seat in live.waiting and seat.user_id is not None:
                settings = await self._tables.people.settings(seat.user_id)
                dm = await self._tables.people.wants_dm(seat.user_id, "turn")
                if settings["turn"] != "none" and not dm:
                    wanted.append(seat)
        return wanted

    async def _without_dm(self, live: Live, seat: Seat) -> bool:
        """Whether the person would be written to now, if that were possible."""
        if seat.user_id is None or not await self._tables.people.refused(seat.user_id):
            return False
        settings = await self._tables.people.settings(seat.user_id)
        researching = settings["research"] == "dm" and live.public["step"] == "research"
        return bool(settings["turn"] == "dm" or researching)


def _who(users: list[int]) -> str:
    return ",".join(map(str, sorted(users))) or "-"
