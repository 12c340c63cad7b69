"""Four people press whatever they see at a tale: nothing fails, everything is stored as it was shown, nothing hidden is
revealed."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

import storage
from bot.tales import doctor
from playground import Person
from playground.world.models import Channel
from tests.bot.monkeys import Monkey

from .conftest import Stage

_PRESSES = 60


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_people_press(stage: Stage, channel: Channel, ann: Person, bob: Person, seed: int) -> None:
    rng = random.Random(seed)
    await ann.command(channel, "tale tutorial")
    cy = await stage.pg.person("cy")
    await bob.command(channel, "tale join")
    everybody = [
        Monkey(each, channel, random.Random(rng.random()), f"Veiled{n}") for n, each in enumerate((ann, bob, cy))
    ]

    async def play(monkey: Monkey) -> None:
        for _ in range(_PRESSES):
            await monkey.act()

    await asyncio.gather(*map(play, everybody))
    await stage.quiet()
    live = await stage.bot.tales.active_in(channel.id)
    stored = await stage.bot.tales.store.tales.load(live.id)
    assert [*doctor.problems(stored)] == []
    assert len(stored.entries) > 10
    assert public_casts(stored)
    assert {times_shown(ann, channel, cast) for cast in public_casts(stored)} == {1}
    for name in hidden(live.tale):
        for other in (bob, cy):
            assert name not in json.dumps(other.raw, ensure_ascii=False), "a hidden name was told"


def public_casts(stored: storage.StoredTale) -> list[Mapping[str, Any]]:
    """Return the public rolls, each of which has a message; hero dice are shown with their roll."""
    rolled = {cast for entry in stored.entries if entry["action"] == "roll" for cast in entry["casts"]}
    return [cast for cast in stored.casts if cast["id"] in rolled and not cast["id"].startswith("s")]


def times_shown(person: Person, channel: Channel | str, cast: Mapping[str, Any]) -> int:
    """Return how many messages show the roll with this number."""
    messages = [message for message in person.messages(channel) if not message.ephemeral]
    wanted = re.compile(rf"· roll {cast['id']}(~~)?$", re.MULTILINE)
    return sum(wanted.search(message.text) is not None for message in messages)


def hidden(tale: Any) -> list[str]:
    """Return the names that only game masters know."""
    parts = (tale.state.crises, tale.state.challenges, tale.state.bosses)
    return [name for part in parts for name, each in part.items() if each.hidden]
