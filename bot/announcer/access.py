"""What the bot can see of servers and channels: as Discord has told, or tells when asked."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord.abc import GuildChannel

from bot.delivery.rest import Gone, Later, Refused, Rest
from bot.gateway.client import ShardedClient


class Access:
    """Answers what can be seen. Only `has_lost`, `is_gone` and `is_deleted` may ask Discord, about a channel that it
    has not told of, such as an archived thread."""

    def __init__(self, client: ShardedClient, rest: Rest) -> None:
        self._client = client
        self._rest = rest

    def is_in(self, guild_id: int) -> bool | None:
        """Return whether the bot is in this server; None if that, or what the server has, is unknown: Discord has yet
        to tell, or the server is unavailable."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False if self._client.knows(guild_id) else None
        return None if guild.unavailable else True

    def is_seen(self, channel_id: int) -> bool:
        """Return whether the bot is known to see this channel, or thread that is not archived."""
        return self._allowed(channel_id).view_channel

    def takes_files(self, channel_id: int) -> bool:
        """Return whether the bot is known to be allowed to attach files there."""
        return self._allowed(channel_id).attach_files

    async def has_lost(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel of this server is deleted or hidden from the bot, or the server has removed the bot;
        False as long as that is unknown. Raises Later if Discord gives no answer."""
        is_in = self.is_in(guild_id)
        return is_in is False or (is_in is True and await self._is_refused(channel_id))

    async def is_gone(self, channel_id: int) -> bool:
        """Return whether the channel no longer exists for the bot; False if Discord does not say."""
        with suppress(Later):
            return await self._is_refused(channel_id)
        return False

    async def is_deleted(self, channel_id: int) -> bool:
        """Return whether nobody sees the channel any more, not only the bot; False if Discord does not say."""
        try:
            await self._look(channel_id)
        except Gone:
            return True
        except (Refused, Later):
            pass
        return False

    async def _is_refused(self, channel_id: int) -> bool:
        try:
            await self._look(channel_id)
        except (Gone, Refused):
            return True
        return False

    async def _look(self, channel_id: int) -> None:
        """Raises Gone if the channel is deleted, Refused if it is hidden from the bot; Later."""
        if not self.is_seen(channel_id):
            await self._rest.look(lambda: self._client.fetch_channel(channel_id))

    def _allowed(self, channel_id: int) -> discord.Permissions:
        """Return the bot's permissions there, as far as known; else none."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, GuildChannel | discord.Thread) and channel.guild.me:
            with suppress(discord.ClientException):  # a thread whose parent channel is unknown
                return channel.permissions_for(channel.guild.me)
        return discord.Permissions.none()
