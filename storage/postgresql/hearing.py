"""Listens for notifications on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import psycopg

from storage.place import Server
from storage.postgresql.connection import REACHING
from storage.postgresql.session import said

log = logging.getLogger(__name__)

_AGAIN = 1.0
"""Seconds before it reconnects."""


async def listen(server: Server, channel: str, told: Callable[[str], object], anew: Callable[[], object]) -> None:
    """See `storage.postgresql.listen`."""
    hears = True
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(server.url, autocommit=True, **REACHING) as raw:
                await raw.execute(f"LISTEN {channel}".encode())
                hears = True
                anew()
                async for each in raw.notifies():
                    told(each.payload)
        except psycopg.Error as error:
            if hears:  # said once, however long it lasts
                log.warning("nothing is heard of other processes", extra={"problem": said(error)})
            hears = False
        await asyncio.sleep(_AGAIN)
