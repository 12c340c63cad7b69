"""Who holds which games, and for how long: the lease of a file, and of the shards on a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.processes import lease
from bot.processes.lease import LeaseKeeper
from bot.watch.watch import Watch
from storage import WHOLE, BeingChanged, DatabaseAway, DatabaseFailed, LeaseHeld, LeaseLost, Server, Share, Storage

SHARD = Share((0,), 2)


class Told(Watch):
    """Records what the supervisor of the process is told."""

    def __init__(self) -> None:
        self.said = list[str]()

    def waits(self) -> None:
        self.said.append("waits")

    def takes_over(self) -> None:
        self.said.append("takes over")

    def wrote(self, well: bool) -> None:
        self.said.append("wrote" if well else "could not write")


@pytest.fixture
async def of_server(server: Server) -> AsyncIterator[Storage]:
    async with await Storage.open(server) as made:
        yield made


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - the server alone knows
            await asyncio.sleep(0.01)


async def test_a_file_is_one_process_s_alone_whatever_its_shards(store: Storage, clock: MovedClock) -> None:
    """Nobody else may take it while it cannot be written to, and nobody waits for it."""
    keeper = LeaseKeeper(store, SHARD, Told())
    assert not keeper.has_run_out
    await keeper.take()
    assert store.share == WHOLE
    async with await Storage.open(store.place, now=clock.now) as other:
        with pytest.raises(LeaseHeld):
            await asyncio.wait_for(LeaseKeeper(other, Share((1,), 2), Told()).take(), 30)


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="the system does not say how long it slept")
async def test_a_lease_runs_out_while_the_machine_sleeps(of_server: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = LeaseKeeper(of_server, SHARD, Told())
    await keeper.take()
    assert not keeper.has_run_out
    slept = time.clock_gettime(time.CLOCK_BOOTTIME) + 60
    monkeypatch.setattr(time, "clock_gettime", lambda _: slept)
    assert keeper.has_run_out


async def test_it_counts_from_when_it_was_asked_for_however_late_the_answer(
    of_server: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0

    async def late(*_: object) -> None:
        nonlocal now
        now = 5.0

    monkeypatch.setattr(lease, "elapsed", lambda: now)
    monkeypatch.setattr(of_server.lease, "acquire", late)
    keeper = LeaseKeeper(of_server, SHARD, Told())
    await keeper.take()
    now = 9.1
    assert keeper.has_run_out


async def test_a_spare_says_once_that_it_waits_and_takes_over_who_goes(
    of_server: Storage, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "_ASKED_EVERY", 0.01)
    await of_server.lease.acquire(share=SHARD)
    async with await Storage.open(server) as spare:
        asked, acquire = list[timedelta](), spare.lease.acquire

        async def noted(ttl: timedelta, share: Share) -> None:
            asked.append(ttl)
            if len(asked) == 2:
                raise DatabaseAway("the server is started anew")
            if len(asked) == 3:  # that may fail, and is undone then
                raise BeingChanged(server, BeingChanged.UPGRADED)
            await acquire(ttl, share)

        monkeypatch.setattr(spare.lease, "acquire", noted)
        told = Told()
        taking = asyncio.create_task(LeaseKeeper(spare, SHARD, told).take())
        await until(lambda: len(asked) > 3)
        await of_server.lease.release()
        await taking
    assert told.said == ["waits", "takes over"]


async def test_a_renewal_that_fails_is_told_and_tried_again_until_another_has_the_games(
    store: Storage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged once, however long that lasts: on a server it would be every two and a half seconds."""
    full = DatabaseFailed("the disk is full")
    befalls = [None, full, full, None, full, LeaseLost("another has them")]

    async def renew(_: timedelta) -> None:
        if problem := befalls.pop(0):
            raise problem

    monkeypatch.setattr(lease, "_LEASE_EVERY", 0.0)
    monkeypatch.setattr(store.lease, "renew", renew)
    told = Told()
    with pytest.raises(LeaseLost):
        await LeaseKeeper(store, WHOLE, told).keep()
    assert told.said == ["wrote", "could not write", "could not write", "wrote", "could not write"]
    assert caplog.messages.count("the lease is not renewed") == 2
