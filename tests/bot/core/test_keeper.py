"""What is cached of tables and tales is what is stored, whatever happens in between."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import pytest

from bot.tables import Tables, keeper
from bot.tables.decisions import Decider
from bot.tables.errors import Elsewhere, NoGame, Refusal, WrongMoment
from bot.tables.keeper import Keeper
from bot.tables.waiting.hours import ZONE
from bot.tales import Tales
from game.core.aids.stage import Act, Step
from game.core.discover import aid
from storage import DatabaseAway, DatabaseFailed, NoSuchGame, Share, Storage
from storage.topics import move_to

from .tables import ANN, BOB, CHANNEL, EVE, begun, lobby


class Case(NamedTuple):
    keeper: Keeper[Any]
    stored: Any
    """The part of storage that loads what the keeper caches."""
    id: str


@pytest.fixture(params=["table", "tale"])
async def case(request: pytest.FixtureRequest, tables: Tables, store: Storage) -> Case:
    if request.param == "table":
        return Case(tables.cache, store.games, (await begun(tables)).id)
    return Case(tales := Tales(store), store.tales, await opened(tales))


async def opened(tales: Tales) -> str:
    given = {"title": "The Tower", "doom": "2d6"}
    return (await tales.open(aid("adept"), ANN, given, guild_id=1, channel_id=CHANNEL)).id


@pytest.mark.parametrize(
    ("problem", "comes_out"),
    [
        (DatabaseFailed("full"), DatabaseFailed),
        (DatabaseAway("the server went"), DatabaseAway),
        (NoSuchGame("x"), NoGame),
        (ValueError("wrong"), ValueError),
        (asyncio.CancelledError(), asyncio.CancelledError),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, BaseException) else "",
)
async def test_what_failed_is_loaded_anew(case: Case, problem: BaseException, comes_out: type[BaseException]) -> None:
    before = await case.keeper.look(case.id)
    with pytest.raises(comes_out):
        async with case.keeper.hold(case.id):
            raise problem
    assert not case.keeper.keeps(case.id)
    assert await case.keeper.look(case.id) is not before


async def test_what_was_refused_stays_as_it_is(case: Case) -> None:
    before = await case.keeper.look(case.id)
    with pytest.raises(Refusal):
        async with case.keeper.hold(case.id):
            raise Refusal("No.")
    assert await case.keeper.look(case.id) is before


@pytest.mark.parametrize("loads", [False, True])
async def test_what_is_in_doubt_is_told_later(case: Case, loads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it could not be read meanwhile: otherwise whoever waits for it would wait for ever."""
    told = list[str]()
    case.keeper.changed.append(told.append)
    monkeypatch.setattr(keeper, "DOUBT", 0.01)
    if loads:
        case.keeper.clear()
        monkeypatch.setattr(case.stored, "load", away)
    with pytest.raises(DatabaseAway):
        async with case.keeper.hold(case.id):
            await away()
    assert told == []
    await asyncio.sleep(0.05)
    assert told == [case.id]


async def away(*_: object) -> None:
    raise DatabaseAway("the server went")


async def test_what_was_read_before_all_was_to_be_loaded_anew_is_not_kept(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    case.keeper.clear()
    load, has_read, goes_on = case.stored.load, asyncio.Event(), asyncio.Event()

    async def late(key: str) -> Any:
        found = await load(key)
        has_read.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(case.stored, "load", late)
    looking = asyncio.create_task(case.keeper.look(case.id))
    await has_read.wait()
    case.keeper.clear()
    goes_on.set()
    before = await looking
    assert await case.keeper.look(case.id) is not before


async def test_what_was_changed_meanwhile_is_not_kept_either(case: Case) -> None:
    """Because it was made from what was read before the cache was cleared."""
    async with case.keeper.hold(case.id) as before:
        case.keeper.clear()
        case.keeper.put(before)
    assert await case.keeper.look(case.id) is not before


async def test_what_another_process_holds_is_neither_changed_nor_kept(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    case.keeper.clear()
    monkeypatch.setattr(case.keeper.store._db, "share", Share((1,), 2))
    with pytest.raises(Elsewhere):
        async with case.keeper.hold(case.id):
            raise AssertionError("it is held")
    case.keeper.put(await case.keeper.look(case.id))
    assert not case.keeper.keeps(case.id)


async def test_two_who_want_each_other_s_tables_do_not_wait_for_ever(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changing somebody's hours holds all their tables, taken one after another; moving a game to a channel looks at
    the table that is there."""
    first, second = sorted([await begun(tables), await begun(tables, channel=CHANNEL + 1)], key=lambda table: table.id)
    tables.cache.clear()
    load, is_held, goes_on = tables.store.games.load, asyncio.Event(), asyncio.Event()

    async def late(game_id: str) -> Any:
        if not is_held.is_set():
            is_held.set()
            await goes_on.wait()
        return await load(game_id)

    monkeypatch.setattr(tables.store.games, "load", late)
    resting = asyncio.create_task(tables.people.set(ANN, ZONE, "UTC"))
    await is_held.wait()
    there = move_to(first.row.channel_id)
    moving = asyncio.create_task(tables.decisions.decide(second.id, there, Decider(ANN, guild_id=1)))
    await asyncio.wait({moving}, timeout=0.5)
    goes_on.set()
    async with asyncio.timeout(5):
        assert (await resting)[ZONE] == "UTC"
        with pytest.raises(WrongMoment, match="One table a channel"):
            await moving


async def test_whoever_is_cancelled_while_sitting_down_is_shown_where_they_sit(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cancelled task cannot reload the table itself any more."""
    table, add, stored = await lobby(tables), tables.store.seats.add, asyncio.Event()

    async def added(*args: Any, **kwargs: Any) -> None:
        await add(*args, **kwargs)
        stored.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(tables.store.seats, "add", added)
    joining = asyncio.create_task(tables.lobby.join(table.id, EVE, "Eve"))
    await stored.wait()
    joining.cancel()
    await asyncio.gather(joining, return_exceptions=True)
    assert (await tables.look(table.id)).find(EVE) is not None


async def test_a_tale_that_storage_has_no_more_is_gone_with_the_next_press(store: Storage) -> None:
    tales = Tales(store)
    tale_id = await opened(tales)
    await store.tales.delete(tale_id)
    with pytest.raises(NoGame):
        await tales.press(tale_id, BOB, lambda _: Step((Act("join", {"name": "Bob"}),)))
    with pytest.raises(NoGame):
        await tales.look(tale_id)
