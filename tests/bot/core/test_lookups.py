"""The desks are built while nobody waits."""

from __future__ import annotations

import asyncio

import pytest

import desk
from bot.lookups import Lookups
from game.core.errors import SetupError


async def test_none_is_made_by_itself_while_somebody_waits_for_an_answer() -> None:
    desk.lookup.cache_clear()
    quiet = asyncio.Event()
    lookups = Lookups()

    async def idle() -> None:
        await quiet.wait()

    making = asyncio.create_task(lookups.make_all(idle))
    asked = next(iter(desk.sources()))
    assert await lookups.of(asked) is desk.lookup(asked)  # requests are answered all the same
    assert desk.lookup.cache_info().currsize == 1
    quiet.set()
    await making
    assert desk.lookup.cache_info().currsize == len(desk.sources())


async def test_whoever_gives_up_leaves_it_to_others() -> None:
    desk.lookup.cache_clear()
    lookups, asked = Lookups(), next(iter(desk.sources()))
    given_up = asyncio.create_task(lookups.of(asked))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await lookups.of(asked) is desk.lookup(asked)


async def test_what_could_not_be_made_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups, asked, made = Lookups(), next(iter(desk.sources())), desk.lookup
    monkeypatch.setattr(desk, "lookup", failing)
    with pytest.raises(OSError, match="cannot be read"):
        await lookups.of(asked)
    monkeypatch.setattr(desk, "lookup", made)
    assert await lookups.of(asked) is made(asked)


def failing(_name: str) -> None:
    raise OSError("the texts cannot be read")


async def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(SetupError):
        await Lookups().of("nothing")
