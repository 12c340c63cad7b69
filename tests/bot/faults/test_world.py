"""Permissions, messages, channels and people are lost: the game goes on, and people are told what to do."""

from __future__ import annotations

import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL
from playground import Permission, Person
from playground.messaging import messages as discord_messages
from tests.bot.acting import every_move_counted_once
from tests.bot.faults.conftest import Scene


def told(person: Person, words: str) -> bool:
    """Return whether the person was ever shown these words."""
    return any(words in str(event) for event in person.raw)


@pytest.mark.parametrize("missing", ["SEND_MESSAGES", "VIEW_CHANNEL"])
async def test_a_missing_permission_is_said_and_the_game_goes_on(scene: Scene, missing: str) -> None:
    """People play by `/play`, whose answers need no permission; once it is restored, the next move brings the board."""
    me = scene.pg.world.app.bot
    scene.pg.world.set_permissions(scene.channel, me, deny=Permission[missing])
    await scene.play(15, typing=1.0)
    assert any(told(player.person, "lack") for player in scene.players)
    scene.pg.world.set_permissions(scene.channel, me, deny=Permission(0))
    await scene.play(1, typing=1.0)
    await scene.all_is_well()


async def test_a_board_that_somebody_deletes_comes_again(scene: Scene) -> None:
    board = scene.players[0].board()
    assert board is not None
    discord_messages.delete(scene.pg.world, scene.pg.world.message(scene.channel.id, board.id))
    await scene.play(6, typing=1.0)
    await scene.all_is_well()


async def test_every_message_is_deleted(scene: Scene) -> None:
    for shown in scene.onlooker.messages(CHANNEL):
        discord_messages.delete(scene.pg.world, scene.pg.world.message(scene.channel.id, shown.id))
    await scene.play(6, typing=1.0)
    await scene.all_is_well()


async def test_direct_messages_are_closed_in_the_middle(scene: Scene) -> None:
    """Research can then be opened from the channel, and the person is told so."""
    person = scene.players[1].person
    scene.pg.world.users[person.id].dms_open = False
    for _ in range(60):
        await scene.play(1)
        await scene.stage.away()
        if told(person, "direct messages are closed"):
            break
    assert told(person, "direct messages are closed")
    await scene.all_is_well()


async def test_the_channel_is_deleted_and_the_game_is_carried_on_elsewhere(scene: Scene) -> None:
    other = scene.pg.channel("another")
    scene.pg.world.delete_channel(scene.channel)
    mover = scene.players[0].person
    [(_, game)] = await mover.autocomplete(other, "adepts move", "game", "")
    answer = await mover.command(other, "adepts move", game=game)
    assert not answer.failed
    for player in scene.players:
        player.channel = "another"
    await scene.play(8)
    await scene.onlooker.wait_for(
        lambda: next((m for m in scene.onlooker.messages(other) if controls(m, Verb.TEXT)), None)
    )
    await every_move_counted_once(scene.players, scene.database)


async def test_a_player_who_leaves_the_server_keeps_the_seat(scene: Scene) -> None:
    """The others play as far as they can, and nothing breaks."""
    leaver = scene.players[1]
    guild = scene.pg.world.guild(scene.channel.guild_id or 0)
    scene.pg.world.leave(guild, scene.pg.world.users[leaver.person.id])
    for _ in range(10):
        if await scene.asked() is leaver:
            break
        await scene.play(1)
    answer = await scene.players[0].person.command(CHANNEL, "adepts score")
    assert not answer.failed
    assert told(scene.players[0].person, "bob")


async def test_the_bot_is_thrown_out_and_let_in_again(scene: Scene) -> None:
    """A deleted server takes its channels with it; the bot and its other games continue."""
    scene.pg.world.delete_guild(scene.pg.world.guild(scene.channel.guild_id or 0))
    await scene.stage.quiet()
    scene.pg.guild("Another")
    channel = scene.pg.channel("fresh", list(scene.pg.world.guilds.values())[-1])
    eve = await scene.pg.person("eve")
    answer = await eve.command(channel, "adepts new")
    assert not answer.failed
