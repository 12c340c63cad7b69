"""Calls by direct message: who gets them, what they show, and what becomes of them when nobody is reached."""

from __future__ import annotations

import pytest

from playground import Permission, Person
from playground.world.models import Channel
from tests.bot.waiting import HOUR

from .acting import answer, call_by_letter, called, forward, letters, mover, next_mover, open_panel, to_confirm
from .conftest import Opened, Stage

DM = "DM"


async def test_the_cards_by_direct_message_are_the_call_and_come_to_nobody_who_has_the_panel(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    stage.clock.advance(HOUR)
    await open_panel(ann, channel)
    await forward(stage, game, "research")
    await stage.quiet()
    assert DM not in ann.channels()
    panel, confirm = await to_confirm(ann, channel)
    assert "research" in panel.text.lower()
    await ann.click(panel, confirm)
    await stage.away()
    assert DM not in ann.channels()
    assert bob.messages(DM)
    assert not called(ann, channel, bob)
    assert not called(bob, channel, ann)


async def test_a_call_by_direct_message_has_the_same_buttons_and_stays_until_it_is_answered(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    asked, table = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    decision = next(iter(table.playing.pending.values()))
    assert table.kit.words.question(decision, table.names) in call.text
    panel = (await asked.click(call, "Your move")).message
    assert panel.ephemeral
    assert panel.id != call.id
    assert "Your hand" in (await asked.click(call, "Hand")).message.text
    assert asked.message(call.id) is not None
    await answer(asked, channel, stage)
    assert asked.message(call.id) is None


async def test_a_call_by_direct_message_stays_also_where_its_panel_takes_long(
    ann: Person, bob: Person, stage: Stage, opened: Opened, busy: None
) -> None:
    await call_by_letter(stage, ann, bob)
    asked, _ = await mover(stage, await opened(ann, bob), ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    for label in ("Your move", "Hand"):
        answer = (await asked.click(call, label)).message
        assert answer.id != call.id
        assert answer.ephemeral
    now = asked.message(call.id)
    assert now is not None
    assert now.text == call.text


async def test_a_direct_message_and_all_that_is_answered_there_say_which_game_it_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """All tables of a host have the same name, so the name is not enough."""
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    which = f"ann's table · Adepts · <#{channel.id}>"
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    assert f"It is your move at **{which}**." in call.text
    assert f"-# {which} · " in (await asked.click(call, "Your move")).message.text
    for shown in (await asked.command(DM, "hand"), await asked.command(DM, "play", move="nonsense")):
        assert which in shown.message.text, shown.message.text
    await next_mover(stage, channel, game, asked, ann, bob)
    waits = (await asked.command(DM, "play", move="nonsense")).message
    assert waits.text.startswith(f"-# {which}\nIt is not your move"), waits.text


@pytest.mark.parametrize("has_channel", [True, False])
async def test_who_takes_no_direct_messages_is_told_so_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, has_channel: bool
) -> None:
    """has_channel: whether Discord refuses only messages, or even to open a channel for them."""
    if not has_channel:
        stage.pg.faults.add("status", "POST /users/@me/channels", times=None, status=400, code=50033)
    await call_by_letter(stage, ann, bob)
    for person in (ann, bob):
        stage.pg.world.users[person.id].dms_open = False
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" in call.text
    await bob.command(channel, "table board")
    await stage.quiet()
    assert "direct messages are closed" in called(ann, channel, asked)[0].text
    other = await next_mover(stage, channel, game, asked, ann, bob)
    assert await next_mover(stage, channel, game, other, ann, bob) is asked
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" not in call.text


@pytest.mark.parametrize("where", ["/users/@me/channels", "/channels/*/messages"])
async def test_who_is_not_reached_because_the_bot_is_restricted_is_called_in_the_channel_and_written_to_later(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, where: str
) -> None:
    """Discord lets a bot that it has quarantined write to nobody new: nothing of that is remembered of people."""
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    refuses = stage.pg.faults.add("status", f"POST {where}", status=403, code=20026)
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" not in call.text
    assert not letters(asked)
    assert not await stage.bot.tables.people.refused(asked.id)
    refuses.times = None
    for _ in range(2):
        stage.bot.announcer.poke(game)
        await stage.quiet()
    assert [each.id for each in called(ann, channel, asked)] == [call.id]
    assert refuses.hits == 1, "nobody is tried again and again"
    stage.pg.faults.clear()
    while (await mover(stage, game, ann, bob))[0] is asked:
        await answer(asked, channel, stage)
    stage.clock.advance(25 * HOUR)
    while (await mover(stage, game, ann, bob))[0] is not asked:
        await answer(bob if asked is ann else ann, channel, stage)
    await stage.away()
    assert letters(asked)
    assert not called(ann, channel, asked)


async def test_whom_the_channel_cannot_call_is_written_to_until_it_can(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They are reminded there too. Once the bot may write in the channel again, the call is in the channel, and only
    there."""
    game, world = await opened(ann, bob), stage.pg.world
    asked, _ = await mover(stage, game, ann, bob)
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await stage.away()
    [call] = asked.messages(DM)
    assert "I cannot write in its channel" in call.text
    assert not called(ann, channel, asked)
    await answer(asked, channel, stage)
    assert not asked.messages(DM)
    other, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = other.messages(DM)
    world.set_permissions(channel, world.app.bot, allow=Permission.SEND_MESSAGES)
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert called(ann, channel, other)
    assert not other.messages(DM)


async def test_who_is_called_by_direct_message_anyway_is_told_there_that_the_channel_is_gone(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Where all want direct messages no mention is refused, and nothing else says how the game can go elsewhere."""
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    assert f"/{channel.id}/" in call.text
    stage.pg.world.delete_channel(channel)
    stage.bot.announcer.anew(game)
    await stage.quiet()
    [call] = asked.messages(DM)
    assert "Its channel is not there any more. `/table move`, typed in another channel," in call.text
    assert f"/{channel.id}/" not in call.text, "a link that leads nowhere"
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "table move", game=game)
    await stage.quiet()
    [call] = asked.messages(DM)
    assert f"/{elsewhere.id}/" in call.text
    assert "any more" not in call.text


@pytest.mark.parametrize(("setting", "is_open"), [("none", True), ("ping", False)])
async def test_nobody_is_written_to_who_wants_no_calls_or_takes_no_direct_messages(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, setting: str, is_open: bool
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", setting)
        stage.pg.world.users[person.id].dms_open = is_open
    game, world = await opened(ann, bob), stage.pg.world
    asked, _ = await mover(stage, game, ann, bob)
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await stage.away()
    assert not letters(asked)
    assert not called(ann, channel, asked)


async def test_who_plays_on_where_the_channel_is_gone_is_called_by_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    stage.pg.world.delete_channel(channel)
    await stage.away()
    [call] = asked.messages(DM)
    assert "Its channel is not there any more, so I call you here." in call.text
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "table move", game=game)
    await stage.quiet()
    assert not asked.messages(DM)
    assert called(ann, elsewhere, asked)
