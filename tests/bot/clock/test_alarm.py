"""The alarm hands over each timer when its moment has come: once, not early, and without losing any."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import Alarm, Clock, MovedClock
from bot.clock import alarm as alarms
from storage import WHOLE, DatabaseAway, DatabaseFailed, Share, Storage, Timer, Timing
from storage.meta import Meta
from tests.bot.waiting import HOUR, MINUTE, START, goes_by, running


class Heard:
    """Records what is handed over, and can fail or wait as the test wants."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.heard: list[tuple[str, timedelta]] = []
        self.gone: list[datetime | None] = []
        self.shares: list[str] = []
        self.again: list[datetime | None] = []
        self.fails = 0
        self.problems = list[Exception]()
        """Raised one after the other when it is told to take up what was left."""
        self.gate: asyncio.Event | None = None
        self._more = asyncio.Event()

    async def has(self, count: int) -> None:
        """Wait until so many timers were handed over."""
        while len(self.heard) < count:
            self._more.clear()
            await self._more.wait()

    async def due(self, timer: Timer) -> datetime | None:
        self.heard.append((timer.about, self.clock.now() - START))
        self._more.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.fails and timer.about == "bad":
            self.fails -= 1
            raise RuntimeError("the handler is at fault")
        return self.again.pop(0) if self.again else None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        self.gone.append(gone)
        self.shares.append(str(share))
        if self.problems:
            raise self.problems.pop(0)


@asynccontextmanager
async def making_tea(store: Storage, clock: Clock, heard: Heard) -> AsyncIterator[Alarm]:
    alarm = Alarm(store, clock)
    alarm.on("tea", heard)
    async with running(alarm):
        yield alarm


@asynccontextmanager
async def at_work(store: Storage, clock: MovedClock) -> AsyncIterator[tuple[Heard, asyncio.Event, Alarm]]:
    """A timer was handed over, and the work on it continues until its gate is opened."""
    await wait(store, ("a", HOUR))
    heard = Heard(clock)
    heard.gate = asyncio.Event()
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(HOUR)
        await heard.has(1)
        yield heard, heard.gate, alarm


async def wait(store: Storage, *about: tuple[str, timedelta], kind: str = "tea") -> None:
    await store.timers.change(Timing(put=[Timer(kind, each, START + after) for each, after in about]))


async def left(store: Storage) -> list[str]:
    rows = await store.timers.due(START + timedelta(days=999), ["tea", "coffee"])
    return [row.about for row in rows]


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds each look waited for the next one, unless it was woken."""
    found = list[float]()

    def timeout(seconds: float) -> asyncio.Timeout:
        found.append(seconds)
        return asyncio.timeout(seconds)

    monkeypatch.setattr(alarms, "asyncio", SimpleNamespace(**{**vars(asyncio), "timeout": timeout}))
    return found


async def test_each_is_handed_over_once_and_in_order(store: Storage, clock: MovedClock) -> None:
    await wait(store, ("b", 2 * HOUR), ("a", HOUR), ("c", 2 * HOUR))
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        for _ in range(6):
            clock.advance(HOUR / 2)
            await alarm.idle()
    assert heard.heard == [("a", HOUR), ("b", 2 * HOUR), ("c", 2 * HOUR)]
    assert await left(store) == []


async def test_two_that_are_due_together_do_not_wait_for_one_another(store: Storage, clock: MovedClock) -> None:
    await wait(store, ("slow", HOUR), ("other", HOUR))
    heard = Heard(clock)
    heard.gate = asyncio.Event()
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(HOUR)
        await heard.has(2)
        stopping = asyncio.create_task(alarm.stop())
        waiting, is_over = await left(store), stopping.done()
        heard.gate.set()
        await stopping
        assert (sorted(waiting), is_over) == (["other", "slow"], False)  # what is under way is finished first
        assert await left(store) == []
        alarm.poke()
        await alarm.idle()  # nothing new begins
    assert sorted(heard.heard) == [("other", HOUR), ("slow", HOUR)]


async def test_what_is_at_work_is_not_handed_over_again(store: Storage, clock: MovedClock) -> None:
    async with at_work(store, clock) as (heard, gate, alarm):
        await wait(store, ("b", HOUR))
        alarm.poke()
        await heard.has(2)
        gate.set()
        await alarm.idle()
    assert heard.heard == [("a", HOUR), ("b", HOUR)]


async def test_an_end_in_the_middle_of_a_start_begins_nothing_more(store: Storage, clock: MovedClock) -> None:
    await wait(store, ("a", timedelta()))
    ending = list[asyncio.Task[None]]()

    class Ends(Heard):
        async def resume(self, gone: datetime | None, share: Share) -> None:
            ending.append(asyncio.create_task(alarm.stop()))
            await asyncio.sleep(0)

    heard, alarm = Heard(clock), Alarm(store, clock)
    alarm.on("coffee", Ends(clock))
    alarm.on("tea", heard)
    alarm.poke()
    await alarm.idle()  # nor before it is started
    await alarm.start()
    await alarm.idle()
    await ending[0]
    assert (heard.gone, heard.heard) == ([], [])


async def test_an_end_during_a_look_waits_for_what_is_handed_over_by_it(
    store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is closed next."""
    await wait(store, ("a", HOUR))
    clock.advance(HOUR)
    look, looking, found, heard = store.timers.look, asyncio.Event(), asyncio.Event(), Heard(clock)

    async def slowly(*args: Any) -> Any:
        looking.set()
        await found.wait()
        return await look(*args)

    monkeypatch.setattr(store.timers, "look", slowly)
    alarm = Alarm(store, clock)
    alarm.on("tea", heard)
    await alarm.start()
    await looking.wait()
    stopping = asyncio.create_task(alarm.stop())
    await asyncio.sleep(0)
    found.set()
    await stopping
    assert heard.heard == [("a", HOUR)]
    assert await left(store) == []


async def test_it_may_be_wanted_again(store: Storage, clock: MovedClock) -> None:
    await wait(store, ("a", HOUR))
    heard = Heard(clock)
    heard.again = [START + 3 * HOUR]
    async with making_tea(store, clock, heard) as alarm:
        for _ in range(4):
            clock.advance(HOUR)
            await alarm.idle()
    assert heard.heard == [("a", HOUR), ("a", 3 * HOUR)]


async def test_what_is_set_anew_meanwhile_is_not_taken_away(store: Storage, clock: MovedClock) -> None:
    async with at_work(store, clock) as (heard, gate, alarm):
        await wait(store, ("a", 5 * HOUR))
        gate.set()
        await alarm.idle()
        assert await left(store) == ["a"]
        clock.advance(4 * HOUR)
        await alarm.idle()
    assert heard.heard == [("a", HOUR), ("a", 5 * HOUR)]


async def test_what_fails_is_tried_again_ever_later_and_holds_nothing_up(
    store: Storage, clock: MovedClock, naps: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    """After half a minute at first, at last every hour; once it succeeds, the pauses start again."""
    await wait(store, ("bad", HOUR))
    heard, waits = Heard(clock), [timedelta(seconds=30) * 2**n for n in range(7)] + [HOUR, HOUR]
    heard.fails = 9
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(HOUR)
        await alarm.idle()
        await wait(store, ("good", HOUR))
        alarm.poke()
        await alarm.idle()
        assert heard.heard == [("bad", HOUR), ("good", HOUR)]
        heard.again = [clock.now() + sum(waits, MINUTE)]
        for each in waits:
            before = len(heard.heard)
            clock.advance(each - timedelta(seconds=1))
            await alarm.idle()
            assert len(heard.heard) == before
            assert naps[-1] == 1.0  # it wakes by itself then
            clock.advance(timedelta(seconds=1))
            await alarm.idle()
            assert len(heard.heard) == before + 1
        heard.fails = 1
        for each in (MINUTE, waits[0]):
            clock.advance(each)
            await alarm.idle()
    assert await left(store) == []
    assert "the handler is at fault" in caplog.text


async def test_kinds_that_nobody_looks_after_are_left_alone(store: Storage, clock: MovedClock) -> None:
    await wait(store, ("black", HOUR), kind="coffee")
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(2 * HOUR)
        await alarm.idle()
    assert heard.heard == []
    assert await left(store) == ["black"]


@pytest.mark.parametrize("damage", ["soon", "2027-02-30T00:00:00.000000+00:00", "2026-99-99T99:99:99.000000+00:00", ""])
async def test_a_row_that_cannot_be_read_counts_as_due_and_spoils_nothing_else(
    store: Storage, clock: MovedClock, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    await wait(store, ("damaged", 5 * HOUR), ("sound", HOUR))
    with closing(sqlite3.connect(str(store.place))) as raw, raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE timers SET due_at = ?, payload = 'x' WHERE about = 'damaged'", (damage,))
    heard = Heard(clock)
    with caplog.at_level(logging.ERROR):
        async with making_tea(store, clock, heard) as alarm:
            clock.advance(HOUR)
            await alarm.idle()
    assert heard.heard == [("damaged", timedelta()), ("sound", HOUR)]
    assert await left(store) == []
    assert "cannot be read" in caplog.text


async def test_after_a_start_handlers_know_since_when_the_bot_was_gone(store: Storage, clock: MovedClock) -> None:
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(timedelta(hours=5, seconds=7))
        await alarm.idle()
        clock.advance(timedelta(seconds=5))
        await alarm.idle()
    clock.advance(timedelta(weeks=1))
    async with making_tea(store, clock, heard):
        pass
    assert heard.gone == [None, START + timedelta(hours=5, seconds=7)]


async def test_a_kind_that_cannot_take_up_what_was_left_keeps_no_other_from_it(
    store: Storage, clock: MovedClock, caplog: pytest.LogCaptureFixture
) -> None:
    await wait(store, ("a", HOUR))
    bad, good = Heard(clock), Heard(clock)
    bad.problems = [RuntimeError("the handler is at fault")]
    alarm = Alarm(store, clock)
    alarm.on("coffee", bad)
    alarm.on("tea", good)
    async with running(alarm):
        clock.advance(HOUR)
        await alarm.idle()
    assert (bad.gone, good.gone) == ([None], [None])
    assert good.heard == [("a", HOUR)]
    assert "the handler is at fault" in caplog.text


async def test_while_the_database_is_away_nothing_is_handed_over_before_what_was_left_is_taken_up(
    store: Storage, clock: MovedClock
) -> None:
    await wait(store, ("a", HOUR))
    heard = Heard(clock)
    async with making_tea(store, clock, heard):
        pass
    clock.advance(2 * HOUR)
    heard.problems = [DatabaseAway("the server went"), DatabaseAway("it is still away")]
    async with making_tea(store, clock, heard) as alarm:
        for _ in range(2):
            assert heard.heard == []
            alarm.poke()
            await alarm.idle()
    assert heard.gone == [None, START, START, START]
    assert heard.heard == [("a", 2 * HOUR)]


async def test_whatever_keeps_it_from_knowing_what_is_due_it_looks_again(
    store: Storage,
    clock: MovedClock,
    naps: list[float],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Half a minute later; what was left is not taken up a second time."""
    await wait(store, ("a", HOUR))
    look, problems = store.timers.look, [RuntimeError("storage is at fault")]

    async def looked(*asked: Any) -> Any:
        if problems:
            raise problems.pop()
        return await look(*asked)

    monkeypatch.setattr(store.timers, "look", looked)
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        assert not problems
        problems.append(RuntimeError("storage is at fault"))
        for _ in range(2):
            assert naps[-1] == 30.0
            clock.advance(HOUR)
            await alarm.idle()
    assert (heard.gone, heard.heard) == ([None], [("a", 2 * HOUR)])
    assert "storage is at fault" in caplog.text


async def test_what_came_due_while_nothing_could_be_stored_is_taken_up_as_after_a_start(
    store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People could not answer either. While that lasts nothing is handed over, not even after only a minute of it."""
    await wait(store, ("a", HOUR))
    heard, full = Heard(clock), False

    async def kept(key: str, value: str) -> None:
        if full:
            raise DatabaseFailed("the disk is full")
        await Meta.set(store.meta, key, value)

    monkeypatch.setattr(store.meta, "set", kept)
    async with making_tea(store, clock, heard) as alarm:
        for minutes in (1, 60, 60):
            full = True
            await goes_by(alarm, clock, timedelta(minutes=minutes))
            assert heard.heard == []
        full = False
        await goes_by(alarm, clock, MINUTE)
        assert (heard.gone, heard.heard) == ([None, START], [("a", timedelta(minutes=122))])
        await goes_by(alarm, clock, MINUTE)
        full = True
        await goes_by(alarm, clock, MINUTE)
        full = False
        await goes_by(alarm, clock, MINUTE)
    assert heard.gone == [None, START]


async def test_what_came_due_while_the_machine_slept_is_taken_up_as_after_a_start(
    store: Storage, clock: MovedClock
) -> None:
    await wait(store, ("a", HOUR))
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        await goes_by(alarm, clock, 2 * HOUR)
    assert (heard.gone, heard.heard) == ([None, START], [("a", 2 * HOUR)])


async def test_what_came_due_while_nobody_could_reach_the_bot_is_taken_up_as_after_a_start(
    store: Storage, clock: MovedClock
) -> None:
    await wait(store, ("a", HOUR))
    heard, away = Heard(clock), True
    alarm = Alarm(store, clock, lambda: Share(()) if away else WHOLE)
    alarm.on("tea", heard)
    async with running(alarm):
        assert heard.gone == []
        away = False
        await goes_by(alarm, clock, timedelta())
        away = True
        await goes_by(alarm, clock, MINUTE, 2 * HOUR)
        assert (heard.gone, heard.heard) == ([None], [])
        away = False
        await goes_by(alarm, clock, MINUTE)
    assert (heard.gone, heard.heard) == ([None, START], [("a", timedelta(minutes=122))])


async def test_what_people_wait_for_waits_at_the_servers_that_cannot_reach_the_bot(
    store: Storage, clock: MovedClock
) -> None:
    """Other servers' timers go on, and so do those that concern no people. When a shard is back, what was left is taken
    up for its servers alone."""
    for shard in (0, 1):
        made = await store.games.create(
            "adepts", "Tea", guild_id=shard << 22, channel_id=shard, host_id=1, host_name="Ann", options={}, pace="none"
        )
        rows = [Timer(kind, f"{kind} {shard}", START + HOUR) for kind in ("tea", "gong")]
        await store.timers.change(Timing(put=rows), made.game.id)
    there, tea, gong = [0, 1], Heard(clock), Heard(clock)
    alarm = Alarm(store, clock, lambda: Share(tuple(there), 2))
    alarm.on("tea", tea, for_people=True)
    alarm.on("gong", gong)
    async with running(alarm):
        assert (tea.gone, tea.shares) == ([None], ["0,1/2"])
        await goes_by(alarm, clock, MINUTE)
        there.remove(1)
        await goes_by(alarm, clock, *[MINUTE] * 60)
        assert [about for about, _ in tea.heard] == ["tea 0"]
        assert [about for about, _ in gong.heard] == ["gong 0", "gong 1"]
        assert len(tea.gone) == 1
        there.append(1)
        await goes_by(alarm, clock, MINUTE)
        assert tea.heard[1:] == [("tea 1", timedelta(minutes=62))]
        assert (tea.gone[1:], tea.shares[1:]) == ([START + MINUTE], ["1/2"])
        there.remove(0)
        await goes_by(alarm, clock, MINUTE)
        there.remove(1)
        await goes_by(alarm, clock, *[MINUTE] * 3)
        there.extend((0, 1))
        await goes_by(alarm, clock, MINUTE)
        assert (tea.gone[2:], tea.shares[2:]) == ([START + 62 * MINUTE], ["0,1/2"])  # since the first of them was lost
        there.remove(0)
        await goes_by(alarm, clock, *[MINUTE] * 3)
    there.append(0)
    alarm = Alarm(store, clock, lambda: Share(tuple(there), 2))
    alarm.on("tea", tea, for_people=True)
    async with running(alarm):
        assert tea.gone[3:] == [START + 67 * MINUTE]  # since the one that did not come back was lost


async def test_whoever_is_reached_late_at_a_start_is_back_since_the_bot_went(store: Storage, clock: MovedClock) -> None:
    there, heard = [0, 1], Heard(clock)
    for _ in range(2):
        alarm = Alarm(store, clock, lambda: Share(tuple(there), 2))
        alarm.on("tea", heard)
        async with running(alarm):
            await goes_by(alarm, clock, MINUTE)
            there[:] = [0, 1]
            await goes_by(alarm, clock, MINUTE)
        there[:] = [0]
    assert (heard.gone, heard.shares) == ([None, START + 2 * MINUTE, START + 2 * MINUTE], ["0,1/2", "0/2", "1/2"])


async def test_a_jump_of_the_machine_s_clock_makes_nothing_due_early_twice_or_never(store: Storage) -> None:
    """A week forward and an hour back, while the alarm waits."""
    says, seconds = START, 0.0
    clock = Clock(lambda: says, lambda: seconds)
    heard = Heard(clock)
    await wait(store, ("a", 3 * HOUR), ("b", 6 * HOUR))
    async with making_tea(store, clock, heard) as alarm:
        for hour, jump in enumerate((0, 7 * 24, -1, 0, -7 * 24, 0, 0, 0), 1):
            says += HOUR + jump * HOUR
            seconds += 3600
            alarm.poke()
            await alarm.idle()
            assert clock.now() == START + hour * HOUR
    assert heard.heard == [("a", 3 * HOUR), ("b", 6 * HOUR)]


async def test_only_what_is_due_before_the_next_look_makes_it_look(
    store: Storage, clock: MovedClock, naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, look, meanwhile = list[datetime](), store.timers.look, list[tuple[str, timedelta]]()

    async def counted(now: datetime, *rest: Any) -> Any:
        looks.append(now)
        found = await look(now, *rest)
        if meanwhile:
            await wait(store, meanwhile.pop())
            if len(heard.heard) == 1:  # the other time it is told only after the look
                alarm.changed()
        return found

    monkeypatch.setattr(store.timers, "look", counted)
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        await alarm.idle()
        before = len(looks)
        await wait(store, ("later", HOUR))
        alarm.changed()
        await alarm.idle()
        assert len(looks) == before
        await wait(store, ("soon", timedelta(seconds=20)))
        alarm.changed()
        await alarm.idle()
        assert len(looks) == before + 1
        assert naps[-1] == 20.0
        clock.advance(timedelta(seconds=20))
        await alarm.idle()
        before = len(looks)
        await wait(store, ("later still", HOUR))
        alarm.changed()
        await alarm.idle()
        assert len(looks) == before
        for number in (1, 2):
            clock.advance(MINUTE)
            await alarm.idle()
            meanwhile.append((f"meanwhile {number}", clock.now() - START + MINUTE))
            clock.advance(MINUTE)
            await alarm.idle()
            if number == 2:
                alarm.changed()
                await alarm.idle()
            assert len(heard.heard) == number + 1
    assert [about for about, _ in heard.heard] == ["soon", "meanwhile 1", "meanwhile 2"]


async def test_no_more_than_fifty_are_at_work_at_once(store: Storage, clock: MovedClock) -> None:
    await wait(store, *((str(number), HOUR) for number in range(120)))
    heard = Heard(clock)
    heard.gate = asyncio.Event()
    async with making_tea(store, clock, heard) as alarm:
        clock.advance(HOUR)
        await heard.has(50)
        for _ in range(3):
            alarm.poke()
            await store.meta.set("somebody", "else's")
        assert len(heard.heard) == 50
        heard.gate.set()
        await alarm.idle()
    assert len(heard.heard) == 120
    assert await left(store) == []


async def test_a_day_that_there_is_not_counts_as_due_and_is_left_alone_while_it_fails(
    store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite accepts such a date, Python does not: the alarm must not look for it again and again."""
    await wait(store, ("bad", 5 * HOUR), ("sooner", 2 * HOUR))
    with closing(sqlite3.connect(str(store.place))) as raw, raw:
        raw.execute("UPDATE timers SET due_at = '2026-03-32T00:00:00.000000+00:00' WHERE about = 'bad'")
    looks, look = list[datetime](), store.timers.look

    async def counted(now: datetime, *rest: Any) -> Any:
        looks.append(now)
        return await look(now, *rest)

    monkeypatch.setattr(store.timers, "look", counted)
    heard = Heard(clock)
    heard.fails = 1
    async with making_tea(store, clock, heard) as alarm:
        await asyncio.sleep(0.05)
        assert heard.heard == [("bad", timedelta())]
        assert len(looks) < 6
        clock.advance(timedelta(seconds=30))
        await alarm.idle()
    assert heard.heard[1:] == [("bad", timedelta(seconds=30))]
    assert await left(store) == ["sooner"]


async def test_a_row_that_was_damaged_since_is_found_when_it_is_the_next(store: Storage, clock: MovedClock) -> None:
    """Before all rows are checked again."""
    await wait(store, ("bad", HOUR))
    heard = Heard(clock)
    async with making_tea(store, clock, heard) as alarm:
        with closing(sqlite3.connect(str(store.place))) as raw, raw:
            raw.execute("UPDATE timers SET due_at = '2026-03-32T00:00:00.000000+00:00'")
        alarm.poke()
        await alarm.idle()
    assert heard.heard == [("bad", timedelta())]
