"""Presses that were meant for what stood there before: the second one of a double press."""

from __future__ import annotations

from datetime import datetime, timedelta

from cachetools import LRUCache

from bot.answers.replies import Reply

TOO_SOON = timedelta(seconds=1)
"""Within this nobody has read what the first press brought, and pressed another button for that reason."""
TWICE = timedelta(seconds=0.4)
"""Within this a second press is that of a double press; later it is somebody's who knows what the first one opens."""
_REMEMBERED = 4096


class Haste:
    """Knows by messages from when on a press is meant for the buttons that another has put there. All times are those
    of the interactions."""

    def __init__(self) -> None:
        self._meant_from: LRUCache[int, datetime] = LRUCache(_REMEMBERED)

    def changed(self, reply: Reply, within: timedelta = TOO_SOON) -> None:
        """This press puts other buttons into its message; one on them within this time was not meant for them."""
        message = reply.interaction.message
        if message is None:
            return
        self._meant_from[message.id] = reply.interaction.created_at + within

    def looked(self, reply: Reply) -> None:
        """The person has gone on with what came of it: from now on every press is meant."""
        if message := reply.interaction.message:
            self._meant_from.pop(message.id, None)

    def is_in(self, reply: Reply) -> bool:
        """Whether this press comes so soon after such a one on its message that it was meant for what stood there."""
        message = reply.interaction.message
        meant_from = self._meant_from.get(message.id) if message is not None else None
        return meant_from is not None and reply.interaction.created_at < meant_from
