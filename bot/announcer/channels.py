"""What the bot writes in Discord's channels, and what it sees there. Nothing of it is remembered here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

import aiohttp
import discord
from discord.abc import GuildChannel
from discord.ui import LayoutView

from bot.answers.ephemeral import Upload, opened
from bot.delivery.budget import Budget, Kind, Route, Urgency
from bot.delivery.edits import edit_posted
from bot.delivery.rest import Asleep, Gone, Later, Refused, Rest
from bot.pictures.icons import Icons
from game.core.layout import Panel

log = logging.getLogger(__name__)

_LOOKED_THROUGH = 12
"""Messages below one that was pinned, among which Discord's own about that is looked for."""


class Channels:
    """Every message of the bot's that answers no interaction goes out here, with icons and by `Rest`."""

    def __init__(self, client: discord.Client, rest: Rest, icons: Icons) -> None:
        self._client = client
        self._rest = rest
        self._icons = icons

    @property
    def budget(self) -> Budget:
        """Where what is written waits for its turn."""
        return self._rest.budget

    @property
    def icons(self) -> str:
        """Which icons there are, in brief: with others, the same panel shows something else."""
        return self._icons.known

    async def post(
        self,
        channel_id: int,
        panel: Panel,
        nonce: str,
        calls: Collection[int] = (),
        files: Sequence[Upload] = (),
        *,
        silent: bool = False,
        urgency: Urgency = Urgency.CALLS,
        sent: Callable[[], object] = lambda: None,
    ) -> discord.Message:
        """The message with this nonce: Discord gives back the one that it has of an earlier attempt.

        calls: who hears of it, of those whom it mentions. silent: no device tells of it. sent: called as soon as it may
        be there, whatever comes of it. Raises Gone, Refused, Later.
        """
        channel = self._client.get_partial_messageable(channel_id)
        called = discord.AllowedMentions(users=[discord.Object(user) for user in calls])

        async def send(view: LayoutView) -> discord.Message:
            may_be_there = True
            try:
                return await channel.send(
                    view=view, files=opened(files), nonce=nonce, allowed_mentions=called, silent=silent
                )
            except aiohttp.ClientConnectorError:  # it was never sent
                may_be_there = False
                raise
            finally:
                if may_be_there:
                    sent()

        way = urgency, Route(Kind.POST, channel_id)
        return await self._icons.send(panel, lambda view: self._rest.call(lambda: send(view), *way))

    async def edit(self, channel_id: int, message_id: int, panel: Panel, files: Sequence[Upload] = ()) -> None:
        """Let a message show something else, with these files and no others. Raises Gone, Refused, Later."""

        async def send(view: LayoutView) -> None:
            await edit_posted(self._client, channel_id, message_id, view, opened(files))

        way = Urgency.SHOWS, Route(Kind.EDIT, channel_id)
        await self._icons.send(panel, lambda view: self._change(channel_id, lambda: send(view), *way))

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Raises Gone, Refused, Later."""
        await self._change(channel_id, self._message(channel_id, message_id).delete, Urgency.TIDIES)

    async def pin(self, channel_id: int, message_id: int) -> bool:
        """Pin the message, if that is allowed there; whether it is."""
        message = self._message(channel_id, message_id)
        try:
            await self._rest.ask(message.pin, Urgency.TIDIES)
        except (Gone, Refused, Later) as error:  # we may not, or too many are pinned already
            log.info("a message is not pinned", extra={"problem": str(error)})
            return False
        await self._unsay_pin(message)
        return True

    async def below(self, channel_id: int, message_id: int, most: int) -> int:
        """How many messages stand below this one, `most` at most, and as many if somebody has deleted it; 0 where that
        cannot be seen: it takes the permission to read back, which is not needed for anything else."""
        channel, before = self._client.get_partial_messageable(channel_id), discord.Object(message_id - 1)

        async def read() -> int:
            itself, *below = [each.id async for each in channel.history(after=before, limit=most + 1)] or [0]
            return len(below) if itself == message_id else most

        try:
            return await self._rest.look(read, Urgency.SHOWS)
        except (Gone, Refused, Later):
            return 0

    async def direct(self, user_id: int) -> int:
        """The channel of the person's direct messages. Raises Gone, Refused, Later."""
        channel = await self._rest.ask(lambda: self._client.create_dm(discord.Object(user_id)), Urgency.CALLS)
        return channel.id

    @property
    def servers_are_known(self) -> bool:
        """Whether Discord has told us of all servers that we are in."""
        return self._client.is_ready()

    def is_member_of(self, server: int) -> bool:
        """Whether we are in this server, once they are known."""
        return self._client.get_guild(server) is not None

    def is_seen(self, channel_id: int) -> bool:
        """Whether that is a channel, or a thread that is awake, of which we know that we see it."""
        return self._allowed(channel_id).view_channel

    def takes_files(self, channel_id: int) -> bool:
        """Whether that is one of which we know that we may attach files there."""
        return self._allowed(channel_id).attach_files

    def _allowed(self, channel_id: int) -> discord.Permissions:
        """What we may do there, as far as we know."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, GuildChannel | discord.Thread) and channel.guild.me:
            with suppress(discord.ClientException):  # a thread whose channel is not known
                return channel.permissions_for(channel.guild.me)
        return discord.Permissions.none()

    async def _change(
        self, channel_id: int, send: Callable[[], Awaitable[object]], urgency: Urgency, route: Route | None = None
    ) -> None:
        """Change a message that stands there, and wake the thread for it that sleeps, as a post would.

        Raises Gone, Refused (Asleep where a thread may not be woken: it is locked), Later.
        """
        try:
            await self._rest.call(send, urgency, route)
        except Asleep:
            try:
                # by its id, as Discord's library forgets archived threads
                await self._rest.call(lambda: self._client.http.edit_channel(channel_id, archived=False), urgency)
            except Refused:
                raise Asleep("locked") from None
            await self._rest.call(send, urgency, route)

    async def _unsay_pin(self, message: discord.PartialMessage) -> None:
        """Take away what Discord says of it in the channel each time, where we may read back."""

        async def read() -> list[discord.Message]:
            below = [each async for each in message.channel.history(after=message, limit=_LOOKED_THROUGH)]
            return [each for each in below if each.type is discord.MessageType.pins_add and each.author.id == me]

        me = self._client.user.id if self._client.user is not None else 0
        with suppress(Gone, Refused, Later):
            for each in await self._rest.look(read, Urgency.TIDIES):
                await self._rest.ask(each.delete, Urgency.TIDIES)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
