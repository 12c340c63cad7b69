"""A table of two in a channel, with the bot in this process, where tests make things go wrong."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
import yarl

from bot.config import load
from cli.demo.stage import CHANNEL, open_table
from playground import Person, Playground
from playground.world.models import Channel
from storage import Storage
from tests.bot.acting import Patient, comes_up_to_date, every_move_counted_once, patient, the_table
from tests.bot.core.conftest import Stage
from tests.bot.hurry import hurry

_ENOUGH = 40


@dataclass
class Scene:
    """The stage, the channel, the players and an onlooker."""

    stage: Stage
    channel: Channel
    players: list[Patient]
    onlooker: Person
    database: Path
    store: Storage

    @property
    def pg(self) -> Playground:
        return self.stage.pg

    async def counted(self) -> int:
        """Return the number of moves in the database."""
        return len(await self.store.moves.entries((await the_table(self.store)).game.id))

    async def asked(self) -> Patient:
        """Return a player who is asked now, according to the database."""
        table = await the_table(self.store)
        seat = next(iter(table.questions))
        user = next(each.user_id for each in table.seats if each.seat == seat)
        return next(player for player in self.players if player.person.id == user)

    async def play(self, moves: int, typing: float | None = None) -> None:
        """Play so many moves by whoever is asked, and retry what fails. `typing`: the share of moves made by
        `/play`."""
        wanted = await self.counted() + moves
        for _ in range(_ENOUGH * moves):
            if await self.counted() >= wanted:
                return
            player = await self.asked()
            if typing is not None:
                player.typing = typing
            await player.move()
        raise AssertionError("the game is stuck")

    async def comes_up_to_date(self) -> None:
        """End all faults, and assert that the board then comes up to date by itself."""
        self.pg.faults.clear()
        await comes_up_to_date(self.onlooker, self.database)

    async def all_is_well(self) -> None:
        """Assert that after the faults nothing is lost, the game goes on, and the board comes up to date by itself."""
        await self.comes_up_to_date()
        await self.play(6)
        await comes_up_to_date(self.onlooker, self.database)
        await every_move_counted_once(self.players, self.database)


@pytest.fixture
async def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    hurry(monkeypatch)
    async with Playground(speed=1000.0, heartbeat=0.5) as pg:
        monkeypatch.setattr(discord.http.Route, "BASE", pg.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(pg.gateway_url))
        monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", pg.token)
        monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(tmp_path / "adepts.sqlite3"))
        monkeypatch.chdir(tmp_path)
        pg.guild("The guild")
        channel = pg.channel(CHANNEL)
        stage = Stage(pg, load(seed="faults"))
        try:
            await stage.start()
            people = {name: await pg.person(name) for name in ("ann", "bob")}
            onlooker = await pg.person("onlooker")
            await open_table(list(people.values()))
            players = patient(people, random.Random("faults"), typing=0.5)
            database = tmp_path / "adepts.sqlite3"
            async with await Storage.open(database) as store:
                made = Scene(stage, channel, players, onlooker, database, store)
                await made.play(3)
                yield made
        finally:
            await stage.stop()
