"""Deletes private messages: each once, again later if Discord could not, and not at all if somebody uses it by then."""

from __future__ import annotations

from cachetools import LRUCache

from bot.answers.ephemeral import PrivateMessage
from bot.delivery.rest import Later

_REMEMBERED = 5000


class Leaving:
    """The private messages that are being deleted. No method raises because Discord refuses."""

    def __init__(self) -> None:
        self._gone: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._going: dict[int, tuple[str, PrivateMessage]] = {}
        """Those that are still there, by message id, each with the id of what it is about."""

    def is_gone(self, message: PrivateMessage) -> bool:
        """Return whether the message is gone or about to be: what an earlier press would show in it is not seen."""
        return message.id in self._gone

    def keep(self, message_id: int) -> None:
        """Keep the message, because somebody uses it: deleting it is not tried again."""
        self._going.pop(message_id, None)

    async def take_away(self, about_id: str, message: PrivateMessage) -> bool:
        """Delete the message. Return whether nothing is left to retry; a message that is about nothing ("") is never
        retried."""
        self._gone[message.id], self._going[message.id] = None, (about_id, message)
        gone = later = False
        try:
            gone = await message.delete()
        except Later:
            later = bool(about_id)
        finally:
            if not gone:
                self._gone.pop(message.id, None)
        if not later:
            self._going.pop(message.id, None)
        return message.id not in self._going

    async def again(self, about_id: str) -> bool:
        """Retry those that could not be deleted before. Return whether none of them is left to retry."""
        going = [message for about, message in self._going.values() if about == about_id]
        return all([await self.take_away(about_id, each) for each in going if self._waits(each)])

    def _waits(self, message: PrivateMessage) -> bool:
        return message.id in self._going and not self.is_gone(message)
