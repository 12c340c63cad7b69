"""Several shards: games on one continue while another is away, and none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.gateway.shards import Shards
from cli.demo.processes import guild_of
from playground import Answer, Person, Playground
from playground.world.models import Channel
from tests.bot.core.acting import letters, mover
from tests.bot.core.conftest import Stage, stage_on
from tests.bot.hurry import LONG

SOON = 0.01
"""Seconds between the starts of two sessions, instead of five."""


@dataclass
class Two:
    """A bot with a server on each of its two shards; all people are in both servers."""

    stage: Stage
    channels: list[Channel]
    people: list[Person]

    @property
    def pg(self) -> Playground:
        return self.stage.pg

    async def open(self, shard: int, **options: str) -> str:
        """Start a table of two in that shard's server; return the game's id."""
        host, guest = self.people[2 * shard : 2 * shard + 2]
        known = {row.id for row in await self.stage.bot.tables.store.games.active()}
        await host.command(self.channels[shard], "adepts new", look="words", **options)
        await host.wait_message(self.channels[shard], "table")
        await guest.command(self.channels[shard], "adepts join")
        await host.command(self.channels[shard], "adepts start")
        await self.stage.quiet()
        [game] = {row.id for row in await self.stage.bot.tables.store.games.active()} - known
        return game

    async def begin_move(self, game: str, shard: int, *, dm: bool = False) -> Answer:
        """Let whoever is asked there type the first legal answer, in the channel or in a direct message."""
        table = await self.stage.bot.tables.look(game)
        person = next(p for p in self.people if (s := table.find(p.id)) is not None and s.seat in table.questions)
        place = await person.open_dm() if dm else self.channels[shard]
        seat = table.seat_of(person.id).seat
        return await person.begin_command(place, "play", move=table.playing.legal(seat)[0], game=game)

    async def play(self, game: str, shard: int, moves: int) -> None:
        for _ in range(moves):
            await self.counted(await self.begin_move(game, shard), game)

    async def counted(self, answer: Answer, game: str) -> None:
        """Assert that it was answered as a move that was made."""
        await answer.settled()
        assert not answer.failed
        assert "again" not in answer.message.text
        await self.stage.quiet()

    async def moves(self, game: str) -> int:
        return len(await self.stage.bot.tables.store.moves.entries(game))


@pytest.fixture
async def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    """A bot that has not been started."""
    async with stage_on(tmp_path, monkeypatch, "shards", shards=2) as stage:
        stage.identify = SOON
        pg = stage.pg
        pg.world.delete_guild(next(iter(pg.world.guilds.values())))
        channels = [pg.channel(f"on-{shard}", guild_of(pg, shard, 2)) for shard in (0, 1)]
        yield Two(stage, channels, [await pg.person(name) for name in ("ann", "bob", "cy", "dee")])


def answered_twice(pg: Playground) -> list[object]:
    return [
        e.data["body"]
        for e in pg.log.after(0)
        if e.kind == "answer" and "callback" in e.what and e.data["status"] != 200
    ]


async def test_a_shard_that_comes_back_finds_what_was_done_meanwhile_and_the_other_plays_on(two: Two) -> None:
    bot, pg = await two.stage.start(), two.pg
    assert bot.span == Shards(0, 1, 2)
    one, other = await two.open(0), await two.open(1)
    await asyncio.gather(two.play(one, 0, 2), two.play(other, 1, 2))
    before = await two.moves(one), await two.moves(other)

    pg.gateway.refused = {1}
    pg.gateway.drop(shard=1)
    await pg.gateway.wait_shards({0})
    missed = await two.begin_move(other, 1)
    await two.play(one, 0, 3)
    assert bot.connected == {0}
    assert await two.moves(other) == before[1]

    pg.gateway.refused = set()
    await two.counted(missed, other)
    await pg.gateway.wait_shards({0, 1})
    assert (await two.moves(one), await two.moves(other)) == (before[0] + 3, before[1] + 1)
    assert pg.gateway.starts == 2  # resumed

    pg.gateway.reconnect(shard=0)
    await asyncio.gather(two.play(one, 0, 2), two.play(other, 1, 2))
    pg.gateway.invalidate(shard=0)  # events of this moment are lost, but none after it
    await pg.log.wait_for(lambda e: e.what == "READY" and e.data["d"]["shard"] == [0, 2] and pg.gateway.starts == 3)
    await two.play(one, 0, 1)
    assert (await two.moves(one), await two.moves(other)) == (before[0] + 6, before[1] + 3)
    assert not answered_twice(pg)


async def test_nobody_s_time_runs_out_while_their_shard_is_away_and_others_play_on(two: Two) -> None:
    """Not at the moment when it is back either: they have a fair rest of time then."""
    stage, elapsed = two.stage, two.stage.clock.elapsed

    def ahead(seconds: float) -> Callable[[], float]:
        return lambda: elapsed() + seconds

    bot = await stage.start()
    one, other = await two.open(0, pace="live"), await two.open(1, pace="live")
    two.pg.gateway.refused = {1}
    two.pg.gateway.drop(shard=1)
    await two.pg.gateway.wait_shards({0})
    for passed in (100, 200, 300, 400):
        stage.clock.elapsed = ahead(passed)
        bot.alarm.poke()
        await stage.quiet()
    assert (await two.moves(one), await two.moves(other)) == (1, 0)

    back = asyncio.Event()
    bot.reached.append(back.set)
    two.pg.gateway.refused = set()
    await back.wait()
    await stage.quiet()
    assert await two.moves(other) == 0
    [left] = [each.until - stage.clock.now() for each in (await bot.tables.look(other)).deadlines.values()]
    assert left > timedelta(seconds=10)


async def test_a_session_of_one_shard_tells_nothing_about_the_servers_of_others(two: Two) -> None:
    """Neither what they have lost, nor that they have removed the bot."""
    stage, gateway = two.stage, two.pg.gateway
    await stage.start()
    game = await two.open(1)
    asked, _ = await mover(stage, game, *two.people[2:])
    await stage.away()
    gateway.refused = {1}
    gateway.drop(shard=1)
    await gateway.wait_shards({0})
    begins = stage.bot.wait_for("shard_ready")
    gateway.invalidate(shard=0)
    two.pg.world.delete_channel(two.channels[1])
    assert await begins == 0
    await stage.quiet()
    assert not letters(asked)
    gateway.refused = set()
    await asked.wait_for(lambda: letters(asked))


async def test_a_shard_that_cannot_connect_holds_up_no_other(two: Two) -> None:
    """Not at the start either; games of its servers can still be played by direct message."""
    bot, pg = await two.stage.start(), two.pg
    other = await two.open(1)
    await two.stage.stop()
    pg.gateway.refused = {1}
    bot = await two.stage.start(whole=False)
    await pg.gateway.wait_shards({0})
    one = await two.open(0)
    await two.play(one, 0, 2)
    await two.counted(await two.begin_move(other, 1, dm=True), other)
    assert bot.connected == {0}
    assert not bot.is_ready()

    pg.gateway.refused = set()
    await asyncio.wait_for(bot.wait_until_ready(), 60)
    assert bot.connected == {0, 1}
    await two.play(other, 1, 1)


async def test_a_first_shard_that_hangs_holds_up_no_other(two: Two) -> None:
    """It gets direct messages, and connects first; here Discord sends it nothing."""
    two.stage.identify, two.pg.gateway.mute = 1.0, 1
    bot = await two.stage.start(whole=False)
    await two.pg.gateway.wait_shards({1})
    await two.play(await two.open(1), 1, 1)
    assert bot.connected == {1}


async def test_a_shard_that_hangs_on_its_way_back_holds_up_no_other(two: Two) -> None:
    bot, pg = await two.stage.start(), two.pg
    pg.gateway.mute = 1
    pg.gateway.drop(shard=1)
    await pg.log.wait_for(lambda _: pg.gateway.mute == 0)
    pg.gateway.drop(shard=0)
    await pg.gateway.wait_shards(set())
    await pg.gateway.wait_shards({0})
    await pg.log.wait_for(lambda entry: entry.what == "RESUMED")
    await two.play(await two.open(0), 0, 1)
    assert bot.connected == {0}


async def test_a_process_runs_the_shards_that_it_is_given(two: Two) -> None:
    """It does not need the first shard, which gets direct messages."""
    two.stage.span = Shards(1, 1, 2)
    bot, pg = await two.stage.start(), two.pg
    assert pg.gateway.connected_shards == {1}
    assert [guild.id for guild in bot.guilds] == [two.channels[1].guild_id]
    await two.play(await two.open(1), 1, 3)
    elsewhere = await two.people[0].begin_command(two.channels[0], "adepts new")
    pg.clock.advance(LONG)
    assert elsewhere.failed  # another process's
    assert {tuple(e.data["shard"]) for e in pg.log.find("received", "op 2")} == {(1, 2)}


async def test_sessions_begin_as_fast_as_discord_lets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One in each bucket, and the next as soon as allowed; none too early, which would cost it its turn."""
    async with stage_on(tmp_path, monkeypatch, "shards", shards=6, concurrency=2, speed=500.0) as stage:
        stage.identify = 0.4  # much longer than a busy machine takes to begin one
        await stage.start()
        begun = [e.data["shard"] for e in stage.pg.log.find("received", "op 2")]
        assert [{n % 2 for n, _ in begun[at : at + 2]} for at in (0, 2, 4)] == [{0, 1}] * 3
        assert {n for n, _ in begun} == set(range(6))
        assert not stage.pg.log.find("sent", "op 9")
        assert stage.bot.connected == set(range(6))


async def test_a_turn_that_another_process_had_is_waited_for(two: Two) -> None:
    two.pg.gateway.queues.every = 0.2
    await two.stage.start()
    assert two.pg.log.find("sent", "op 9")
    assert two.stage.bot.connected == {0, 1}


async def test_a_bot_that_needs_more_shards_says_so_and_ends(two: Two) -> None:
    two.pg.gateway.guilds_a_shard = 0
    with pytest.raises(discord.ConnectionClosed) as raised:
        await two.stage.start()
    assert raised.value.code == 4011
    assert two.stage.bot.is_closed()


async def test_without_sessions_left_today_none_is_begun(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the daily limit Discord would reset the bot's token."""
    two.pg.gateway.starts = 1000
    asked = asyncio.create_task(two.stage.start())
    await two.pg.log.wait_for(lambda _: len(two.pg.log.find("request", "GET /gateway/bot")) >= 2)
    assert not two.pg.log.find("received", "op 2")
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


async def test_sessions_that_other_processes_begin_count_for_the_day_too(two: Two) -> None:
    """All processes of a bot share the daily limit: as it comes near, each asks before it begins a session."""
    pg = two.pg
    pg.gateway.starts = 980
    await two.stage.start()
    assert pg.gateway.starts == 982
    pg.gateway.starts = 1000  # the others took the rest
    pg.gateway.invalidate(shard=1)
    await pg.log.wait_for(lambda _: len(pg.log.find("request", "GET /gateway/bot")) >= 2)
    await pg.gateway.wait_shards({0})
    assert pg.gateway.starts == 1000
