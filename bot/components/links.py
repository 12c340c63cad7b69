"""Addresses of what is in Discord."""

from __future__ import annotations


def link(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """Of a channel, or of a message there; without a server it is one of direct messages."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return f"{place}/{message_id}" if message_id is not None else place
