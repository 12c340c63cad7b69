"""Work that nobody waits for goes after what the event loop has to do, but not for ever."""

from __future__ import annotations

import asyncio
import time

from bot.delivery.lull import Lull


async def toil(log: list[str], passes: int = 20) -> None:
    """Keep the event loop busy, pass after pass."""
    for _ in range(passes):
        await asyncio.sleep(0)
        time.sleep(0.005)
    log.append("toil")


async def begin(lull: Lull, log: list[str], name: str) -> None:
    await lull.comes()
    log.append(name)


async def test_pieces_begin_in_their_order_and_a_cancelled_one_holds_up_none() -> None:
    lull, log = Lull(patience=60), list[str]()
    pieces = [asyncio.create_task(begin(lull, log, name)) for name in "abcd"]
    await asyncio.sleep(0)
    pieces[1].cancel()
    await asyncio.gather(*pieces, return_exceptions=True)
    await begin(lull, log, "e")  # and again, when nothing was left
    assert log == ["a", "c", "d", "e"]


async def test_pieces_wait_while_the_loop_is_busy() -> None:
    lull, log = Lull(patience=60), list[str]()
    toiling = asyncio.create_task(toil(log))
    await asyncio.sleep(0)
    await asyncio.gather(toiling, *(begin(lull, log, name) for name in "ab"))
    assert log == ["toil", "a", "b"]


async def test_they_do_not_wait_for_ever() -> None:
    lull, log = Lull(patience=0.02), list[str]()
    toiling = asyncio.create_task(toil(log))
    await asyncio.sleep(0)
    await asyncio.gather(toiling, *(begin(lull, log, name) for name in "ab"))
    assert log == ["a", "b", "toil"]
