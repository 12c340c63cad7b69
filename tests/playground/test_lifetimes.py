"""Three seconds to answer, fifteen minutes for a token, one answer per interaction."""

from __future__ import annotations

import time
from typing import Any

import discord
import pytest

from playground import Person, Playground
from playground.messaging.interactions import State
from playground.world.models import Channel

from .bots import Bot, caught


async def test_an_interaction_without_an_answer_fails_after_three_seconds(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    answer = await ann.begin_click(shown, "ignore 1")
    pg.clock.advance(2.5)
    assert answer.state is State.SENT
    pg.clock.advance(0.6)
    assert answer.failed
    assert '"state": "failed"' in ann.seen[-1]


async def test_an_answer_that_comes_too_late_is_10062(bot: Bot, pg: Playground, ann: Person, channel: Channel) -> None:
    interaction = await caught(bot, ann, channel)
    pg.clock.advance(3.1)
    with pytest.raises(discord.NotFound, match="10062"):
        await interaction.response.send_message("late")


async def test_a_second_answer_is_40060(bot: Bot, ann: Person, channel: Channel) -> None:
    interaction = await caught(bot, ann, channel)
    await interaction.response.send_message("first")
    interaction.response._response_type = None  # switch off discord.py's own check
    with pytest.raises(discord.HTTPException, match="40060"):
        await interaction.response.send_message("second")


async def test_a_refused_body_leaves_the_interaction_open_for_a_better_answer(
    bot: Bot, ann: Person, channel: Channel
) -> None:
    interaction = await caught(bot, ann, channel)
    with pytest.raises(discord.HTTPException, match="50035"):
        await interaction.response.send_message("x" * 2001)
    await interaction.response.send_message("better")
    assert ann.last(channel).text == "better"


async def test_thinking_is_shown_until_the_follow_up_takes_its_place(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    bot.go.clear()
    answer = await ann.begin_command(channel, "demo slow")
    await ann.wait_for(lambda: answer.thinking)
    assert bob.last(channel).thinking
    bot.go.set()
    await answer.settled()
    assert not answer.message.thinking
    assert not answer.message.edited
    await ann.wait_message(channel, "and more")
    assert [m.text for m in bob.messages(channel)] == ["thought", "and more"]


async def test_whether_an_answer_is_ephemeral_is_settled_by_the_defer(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    answer = await ann.command(channel, "demo slow", private=True)
    assert answer.message.ephemeral  # although the follow-up itself did not ask for it
    await ann.wait_message(channel, "and more")
    assert bob.messages(channel) == []


async def test_after_fifteen_minutes_a_token_is_void_and_its_public_message_still_editable(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    interaction = await caught(bot, ann, channel)
    await interaction.response.send_message("public")
    original = await interaction.original_response()
    pg.clock.advance(14 * 60)
    await original.edit(content="in time")
    pg.clock.advance(61)
    for act in (
        lambda: original.edit(content="late"),
        lambda: interaction.followup.send("late"),
        original.delete,
    ):
        with pytest.raises(discord.HTTPException, match="50027"):
            await act()
    there: Any = bot.get_channel(channel.id)
    await there.get_partial_message(original.id).edit(content="by the bot's token")
    assert ann.last(channel).text == "by the bot's token"


async def test_an_ephemeral_message_cannot_be_edited_by_the_bots_token(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons", private=True)).message
    there: Any = bot.get_channel(channel.id)
    with pytest.raises(discord.NotFound, match="10008"):
        await there.get_partial_message(shown.id).edit(content="x")


async def test_a_defer_that_is_never_filled_fails_in_the_end(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    bot.go.clear()
    answer = await ann.begin_command(channel, "demo slow")
    await ann.wait_for(lambda: answer.thinking)
    pg.clock.advance(15 * 60 + 1)
    assert answer.failed


async def test_the_original_can_be_fetched_edited_and_deleted_by_token(bot: Bot, ann: Person, channel: Channel) -> None:
    interaction = await caught(bot, ann, channel)
    told = await interaction.response.send_message("one", ephemeral=True)
    assert told.message_id == ann.last(channel).id
    await interaction.edit_original_response(content="two")
    assert ann.last(channel).text == "two"
    more = await interaction.followup.send("three", ephemeral=True, wait=True)
    await more.edit(content="four")
    assert [m.text for m in ann.messages(channel)][1:] == ["two", "four"]
    await more.delete()
    await interaction.delete_original_response()
    assert [m.text for m in ann.messages(channel)] == ["buttons"]
    with pytest.raises(discord.NotFound, match="10008"):
        await interaction.edit_original_response(content="gone")


async def test_an_unanswered_interaction_has_no_follow_ups(bot: Bot, ann: Person, channel: Channel) -> None:
    interaction = await caught(bot, ann, channel)
    with pytest.raises(discord.NotFound, match="10015"):
        await interaction.followup.send("too early")


async def test_the_clock_goes_on_while_the_machine_sleeps(pg: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = pg.clock.time(), time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    assert pg.clock.time() >= before + 3600
