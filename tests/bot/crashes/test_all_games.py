"""All games at once in one bot, each in a channel of its own, with faults at Discord and `kill -9`."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import storage
from cli.demo.player import play_out
from cli.demo.stage import CHANNEL, Stage, exported, in_words, is_over, open_table
from game.core.history import replay
from storage import Storage
from storage.columns import utc_now
from tests.bot.acting import Patient, patient

from .conftest import MakeStage, killed

_HEXES, _GROUND, _FIELD = "hexes", "ground", "field"
_TABLES = {
    CHANNEL: ("adepts", ("ann", "bob"), "words"),
    _HEXES: ("mana-surge", ("cleo", "dan", "eve"), "words"),
    _GROUND: ("spirit-ground", ("fay", "gus"), "pictures"),
    _FIELD: ("harrowing", ("hal", "ivy"), "words"),
}
"""By channel: the game, its players, and how its board is shown (pictures where the game is shortest)."""
FAULTS: tuple[tuple[Any, str, dict[str, Any]], ...] = (
    ("status", "POST /interactions/*/callback", {"status": 500}),
    ("rate_limit", "* /channels/*", {"seconds": 0.05, "scope": "global"}),
    ("lose_answer", "POST /channels/*/messages", {}),
    ("drop", "PATCH /channels/*/messages/*", {}),
)
_BETWEEN = 150
"""Entries of the playground's log between two faults."""


async def test_all_games_in_one_bot_lose_nothing(tmp_path: Path, on_stage: MakeStage, kills: int) -> None:
    """Each is played to its end by its own people, its record is what was stored, and every press counts once."""
    rng = random.Random(kills)
    async with on_stage(tmp_path) as stage:
        for place in (_HEXES, _GROUND, _FIELD):
            stage.pg.channel(place)
        tables = [await _opened(stage, place, rng) for place in _TABLES]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(_play(players)) for players in tables]
            for kind, pattern, settings in rng.choices(FAULTS, k=kills):
                stage.pg.faults.add(kind, pattern, times=2, **settings)
                await _while(stage, playing)
                if all(task.done() for task in playing):
                    break
                for players in tables:
                    players[0].gate.clear()
                await killed(stage, [player.person for players in tables for player in players])
                await stage.start()
                for players in tables:
                    players[0].gate.set()
        assert storage.check(stage.database) == ()
        for players in tables:
            await _is_whole(players, stage.database)


async def _opened(stage: Stage, place: str, rng: random.Random) -> list[Patient]:
    name, who, look = _TABLES[place]
    people = {each: await stage.pg.person(each) for each in who}
    for person in people.values():
        person.timeout = 60.0
    if look == "words":
        await in_words(people.values(), place)
    await open_table([*people.values()], game=name, place=place, look=look)
    return patient(people, rng, 0.5, place)


async def _play(players: list[Patient]) -> None:
    first = players[0]
    await play_out(players, lambda: is_over(first.person, first.channel))


async def _while(stage: Stage, playing: list[asyncio.Task[None]]) -> None:
    """Wait for so many entries of the log, or until all games are over."""
    target = stage.pg.log.added + _BETWEEN
    coming = asyncio.create_task(stage.pg.log.wait_for(lambda entry: entry.n >= target, within=120.0))
    either: set[asyncio.Future[Any]] = {coming, asyncio.gather(*playing)}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    coming.cancel()


async def _is_whole(players: list[Patient], database: storage.Place) -> None:
    first = players[0]
    game = replay(await exported(first.person, first.channel))
    async with await Storage.open(database) as store:
        names = {row.game: row.id for row in await store.games.finished(utc_now())}
        stored = await store.games.load(names[_TABLES[str(first.channel)][0]])
        entries = await store.moves.entries(stored.game.id)
    assert stored.snapshot is not None
    assert game.over
    assert game.to_dict() == stored.snapshot.state
    assert game.ply == len(storage.standing(entries))
    counted = [entry.interaction_id for entry in entries if entry.interaction_id is not None]
    sent = {attempt.answer.interaction_id for player in players for attempt in player.attempts}
    assert len(set(counted)) == len(counted)
    assert set(counted) <= sent
