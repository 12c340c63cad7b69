"""Of several processes only the one that holds a game writes its messages and answers interactions about it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.announcer.posts import BOARD
from bot.tables.decisions import Decider
from playground import Person
from playground.world.models import Channel
from storage import Share
from storage.topics import move_to

from .acting import mover
from .conftest import Opened, Stage
from .tables import play_first


async def test_a_process_leaves_the_messages_of_a_game_alone_that_went_elsewhere(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its board could not be written, and was to be retried; by then another process held the game."""
    game = await opened(ann, bob)
    await stage.quiet()
    bot, there = stage.bot, stage.pg.channel("there", stage.pg.guild("Elsewhere"))
    table = await bot.tables.look(game)
    shards = next(n for n in range(2, 99) if Share((), n).shard(channel.guild_id) != Share((), n).shard(there.guild_id))
    share = Share((Share((), shards).shard(channel.guild_id),), shards)
    monkeypatch.setattr(bot.tables.store._db, "share", share)
    monkeypatch.setattr(bot.tables.store.news, "tell_moved", lambda *_: None)  # by the server, which a file has not
    stage.pg.world.delete_channel(channel)
    await play_first(bot.tables, table)
    await asyncio.sleep(0.2)
    moves = Decider(ann.id, gone=channel.id, guild_id=there.guild_id)
    await bot.tables.decisions.decide(game, move_to(there.id), moves)
    assert not bot.tables.cache.keeps(game)
    bot.announcer.poke(game)
    await stage.quiet()
    rows = await bot.tables.store.messages.of_game(game)
    assert not [row for row in rows if row.kind == BOARD and row.channel_id == there.id]
    assert not [message for message in stage.pg.world.messages.values() if message.channel_id == there.id]


async def test_a_command_about_a_game_of_another_process_is_handed_on_before_anything_is_said(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it names the game, and even if it only looks: what stays open is kept up to date by whoever holds the
    game."""
    game = await opened(ann, bob)
    await stage.quiet()
    who, _ = await mover(stage, game, ann, bob)
    bot, elsewhere, dm = stage.bot, stage.pg.channel("elsewhere"), await who.open_dm()
    suggested = await who.autocomplete(dm, "play", "move")
    handed = asyncio.Queue[str]()

    async def hand_over(_: int, game_id: str) -> bool:
        handed.put_nowait(game_id)
        return True

    monkeypatch.setattr(bot.router, "hand_over", hand_over)
    monkeypatch.setattr(bot.tables.store._db, "share", Share((1 - Share(shards=2).shard(channel.guild_id),), 2))
    bot.tables.cache.clear()
    asked: list[tuple[Channel | int, str, dict[str, Any]]] = [
        (elsewhere, "table move", {}),
        (elsewhere, "table move", {"game": game}),
        (dm, "play", {"move": "pass"}),
        *((dm, line, {}) for line in ("hand", "table log", "table replay")),
        *((elsewhere, line, {"game": game}) for line in ("hand", "table log", "table replay", "table export")),
    ]
    for place, line, options in asked:
        answer = await who.begin_command(place, line, **options)
        assert await asyncio.wait_for(handed.get(), 60) == game, line
        assert not answer.thinking, line
    assert handed.empty()
    assert suggested
    assert await who.autocomplete(dm, "play", "move") == suggested
