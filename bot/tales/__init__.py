"""Tales: tables of role-playing aids. Users and channels are plain numbers, except for what shows them in Discord."""

from bot.tales.live import Live
from bot.tales.tales import Tales

__all__ = ["Live", "Tales"]
