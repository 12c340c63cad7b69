"""Reconcilers: one for each kind of each thing, made when first needed and forgotten when done."""

from __future__ import annotations

import asyncio
import math
from itertools import pairwise

import pytest

from bot.delivery import reconcilers
from bot.delivery.reconciler import Reconciler
from bot.delivery.reconcilers import Reconcilers
from bot.delivery.rest import Later, Refused

from .leaping import leap


async def test_one_kind_of_one_thing_is_waited_for_by_itself() -> None:
    gate, done, rested = asyncio.Event(), list[tuple[str, str]](), list[str]()

    async def work(about: str, kind: str) -> None:
        if about == "slow":
            await gate.wait()
        done.append((about, kind))

    known = Reconcilers(work, 60.0, rested.append)
    for about, kind in (("slow", "board"), ("quick", "board"), ("quick", "turn")):
        known.of(about, kind).poke()
    assert known.of("slow", "board") is known.of("slow", "board")
    assert known.busy == 3
    await known.idle("quick")
    assert done == [("quick", "board"), ("quick", "turn")]
    assert rested == ["quick", "quick"]
    assert known.are_done("quick", ("board", "turn", "never asked for"))
    assert not known.are_done("slow", ("board",))
    gate.set()
    await known.idle()
    assert known.busy == 0


async def test_what_fails_is_done_only_when_it_was_tried_again_or_given_up() -> None:
    async def work(about: str, kind: str) -> None:
        raise Later("not now")

    known = Reconcilers(work, 60.0)
    known.of("a", "board").poke()
    assert known.of("b", "board").done
    await known.idle()
    assert (known.busy, known.retrying) == (0, 1)
    assert not known.are_done("a", ("board",))
    await known.stop()


async def test_of_what_fails_only_what_may_go_well_now_is_tried_again() -> None:
    tried = list[tuple[str, str]]()

    async def work(about: str, kind: str) -> None:
        tried.append((about, kind))
        if kind == "board":
            raise Refused("not here")

    known = Reconcilers(work, 60.0)
    for about in ("a", "b"):
        known.poke(about, "board", "turn")
    await known.idle()
    tried.clear()
    known.try_again(["a", "never seen"])
    await known.idle()
    assert tried == [("a", "board")]
    await known.stop()


async def test_what_is_under_way_is_waited_for_at_most_so_long() -> None:
    gate = asyncio.Event()

    async def until_open() -> None:
        await gate.wait()

    reconciler = Reconciler("a board", until_open, 60.0)
    reconciler.poke()
    await reconciler.idle(0.0)
    assert reconciler.busy
    gate.set()
    await reconciler.idle(30.0)
    assert not reconciler.busy


def test_what_fails_for_long_is_tried_ever_more_rarely_until_it_comes_off() -> None:
    """After a pause as long as it has been failing, ten minutes at most; once it succeeds, as often as at first."""

    async def work() -> list[float]:
        loop, tries = asyncio.get_running_loop(), list[float]()

        async def fail() -> None:
            tries.append(loop.time())
            if loop.time() < 6000 or 10_000 <= loop.time() < 10_003:
                raise Later("not now")

        reconciler = Reconciler("a board", fail, 1.0)
        reconciler.poke()
        await asyncio.sleep(10_000)
        assert reconciler.done
        tries.append(math.inf)
        reconciler.poke()
        await asyncio.sleep(10)
        return tries

    tries = leap(work())
    assert tries[:10] == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert tries[10:12] == [512, 1024]
    assert tries[12:] == [*range(1624, 6600, 600), math.inf, 10_000, 10_001, 10_002, 10_004]


def test_what_is_refused_for_long_is_tried_at_last_once_a_day() -> None:
    """It may never succeed: the bot was removed from the server, or the channel deleted."""

    async def work() -> list[float]:
        loop, tries = asyncio.get_running_loop(), list[float]()

        async def refused() -> None:
            tries.append(loop.time())
            raise Refused("50001")

        reconciler = Reconciler("a board", refused, 1.0)
        reconciler.poke()
        await asyncio.sleep(30 * 86_400)
        await reconciler.stop()
        return tries

    tries = leap(work())
    waits = [after - before for before, after in pairwise(tries)]
    assert tries[:10] == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert waits == sorted(waits)
    assert max(wait for tried, wait in zip(tries, waits, strict=False) if tried < 4800) == 600
    assert waits[-10:] == [86_400] * 10
    assert len(tries) < 100


def test_what_fails_otherwise_from_now_on_does_not_wait_for_how_long_it_has_failed() -> None:
    """A thread has been locked for a day, then Discord fails for a moment: that is retried soon, without retrying the
    locked thread more often. Also the other way round."""

    async def work(before: Exception, then: Exception, later: Exception) -> list[float]:
        loop, tries = asyncio.get_running_loop(), list[float]()

        async def fail() -> None:
            tries.append(tried := loop.time() - 86_400)
            raise before if tried < 0 else then if tried < 10 else later

        reconciler = Reconciler("a board", fail, 1.0)
        reconciler.poke()
        await asyncio.sleep(86_400)
        reconciler.poke()
        await asyncio.sleep(10_900)
        await reconciler.stop()
        return [tried for tried in tries if tried >= 0]

    refused, away = Refused("50083"), Later("not now")
    assert leap(work(refused, away, refused)) == [0, 1, 2, 4, 8, 16, 16 + 86_416 / 8]
    assert leap(work(away, refused, refused))[:6] == [0, 1, 2, 4, 8, 16]
    assert leap(work(away, refused, away))[:8] == [0, 1, 2, 4, 8, 16, 17, 18]


def test_whatever_it_fails_with_it_is_tried_again() -> None:
    """What everybody is to see arrives at last, also after a fault of our own."""

    async def work() -> list[float]:
        loop, tries = asyncio.get_running_loop(), list[float]()

        async def fail() -> None:
            tries.append(loop.time())
            if len(tries) < 4:
                raise LookupError("nobody thought of this")

        reconciler = Reconciler("a board", fail, 1.0)
        reconciler.poke()
        await asyncio.sleep(100)
        assert reconciler.done
        return tries

    assert leap(work()) == [0, 1, 2, 4]


async def test_those_that_are_done_are_forgotten_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = asyncio.Event()

    async def work(about: str, kind: str) -> None:
        if about == "slow":
            await gate.wait()
        if about == "failing":
            raise Later("not now")

    monkeypatch.setattr(reconcilers, "_KEPT", 10)
    known = Reconcilers(work, 60.0)
    slow, failing = known.of("slow", "board"), known.of("failing", "board")
    quick = [known.of(f"{n}", "board") for n in range(9)]
    for each in (slow, failing, *quick):
        each.poke()
    await asyncio.sleep(0)
    await known.idle("8")
    known.of("one more", "board")
    assert known.of("slow", "board") is slow
    assert known.of("failing", "board") is failing, "it is to be tried again"
    assert known.of("0", "board") is not quick[0]
    gate.set()
    await known.idle()
    await known.stop()


async def test_once_they_are_stopped_nothing_begins_and_what_is_under_way_may_be_finished() -> None:
    gate, begun, done = asyncio.Event(), list[str](), list[str]()

    async def work(about: str, kind: str) -> None:
        begun.append(about)
        await gate.wait()
        known.of("late", "board").poke()
        if about == "failing":
            raise Later("not now")
        done.append(about)

    known = Reconcilers(work, 0.0, lambda about: done.append(f"rested {about}"))
    for about in ("slow", "failing"):
        known.of(about, "board").poke()
    await asyncio.sleep(0)
    stopping = asyncio.create_task(known.stop(30.0))
    await asyncio.sleep(0)
    for about in ("slow", "other"):
        known.of(about, "board").poke()
    gate.set()
    await stopping
    await asyncio.sleep(0.01)
    assert begun == ["slow", "failing"]
    assert {"slow", "rested slow"} <= {*done}
    assert known.are_done("slow", ["board"])
    assert not known.are_done("failing", ["board"]), "the next start is to see to it"
    assert known.busy == 0


async def test_what_is_stopped_before_it_has_begun_is_waited_for_by_nobody() -> None:
    reconciler = Reconciler("a board", asyncio.Event().wait, 60.0)  # type: ignore[arg-type]
    reconciler.poke()
    stopping = asyncio.create_task(reconciler.stop())
    reconciler._task.cancel()  # type: ignore[union-attr]
    await stopping
    assert not reconciler.busy
    await reconciler.idle(30.0)


async def test_to_wait_for_one_thing_is_to_look_at_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start goes over thousands of games, and waits for each."""

    async def work(about: str, kind: str) -> None:
        pass

    known, looked = Reconcilers(work, 60.0), list[str]()
    for number in range(500):
        known.of(f"{number}", "board")
    monkeypatch.setattr(Reconciler, "busy", property(lambda self: looked.append(self.name)))
    await known.idle("7")
    assert looked == ["7 board"]
