"""Tales: tables of role-playing aids. Knows users and channels as numbers only, but for what shows them in Discord."""

from bot.tales.live import Live
from bot.tales.tales import Pressed, Tales

__all__ = ["Live", "Pressed", "Tales"]
