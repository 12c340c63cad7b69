"""Presses that were meant for what stood there before: the second one of a double press."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from bot.answers.replies import Reply

TOO_SOON = timedelta(seconds=1)
"""Within this nobody has read what the first press brought, and pressed another button for that reason."""
_REMEMBERED = 4096


class Haste:
    """Knows by messages when a press last changed what their buttons do. All times are those of the interactions."""

    def __init__(self) -> None:
        self._changed: OrderedDict[int, datetime] = OrderedDict()

    def changed(self, reply: Reply) -> None:
        """This press puts other buttons into its message."""
        message = reply.interaction.message
        if message is None:
            return
        self._changed[message.id] = reply.interaction.created_at
        self._changed.move_to_end(message.id)
        if len(self._changed) > _REMEMBERED:
            self._changed.popitem(last=False)

    def looked(self, reply: Reply) -> None:
        """The person has gone on with what came of it: from now on every press is meant."""
        if message := reply.interaction.message:
            self._changed.pop(message.id, None)

    def is_in(self, reply: Reply) -> bool:
        """Whether this press comes so soon after such a one on its message that it was meant for what stood there."""
        message = reply.interaction.message
        before = self._changed.get(message.id) if message is not None else None
        return before is not None and reply.interaction.created_at - before < TOO_SOON
