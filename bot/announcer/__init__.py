"""Keeps messages up to date with what is true, through failures and restarts."""

from bot.announcer.announcer import Announcer

__all__ = ["Announcer"]
