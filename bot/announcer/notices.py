"""Messages that stand as long as something is so: an open vote, an invitation. Everybody in their channel sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.announcer import faces
from bot.announcer.posts import Posts
from bot.components.ids import Verb
from bot.delivery.rest import Gone, Refused
from bot.panels.voting import wording
from bot.tables import Table, Tables
from bot.tables.votes import Vote, destination
from game.core import layout
from game.core.layout import Panel, Place, Style
from storage import Message, Status


@dataclass(frozen=True, slots=True)
class Notice:
    """One of them: `key` says what it is about, and is the kind of its row; those in `called` are mentioned."""

    key: str
    channel_id: int
    panel: Panel
    called: Sequence[int] = ()


class Notices:
    """Posts what has become so, edits what has changed, takes away what is so no longer."""

    def __init__(self, posts: Posts, tables: Tables) -> None:
        self._posts = posts
        self._tables = tables

    async def bring(self, game_id: str) -> None:
        """All of a game. Raises Later; Gone, Refused if the game's own channel takes none."""
        table = await self._tables.look(game_id)
        rows = await self._posts.notices(game_id)
        wanted = {notice.key: notice for notice in [*await self._votes(table), *self._invitations(table)]}
        for row in rows:
            notice = wanted.get(row.kind)
            if notice is None or notice.channel_id != row.channel_id:
                await self._posts.delete(row)
        for notice in wanted.values():
            about = (row for row in reversed(rows) if (row.kind, row.channel_id) == (notice.key, notice.channel_id))
            try:
                await self._show(table, notice, next(about, None))
            except (Gone, Refused):
                if notice.channel_id == table.row.channel_id:
                    raise

    async def _show(self, table: Table, notice: Notice, current: Message | None) -> None:
        """Who is mentioned in a message is called by its post, once: an edit calls nobody.

        Raises Gone, Refused, Later.
        """
        digest, users = faces.digest(notice.panel), [str(user) for user in notice.called]
        if current is not None and current.message_id is not None:
            called = (current.shown or "").split(" ")[0].split(",")
            try:
                if set(users) <= set(called):
                    if current.shown != (shown := f"{','.join(called)} {digest}"):
                        await self._posts.edit(current, notice.panel, shown)
                    return
                await self._posts.delete(current)
            except Gone:
                await self._posts.forget(current)
            current = None
        current = current or await self._posts.plan(table.id, notice.key, notice.channel_id)
        pinged = [user for user in notice.called if (await self._tables.people.settings(user))["turn"] != "none"]
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in pinged])
        await self._posts.post(current, notice.panel, f"{','.join(users)} {digest}", mentions)

    async def _votes(self, table: Table) -> Iterator[Notice]:
        """Each vote in the channel that it is about."""
        votes = await self._tables.votes.open_in(table)
        return (
            Notice(f"vote:{vote.about}", destination(vote.about) or table.row.channel_id, voting(table, vote))
            for vote in votes
        )

    def _invitations(self, table: Table) -> Iterator[Notice]:
        """One message to all who have not answered."""
        if table.status is Status.LOBBY and table.awaited:
            called = [each.user_id for each in table.awaited]
            yield Notice("invite", table.row.channel_id, inviting(table, called), called)


def inviting(table: Table, called: Sequence[int]) -> Panel:
    """Asking people to sit down."""
    host = next((table.named(seat.seat) for seat in table.seats if seat.user_id == table.row.host_id), "the host")
    everybody = " ".join(f"<@{user_id}>" for user_id in called)
    begins = "" if table.declined else "\n-# The game begins by itself when all who were invited have joined."
    place = Place(table.id)
    return faces.texts(f"{everybody} {host} invites you to play {table.kit.title} here.{begins}").with_component(
        layout.row(
            place.button(Verb.JOIN, "Join", style=Style.SUCCESS),
            place.button(Verb.DECLINE, "Decline"),
        )
    )


def voting(table: Table, vote: Vote) -> Panel:
    """An open vote with its buttons."""
    words = wording(table, vote.about)
    until = f" The first vote lapses {layout.since(vote.until)}." if vote.until else ""
    said = (
        f"**{words.question}** {len(vote.yes)} of {vote.people} are for it; it takes {vote.needed}.\n"
        f"-# Each vote counts for a day.{until}"
    )
    place = Place(table.id)
    return faces.texts(said).with_component(
        layout.row(
            place.button(Verb.VOTE, words.label, vote.about, words.style),
            place.button(Verb.VOTE, "Withdraw my vote", f"-{vote.about}"),
        )
    )
