"""The randomness of computer players comes from the game's secret seed, so nobody can reproduce it while the game
runs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import agents
from bot.automatic.computers import Computers
from bot.automatic.helping import Helper
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from game.core.decisions import Decision
from game.core.program import USUAL
from storage import Storage

HOST = 11


@pytest.fixture
def thrown(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The first random number of each answer by a computer player."""
    found = []

    def policy(_: Mapping[str, Any], decision: Decision, rng: Random) -> str:
        found.append(rng.random())
        return decision.tokens[0]

    monkeypatch.setattr(agents, "named", lambda *_: policy)
    return found


async def begun(store: Storage, seed: str | None, channel: int, game: str = USUAL) -> tuple[Tables, Table]:
    tables = Tables(store, seed=seed)
    table = await tables.lobby.new(HOST, "Ann", guild_id=1, channel_id=channel, options={}, computers=2, game=game)
    return tables, await tables.lobby.start(table.id, Actor(HOST))


async def played(store: Storage, thrown: list[float], seed: str | None, channel: int) -> tuple[Table, list[float]]:
    """Play until the person has moved so often; return the table, and all random numbers drawn meanwhile."""
    tables, table = await begun(store, seed, channel)
    computers = Computers(tables)
    thrown.clear()
    for _ in range(3):
        computers.poke(table.id)
        await computers.idle()
        table = await tables.look(table.id)
        await tables.moves.play(table.id, HOST, table.playing.legal("P1")[0])
    await computers.stop()
    return table, list(thrown)


async def test_the_same_seed_throws_the_same_and_another_seed_others(store: Storage, thrown: list[float]) -> None:
    """Whatever the game's id: the seed alone, which is shown at the end, reproduces them."""
    first, again, other = [
        (await played(store, thrown, seed, channel))[1] for channel, seed in enumerate(("one", "one", None), 1)
    ]
    assert first == again
    assert len(first) >= 4
    assert not set(first) & set(other)
    assert len(set(first)) == len(first)


async def test_nothing_that_people_see_gives_the_dice(store: Storage, thrown: list[float]) -> None:
    table, found = await played(store, thrown, None, 1)
    numbers = range(1, 200)
    known = (table.id, table.commitment, table.row.name)
    guesses = {
        Random(f"{about}{purpose}/{n}").random() for about in known for purpose in ("", "/agents") for n in numbers
    }
    assert not guesses & set(found)


async def test_advice_is_the_same_each_time_and_thrown_from_the_seed_too(store: Storage, thrown: list[float]) -> None:
    """In a game with a quick adviser, which is asked in this process."""
    throws = []
    for channel, seed in enumerate(("one", "one", "two"), 1):
        tables, table = await begun(store, seed, channel, "harrowing")
        computers = Computers(tables)
        computers.poke(table.id)
        await computers.idle()
        table = await tables.look(table.id)
        await computers.stop()
        thrown.clear()
        for _ in range(2):  # a single helper would cache it
            await Helper().advice(table, "P1")
        assert thrown[0] == thrown[1]
        throws.append(thrown[0])
    assert throws[0] == throws[1]
    assert throws[2] != throws[0]
