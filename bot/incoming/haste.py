"""Detects presses that were meant for the buttons shown before: the second press of a double press."""

from __future__ import annotations

from datetime import datetime, timedelta

from cachetools import LRUCache

from bot.answers.replies import Reply

TOO_SOON = timedelta(seconds=1)
"""Within this time nobody has read what the first press brought, so no press on its new buttons is deliberate."""
TWICE = timedelta(seconds=0.4)
"""Within this time a second press is part of a double press. After it, it is that of somebody who knows what the first
one opens."""
_REMEMBERED = 4096


class Haste:
    """Remembers for each message from when on a press is meant for the buttons that a former press has put there. All
    times are those at which interactions were created."""

    def __init__(self) -> None:
        self._meant_from: LRUCache[int, datetime] = LRUCache(_REMEMBERED)

    def changed(self, reply: Reply, within: timedelta = TOO_SOON) -> None:
        """Note that this press puts other buttons into its message; a press on them within this time is not meant for
        them."""
        message = reply.interaction.message
        if message is None:
            return
        self._meant_from[message.id] = reply.interaction.created_at + within

    def looked(self, reply: Reply) -> None:
        """Note that the person has gone on from the new buttons: from now on every press on this message is
        deliberate."""
        if message := reply.interaction.message:
            self._meant_from.pop(message.id, None)

    def is_in(self, reply: Reply) -> bool:
        """Whether this press follows a change of its message so soon that it was meant for the former buttons."""
        message = reply.interaction.message
        meant_from = self._meant_from.get(message.id) if message is not None else None
        return meant_from is not None and reply.interaction.created_at < meant_from
