"""What a start loads: only the games whose messages may be outdated, however many games there are."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from operator import methodcaller

import pytest

from bot import remembered
from bot.announcer import announcer
from bot.tables import Tables, cache
from bot.tables.checks import Actor
from playground import Person
from storage import WHOLE, Storage, StoredTable
from storage.connection import WRITE

from .conftest import Stage

_GAMES = 24
_FEW = 10
"""The most requests of a start: about the bot itself, shards, icons; none is for a game."""


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each game was loaded."""
    found = Counter[str]()
    revived = cache.revived

    def counted(stored: StoredTable) -> object:
        found[stored.game.id] += 1
        return revived(stored)

    monkeypatch.setattr(cache, "revived", counted)
    return found


async def laid_out(stage: Stage, people: list[Person]) -> list[str]:
    """Make games over days, each in its own channel and waiting for somebody; all are shown, and the bot is stopped."""
    ids = []
    async with await Storage.open(stage.settings.storage.path, now=stage.clock.now) as store:
        tables = Tables(store, clock=stage.clock, seed="starts")
        guild = next(iter(stage.pg.world.guilds))
        for number in range(_GAMES):
            place = stage.pg.channel(f"place-{number}")
            options = {"seats": 2, "pace": "day", "look": "words"}
            table = await tables.lobby.new(people[0].id, "Ann", guild_id=guild, channel_id=place.id, options=options)
            await tables.lobby.join(table.id, people[1].id, "Bob")
            await tables.lobby.start(table.id, Actor(people[0].id))
            ids.append(table.id)
    for _ in range(2):  # the first start uploads the icons, the second shows them
        await stage.start()
        await stage.quiet()
        await stage.stop()
    return ids


async def moved(stage: Stage, game_id: str) -> None:
    """Let somebody answer while no bot is running."""
    async with await Storage.open(stage.settings.storage.path, now=stage.clock.now) as store:
        tables = Tables(store, clock=stage.clock)
        table = await tables.look(game_id)
        seat = next(iter(table.questions))
        await tables.moves.play(game_id, table.seat(seat).user_id or 0, table.playing.legal(seat)[0])


async def to_tell(stage: Stage) -> tuple[str, ...]:
    """Return the games that the next start will look at."""
    async with await Storage.open(stage.settings.storage.path, now=stage.clock.now) as store:
        return await store.games.to_tell()


def requests(stage: Stage, since: int) -> list[str]:
    return [entry.what for entry in stage.pg.log.after(since) if entry.kind == "request"]


async def test_a_start_asks_little_of_discord_and_loads_no_game_that_is_shown_as_it_is(
    stage: Stage, loaded: Counter[str]
) -> None:
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    ids = await laid_out(stage, people)
    loaded.clear()
    before = stage.pg.log.added
    await stage.start()
    await stage.quiet()
    assert loaded == {}
    assert len(requests(stage, before)) <= _FEW
    await stage.stop()

    await moved(stage, ids[3])
    before = stage.pg.log.added
    loaded.clear()
    await stage.start()
    await stage.quiet()
    assert set(loaded) == {ids[3]}
    assert sum("/messages" in what for what in requests(stage, before)) == 1
    place = (await stage.bot.tables.store.games.row(ids[3])).channel_id
    assert "Ann assigns miners" in people[0].messages(place)[-1].text


async def test_a_change_that_nobody_lived_to_tell_is_told_by_the_next_start(stage: Stage) -> None:
    """The note of it is stored in the same transaction, so that no kill comes between. If a note cannot be stored, the
    next change stores it."""
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    ids = await laid_out(stage, people)
    await moved(stage, ids[0])
    for _ in range(2):
        await stage.stop()  # which stores the last notes
        await stage.start()
        await stage.quiet()
    store = stage.bot.tables.store
    assert await store.games.to_tell() == ()
    async with stage.bot.tables.cache.hold(ids[1]):
        assert await store.games.to_tell() == ()  # nothing has changed yet
        await store.games.set_host(ids[1], people[1].id)
        assert await store.games.to_tell() == (ids[1],)
    full = "CREATE TRIGGER full BEFORE UPDATE OF told ON games BEGIN SELECT RAISE(ABORT, 'full'); END"
    for sql, is_stored in ((full, False), ("DROP TRIGGER full", True)):
        await store._db.run(WRITE, methodcaller("all", sql))
        async with stage.bot.tables.cache.hold(ids[2]):
            await store.games.set_host(ids[2], people[1].id)
            assert (ids[2] in await store.games.to_tell()) is is_stored


async def test_another_program_goes_over_all_games_once(
    stage: Stage, loaded: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    ids = await laid_out(stage, people)
    monkeypatch.setattr(announcer, "program", lambda: "another")
    for expected in ({*ids}, set[str]()):
        loaded.clear()
        await stage.start()
        await stage.quiet()
        assert set(loaded) == expected
        assert str(await stage.bot.tables.store.meta.get(remembered.looks(WHOLE))).startswith("another ")
        await stage.stop()


async def test_what_could_not_be_shown_is_looked_at_again(stage: Stage, loaded: Counter[str]) -> None:
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    ids = await laid_out(stage, people)
    await moved(stage, ids[5])
    assert await to_tell(stage) == (ids[5],)
    fault = stage.pg.faults.add("status", "PATCH /channels/*/messages/*", times=100, status=500)
    await stage.start()
    await fault.wait_hit(within=60.0)
    await stage.stop()
    stage.pg.faults.clear()
    loaded.clear()
    await stage.start()
    await stage.quiet()
    assert set(loaded) == {ids[5]}
    await stage.stop()
    assert await to_tell(stage) == ()


async def test_only_those_whose_time_is_nearly_up_are_loaded_to_be_given_some(
    stage: Stage, loaded: Counter[str]
) -> None:
    """With a pace of a day, somebody who could not answer gets some hours at least."""
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    ids = await laid_out(stage, people)
    stage.clock.advance(timedelta(hours=2))
    await moved(stage, ids[7])  # its deadline starts anew
    stage.clock.advance(timedelta(hours=20))
    loaded.clear()
    await stage.start()
    await stage.quiet()
    assert {*ids} - {*loaded} <= {ids[7]}
    deadlines = {
        each.due_at - stage.clock.now()
        for each in await stage.bot.tables.store.timers.of_game(ids[0])
        if each.kind == "deadline"
    }
    [left] = deadlines
    assert timedelta(hours=2, minutes=20) < left <= timedelta(hours=2, minutes=24)
