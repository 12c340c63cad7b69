"""A machine's clock that was ahead, and is right again at a start: what it set would wait for as long as it was off."""

from __future__ import annotations

import logging
from datetime import timedelta

from bot import remembered
from bot.clock.clock import Clock
from storage import Storage, moment

log = logging.getLogger(__name__)

_SLACK = timedelta(minutes=10)
"""By how much clocks may differ, of several machines too."""


async def set_right(store: Storage, clock: Clock) -> None:
    """Before anything is read of our games: if a bot was here at a moment that has not come, what it set to wait after
    that comes by as much sooner. When it really went nobody knows, so it counts as just now."""
    key, now = remembered.alive(store.share), clock.now()
    gone = moment(await store.meta.get(key))
    if gone is None or gone - now <= _SLACK:
        return
    log.warning(
        "the machine's clock was put back since the bot was last here; what waits comes by as much sooner",
        extra={"seconds": round((gone - now).total_seconds())},
    )
    await store.timers.sooner(gone, gone - now)
    await store.meta.set(key, now.isoformat())
