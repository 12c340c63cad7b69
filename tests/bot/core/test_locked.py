"""A thread is locked while things happen in it: once unlocked, each of its messages comes up to date, once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.tables import Table
from bot.tables.checks import Actor
from bot.tables.votes import LAPSES
from game.core.aids.stage import Act, Step
from playground import Permission, Person, Shown
from playground.messaging import messages
from playground.world.models import Channel
from storage.topics import END

from .acting import looked, public
from .conftest import Stage
from .tables import adepts
from .test_announcer import begun_in_a_thread, boards, by_the_first


def lock(stage: Stage, thread: Channel, locked: bool = True) -> None:
    messages.set_archived(stage.pg.world, thread, locked, locked)


def texts(person: Person, channel: Channel, words: str) -> list[Shown]:
    return [each for each in person.messages(channel) if not each.ephemeral and words in each.text]


async def moved(stage: Stage, game: str, done: Callable[[Table], bool]) -> None:
    """Let everybody answer until `done`."""
    while not done(await looked(stage, game)):
        await by_the_first(stage, game)


async def told_in_a_thread(stage: Stage, channel: Channel, ann: Person, bob: Person) -> tuple[Channel, str]:
    """Make a tale in a thread, in a session, with a link from the channel; return the thread and the tale's id."""
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "tale new", title="The Tower", doom="2d6 d8 d10")
    await bob.command(thread, "tale join")
    live = await stage.bot.tales.active_in(thread.id)
    await ann.command(channel, "tale connect", tale=live.id)
    await ann.command(channel, "gm session", do="start")
    await stage.quiet()
    return thread, live.id


async def test_one_board_is_there_and_nobody_is_called_who_has_answered(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """By then the board is in another phase, and so a new message: no former board stays, and no call."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    [called] = [m.id for person in (ann, bob) for m in person.messages(thread) if m.pinged]
    lock(stage, thread)
    await moved(stage, game, lambda table: adepts(table).step == "research")
    lock(stage, thread, False)
    await by_the_first(stage, game)
    await ann.wait_for(lambda: [m for m in boards(ann, thread) if m.attachments])
    await stage.quiet()
    assert len(boards(ann, thread)) == 1
    assert called not in [m.id for m in ann.messages(thread)]


async def test_a_game_that_ends_meanwhile_says_so_afterwards(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    lock(stage, thread)
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    await stage.quiet()
    assert not texts(bob, thread, "was ended")
    lock(stage, thread, False)
    await bob.wait_for(lambda: texts(bob, thread, "was ended"))
    await stage.quiet()
    assert not [each for each in bob.messages(thread) if each.find("Your move")]


@pytest.mark.parametrize("archived", [False, True])
async def test_an_unlocked_thread_shows_at_once_what_happened_meanwhile(
    ann: Person, bob: Person, channel: Channel, stage: Stage, unretried: None, archived: bool
) -> None:
    """Also if it stays archived: then the bot wakes it."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    lock(stage, thread)
    await moved(stage, game, lambda table: adepts(table).step == "research")
    assert not [m for m in boards(ann, thread) if "research" in m.text]
    messages.set_archived(stage.pg.world, thread, archived, False)
    await ann.wait_for(lambda: [m for m in boards(ann, thread) if "research" in m.text])


async def test_a_roll_that_is_taken_back_meanwhile_is_struck_out_and_the_status_stays_one(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, _ = await told_in_a_thread(stage, channel, ann, bob)
    await bob.command(thread, "roll", dice="2d6 d8")
    await stage.quiet()
    [roll], [status] = texts(ann, thread, "rolled · roll 1"), texts(ann, thread, "**The Tower**")
    lock(stage, thread)
    await bob.click((await bob.command(channel, "tale undo")).message, "Take it back")
    await ann.command(channel, "gm scene", name="Gate")
    await stage.quiet()
    lock(stage, thread, False)
    await ann.command(channel, "gm doom", add="d6")
    await ann.wait_for(lambda: re.search("Taken back", ann.message(roll.id).text))  # type: ignore[union-attr]
    await stage.quiet()
    [now] = texts(ann, thread, "**The Tower**")
    assert now.id == status.id
    assert "Gate" in now.text


async def test_what_was_shown_by_mistake_goes_when_it_can(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Its message is deleted later, whereas other posts that cannot be deleted are given up."""
    thread, tale = await told_in_a_thread(stage, channel, ann, bob)
    await ann.command(channel, "gm gmc", name="Ogre", traits="Huge d10")
    enters = Act("spend", {"spend": "gmc", "dice": "d10", "name": "Ogre", "hidden": False})
    await stage.bot.tales.press(tale, ann.id, lambda _: Step((enters,)))
    told = await bob.wait_message(thread, "so that Ogre enters")
    lock(stage, thread)
    await stage.bot.tales.press(tale, ann.id, lambda _: Step((Act("undo"),)))
    await stage.quiet()
    assert bob.message(told.id) is not None
    lock(stage, thread, False)
    await bob.wait_for(lambda: bob.message(told.id) is None)
    await stage.quiet()
    assert not texts(bob, thread, "Ogre")


async def test_other_channels_hear_of_the_end_of_a_tale_all_the_same(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, tale = await told_in_a_thread(stage, channel, ann, bob)
    lock(stage, thread)
    await stage.bot.tales.press(tale, ann.id, lambda _: Step((Act("end"),)))
    await bob.wait_message(channel, "**The Tower has ended**")
    lock(stage, thread, False)
    await bob.wait_message(thread, "the tale has ended")
    await stage.quiet()
    assert len(texts(bob, channel, "has ended")) == 1


async def test_a_thread_that_led_to_a_tale_hears_of_its_end(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, tale = await told_in_a_thread(stage, channel, ann, bob)
    await ann.command(channel, "tale move", tale=tale)
    await ann.command(thread, "tale connect", tale=tale)
    await bob.wait_message(thread, "It is played in")
    lock(stage, thread)
    await stage.bot.tales.press(tale, ann.id, lambda _: Step((Act("end"),)))
    await bob.wait_message(channel, "has ended")
    await stage.quiet()
    lock(stage, thread, False)
    await bob.wait_message(thread, "**The Tower has ended**")


async def test_a_thread_that_leads_to_a_tale_keeps_it_from_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Once unlocked it says where the tale is played. Until then Discord is not asked again with every roll, nor are
    former links checked again."""
    thread, tale = await told_in_a_thread(stage, channel, ann, bob)
    other, tales = stage.pg.channel("other"), stage.bot.tales
    await tales.move(tale, channel.guild_id, channel.id)
    await tales.link(tale, thread.id)
    await bob.wait_message(thread, f"It is played in <#{channel.id}>")
    lock(stage, thread)
    await tales.move(tale, other.guild_id, other.id)
    await stage.quiet()
    asked = len(stage.pg.log.find("request", str(thread.id)))
    await bob.command(other, "roll", dice="2d6 d8")
    await stage.quiet()
    assert len(stage.pg.log.find("request", str(thread.id))) == asked
    live = await tales.look(tale)
    assert stage.bot.tale_announcer._shown(live) == live.row.sequence
    lock(stage, thread, False)
    await bob.wait_message(thread, f"It is played in <#{other.id}>")


async def test_a_channel_that_leads_to_a_tale_and_takes_no_message_is_asked_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    _, tale = await told_in_a_thread(stage, channel, ann, bob)
    other = stage.pg.channel("other")
    stage.pg.world.set_permissions(other, stage.pg.world.app.bot, deny=Permission.SEND_MESSAGES)
    await ann.command(other, "tale connect", tale=tale)
    for _ in range(2):
        await bob.command(other, "roll", dice="2d6 d8")
        await stage.quiet()
    assert len(stage.pg.log.find("request", f"POST /channels/{other.id}/messages")) == 1


@pytest.mark.parametrize("ends", ["withdrawn", "withdrawn, and a restart", "lapsed"])
async def test_a_vote_that_is_over_goes_or_says_so_though_nothing_more_happens(
    ann: Person, bob: Person, channel: Channel, stage: Stage, ends: str
) -> None:
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    await bob.command(thread, "table pause")
    await ann.wait_for(lambda: texts(ann, thread, "it takes 2"))
    lock(stage, thread)
    if ends == "lapsed":
        stage.clock.advance(LAPSES + timedelta(seconds=5))
    else:
        await stage.bot.tables.votes.withdraw(game, bob.id, "pause")
    await stage.quiet()
    assert texts(ann, thread, "it takes 2")
    if "restart" in ends:
        await stage.restart()
    lock(stage, thread, False)
    await ann.wait_for(lambda: not texts(ann, thread, "it takes 2"))
    assert len(texts(ann, thread, "has lapsed")) == (ends == "lapsed")


async def test_a_vote_leads_out_of_it_though_another_there_cannot_be_shown_any_more(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    thread, other = stage.pg.thread(channel, "a thread"), stage.pg.channel("other")
    game = (
        await stage.bot.tables.lobby.new(ann.id, "ann", guild_id=channel.guild_id, channel_id=thread.id, options={})
    ).id
    for person in (bob, cy):
        await stage.bot.tables.lobby.join(game, person.id, str(person.id))
    await stage.bot.tables.lobby.start(game, Actor(ann.id))
    await bob.command(thread, "table end")
    await ann.wait_for(lambda: texts(ann, thread, "it takes 2"))
    lock(stage, thread)
    await stage.bot.tables.decisions.oppose(game, END, cy.id)
    await bob.command(other, "table move", game=game)
    await cy.click(await public(cy, other, "Carry on here"), "Carry on here")
    assert (await looked(stage, game)).row.channel_id == other.id


async def test_an_invitation_to_a_table_that_was_closed_meanwhile_goes(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "adepts new", invite=bob.id)
    await bob.wait_for(lambda: texts(bob, thread, "you are invited"))
    lock(stage, thread)
    await stage.bot.tables.lobby.end((await stage.bot.tables.active_in(thread.id)).id, Actor(ann.id))
    await stage.quiet()
    lock(stage, thread, False)
    await bob.wait_for(lambda: texts(bob, thread, "is closed") and not texts(bob, thread, "you are invited"))


async def test_the_status_of_a_tale_that_went_elsewhere_goes(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, tale = await told_in_a_thread(stage, channel, ann, bob)
    other = stage.pg.channel("other")
    lock(stage, thread)
    await ann.command(other, "tale move", tale=tale)
    await bob.wait_message(other, "**The Tower**")
    await stage.quiet()
    assert texts(bob, thread, "**The Tower**")
    lock(stage, thread, False)
    await bob.wait_for(lambda: not texts(bob, thread, "**The Tower**"))


async def test_the_board_of_a_game_that_went_elsewhere_says_so(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Until it is unlocked Discord, which counts refused requests, is not asked again with every move."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    other = stage.pg.channel("other")
    lock(stage, thread)
    assert "goes on here" in (await ann.command(other, "table move", game=game)).message.text
    await stage.quiet()
    assert boards(bob, other)
    asked = len(stage.pg.log.find("request", str(thread.id)))
    await by_the_first(stage, game)
    assert len(stage.pg.log.find("request", str(thread.id))) == asked
    lock(stage, thread, False)
    await bob.wait_for(lambda: texts(bob, thread, f"goes on in <#{other.id}>"))
    await bob.wait_for(lambda: not [each for each in bob.messages(thread) if each.controls])
