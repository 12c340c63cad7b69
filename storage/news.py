"""What the processes that share a database tell one another, over PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from storage.database import Database, Part, Transaction, reads, writes
from storage.holder import LeaseHolder
from storage.place import Server
from storage.postgresql import listen
from storage.reading import readable

CHANNEL = "adepts_news"
LARGEST = 7900
"""Bytes of a message: PostgreSQL takes less than 8000."""

log = logging.getLogger(__name__)


class Word(NamedTuple):
    """What was told: of what kind, and what; `shard`: whose it is to hear it, None: everybody's."""

    kind: str
    text: str
    shard: int | None = None


class News(Part):
    """Where there is one process alone nothing is told, and nothing heard."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._sender = secrets.token_hex(4)

    async def tell(self, word: Word) -> bool:
        """Tell the others; whether somebody who holds that shard is there to hear it, and it is not too long."""
        if self._db.share.is_whole:
            return False
        message = json.dumps([self._sender, *word], ensure_ascii=True, separators=(",", ":"))
        if len(message) > LARGEST or (word.shard is not None and not await self._is_held(word.shard)):
            return False
        await self._tell(message)
        return True

    async def hear(self, told: Callable[[Word], object], anew: Callable[[], object]) -> None:
        """Call `told` with each word of others to us, until cancelled; `anew` after a time in which none was heard."""

        def arrived(message: str) -> None:
            try:
                sender, *parts = json.loads(message)
                word = Word(*parts[: len(Word._fields)])  # another version may say more
                if sender != self._sender and (word.shard is None or word.shard in self._db.share.ids):
                    told(word)
            except Exception:  # whoever says something wrong makes nobody deaf to all else
                log.exception("what another process says cannot be read")

        if isinstance(self._db.place, Server) and not self._db.share.is_whole:
            await listen(self._db.place, CHANNEL, arrived, anew)
        else:
            await asyncio.Event().wait()

    @writes
    def _tell(self, tx: Transaction, message: str) -> None:
        tx.all("SELECT pg_notify(?, ?)", CHANNEL, message)

    @reads
    def _is_held(self, tx: Transaction, shard: int) -> bool:
        """By somebody who still works, as far as that can be told: of who was killed the lease has yet to run out."""
        now, rows = self._db.clock(tx), tx.all("SELECT * FROM lease WHERE id = ?", shard)
        return any(replace(each, shared=True).works(now) for each in readable(LeaseHolder, rows))
