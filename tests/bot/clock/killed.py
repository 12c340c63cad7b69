"""A bot's tables and its alarm in processes that kill themselves after so many writing transactions, as `kill -9`
would.

`python -m tests.bot.clock.killed DATABASE MOMENT MOST`: for each number of transactions below MOST a process is started
on a copy of the database whose name has that number. It does what is due at that moment, and is killed after so many
transactions. Prints the exit status of each, until one ends by itself. With `USER NAME VALUE` they change that setting
of a person instead, and are killed after so many writing statements, in the middle of a transaction.

Everything is imported once, and processes are forked.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
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
    """Start on the database, do what is due at that moment, then move the clock on and do what is due after that."""
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
    """Start on the database, and change a person's setting."""
    clock = MovedClock(moment)
    async with await Storage.open(database, now=clock.now) as store:
        await Tables(store, clock=clock).people.set(user, name, value)


def kill_after(commits: int) -> None:
    """Kill this process after so many writing transactions: the last one is committed, and nobody has been told."""
    run, left = Database.run, [commits]

    async def counted(self: Database, begin: str, work: Callable[..., Any]) -> Any:
        result = await run(self, begin, work)
        if begin == "BEGIN IMMEDIATE":
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return result

    Database.run = counted  # type: ignore[method-assign]


def kill_amid(statements: int) -> None:
    """Kill this process after so many writing statements, while their transaction is still open."""
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


def statuses(whole: Path, most: int, work: Callable[[int, Path], object]) -> Iterator[int]:
    """Yield the exit statuses of processes that do this work, each with its number and a copy of the database."""
    for number in range(most):
        database = whole.with_name(f"{number}.sqlite3")
        shutil.copy(whole, database)
        if (process := os.fork()) == 0:
            work(number, database)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        yield status
        if status == 0:
            return


if __name__ == "__main__":
    at, setting = datetime.fromisoformat(sys.argv[2]), sys.argv[4:]

    def do(number: int, database: Path) -> None:
        (kill_amid if setting else kill_after)(number)
        if setting:
            asyncio.run(change(database, at, int(setting[0]), *setting[1:]))
        else:
            asyncio.run(hand_over(database, at))

    print(*statuses(Path(sys.argv[1]), int(sys.argv[3]), do))
