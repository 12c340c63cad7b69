"""Work that nobody waits for comes after everything else on the event loop, but is not put off for ever."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.delivery import lull as lulls
from bot.delivery.lull import Lull


async def toil(log: list[str], passes: int = 20) -> None:
    """Keep the event loop busy for so many passes."""
    for _ in range(passes):
        await asyncio.sleep(0)
        time.sleep(0.005)
    log.append("toil")


async def begin(lull: Lull, log: list[str], name: str) -> None:
    await lull.until_calm(name[0])
    log.append(name)


async def test_pieces_begin_in_their_order_and_a_cancelled_one_holds_up_none() -> None:
    lull, log = Lull(patience=60), list[str]()
    pieces = [asyncio.create_task(begin(lull, log, name)) for name in "abcd"]
    await asyncio.sleep(0)
    pieces[1].cancel()
    await asyncio.gather(*pieces, return_exceptions=True)
    await begin(lull, log, "e")  # also when nothing is left
    assert log == ["a", "c", "d", "e"]


async def test_pieces_begin_one_by_one() -> None:
    lull, log = Lull(patience=60), list[str]()
    pieces = [asyncio.create_task(begin(lull, log, name)) for name in "ab"]
    while not log:  # noqa: ASYNC110  # each pass counts
        await asyncio.sleep(0)
    assert log == ["a"]
    await asyncio.gather(*pieces)


async def test_pieces_about_the_same_begin_together() -> None:
    lull, log = Lull(patience=60), list[str]()
    pieces = [asyncio.create_task(begin(lull, log, name)) for name in ("a1", "b1", "a2", "b2", "a3")]
    await asyncio.sleep(0)
    pieces[0].cancel()  # the others keep their turn
    await asyncio.gather(*pieces, return_exceptions=True)
    assert log == ["a2", "a3", "b1", "b2"]


@pytest.mark.parametrize(("patience", "expected"), [(60.0, ["toil", "a", "b"]), (0.02, ["a", "b", "toil"])])
async def test_pieces_wait_while_the_loop_is_busy_but_not_for_ever(patience: float, expected: list[str]) -> None:
    lull, log = Lull(patience), list[str]()
    toiling = asyncio.create_task(toil(log))
    await asyncio.sleep(0)
    await asyncio.gather(toiling, *(begin(lull, log, name) for name in "ab"))
    assert log == expected


async def test_pieces_wait_while_somebody_is_answered_unless_somebody_waits_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lulls, "_FOR_ANSWERS", 60.0)
    answering, log = True, list[str]()
    lull = Lull(patience=60, answers=lambda: answering)
    pieces = [asyncio.create_task(begin(lull, log, name)) for name in "abc"]
    await asyncio.sleep(0.01)
    lull.hasten("b")
    lull.hasten("nothing that waits")
    await pieces[1]
    assert log == ["b"]
    answering = False
    await asyncio.gather(*pieces)
    assert log == ["b", "a", "c"]


async def test_an_answer_that_takes_long_holds_up_no_pieces() -> None:
    """It may itself wait for something else, such as a hint."""
    lull, log = Lull(patience=60, answers=lambda: True), list[str]()
    async with asyncio.timeout(30):
        await asyncio.gather(*(begin(lull, log, name) for name in "ab"))
    assert log == ["a", "b"]


async def test_what_somebody_waits_for_begins_at_once_also_if_it_comes_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An answer may wait for a board whose turn has yet to come: neither must wait for the other."""
    monkeypatch.setattr(lulls, "_FOR_ANSWERS", 60.0)
    lull, log = Lull(patience=60, answers=lambda: True), list[str]()
    with lull.hurrying("a"):
        with lull.hurrying("a"):
            await begin(lull, log, "a1")
        await begin(lull, log, "a2")
        other = asyncio.create_task(begin(lull, log, "b"))
        await asyncio.sleep(0.01)
        assert log == ["a1", "a2"]
    later = asyncio.create_task(begin(lull, log, "a3"))
    await asyncio.sleep(0.01)
    assert log == ["a1", "a2"]
    for each in (other, later):
        each.cancel()
