"""Only one bot may use a database."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage import LeaseHeld, LeaseLost, Place, Server, Storage
from storage import lease as lease_module
from storage import process as process_module
from storage.columns import utc_now
from storage.connection import READ
from storage.health import holders
from storage.maintenance import backup
from storage.process import Process, has_ended, this_process

from .conftest import HOST, Child, Clock, Games, refuses

HOLDER = """
import asyncio, sys
from datetime import timedelta
from pathlib import Path
from storage import Storage

async def main():
    async with await Storage.open(Path(sys.argv[1])) as storage:
        await storage.lease.acquire(timedelta(hours=1))
        print("held", flush=True)
        sys.stdin.readline()
        await storage.lease.release()
        print("released", flush=True)
        sys.stdin.readline()

asyncio.run(main())
"""


def said(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


async def test_a_second_bot_is_told_who_holds_the_database(path: Path, child: Child) -> None:
    first = child(HOLDER, path)
    assert said(first) == "held"
    async with await Storage.open(path) as second:
        with pytest.raises(LeaseHeld, match=f"process {first.pid} on .* unless it renews\\)$"):
            await second.lease.acquire()
        with pytest.raises(LeaseLost):
            await second.lease.renew()
        await second.lease.release()
        with pytest.raises(LeaseHeld):
            await second.lease.acquire()


async def test_a_released_lease_is_free_though_its_holder_lives(path: Path, child: Child) -> None:
    first = child(HOLDER, path)
    assert said(first) == "held"
    print(file=first.stdin, flush=True)
    assert said(first) == "released"
    async with await Storage.open(path) as second:
        await second.lease.acquire()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a killed holder's lease has to run out")
async def test_a_killed_holder_does_not_block_its_successor(path: Path, child: Child) -> None:
    first = child(HOLDER, path)
    assert said(first) == "held"
    first.kill()
    first.wait()
    async with await Storage.open(path) as second:
        await second.lease.acquire()
        await second.lease.renew()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
async def test_a_killed_holder_that_nobody_has_reaped_does_not_block_either(path: Path, child: Child) -> None:
    first = child(HOLDER, path)
    assert said(first) == "held"
    first.kill()
    os.waitid(os.P_PID, first.pid, os.WEXITED | os.WNOWAIT)  # a zombie process
    async with await Storage.open(path) as second:
        await second.lease.acquire()


async def test_a_lease_that_is_not_renewed_runs_out(path: Path, clock: Clock) -> None:
    async with (
        await Storage.open(path, now=clock) as first,
        await Storage.open(path, now=clock) as second,
    ):
        await first.lease.acquire(timedelta(seconds=30))
        clock.advance(seconds=20)
        await first.lease.renew(timedelta(seconds=30))
        clock.advance(seconds=20)
        with pytest.raises(LeaseHeld) as caught:
            await second.lease.acquire()
        assert caught.value.expires_at == clock.time + timedelta(seconds=10)
        clock.advance(seconds=10)
        await second.lease.acquire()
        with pytest.raises(LeaseLost):
            await first.lease.renew()
        await first.lease.release()
        await second.lease.renew()


async def is_told(storage: Storage, game_id: str) -> bool:
    return bool(await storage._db.run(READ, lambda tx: tx.only("SELECT told FROM games WHERE id = ?", game_id)[0]))


@pytest.mark.parametrize("by", ["deleted", "replaced"])
async def test_a_file_that_is_taken_away_from_its_bot_is_noticed(path: Path, by: str) -> None:
    """Until it is closed everything could be written to it, and would be lost then."""
    async with await Storage.open(path) as storage:
        await storage.lease.acquire()
        backup(path, path.with_name("backup"))
        await storage.lease.renew()
        path.unlink() if by == "deleted" else path.with_name("backup").replace(path)
        with pytest.raises(LeaseLost, match="deleted, moved or replaced"):
            await storage.lease.renew()


async def test_a_file_that_the_system_does_not_tell_of_for_a_moment_is_not_taken_for_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network's file system, or where another program scans it."""
    async with await Storage.open(path) as storage:
        await storage.lease.acquire()

        def silent(_: Path) -> os.stat_result:
            raise OSError(errno.EIO, "the file system does not answer")

        monkeypatch.setattr(Path, "stat", silent)
        await storage.lease.renew()


async def test_who_lost_the_lease_writes_nothing_while_it_ends(place: Place, clock: Clock) -> None:
    """Neither changes that wait to be stored nor any that are still under way."""
    async with await Storage.open(place, now=clock) as former, await Storage.open(place, now=clock) as later:
        await former.lease.acquire(timedelta())
        game_id = await Games(former).lobby()
        await later.lease.acquire()
        former.games.set_told(game_id, True)
        came = await asyncio.gather(former.lease.release(), former.games.set_host(game_id, 6), return_exceptions=True)
        assert [type(each) for each in came] == [type(None), LeaseLost]
        former.games.set_told(game_id, True)
        await former.close()
        assert (await later.games.row(game_id)).host_id == HOST
        assert not await is_told(later, game_id)


async def test_who_gave_the_lease_up_stores_what_waited_with_it_and_nothing_after_it(
    place: Place, clock: Clock
) -> None:
    async with await Storage.open(place, now=clock) as former, await Storage.open(place, now=clock) as later:
        await former.lease.acquire()
        game_id = await Games(former).lobby()
        former.games.set_told(game_id, True)
        await former.lease.release()
        await later.lease.acquire()
        assert await is_told(later, game_id)
        former.games.set_told(game_id, False)
        with pytest.raises(LeaseLost):
            await former.games.set_host(game_id, 6)
        await former.close()
        assert await is_told(later, game_id)


async def test_what_waited_to_be_stored_is_dropped_with_the_lease(place: Place) -> None:
    """They are not retried for ever in a process that may not write any more."""
    async with await Storage.open(place) as former, await Storage.open(place) as later:
        game_id = await Games(former).lobby()
        await former.lease.acquire(timedelta())
        await later.lease.acquire()
        former.games.set_told(game_id, told=True)
        assert former._db.is_behind
        with pytest.raises(LeaseLost):
            await former.games.set_host(game_id, 6)
        assert not former._db.is_behind
        assert not await is_told(later, game_id)


async def test_a_holder_may_acquire_again(storage: Storage) -> None:
    await storage.lease.acquire()
    await storage.lease.acquire()
    await storage.lease.renew()


async def test_the_database_itself_holds_one_lease(storage: Storage) -> None:
    await storage.lease.acquire()
    for number, why in ((0, ""), (1, "")):  # a second lease of the same games; one of none
        again = f"SELECT {number}, shards, holder, host, boot, namespace, pid, born, '', '' FROM lease"
        assert await refuses(storage, f"INSERT INTO lease {again}", why)


def _other(**changes: object) -> Process:
    me = this_process()
    names = ("host", "boot", "namespace", "pid", "born")
    return Process(**{name: getattr(me, name) for name in names} | changes)


@pytest.mark.parametrize(
    ("changes", "ended"),
    [
        ({}, False),
        ({"host": "elsewhere", "boot": "other", "born": "1"}, False),
        ({"namespace": "pid:[1]", "born": "1"}, False),
        ({"boot": "other"}, True),
        ({"boot": "other", "shared": True}, False),
        ({"boot": ""}, False),
        ({"born": "1"}, True),
        ({"born": "1", "shared": True}, True),
        ({"pid": 2**22 + 1}, True),
    ],
    ids=[
        "itself",
        "another machine",
        "another container",
        "before a reboot",
        "another machine of one name",
        "unknown boot",
        "reused",
        "reused on one machine",
        "gone",
    ],
)
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_process_has_ended_only_if_that_is_certain(changes: dict[str, object], ended: bool) -> None:
    assert has_ended(_other(**changes)) is ended


@pytest.mark.skipif(os.name != "posix", reason="needs os.kill to ask")
def test_without_proc_the_number_alone_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "_read", lambda _: "")
    assert has_ended(_other()) is False
    assert has_ended(_other(pid=2**22 + 1)) is True
    assert has_ended(_other(pid=2**22 + 1, shared=True)) is False  # it may be on another machine


async def test_machines_of_one_name_take_nothing_from_each_other(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example containers, which a supervisor restarts whenever they end."""
    one = this_process()
    two = replace(one, boot="11111111-2222-3333-4444-555555555555", pid=77)

    def on(machine: Process) -> None:
        for module in (lease_module, process_module):
            monkeypatch.setattr(module, "this_process", lambda: machine)

    async with await Storage.open(server) as first, await Storage.open(server) as second:
        on(one)
        await first.lease.acquire(timedelta(seconds=9))
        on(two)
        assert [holder.alive for holder in holders(server)] == [True]
        with pytest.raises(LeaseHeld):
            await second.lease.acquire(timedelta(seconds=9))
        await first.lease.renew(timedelta(0))  # it has expired
        await second.lease.acquire(timedelta(seconds=9))
        on(one)
        with pytest.raises(LeaseHeld):
            await first.lease.acquire(timedelta(seconds=9))


async def test_whether_a_bot_is_at_work_is_told_as_of_when_that_was_asked(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor asks before it reads the whole database, which may take longer than a lease lasts."""
    async with await Storage.open(place) as bot:
        await bot.lease.acquire(timedelta(seconds=30))
        [holder] = holders(place)
        with monkeypatch.context() as later:
            later.setattr("storage.lease_holder.utc_now", lambda: utc_now() + timedelta(minutes=1))
            assert (holder.alive, holder.stuck) == (True, False)
        await bot.lease.acquire(timedelta(0))
        [holder] = holders(place)
        assert (holder.alive, holder.stuck) == (False, True)


async def test_whether_a_bot_is_at_work_is_told_by_the_server_s_clock(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.lease_holder.utc_now", lambda: utc_now() + timedelta(minutes=1))
    async with await Storage.open(server) as bot:
        await bot.lease.acquire(timedelta(seconds=9))
        [holder] = holders(server)
        assert (holder.alive, holder.stuck) == (True, False)
