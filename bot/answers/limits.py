"""Rate limits for what is costly: for each person, and for all together in a channel."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import datetime, timedelta
from enum import Enum
from math import ceil

from cachetools import LRUCache
from discord.app_commands import Cooldown

from bot.tables.errors import TooSoon, again

_KEPT = 4096
"""Limits of persons and channels that are remembered."""


class Heavy(Enum):
    """What is costly: what people call it, then how often a person, and how often a channel, may have it (times,
    seconds)."""

    FILM = ("films", (2, 300.0), (3, 300.0))
    REPLAY = ("steps of replays", (40, 30.0), (100, 30.0))
    HINT = ("hints", (20, 60.0), (60, 60.0))
    REVIEW = ("new reviews", (4, 300.0), (8, 300.0))
    LOG = ("pages of the log", (40, 30.0), (150, 30.0))
    LISTS = ("lists of your games", (30, 60.0), (120, 60.0))
    EXPORT = ("records", (4, 60.0), (10, 60.0))
    BOARD = ("boards", (3, 60.0), (5, 60.0))
    INVITE = ("invitations", (12, 3600.0), (30, 3600.0))
    TABLE = ("new tables", (20, 3600.0), (40, 3600.0))
    ROLL = ("rolls and announcements", (30, 60.0), (120, 60.0))
    DECISION = ("votes and decisions", (8, 300.0), (24, 300.0))
    SHARE = ("shared pages", (3, 60.0), (6, 60.0))

    def __init__(self, what: str, person: tuple[int, float], channel: tuple[int, float]) -> None:
        self.what = what
        self.person = person
        self.channel = channel


class Limits:
    """Counts what was had, in memory only: a restart forgets it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._had: LRUCache[tuple[Heavy, str, int], Cooldown] = LRUCache(_KEPT)

    def spend(self, heavy: Heavy, user_id: int, channel_id: int, times: int = 1) -> None:
        """Count that the person has it in the channel, so many times. Raises TooSoon, and then counts nothing."""
        if not times:
            return
        now, spent = self._now(), dict[tuple[Heavy, str, int], Cooldown]()
        for kind, owner, rate, why in (
            ("person", user_id, heavy.person, f"You have had many {heavy.what} in a short time"),
            ("channel", channel_id, heavy.channel, f"This channel has had many {heavy.what}"),
        ):
            key = heavy, kind, owner
            spent[key] = copy(self._had[key]) if key in self._had else Cooldown(*rate)
            if wait := spent[key].update_rate_limit(now.timestamp(), tokens=times):
                raise TooSoon(f"{why}. {again(now + timedelta(seconds=ceil(wait)))}")
        self._had.update(spent)
