"""The pictures of rolls: in words if Discord does not accept one or it cannot be drawn, and added once they can be."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.announcer import tale_posts
from bot.announcer.posts import Posts
from bot.announcer.tale_posts import TalePosts
from bot.delivery.rest import Later
from game.core.aids.stage import Act, Step
from game.core.layout import Panel
from playground import Permission, Person, Shown
from playground.world.models import Channel
from storage import Message

from .conftest import Stage


async def opened(ann: Person, channel: Channel) -> None:
    await ann.command(channel, "tale new", title="The Tower")
    await ann.wait_message(channel, "**The Tower**")


async def undo(stage: Stage, ann: Person, channel: Channel) -> None:
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("undo"),)))


async def all_told(stage: Stage) -> None:
    """Wait until a start would find nothing to show."""
    async with asyncio.timeout(60):
        while await stage.bot.tales.store.tales.not_shown():  # noqa: ASYNC110 - the database alone knows
            await asyncio.sleep(0.02)


def now(person: Person, roll: Shown) -> Shown:
    found = person.message(roll.id)
    assert found is not None
    return found


async def test_rolls_are_in_words_where_no_files_may_be_attached(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """They are posted, changed, and then count as shown, so nothing is retried for ever."""
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    await opened(ann, channel)
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    assert not roll.attachments
    await undo(stage, ann, channel)
    await bob.wait_for(lambda: "Taken back" in now(bob, roll).text)
    await all_told(stage)


async def test_a_roll_has_its_picture_until_files_may_not_be_attached_any_more(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    assert roll.attachments
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    await undo(stage, ann, channel)
    await bob.wait_for(lambda: "Taken back" in now(bob, roll).text)
    assert not now(bob, roll).attachments
    await all_told(stage)


async def test_a_roll_whose_picture_discord_cannot_take_now_is_in_words_until_it_can(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    await stage.quiet()
    stage.pg.faults.add("status", "POST /channels/*/messages", status=503, times=3)  # all attempts of one post
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    assert not roll.attachments
    await bob.wait_for(lambda: now(bob, roll).attachments)
    await all_told(stage)


async def roll_twice(stage: Stage, ann: Person, channel: Channel) -> None:
    """Make two rolls in one change, so that both are to be posted at once."""
    live = await stage.bot.tales.active_in(channel.id)
    roll = Act("roll", {"pool": "2d6"})
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((roll, roll)))


async def test_rolls_stand_in_their_order_though_the_first_cannot_be_posted_at_once(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    await stage.quiet()
    stage.pg.faults.add("status", "POST /channels/*/messages", status=503, times=6)  # with its picture, and in words
    await roll_twice(stage, ann, channel)
    first, second = [await bob.wait_message(channel, f"roll {cast}") for cast in (1, 2)]
    assert first.id < second.id
    await all_told(stage)


async def test_a_roll_that_discord_never_takes_keeps_no_other(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails in any form, as if something in it were too much for Discord."""
    await opened(ann, channel)
    await stage.quiet()
    monkeypatch.setattr(tale_posts, "_AWAITED", 3)  # each attempt comes twice as late as the one before
    post = Posts.post

    async def fails(posts: Posts, row: Message, panel: Panel, *details: Any, **more: Any) -> Message:
        if row.kind == "post:roll 1":
            posts._note_failure(row, Later("4 attempts"))
            raise Later("4 attempts")
        return await post(posts, row, panel, *details, **more)

    monkeypatch.setattr(Posts, "post", fails)
    await roll_twice(stage, ann, channel)
    await bob.wait_message(channel, "roll 2")


async def test_a_roll_whose_picture_could_not_be_drawn_is_in_words_until_it_is(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown after it does not wait."""
    draw = stage.bot.studio.draw_in_turn
    can = asyncio.Event()

    async def fails(*work: Any) -> Any:
        return await draw(*work) if can.is_set() else None

    monkeypatch.setattr(stage.bot.studio, "draw_in_turn", fails)
    await opened(ann, channel)
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    assert not roll.attachments
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("doom", {"pool": "3d8"}),)))
    await bob.wait_message(channel, "Doom `3d8`")
    can.set()
    await bob.wait_for(lambda: now(bob, roll).attachments)
    await all_told(stage)


async def test_a_picture_that_was_being_drawn_at_the_end_comes_after_the_start(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*work: Any) -> Any:
        await asyncio.Event().wait()

    with monkeypatch.context() as slow:
        slow.setattr(stage.bot.studio, "draw_in_turn", never)
        slow.setattr(TalePosts, "patience", 0.01)
        await opened(ann, channel)
        await ann.command(channel, "roll", dice="2d6 d8")
        roll = await bob.wait_message(channel, "roll 1")
        assert not roll.attachments
        await stage.quiet()
        await stage.stop()
    await stage.start()
    await bob.wait_for(lambda: now(bob, roll).attachments)
    await all_told(stage)
