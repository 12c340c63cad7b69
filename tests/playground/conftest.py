from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Person, Playground
from playground.world.models import Channel, Guild

from .bots import Bot, running


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    """A playground with fast rate limits; it also checks bodies against Discord's OpenAPI document if one is named."""
    named = os.environ.get("DISCORD_OPENAPI")
    async with Playground(speed=50, document=Path(named) if named else None) as playground:
        yield playground


@pytest.fixture
def guild(pg: Playground) -> Guild:
    return pg.guild("Guild")


@pytest.fixture
def channel(pg: Playground, guild: Guild) -> Channel:
    return pg.channel("general", guild)


@pytest.fixture
async def ann(pg: Playground, channel: Channel) -> Person:
    return await pg.person("ann")


@pytest.fixture
async def bob(pg: Playground, channel: Channel) -> Person:
    return await pg.person("bob")


@pytest.fixture
async def bot(pg: Playground, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    """A running discord.py bot with its commands registered, in a guild with Ann and Bob."""
    async with running(pg, Bot(), monkeypatch) as started:
        yield started
