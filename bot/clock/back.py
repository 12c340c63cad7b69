"""Corrects timers, and what else waits, when the machine's clock was ahead and is right again at a start.

What was set by the wrong clock would otherwise wait longer, by as much as the clock was ahead.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from bot import remembered
from bot.clock.clock import Clock
from storage import Storage, moment

log = logging.getLogger(__name__)

_SLACK = timedelta(minutes=10)
"""How far clocks may differ without a correction, those of several machines too."""


async def set_right(store: Storage, clock: Clock) -> None:
    """Let what waits come sooner if the machine's clock was put back since the bot last ran; call it before reading our
    games.

    The sign of this is that the bot was last there at a moment still to come. What is due after that moment then comes
    sooner by the difference, and votes cast in the future were cast by as much earlier. When the bot really stopped is
    unknown, so it counts as having been there just now.
    """
    key, now = remembered.alive(store.share), clock.now()
    gone = moment(await store.meta.get(key))
    if gone is None or gone - now <= _SLACK:
        return
    log.warning(
        "the machine's clock was put back since the bot was last here; what waits comes by as much sooner",
        extra={"seconds": round((gone - now).total_seconds())},
    )
    await store.timers.bring_forward(gone, gone - now)
    await store.meta.set(key, now.isoformat())
