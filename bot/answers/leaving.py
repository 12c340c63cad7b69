"""Private messages that are to go: each once, later where Discord could not, and not at all where somebody uses it."""

from __future__ import annotations

from cachetools import LRUCache

from bot.answers.ephemeral import PrivateMessage
from bot.delivery.rest import Later

_REMEMBERED = 5000


class Leaving:
    """Nothing here raises because Discord refuses."""

    def __init__(self) -> None:
        self._gone: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._going: dict[int, tuple[str, PrivateMessage]] = {}
        """Those that are still there, each with what it is about."""

    def is_gone(self, message: PrivateMessage) -> bool:
        """Whether it is gone, or about to be: what a press that was on its way shows in it, is shown in vain."""
        return message.id in self._gone

    def stays(self, message_id: int) -> None:
        """Somebody uses it, so it is not tried again to take it away."""
        self._going.pop(message_id, None)

    async def take_away(self, about_id: str, message: PrivateMessage) -> bool:
        """Whether nothing is left to be tried again; of what is about nothing ("") nothing ever is."""
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
        """Try what could not go before, and is not on its way; whether nothing of it is left."""
        going = [message for about, message in self._going.values() if about == about_id]
        return all([await self.take_away(about_id, each) for each in going if self._waits(each)])

    def _waits(self, message: PrivateMessage) -> bool:
        return message.id in self._going and not self.is_gone(message)
