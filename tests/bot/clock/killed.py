"""A bot's tables and its alarm in a process that kills itself, like `kill -9`, after so many transactions that write.

`python -m tests.bot.clock.killed DATABASE MOMENT COMMITS`: it starts, hands over what is due at that moment, and ends.
With `USER NAME VALUE` it changes that setting of a person instead, and kills itself after so many statements that
write, in the middle of their transaction.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.automatic.computers import Computers
from bot.automatic.waiting import alarm_for
from bot.clock import MovedClock
from bot.tables import Tables
from storage import Storage
from storage.database import Database, Transaction

DELAY = timedelta(seconds=7)


async def hand_over(database: Path, moment: datetime, *on: timedelta) -> None:
    """Start on that database, and do all that is due then; then move the clock on, and do what is due."""
    clock = MovedClock(moment)
    async with await Storage.open(database, now=clock.now) as store:
        tables = Tables(store, clock=clock, seed="killed", delay=lambda *_: DELAY)
        alarm = alarm_for(tables, Computers(tables))
        await alarm.start()
        await alarm.idle()
        for step in on:
            clock.advance(step)
            await alarm.idle()
        await alarm.stop()


async def change(database: Path, moment: datetime, user: int, name: str, value: str) -> None:
    """Start on that database, and change a setting."""
    clock = MovedClock(moment)
    async with await Storage.open(database, now=clock.now) as store:
        await Tables(store, clock=clock).people.set(user, name, value)


def kill_after(commits: int) -> None:
    """End this process so when it has written that often: the last is on disk, and nobody has heard of it."""
    run, left = Database.run, [commits]

    async def counted(self: Database, begin: str, work: Callable[..., Any]) -> Any:
        result = await run(self, begin, work)
        if begin == "BEGIN IMMEDIATE":
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return result

    Database.run = counted  # type: ignore[method-assign, assignment]


def kill_amid(statements: int) -> None:
    """End this process so when it has run that many statements that write, and their transaction is still open."""
    left = [statements]

    def counted(run: Callable[..., Any]) -> Callable[..., Any]:
        def work(self: Transaction, sql: str, *parameters: Any) -> Any:
            result = run(self, sql, *parameters)
            left[0] -= sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE"))
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return work

    Transaction.all = counted(Transaction.all)  # type: ignore[method-assign]
    Transaction.many = counted(Transaction.many)  # type: ignore[method-assign]


if __name__ == "__main__":
    (kill_amid if len(sys.argv) > 4 else kill_after)(int(sys.argv[3]))
    on, at = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
    if len(sys.argv) > 4:
        asyncio.run(change(on, at, int(sys.argv[4]), *sys.argv[5:]))
    else:
        asyncio.run(hand_over(on, at))
