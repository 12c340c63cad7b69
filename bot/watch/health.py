"""Health of the bot: whether all its shards are connected, and storage answers and can be written."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from storage import Storage, StorageError

_ANSWERS_WITHIN = 2.0
_SILENT = "does not answer"
WAITING = "waiting until its shards are free"
"""The state of a spare process that is healthy but not ready."""


@dataclass(frozen=True, slots=True)
class Health:
    """The bot's health at one moment."""

    shards: int
    away: tuple[int, ...]
    """Shards that are not connected."""
    unheard: tuple[int, ...]
    """Those of `away` to which Discord has not answered for a while."""
    storage: bool | None
    """Whether storage answers; None: it has not been opened yet, as Discord is asked first about the shards."""
    writes: bool = True
    """Whether storage accepted the last renewal of the lease."""
    spare: bool = False
    """Whether this process is a spare: another one has its shards."""
    stopping: bool = False

    @property
    def ready(self) -> bool:
        return self.shards > 0 and not self.away and self.stores and not self.spare and not self.stopping

    @property
    def waiting(self) -> bool:
        """Whether it is a healthy spare, which would be ready with its shards."""
        return self.spare and self.stores and not self.stopping

    @property
    def stores(self) -> bool:
        """Whether moves can be stored."""
        return bool(self.storage) and self.writes

    def __str__(self) -> str:
        """Return one line each on readiness (or what it waits for), shards, and storage."""
        unheard = f"; Discord says nothing to {', '.join(map(str, self.unheard))}" if self.unheard else ""
        away = f" (away: {', '.join(map(str, self.away))}{unheard})" if self.away else ""
        ready = "ready" if self.ready else WAITING if self.waiting else "not ready"
        lines = ["stopping" if self.stopping else ready]
        connected = f"{self.shards - len(self.away)} of {self.shards} connected{away}"
        lines.append(f"shards: {connected if self.shards else 'Discord has not said yet how many there should be'}")
        answers = "answers" if self.writes else "answers, but takes nothing that is written"
        lines.append(f"storage: {'not opened yet' if self.storage is None else answers if self.storage else _SILENT}")
        return "\n".join(lines)


async def answers(store: Storage) -> bool:
    """Whether storage lets every table be read in time. If its server is known to be away, return False at once."""
    asked, away = asyncio.create_task(store.meta.reach()), asyncio.create_task(store.away.wait())
    try:
        done, _ = await asyncio.wait({asked, away}, timeout=_ANSWERS_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if asked in done:
            await asked
    except StorageError:
        return False
    finally:
        asked.cancel()
        away.cancel()
    return asked in done
