"""The bot loses its channel or server: whoever was called there is called by direct message, and told how to go on."""

from __future__ import annotations

import pytest

from playground import Permission, Person
from playground.messaging import messages as discord_messages
from playground.world import payloads
from playground.world.models import PRIVATE_THREAD, Channel, Guild

from .acting import board, call_by_letter, called, forward, letters, mover
from .conftest import Opened, Stage
from .test_calls_written import DM
from .test_thrown_out import NEEDED


async def called_in(stage: Stage, channel: Channel, opened: Opened, ann: Person, bob: Person) -> tuple[str, Person]:
    """Return a game in which one of these people was called in the channel, and that person."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    assert called(ann, channel, asked)
    return game, asked


def guild_of(stage: Stage, channel: Channel) -> Guild:
    return stage.pg.world.guild(channel.guild_id or 0)


@pytest.fixture
def another(stage: Stage) -> Channel:
    """A channel of another server where the bot is, and everybody who comes later."""
    return stage.pg.channel("elsewhere", stage.pg.guild("Another"))


async def lose_session(stage: Stage) -> None:
    """Let the bot lose its session, so that it hears of nothing until it has another."""
    stage.pg.gateway.refused = {0}
    stage.pg.gateway.invalidate()
    await stage.pg.gateway.wait_connected(False)


async def test_who_was_called_in_a_channel_that_is_deleted_is_called_by_direct_message_at_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nobody else will call them there, and nobody is told that the table can be carried on elsewhere."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    assert called(ann, channel, asked)
    stage.pg.world.delete_channel(channel)
    await asked.wait_for(lambda: letters(asked))
    [call] = asked.messages(DM)
    does = "takes the game there" if asked is ann else "asks all players whether the game goes on there"
    assert f"`/table move`, typed in another channel, {does}." in call.text
    assert not letters(bob if asked is ann else ann)


async def test_who_was_called_in_a_thread_whose_channel_is_deleted_is_called_by_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "adepts new")
    await bob.command(thread, "adepts join")
    await ann.command(thread, "adepts start")
    [row] = await stage.bot.tables.store.games.active()
    asked, _ = await mover(stage, row.id, ann, bob)
    await stage.away()
    assert called(ann, thread, asked)
    stage.pg.world.delete_channel(channel)
    await asked.wait_for(lambda: letters(asked))


async def test_who_was_called_in_a_private_thread_is_called_by_direct_message_when_the_bot_is_removed_from_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Not before it has lost the permission by which it sees all private threads; and there again once it is back."""
    world, me = stage.pg.world, stage.pg.world.app.bot
    thread = world.add_thread(channel, "a private thread", PRIVATE_THREAD, ann.id)
    for each in (bob.id, me.id):
        world.join_thread(thread, each)
    await ann.command(thread, "adepts new")
    await bob.command(thread, "adepts join")
    await ann.command(thread, "adepts start")
    [row] = await stage.bot.tables.store.games.active()
    asked, _ = await mover(stage, row.id, ann, bob)
    await stage.away()
    [before] = called(ann, thread, asked)
    world.set_permissions(channel, me, allow=Permission.MANAGE_THREADS)
    world.leave_thread(thread, me.id)
    await stage.pg.log.wait_for(lambda each: each.what == f"GET /channels/{thread.id}")
    await stage.quiet()
    assert not letters(asked)
    world.set_permissions(channel, me)
    await asked.wait_for(lambda: letters(asked))
    world.join_thread(thread, me.id)
    await asked.wait_for(lambda: [each for each in called(ann, thread, asked) if each.id != before.id])


@pytest.mark.parametrize("restarts", [False, True])
async def test_who_was_called_in_a_channel_that_the_bot_sees_no_more_is_called_there_again_when_it_does(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, restarts: bool
) -> None:
    game, world = await opened(ann, bob), stage.pg.world
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [before] = called(ann, channel, asked)
    world.set_permissions(channel, world.app.bot, deny=Permission.VIEW_CHANNEL)
    await asked.wait_for(lambda: letters(asked))
    [call] = asked.messages(DM)
    assert "I cannot write in its channel, so I call you here." in call.text
    assert "I do not see its channel any more" in (await asked.command(DM, "table games")).message.text
    if restarts:
        await stage.quiet()
        await stage.restart()
    world.set_permissions(channel, world.app.bot, allow=Permission.VIEW_CHANNEL)
    await asked.wait_for(lambda: call.id not in [each.id for each in letters(asked)])
    [now] = called(ann, channel, asked)
    assert now.id != before.id, "the former mention is deleted"


async def test_who_was_called_where_a_role_showed_the_channel_is_called_when_that_is_taken_away(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    world, guild = stage.pg.world, guild_of(stage, channel)
    _, asked = await called_in(stage, channel, opened, ann, bob)
    for role in guild.roles.values():
        role.permissions &= ~Permission.VIEW_CHANNEL
        world.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": payloads.role(role)}, guild.id)
    await asked.wait_for(lambda: letters(asked))


async def test_who_was_called_in_a_server_that_removes_the_bot_is_called_and_told_where_the_game_can_go_on(
    another: Channel, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Not in another channel of that server. The host takes it there, others ask for it."""
    game, asked = await called_in(stage, channel, opened, ann, bob)
    stage.pg.world.leave(guild_of(stage, channel), stage.pg.world.app.bot)
    await asked.wait_for(lambda: letters(asked))
    [call] = asked.messages(DM)
    does = "takes the game there" if asked is ann else "asks all players whether the game goes on there"
    assert (
        "I am not in its server any more, so I call you here. `/table move`, typed in a channel of another server where"
        f" I am, {does}." in call.text
    )
    assert "discord.com" not in call.text
    assert not letters(bob if asked is ann else ann)
    assert not (await asked.click(call, "Your move")).failed
    assert "goes on here" in (await ann.command(another, "table move", game=game)).message.text
    await stage.quiet()
    assert called(ann, another, asked)
    assert not [message for message in letters(asked) if not message.ephemeral]


@pytest.mark.parametrize("code", [50278, 50007])
async def test_nobody_counts_as_taking_no_direct_messages_because_no_server_is_shared(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, code: int
) -> None:
    """Whether or not Discord says that this is why. Let in again, the bot calls them in the channel again."""
    game, asked = await called_in(stage, channel, opened, ann, bob)
    world, guild, since = stage.pg.world, guild_of(stage, channel), stage.pg.log.added
    refuses = stage.pg.faults.add("status", "POST /channels/*/messages", status=403, code=code)
    world.leave(guild, world.app.bot)
    await refuses.wait_hit()
    for _ in range(2):
        await stage.quiet()
        stage.bot.announcer.poke(game)
    await stage.quiet()
    written = [each for each in stage.pg.log.after(since) if each.kind == "request" and "/messages" in each.what]
    assert len(written) == 1, "one direct message is tried, and nothing in the channel"
    assert not await stage.bot.tables.people.refused(asked.id)
    [before] = called(ann, channel, asked)
    stage.pg.faults.clear()
    world.set_permissions(channel, world.app.bot, allow=NEEDED)
    world.join(guild, world.app.bot)
    await asked.wait_for(lambda: [each for each in called(ann, channel, asked) if each.id != before.id])


async def test_who_could_not_be_written_to_while_the_bot_was_out_of_the_server_is_once_it_is_let_in_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nothing else would call them: they want no mention in the channel."""
    await call_by_letter(stage, ann, bob)
    game, world, guild = await opened(ann, bob), stage.pg.world, guild_of(stage, channel)
    asked, _ = await mover(stage, game, ann, bob)
    world.leave(guild, world.app.bot)
    await stage.away()
    assert not letters(asked)
    world.join(guild, world.app.bot)
    await asked.wait_for(lambda: letters(asked))


async def test_who_has_left_the_only_shared_server_does_not_count_as_taking_no_direct_messages(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Back again, they are written to when the next session begins."""
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    guild, user = guild_of(stage, channel), stage.pg.world.users[asked.id]
    stage.pg.world.leave(guild, user)
    await stage.away()
    assert not letters(asked)
    assert not await stage.bot.tables.people.refused(asked.id)
    stage.pg.world.join(guild, user)  # which Discord tells nobody without the members intent
    stage.pg.gateway.invalidate()
    await asked.wait_for(lambda: letters(asked))


@pytest.mark.parametrize("lost", ["the channel", "sight of it", "the server"])
@pytest.mark.parametrize("how", ["between two sessions", "while it was stopped"])
async def test_what_discord_did_not_tell_is_noticed_with_the_next_session(
    another: Channel, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, how: str, lost: str
) -> None:
    _, asked = await called_in(stage, channel, opened, ann, bob)
    world, guild = stage.pg.world, guild_of(stage, channel)
    await (stage.stop() if how == "while it was stopped" else lose_session(stage))
    if lost == "the channel":
        world.delete_channel(channel)
    elif lost == "sight of it":
        world.set_permissions(channel, world.app.bot, deny=Permission.VIEW_CHANNEL)
    else:
        world.leave(guild, world.app.bot)
    assert not letters(asked)
    stage.pg.gateway.refused = set()
    if how == "while it was stopped":
        await stage.start()
    await asked.wait_for(lambda: letters(asked))
    assert (stage.bot.get_guild(guild.id) is None) == (lost == "the server")


async def test_what_was_refused_is_tried_again_with_a_new_session(
    ann: Person, channel: Channel, stage: Stage, unretried: None, game: str
) -> None:
    """The channel may have been shown to the bot again while Discord could not tell."""
    before, world = await board(ann, channel), stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.VIEW_CHANNEL)
    await forward(stage, game, "research")
    await lose_session(stage)
    world.set_permissions(channel, world.app.bot, deny=Permission(0))
    await stage.quiet()
    assert [each.id for each in ann.messages(channel) if each.find("Text")] == [before.id]
    stage.pg.gateway.refused = set()
    await ann.wait_for(lambda: [each for each in ann.messages(channel) if each.find("Text") and each.id != before.id])


async def test_a_new_session_calls_nobody_anew_where_all_is_as_before(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Not even in an archived thread, of which a session does not tell."""
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "adepts new")
    await bob.command(thread, "adepts join")
    await ann.command(thread, "adepts start")
    [row] = await stage.bot.tables.store.games.active()
    asked, _ = await mover(stage, row.id, ann, bob)
    await stage.away()
    [before] = called(ann, thread, asked)
    discord_messages.set_archived(stage.pg.world, thread, True)
    await stage.restart()
    await stage.pg.log.wait_for(lambda each: each.what == f"GET /channels/{thread.id}")
    await stage.quiet()
    assert called(ann, thread, asked) == [before]
    assert not letters(asked)


async def test_what_an_unavailable_server_has_lost_is_noticed_once_it_is_available(
    another: Channel, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Until then nothing is known of its channels."""
    _, asked = await called_in(stage, channel, opened, ann, bob)
    world, guild, bot = stage.pg.world, guild_of(stage, channel), stage.bot
    away = bot.wait_for("guild_unavailable")
    world.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)
    await away
    await bot.announcer.look_for_calls(guild.id)
    await stage.quiet()
    assert not letters(asked)
    del world.channels[channel.id]
    world.emit("GUILD_CREATE", payloads.guild_create(world, guild), guild.id)
    await asked.wait_for(lambda: letters(asked))


async def test_where_discord_does_not_say_whether_a_channel_is_gone_it_is_asked_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    _, asked = await called_in(stage, channel, opened, ann, bob)
    fails = stage.pg.faults.add("status", "GET /channels/*", status=503, times=2)
    stage.pg.world.delete_channel(channel)
    await fails.wait_hit()
    await asked.wait_for(lambda: letters(asked))
