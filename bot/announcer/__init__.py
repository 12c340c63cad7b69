"""Brings messages up to date with what is true, through failures and restarts."""

from bot.announcer.announcer import Announcer
from bot.delivery.rest import Rest

__all__ = ["Announcer", "Rest"]
