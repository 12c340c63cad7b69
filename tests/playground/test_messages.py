"""Messages sent with the bot's token: Components V2, files, edits, deletions, mentions, DMs, threads, permissions."""

from __future__ import annotations

import io
from contextlib import nullcontext
from typing import Any

import aiohttp
import discord
import pytest

from playground import CannotDo, Permission, Person, Playground
from playground.messaging.messages import set_archived
from playground.world import payloads
from playground.world.models import Channel, Guild
from playground.world.permissions import USUAL

from .bots import PNG, Bot, Press, board, caught, picture, view


def place(bot: Bot, channel: Channel) -> discord.TextChannel:
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_v2_message_shows_words_picture_and_controls(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo board")).message
    assert shown.text == "# The board\na picture\nbeside a button"
    assert [c.label for c in shown.controls] == ["tell 2", "tell 1", "Fruit"]
    assert shown.attachments[0]["width"] == 3
    async with aiohttp.ClientSession() as session, session.get(shown.attachments[0]["url"]) as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", PNG)


async def test_a_file_is_not_found_by_its_id_alone(bot: Bot, channel: Channel) -> None:
    sent = await place(bot, channel).send("with a file", file=picture())
    address = sent.attachments[0].url.partition("?")[0]
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 404


async def test_an_edit_replaces_keeps_or_removes_the_files(bot: Bot, ann: Person, channel: Channel) -> None:
    message = await place(bot, channel).send("with a file", file=picture())
    first, address = (ann.last(channel).attachments[0][key] for key in ("id", "url"))
    await message.edit(content="kept")
    assert ann.last(channel).attachments[0]["id"] == first
    message = await message.edit(attachments=[picture()])
    assert len(ann.last(channel).attachments) == 1
    assert ann.last(channel).attachments[0]["id"] != first
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200, "whoever is just loading the former picture still gets it"
    await message.add_files(picture())
    assert len(ann.last(channel).attachments) == 2
    await message.edit(attachments=[])
    assert ann.last(channel).attachments == []


async def test_a_v2_board_is_edited_with_its_new_picture_as_a_partial_message(
    bot: Bot, ann: Person, channel: Channel
) -> None:
    sent = await place(bot, channel).send(view=board(), file=picture())
    partial = place(bot, channel).get_partial_message(sent.id)
    await partial.edit(view=board("# Turn 2"), attachments=[picture()])
    assert ann.last(channel).text.startswith("# Turn 2")
    assert ann.last(channel).edited
    with pytest.raises(discord.HTTPException, match="was not found"):
        await partial.edit(view=board("# Turn 3"), attachments=[])


async def test_v2_and_plain_content_exclude_each_other(bot: Bot, channel: Channel) -> None:
    sent = await place(bot, channel).send("plain")
    with pytest.raises(discord.HTTPException, match="50035"):
        await sent.edit(view=board(), attachments=[picture()])
    await sent.edit(content=None, view=board(), attachments=[picture()])
    with pytest.raises(discord.HTTPException, match="50035"):
        await place(bot, channel).get_partial_message(sent.id).edit(content="plain again")


async def test_the_bot_finds_files_that_components_show_only_there(bot: Bot, ann: Person, channel: Channel) -> None:
    sent = await place(bot, channel).send(view=board(), file=picture())
    assert not sent.attachments
    assert len(ann.last(channel).attachments) == 1
    [frame] = sent.components
    assert isinstance(frame, discord.Container)
    [gallery] = [each for each in frame.children if isinstance(each, discord.MediaGalleryComponent)]
    assert gallery.items[0].media.attachment_id is not None


@pytest.mark.parametrize(("megabytes", "is_taken"), [([9, 9], True), ([11], False), ([9, 9, 9], False)])
async def test_each_file_may_be_as_large_as_the_limit(
    bot: Bot, channel: Channel, megabytes: list[int], is_taken: bool
) -> None:
    """And a request as a whole as large as another one."""
    files = [discord.File(io.BytesIO(bytes(size << 20)), f"{at}.bin") for at, size in enumerate(megabytes)]
    with nullcontext() if is_taken else pytest.raises(discord.HTTPException, match="40005"):
        await place(bot, channel).send(files=files)


async def test_an_empty_message_is_refused(bot: Bot, channel: Channel) -> None:
    with pytest.raises(discord.HTTPException, match="50006"):
        await place(bot, channel).send("  \n")


async def test_the_same_nonce_makes_one_message_for_some_minutes(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    first = await place(bot, channel).send("once", nonce="move-7")
    assert (await place(bot, channel).send("twice", nonce="move-7")).id == first.id
    pg.clock.advance(600)
    later = await place(bot, channel).send("later", nonce="move-7")
    assert [m.text for m in ann.messages(channel)] == ["once", "later"]
    await later.delete()
    with pytest.raises(discord.NotFound, match="10008"):
        await place(bot, channel).send("deleted meanwhile", nonce="move-7")
    pg.clock.advance(600)
    await place(bot, channel).send("last", nonce="move-7")
    assert [m.text for m in ann.messages(channel)] == ["once", "last"]


async def test_deleted_messages_are_gone_for_all(bot: Bot, ann: Person, channel: Channel) -> None:
    message = await place(bot, channel).send("soon gone")
    await message.delete()
    assert ann.messages(channel) == []
    for act in (message.delete, message.fetch, lambda: message.edit(content="x")):
        with pytest.raises(discord.NotFound, match="10008"):
            await act()


async def test_mentions_ping_whom_they_are_allowed_to(bot: Bot, ann: Person, bob: Person, channel: Channel) -> None:
    await place(bot, channel).send(
        f"<@{ann.id}> and <@{bob.id}>",
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(ann.id)]),
    )
    assert ann.last(channel).pinged
    assert not bob.last(channel).pinged
    message = await place(bot, channel).send("nobody yet")
    await message.edit(content=f"<@{bob.id}>")
    assert not bob.last(channel).pinged  # an edit notifies nobody


async def test_roles_are_pinged_by_who_may_and_not_by_an_answer_unless_it_says_so(
    bot: Bot, pg: Playground, ann: Person, bob: Person, channel: Channel, guild: Guild
) -> None:
    role = pg.world.add_role(guild, "players", Permission(0), [pg.world.users[bob.id]])
    await place(bot, channel).send(f"<@&{role.id}>")
    assert not bob.last(channel).pinged
    pg.world.set_permissions(channel, pg.world.app.bot, allow=Permission.MENTION_EVERYONE)
    await place(bot, channel).send(f"<@&{role.id}>")
    assert bob.last(channel).pinged
    interaction = await caught(bot, ann, channel)
    await interaction.response.send_message(f"<@&{role.id}> @everyone")
    assert not bob.last(channel).pinged
    await interaction.followup.send(f"<@{bob.id}>")
    assert bob.last(channel).pinged
    await interaction.followup.send(f"<@&{role.id}>", allowed_mentions=discord.AllowedMentions(roles=True))
    assert bob.last(channel).pinged


async def test_the_bot_reads_back_its_history(bot: Bot, ann: Person, channel: Channel) -> None:
    """Ephemeral answers are not in it."""
    for n in range(3):
        await place(bot, channel).send(f"m{n}")
    private = (await ann.command(channel, "demo pick", move="x")).message
    with pytest.raises(discord.NotFound, match="10008"):
        await place(bot, channel).fetch_message(private.id)
    assert [m.content async for m in place(bot, channel).history(limit=2)] == ["m2", "m1"]


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=ten", "after=now", f"after={'9' * 5000}"])
async def test_what_is_read_back_is_within_bounds(pg: Playground, channel: Channel, query: str) -> None:
    url, headers = f"{pg.api_url}/channels/{channel.id}/messages?{query}", {"Authorization": f"Bot {pg.token}"}
    async with aiohttp.request("GET", url, headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50035)


async def test_who_may_not_read_back_reads_nothing(bot: Bot, pg: Playground, channel: Channel) -> None:
    await place(bot, channel).send("hello")
    pg.world.set_permissions(channel, pg.world.app.bot, deny=Permission.READ_MESSAGE_HISTORY)
    assert [m async for m in place(bot, channel).history(limit=2)] == []


async def test_what_is_pinned_is_told_of_and_in_a_thread_that_sleeps_nothing_is(
    bot: Bot, pg: Playground, channel: Channel
) -> None:
    pg.world.set_permissions(channel, pg.world.app.bot, allow=Permission.PIN_MESSAGES)
    thread = pg.thread(channel, "a thread")
    message = await bot.get_partial_messageable(thread.id).send("hello")
    await message.pin()
    [told] = [each async for each in message.channel.history(after=message)]
    assert told.type is discord.MessageType.pins_add
    assert told.author == bot.user
    set_archived(pg.world, thread, True)
    with pytest.raises(discord.Forbidden, match="50083"):
        await message.unpin()


async def test_in_a_dm_the_bot_pins_without_a_permission(bot: Bot, ann: Person) -> None:
    user = await bot.fetch_user(ann.id)
    message = await user.send("for you")
    await message.pin()
    assert (await ann.wait_for(lambda: ann.message(message.id))).raw["pinned"]


async def test_a_person_writes_at_most_2000_characters(bot: Bot, ann: Person, channel: Channel) -> None:
    await ann.say(channel, "x" * 2000)
    with pytest.raises(CannotDo, match="2000"):
        await ann.say(channel, "x" * 2001)


async def test_another_persons_message_can_be_neither_edited_nor_without_permission_deleted(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    await ann.say(channel, "mine")
    theirs = place(bot, channel).get_partial_message(ann.last(channel).id)
    with pytest.raises(discord.Forbidden, match="50005"):
        await theirs.edit(content="yours")
    with pytest.raises(discord.Forbidden, match="50013"):
        await theirs.delete()
    assert bob.last(channel).text == "mine"


@pytest.mark.parametrize(
    ("missing", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, False, "50001"),
        (Permission.SEND_MESSAGES, False, "50013"),
        (Permission.ATTACH_FILES, True, "50013"),
    ],
)
async def test_what_the_bot_may_not_do_in_a_channel_is_refused(
    bot: Bot, pg: Playground, channel: Channel, missing: Permission, files: bool, code: str
) -> None:
    there = place(bot, channel)
    pg.world.set_permissions(channel, pg.world.app.bot, deny=missing)
    with pytest.raises(discord.Forbidden, match=code):
        await there.send("hello", **({"file": picture()} if files else {}))  # type: ignore[call-overload]


async def test_answers_to_interactions_need_no_permission_of_the_bot(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    pg.world.set_permissions(channel, pg.world.app.bot, deny=Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
    seen: list[Any] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.app_permissions)

    assert (await ann.command(channel, "demo board")).message.attachments
    assert not seen[0].send_messages
    assert not seen[0].attach_files
    assert seen[0].view_channel


async def test_dms_reach_their_person_alone_and_closed_ones_are_refused(
    bot: Bot, pg: Playground, ann: Person, bob: Person
) -> None:
    user = await bot.fetch_user(ann.id)
    await user.send("for you", view=view(Press("tell", 9)))
    shown = await ann.wait_message("DM", "for you")
    assert (await ann.click(shown, "tell 9")).message.text == "told 9"
    assert "DM" not in bob.channels()
    pg.world.users[ann.id].dms_open = False
    with pytest.raises(discord.Forbidden, match="50007"):
        await user.send("again")


async def test_commands_work_in_dms(bot: Bot, ann: Person) -> None:
    dm = await ann.open_dm()
    assert (await ann.command(dm, "demo say", what="here")).message.text == "here (none)"


async def test_a_person_who_shares_no_guild_gets_no_dm(bot: Bot, pg: Playground, ann: Person, guild: Guild) -> None:
    user = await bot.fetch_user(ann.id)
    pg.world.leave(guild, pg.world.users[ann.id])
    with pytest.raises(discord.Forbidden, match="50278"):
        await user.send("are you there")


# --- threads


async def test_a_thread_is_played_in_like_a_channel(bot: Bot, ann: Person, channel: Channel) -> None:
    thread = await place(bot, channel).create_thread(name="game", type=discord.ChannelType.public_thread)
    await thread.send("in the thread")
    assert ann.last("game").text == "in the thread"
    assert (await ann.command("game", "demo say", what="x")).message.text == "x (none)"
    message = await place(bot, channel).send("start")
    from_message = await message.create_thread(name="from a message")
    assert from_message.id == message.id


async def test_an_archived_thread_takes_no_edit_but_wakes_by_a_message(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    thread = await place(bot, channel).create_thread(name="game", type=discord.ChannelType.public_thread)
    message = await thread.send("board")
    await thread.edit(archived=True)
    with pytest.raises(discord.Forbidden, match="50083"):
        await message.edit(content="new board")
    pg.world.set_permissions(channel, pg.world.app.bot, deny=Permission.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(discord.Forbidden, match="50013"):
        await thread.edit(archived=False)
    pg.world.set_permissions(channel, pg.world.app.bot, allow=USUAL)
    await thread.send("wake up")
    await message.edit(content="new board")
    assert not pg.world.channels[thread.id].archived


async def test_a_locked_thread_refuses_messages_and_answers(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    thread = await place(bot, channel).create_thread(name="game", type=discord.ChannelType.public_thread)
    bot.go.clear()
    answer = await ann.begin_command("game", "demo slow")
    await ann.wait_for(lambda: answer.thinking)
    set_archived(pg.world, pg.world.channels[thread.id], True, locked=True)
    with pytest.raises(discord.Forbidden, match="50083"):
        await thread.send("hello")
    bot.go.set()
    refusal = await pg.log.wait_for(lambda e: e.kind == "answer" and "/webhooks/" in e.what)
    assert (refusal.data["status"], refusal.data["body"]["code"]) == (403, 50083)


async def test_whoever_may_write_in_an_archived_thread_wakes_it_by_using_the_bot(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    thread = pg.thread(channel, "game")
    await bot.get_partial_messageable(thread.id).send("board", view=view(Press("tell", 1)))
    set_archived(pg.world, thread, True)
    assert (await ann.click(ann.last(thread), "tell 1")).message.text == "told 1"
    assert not thread.archived
    set_archived(pg.world, thread, True)
    await ann.command(thread, "demo say", what="x")
    assert not thread.archived
    set_archived(pg.world, thread, True)
    board = ann.messages(thread)[0]
    pg.world.set_permissions(channel, pg.world.users[ann.id], deny=Permission.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(CannotDo, match="archived"):
        await ann.click(board, "tell 1")


async def test_in_an_archived_thread_messages_can_still_be_deleted_unless_it_is_locked(
    bot: Bot, pg: Playground, channel: Channel, guild: Guild
) -> None:
    thread = pg.thread(channel, "game")
    first, second = [await bot.get_partial_messageable(thread.id).send(text) for text in ("one", "two")]
    set_archived(pg.world, thread, True)
    await first.delete()
    assert thread.archived
    set_archived(pg.world, thread, True, locked=True)
    with pytest.raises(discord.Forbidden, match="50083"):
        await second.delete()
    pg.world.add_role(guild, "moderator", Permission.MANAGE_THREADS, [pg.world.app.bot])
    await second.delete()
    assert pg.world.history(thread.id) == []


async def test_in_a_locked_thread_only_moderators_write_edit_and_press(
    bot: Bot, pg: Playground, ann: Person, bob: Person, channel: Channel, guild: Guild
) -> None:
    thread = pg.thread(channel, "game")
    message = await bot.get_partial_messageable(thread.id).send("board", view=view(Press("tell", 1)))
    pg.world.add_role(guild, "moderator", Permission.MANAGE_THREADS, [pg.world.users[bob.id]])
    set_archived(pg.world, thread, False, locked=True)
    with pytest.raises(discord.Forbidden, match="160005"):
        await message.edit(content="new board")
    for act in (
        lambda: ann.say(thread, "hello"),
        lambda: ann.click(ann.last(thread), "tell 1"),
        lambda: ann.command(thread, "demo say", what="x"),
    ):
        with pytest.raises(CannotDo, match="locked"):
            await act()
    assert (await bob.click(bob.last(thread), "tell 1")).message.text == "told 1"
    await bob.say(thread, "hello")
    await message.delete()
    set_archived(pg.world, thread, True, locked=True)
    with pytest.raises(CannotDo, match="locked"):
        await ann.say(thread, "hello")
    await bob.say(thread, "I open it")
    assert not thread.archived


async def test_what_one_person_alone_sees_leaves_no_trace_in_the_channel(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    thread = pg.thread(channel, "game")
    before = await (await bot.fetch_channel(thread.id)).send("public")  # type: ignore[union-attr]
    await ann.command(thread, "demo pick", move="x")
    found: Any = await bot.fetch_channel(thread.id)
    assert (found.last_message_id, found.message_count) == (before.id, 1)


async def test_sending_in_threads_needs_its_own_permission(bot: Bot, pg: Playground, channel: Channel) -> None:
    thread = await place(bot, channel).create_thread(name="game", type=discord.ChannelType.public_thread)
    pg.world.set_permissions(channel, pg.world.app.bot, deny=Permission.SEND_MESSAGES_IN_THREADS)
    await place(bot, channel).send("in the channel")
    with pytest.raises(discord.Forbidden, match="50013"):
        await thread.send("in the thread")
    pg.world.set_permissions(
        channel, pg.world.app.bot, Permission.SEND_MESSAGES_IN_THREADS, deny=Permission.SEND_MESSAGES
    )
    await thread.typing()
    with pytest.raises(discord.Forbidden, match="50013"):
        await place(bot, channel).typing()


async def test_a_private_thread_is_seen_by_those_who_were_added(
    bot: Bot, pg: Playground, ann: Person, bob: Person, guild: Guild, channel: Channel
) -> None:
    pg.world.add_role(guild, "opener", Permission.CREATE_PRIVATE_THREADS, [pg.world.app.bot])
    thread = await place(bot, channel).create_thread(name="secret")
    await thread.add_user(discord.Object(ann.id))
    await thread.send("for ann")
    assert ann.last("secret").text == "for ann"
    assert "secret" not in bob.channels()
    assert not any("for ann" in text for text in bob.seen)


# --- things that go away


async def test_the_bot_hears_of_deleted_channels_and_guilds(
    bot: Bot, pg: Playground, ann: Person, guild: Guild, channel: Channel
) -> None:
    there = place(bot, channel)
    thread = await there.create_thread(name="game", type=discord.ChannelType.public_thread)
    pg.world.delete_channel(channel)
    with pytest.raises(discord.NotFound, match="10003"):
        await there.send("hello")
    assert ann.channels() == []
    pg.world.delete_guild(guild)
    await bot.wait_for("guild_remove", timeout=30)
    assert {"guild_channel_delete", "raw_thread_delete", "guild_remove"} <= set(bot.events)
    assert thread.id not in pg.world.channels


async def test_of_a_channel_that_the_bot_may_not_view_it_is_shown_only_that_there_is_one(
    bot: Bot, pg: Playground, guild: Guild, channel: Channel
) -> None:
    """As Discord has done since November 2026: nothing is told as deleted, and it comes back with its threads."""
    there, me = place(bot, channel), pg.world.app.bot
    thread = await there.create_thread(name="game", type=discord.ChannelType.public_thread)
    changed = bot.wait_for("guild_channel_update", timeout=30)
    pg.world.set_permissions(channel, me, deny=Permission.VIEW_CHANNEL)
    before, after = await changed
    assert (before.name, after.name, after.id) == (channel.name, "___hidden___", channel.id)
    assert before.permissions_for(before.guild.me).view_channel
    assert not after.permissions_for(after.guild.me).view_channel
    assert not await after.guild.fetch_channels()
    with pytest.raises(discord.Forbidden, match="50001"):
        await there.send("hello")
    hidden = payloads.guild_create(pg.world, guild)
    assert ([each["name"] for each in hidden["channels"]], hidden["threads"]) == (["___hidden___"], [])
    after.guild._clear_threads()
    joined = bot.wait_for("thread_join", timeout=30)
    pg.world.set_permissions(channel, me, allow=USUAL)
    assert (await joined).id == thread.id
    assert after.name == channel.name


async def test_a_bot_that_was_removed_has_no_access_and_no_commands(
    bot: Bot, pg: Playground, ann: Person, guild: Guild, channel: Channel
) -> None:
    there = place(bot, channel)
    pg.world.leave(guild, pg.world.app.bot)
    with pytest.raises(discord.Forbidden, match="50001"):
        await there.send("hello")
    with pytest.raises(CannotDo, match="no command"):
        await ann.command(channel, "demo say", what="x")


async def test_a_channel_that_comes_into_view_comes_with_its_history(
    bot: Bot, pg: Playground, ann: Person, bob: Person, channel: Channel
) -> None:
    pg.world.set_permissions(channel, pg.world.users[bob.id], deny=Permission.VIEW_CHANNEL)
    assert bob.channels() == []
    await place(bot, channel).send("while away")
    await ann.command(channel, "demo pick", move="x")  # answered to ann alone
    assert not any("while away" in text for text in bob.seen)
    pg.world.set_permissions(channel, pg.world.users[bob.id], allow=USUAL)
    assert [m.text for m in bob.messages(channel)] == ["while away"]


async def test_the_bot_may_delete_channels_only_with_the_permission(
    bot: Bot, pg: Playground, channel: Channel, guild: Guild
) -> None:
    with pytest.raises(discord.Forbidden, match="50013"):
        await place(bot, channel).delete()
    pg.world.add_role(guild, "keeper", Permission.MANAGE_CHANNELS, [pg.world.app.bot])
    await place(bot, channel).delete()
    assert channel.id not in pg.world.channels
