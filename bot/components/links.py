"""Links to places in Discord."""

from __future__ import annotations


def link(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """Return the link to a channel, or to a message in it. Without a server it is a direct-message channel."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return f"{place}/{message_id}" if message_id is not None else place
