"""A tale with faults at Discord and `kill -9`: what was done stays, and no roll is made twice or hidden after being
shown."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import storage
from bot.tales import doctor
from cli.demo.stage import CHANNEL
from cli.demo.tale import Hands, played
from game.core import discover
from game.core.aids.demo import Beat, Heard
from playground import Person
from storage import Storage, StoredTale, TaleStatus
from tests.bot.core.test_tales_random import public_casts, times_shown
from tests.bot.monkeys import Monkey

from .conftest import MakeStage, killed
from .test_all_games import FAULTS

_BETWEEN = 40
"""Presses of everybody between two kills."""
_BEATS = 120
"""The scripted hour has at least so many actions."""


async def test_a_tale_loses_nothing(tmp_path: Path, on_stage: MakeStage, kills: int) -> None:
    rng = random.Random(kills)
    async with on_stage(tmp_path) as stage:
        people = [await stage.pg.person(name) for name in ("ann", "bob", "cy")]
        ann = people[0]
        await ann.command(CHANNEL, "tale tutorial")
        monkeys = [Monkey(each, CHANNEL, random.Random(rng.random()), f"Veiled{n}") for n, each in enumerate(people)]
        for person in people[1:]:
            await person.command(CHANNEL, "tale join")
        presses = 0
        for kind, pattern, settings in rng.choices(FAULTS, k=kills):
            presses += _BETWEEN
            stage.pg.faults.add(kind, pattern, times=2, **settings)
            playing = [asyncio.create_task(_until(monkey, monkeys, presses)) for monkey in monkeys]
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)  # the others are in the middle of a press
            await killed(stage, people)
            await asyncio.gather(*playing)
            before = await _stored(stage.database)
            await stage.start()
            await ann.command(CHANNEL, "tale join")
            await _is_shown(ann, before)
        assert await stage.stop() == 0
        assert storage.check(stage.database, tales=doctor.problems) == ()
        stored = await _stored(stage.database)
        assert stored.entries[: len(before.entries)] == before.entries
        assert [times_shown(ann, CHANNEL, cast) for cast in public_casts(stored)] == [1] * len(public_casts(stored))
        assert len(public_casts(stored)) >= kills


async def test_an_hour_is_told_through_kills(tmp_path: Path, on_stage: MakeStage, kills: int) -> None:
    """The scripted people never notice that the bot was killed between two of their actions: the whole hour is stored,
    every roll is shown once, and the dice are honest."""
    found = discover.aid("adept").stage
    demo = found.demo() if found is not None else None
    assert demo is not None
    rng = random.Random(kills)
    async with on_stage(tmp_path) as stage:
        channel = stage.places[-1]
        people = {name: await stage.pg.person(name.lower()) for name in demo.people}
        done, due = 0, sorted(rng.sample(range(5, _BEATS), kills))

        class Unlucky(Hands):
            async def do(self, beat: Beat) -> Heard:
                nonlocal done
                done += 1
                if done in due:
                    await stage.kill()
                    await stage.start()
                return await super().do(beat)

        assert await played(demo, {name: Unlucky(person, channel) for name, person in people.items()}) > _BEATS
        stored = await _stored(stage.database)
        for person in people.values():
            await _is_shown(person, stored)
        assert len(stored.casts) >= 60
        assert await stage.stop() == 0
        assert storage.check(stage.database, tales=doctor.problems) == ()


async def _until(monkey: Monkey, everybody: list[Monkey], presses: int) -> None:
    while sum(each.presses for each in everybody) < presses:
        await monkey.act()


async def _stored(database: storage.Place) -> StoredTale:
    async with await Storage.open(database) as store:
        [tale] = await store.tales.rows(TaleStatus.RUNNING)
        return await store.tales.load(tale.id)


async def _is_shown(ann: Person, stored: StoredTale) -> None:
    """Assert that whatever was stored before the kill is shown after it, each roll once."""
    for cast in public_casts(stored):
        await ann.wait_for(lambda: times_shown(ann, CHANNEL, cast) == 1)  # noqa: B023 - it is called at once
