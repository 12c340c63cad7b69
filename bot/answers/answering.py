"""What all answers share: icons, how often what costs much may be had, and what is newest where."""

from __future__ import annotations

from cachetools import LRUCache

from bot.answers.limits import Limits
from bot.pictures.icons import Icons

_REMEMBERED = 5000
"""Messages, and persons in a channel, of which is known what is newest there."""


class Answering:
    """Handed to each answer, so that none knows the client. What is newest is kept in memory alone."""

    def __init__(self, icons: Icons, limits: Limits) -> None:
        self.icons = icons
        self.limits = limits
        self._newest: LRUCache[int, int] = LRUCache(_REMEMBERED)
        self._lowest: LRUCache[tuple[int, int | None], int] = LRUCache(_REMEMBERED)

    def newest(self, message_id: int, interaction_id: int) -> int:
        """The latest interaction that was answered in this message, this one counted: ids grow with time."""
        newest = self._newest[message_id] = max(interaction_id, self._newest.get(message_id, 0))
        return newest

    def stands_below(self, user_id: int, channel_id: int, message_id: int) -> None:
        """This private message, whatever it is about, is below all others that the person has there."""
        self._lowest[user_id, channel_id] = max(message_id, self.lowest(user_id, channel_id))

    def lowest(self, user_id: int, channel_id: int | None) -> int:
        """The private message of the person that stands lowest in that channel, as far as is known; else 0."""
        return self._lowest.get((user_id, channel_id), 0)
