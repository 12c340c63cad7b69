"""What the bot writes and reads in Discord's channels. Nothing is remembered here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

import aiohttp
import discord

from bot.announcer.access import Access
from bot.components.render import Rendered
from bot.delivery.budget import Budget, Kind, Route, Urgency
from bot.delivery.edits import edit_posted
from bot.delivery.rest import Asleep, Gone, Later, Refused, Rest
from bot.gateway.client import ShardedClient
from bot.pictures.icons import Icons
from game.core.layout import Panel

log = logging.getLogger(__name__)

_LOOKED_THROUGH = 12
"""How many messages below one that was pinned are searched for Discord's own message about it."""


class Channels:
    """Sends every message of the bot that answers no interaction, with icons and through `Rest`."""

    def __init__(self, client: ShardedClient, rest: Rest, icons: Icons) -> None:
        self.access = Access(client, rest)
        self._client = client
        self._rest = rest
        self._icons = icons

    @property
    def budget(self) -> Budget:
        """The rate limits that what is written here waits for."""
        return self._rest.budget

    @property
    def icons(self) -> str:
        """A short key for the icons that there are: with others, the same panel looks different."""
        return self._icons.known

    async def post(
        self,
        channel_id: int,
        panel: Panel,
        nonce: str,
        calls: Collection[int],
        *,
        silent: bool,
        urgency: Urgency,
        sent: Callable[[], object],
    ) -> discord.Message:
        """Post a message. If Discord has one with this nonce from an earlier attempt, return that one.

        calls: user ids of those whom it notifies, of those it mentions. silent: no push notification. sent: called as
        soon as the message may be there, whatever comes of the request. Raises Gone, Refused, Later.
        """
        channel = self._client.get_partial_messageable(channel_id)
        called = discord.AllowedMentions(users=[discord.Object(user) for user in calls])

        async def send(view: Rendered) -> discord.Message:
            may_be_there = True
            try:
                return await channel.send(
                    view=view, files=view.files(), nonce=nonce, allowed_mentions=called, silent=silent
                )
            except aiohttp.ClientConnectorError:  # it was never sent
                may_be_there = False
                raise
            finally:
                if may_be_there:
                    sent()

        way = urgency, Route(Kind.POST, channel_id)
        return await self._icons.send(panel, lambda view: self._rest.call(lambda: send(view), *way))

    async def edit(self, channel_id: int, message_id: int, panel: Panel) -> None:
        """Let a message show something else. Raises Gone, Refused, Later."""

        async def send(view: Rendered) -> None:
            await edit_posted(self._client, channel_id, message_id, view)

        way = Urgency.SHOWS, Route(Kind.EDIT, channel_id)
        await self._icons.send(panel, lambda view: self._change(channel_id, lambda: send(view), *way))

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message. Raises Gone, Refused, Later."""
        await self._change(channel_id, self._message(channel_id, message_id).delete, Urgency.TIDIES)

    async def pin(self, channel_id: int, message_id: int) -> bool:
        """Pin the message, if possible. Return whether it is pinned."""
        message = self._message(channel_id, message_id)
        try:
            await self._rest.ask(message.pin, Urgency.TIDIES)
        except (Gone, Refused, Later) as error:  # the bot may not, or too many are pinned already
            log.info("a message is not pinned", extra={"problem": str(error)})
            return False
        await self._unsay_pin(message)
        return True

    async def below(self, channel_id: int, message_id: int, most: int) -> int:
        """Return how many messages stand below this one, counting at most `most`; `most` if somebody has deleted it.

        Return 0 if that cannot be seen: it takes the permission to read the history, which nothing else needs.
        """
        channel, before = self._client.get_partial_messageable(channel_id), discord.Object(message_id - 1)

        async def read() -> int:
            itself, *below = [each.id async for each in channel.history(after=before, limit=most + 1)] or [0]
            return len(below) if itself == message_id else most

        try:
            return await self._rest.look(read, Urgency.SHOWS)
        except (Gone, Refused, Later):
            return 0

    async def direct(self, user_id: int) -> int:
        """Return the channel id of the person's direct messages. Raises Gone, Refused, Later."""
        channel = await self._rest.ask(lambda: self._client.create_dm(discord.Object(user_id)), Urgency.CALLS)
        return channel.id

    async def _change(
        self, channel_id: int, send: Callable[[], Awaitable[object]], urgency: Urgency, route: Route | None = None
    ) -> None:
        """Change a message; if its thread is archived, unarchive that first, as a post would.

        Raises Gone, Refused (Asleep where the thread is locked), Later.
        """
        try:
            await self._rest.call(send, urgency, route)
        except Asleep:
            try:
                # by its id, as discord.py forgets archived threads
                await self._rest.call(lambda: self._client.http.edit_channel(channel_id, archived=False), urgency)
            except Refused:
                raise Asleep("locked") from None
            await self._rest.call(send, urgency, route)

    async def _unsay_pin(self, message: discord.PartialMessage) -> None:
        """Delete Discord's own message about the pin, where the bot may read the history."""

        async def read() -> list[discord.Message]:
            below = [each async for each in message.channel.history(after=message, limit=_LOOKED_THROUGH)]
            return [each for each in below if each.type is discord.MessageType.pins_add and each.author.id == me]

        me = self._client.user.id if self._client.user is not None else 0
        with suppress(Gone, Refused, Later):
            for each in await self._rest.look(read, Urgency.TIDIES):
                await self._rest.ask(each.delete, Urgency.TIDIES)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
