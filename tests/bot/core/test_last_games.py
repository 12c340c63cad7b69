"""The last game of a channel, found by requests for its score, record, replay or rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.errors import NoGame, WrongMoment
from storage import Status, Storage
from storage.connection import WRITE

from .tables import ANN, CHANNEL, begun, lobby, play_first

Look = Callable[[int], Awaitable[Table]]


def looks(tables: Tables) -> dict[str, Look]:
    names = ("latest_in", "seen_in", "played_in", "ended_in")
    whatever = partial(tables.finished_in, wanted=lambda _: True)
    return {**{name: getattr(tables, name) for name in names}, "finished_in": whatever}


async def ended(tables: Tables, clock: MovedClock, make: Callable[[Tables], Awaitable[Table]]) -> str:
    """Make a table of the channel that its host has ended; return its id."""
    table = await make(tables)
    clock.advance(timedelta(minutes=1))
    return (await tables.lobby.end(table.id, Actor(ANN))).id


async def over(tables: Tables, store: Storage, clock: MovedClock) -> str:
    """Make a game of the channel that was played to its end according to storage; return its id."""
    table = await play_first(tables, await begun(tables))
    clock.advance(timedelta(minutes=1))
    await tables.lobby.end(table.id, Actor(ANN))
    tables.cache.clear()
    await store._db.run(WRITE, lambda tx: tx.all("UPDATE games SET status = 'over' WHERE id = ?", table.id))
    return table.id


async def test_each_look_finds_the_last_that_it_means(tables: Tables, store: Storage, clock: MovedClock) -> None:
    for name, look in looks(tables).items():
        with pytest.raises(NoGame):
            await look(CHANNEL)
        assert name
    first = await over(tables, store, clock)
    second = await ended(tables, clock, begun)
    third = await ended(tables, clock, lobby)
    found = {name: (await look(CHANNEL)).id for name, look in looks(tables).items() if name != "ended_in"}
    assert found == {"latest_in": third, "seen_in": first, "played_in": second, "finished_in": first}
    assert (await tables.ended_in(CHANNEL)).id == second
    clock.advance(timedelta(days=8))
    assert await tables.seal(second) is None
    with pytest.raises(NoGame, match="seven days"):
        await tables.ended_in(CHANNEL)
    running = await begun(tables)
    assert running.status is Status.RUNNING
    assert {(await tables.latest_in(CHANNEL)).id, (await tables.seen_in(CHANNEL)).id} == {running.id}
    with pytest.raises(WrongMoment, match="being played"):
        await tables.played_in(CHANNEL)


async def test_a_game_that_cannot_be_read_is_not_the_last_that_was_played(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    sound, damaged = await ended(tables, clock, begun), await ended(tables, clock, begun)
    await store._db.run(WRITE, lambda tx: tx.all("UPDATE snapshots SET state = x'00' WHERE game_id = ?", damaged))
    tables.cache.clear()
    assert (await tables.played_in(CHANNEL)).id == sound


async def test_no_look_reads_the_games_of_other_channels(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked for while somebody types, so its cost must not grow with all that was ever played."""
    for channel in range(20, 50):
        table = await lobby(tables, channel)
        await tables.lobby.end(table.id, Actor(ANN))
    last = await over(tables, store, clock)
    read, real = list[str](), store.games.finished_in

    async def counted(*which: object, **more: object) -> object:
        games = await real(*which, **more)  # type: ignore[arg-type]
        read.extend(game.id for game in games)
        return games

    monkeypatch.setattr(store.games, "finished_in", counted)
    monkeypatch.delattr(type(store.games), "finished")
    for name, look in looks(tables).items():
        if name != "ended_in":
            assert (await look(CHANNEL)).id == last
    assert set(read) == {last}
