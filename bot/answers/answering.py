"""What all answers share: icons, limits for what is costly, and which message or interaction is newest."""

from __future__ import annotations

from cachetools import LRUCache

from bot.answers.limits import Limits
from bot.pictures.icons import Icons

_REMEMBERED = 5000
"""Messages, and pairs of person and channel, for which the newest is remembered."""


class Answering:
    """Passed to each answer, so that answers need not know the client. What is newest is kept in memory only."""

    def __init__(self, icons: Icons, limits: Limits) -> None:
        self.icons = icons
        self.limits = limits
        self._newest: LRUCache[int, int] = LRUCache(_REMEMBERED)
        self._lowest: LRUCache[tuple[int, int | None], int] = LRUCache(_REMEMBERED)

    def newest(self, message_id: int, interaction_id: int) -> int:
        """Return the latest interaction that was answered in this message, including this one: ids grow with time."""
        newest = self._newest[message_id] = max(interaction_id, self._newest.get(message_id, 0))
        return newest

    def stands_below(self, user_id: int, channel_id: int, message_id: int) -> None:
        """Note that this private message stands below all others that the person has in the channel."""
        self._lowest[user_id, channel_id] = max(message_id, self.lowest(user_id, channel_id))

    def lowest(self, user_id: int, channel_id: int | None) -> int:
        """Return the id of the person's lowest private message in that channel, as far as known; else 0."""
        return self._lowest.get((user_id, channel_id), 0)
