"""Reconcilers of many things: one for each kind of each, made when it is first asked for, forgotten when it is done."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery import reconcilers
from bot.delivery.reconcilers import Reconcilers
from bot.delivery.rest import Later


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
    await known.idle()
    assert (known.busy, known.retrying) == (0, 1)
    assert not known.are_done("a", ("board",))
    await known.stop()


async def test_those_that_are_done_are_forgotten_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = asyncio.Event()

    async def work(about: str, kind: str) -> None:
        if about == "slow":
            await gate.wait()

    monkeypatch.setattr(reconcilers, "_KEPT", 10)
    known = Reconcilers(work, 60.0)
    slow, quick = known.of("slow", "board"), [known.of(f"{n}", "board") for n in range(10)]
    for each in (slow, *quick):
        each.poke()
    await asyncio.sleep(0)
    await known.idle("9")
    known.of("one more", "board")
    assert known.of("slow", "board") is slow
    assert known.of("0", "board") is not quick[0]
    gate.set()
    await known.idle()
