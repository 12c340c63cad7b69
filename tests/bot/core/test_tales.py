"""Tales in Discord: opened, joined, shown and stored, whatever is played at them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from datetime import timedelta
from typing import Any

import pytest

from bot.announcer.tale_posts import TalePosts
from bot.client import AdeptsBot
from bot.components.ids import Verb
from bot.tales.tales import NOT_HERE
from game.core.aids.stage import Act, Step
from playground import Answer, Permission, Person
from playground.messaging import messages
from playground.world.models import Channel
from playground.world.permissions import USUAL
from storage import StoredTale

from .acting import end_tale, forget
from .conftest import Stage
from .test_rights import forged
from .test_tale_rolls import playing

STATUS = "The Tower"


def said(answer: Answer) -> str:
    """Return the text of a private answer."""
    assert answer.message is not None
    return answer.message.text


async def opened(ann: Person, channel: Channel, **options: object) -> None:
    await ann.command(channel, "tale new", title=STATUS, **options)
    await ann.wait_message(channel, f"**{STATUS}**")


async def test_a_tale_is_opened_joined_and_shown(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel, doom="2d6 d8")
    status = await bob.wait_message(channel, "2d6 d8")
    await bob.command(channel, "tale join")
    await stage.quiet()
    live = await stage.bot.tales.active_in(channel.id)
    assert [live.people[who] for who in live.people] == [ann.id, bob.id]
    assert live.is_master(ann.id)
    assert not live.is_master(bob.id)
    assert bob.message(status.id) is not None, "it is edited in place"


async def test_it_is_all_there_after_a_restart(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    await bob.command(channel, "tale join")
    await stage.quiet()
    before = (await stage.bot.tales.active_in(channel.id)).tale.to_dict()
    posted = [each.id for each in bob.messages(channel)]
    await stage.restart()
    await stage.quiet()
    assert (await stage.bot.tales.active_in(channel.id)).tale.to_dict() == before
    assert [each.id for each in bob.messages(channel)] == posted


async def test_one_tale_a_channel(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    for person in (ann, bob):  # one of whom is in it
        told = said(await person.command(channel, "tale new", title="Another"))
        assert "There is a tale in this channel already: `/tale status`" in told
        assert "whoever does not sit at it yet presses *Join*" in told


async def test_who_looks_for_a_board_game_at_a_tale_is_led_to_the_tale(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    for line in ("table join", "hand", "table undo"):
        assert "but a tale: `/tale status` brings" in said(await bob.command(channel, line)), line
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    await bob.command(elsewhere, "adepts new")
    told = said(await bob.command(channel, "hand"))
    assert "but a tale: `/tale status` brings" in told
    assert told.endswith(f"(Adepts) in <#{elsewhere.id}>. With the option `game` this works here too.")


async def test_who_is_not_at_a_tale_reads_why_nothing_is_taken_back(channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    status = await bob.wait_message(channel, STATUS)
    assert "\nOnly whoever sits at this table can do that: join it first." in said(await bob.click(status, "Undo"))


async def test_nothing_is_done_where_there_is_none(channel: Channel, ann: Person, bot: AdeptsBot) -> None:
    told = await ann.command(channel, "tale join")
    assert "/tale new" in said(told)


async def test_the_status_is_pinned_where_that_is_allowed(stage: Stage, bot: AdeptsBot) -> None:
    guild = stage.pg.guild("Pins", bot=USUAL | Permission.PIN_MESSAGES)
    channel = stage.pg.channel("pins", guild)
    ann = await stage.pg.person("ann", guild)
    await opened(ann, channel)
    await stage.quiet()
    assert [each.pinned for each in stage.pg.world.history(channel.id) if each.visible_to is None] == [True]


async def test_a_status_older_than_fifty_minutes_is_posted_anew(stage: Stage, bot: AdeptsBot) -> None:
    """Pinned or not: Discord allows few edits of messages older than an hour, and rolls would wait behind them. Changes
    that are hidden from others do not cause it."""
    guild = stage.pg.guild("Pins", bot=USUAL | Permission.PIN_MESSAGES)
    channel = stage.pg.channel("pins", guild)
    ann = await stage.pg.person("ann", guild)
    await opened(ann, channel)
    await stage.quiet()
    before = await ann.wait_message(channel, f"**{STATUS}**")
    stage.clock.advance(timedelta(minutes=51))
    await ann.command(channel, "gm note", text="A plan")
    await stage.quiet()
    assert ann.message(before.id) is not None
    await ann.command(channel, "gm doom", add="d8")
    await stage.quiet()
    assert ann.message(before.id) is None
    [now] = [each for each in stage.pg.world.history(channel.id) if each.visible_to is None]
    assert now.pinned
    await ann.command(channel, "gm doom", add="d10")
    await stage.quiet()
    assert ann.message(now.id) is not None, "it is edited in place"


async def test_a_status_that_was_deleted_comes_again(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    status = await bob.wait_message(channel, f"**{STATUS}**")
    messages.delete(stage.pg.world, stage.pg.world.messages[status.id])
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("doom", {"pool": "3d8"}),)))
    await stage.quiet()
    assert (await bob.wait_message(channel, f"**{STATUS}**")).id != status.id


async def test_the_status_comes_down_when_somebody_asks(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    status = await bob.wait_message(channel, f"**{STATUS}**")
    await bob.say(channel, "Hello")
    await bob.command(channel, "tale status")
    await stage.quiet()
    assert (await bob.wait_message(channel, f"**{STATUS}**")).id > status.id
    assert bob.message(status.id) is None


async def test_only_its_master_ends_it(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    await bob.command(channel, "tale join")
    assert "game master" in said(await bob.command(channel, "tale end"))
    live = await stage.bot.tales.active_in(channel.id)
    assert "Only a game master" in (await forged(stage.bot, channel.id, Verb.FINISH, live.id, bob)).text
    other, cid = stage.pg.channel("other"), await stage.pg.person("cid")
    for place, person in ((other.id, cid), (await ann.open_dm(), ann)):  # not there, or not on its server
        assert (await forged(stage.bot, place, Verb.FINISH, live.id, person)).text == NOT_HERE
    await ann.command(other, "tale connect", tale=live.id)
    assert "Only a game master" in (await forged(stage.bot, other.id, Verb.FINISH, live.id, cid)).text
    asked = (await ann.command(channel, "tale end")).message
    assert "/tale export" in asked.text
    assert asked.ephemeral
    assert await stage.bot.tales.store.tales.active_in(channel.id), "it asks first"
    await ann.click(asked, "End it")
    assert not await stage.bot.tales.store.tales.active_in(channel.id)
    await opened(bob, channel)  # another one may begin


async def test_a_command_after_the_end_leads_to_what_ended(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Until another tale begins there, its log can be read, and other commands say how it ended.

    Its end is announced in a new message too, not only in the status far above.
    """
    await opened(ann, channel)
    await ann.click((await ann.command(channel, "tale end")).message, "End it")
    await stage.quiet()
    last = await bob.wait_message(channel, f"**{STATUS}** · the tale has ended")
    assert (await bob.wait_message(channel, "The tale has ended.")).id > last.id
    for command in ("status", "link", "join"):
        told = said(await bob.command(channel, f"tale {command}"))
        assert f"**{STATUS} has ended**. Its last status: https://discord.com/channels/" in told
        assert f"/{last.id}" in told
        assert "`/tale log`" in told
    assert "has ended" in said(await bob.command(channel, "roll", dice="d6 d8"))
    assert "The tale has ended." in said(await bob.command(channel, "tale log"))
    assert "The tale has ended." in said(await bob.click(last, "Log")), "by whoever looks on"
    assert "all honest" in said(await bob.command(channel, "tale proofs"))
    await opened(bob, channel)
    assert "has ended" not in said(await bob.command(channel, "tale status"))


async def test_a_channel_that_leads_to_a_tale_says_where_it_is_and_that_it_ended(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """After the end, buttons there still lead to its log for those who were in it; for others they never did."""
    await opened(ann, channel)
    await bob.command(channel, "tale join")
    other, third = stage.pg.channel("masters"), stage.pg.channel("third")
    live = await stage.bot.tales.active_in(channel.id)
    for each in (other, third):
        await ann.command(each, "tale connect", tale=live.id)
    told = await ann.wait_message(other, f"It is played in <#{channel.id}>")
    assert f"**{STATUS}" in told.text
    await ann.wait_message(third, "It is played in")
    await ann.command(third, "tale disconnect")
    await stage.quiet()
    assert all(each.ephemeral for each in ann.messages(third)), "it leads there no longer"
    mine = (await bob.command(other, "roll")).message
    await end_tale(ann, channel)
    await stage.quiet()
    last = await bob.wait_message(channel, f"**{STATUS}** · the tale has ended")
    after = ann.message(told.id)
    assert after is not None
    assert f"**{STATUS} has ended**." in after.text
    assert f"/{last.id}" in after.text
    now = bob.message(mine.id)
    assert now is not None
    assert [each.label for each in now.controls] == ["Log", "Dice"]
    assert "The tale has ended." in said(await bob.click(now, "Log"))
    where = said(await ann.command(other, "tale status"))
    assert f"**{STATUS} has ended**. Its last status: https://discord.com/channels/" in where
    assert f"/{last.id}" in where
    assert "The tale has ended." in said(await bob.command(other, "tale log"))
    assert "has ended" not in said(await ann.command(third, "tale status")), "it led there no longer then"
    kept = [row.kind for row in await stage.bot.tales.store.tale_messages.of_game(live.id)]
    assert kept == ["status", "post:told 2"], "the end, and nothing of other channels"


async def test_a_channel_hears_of_the_end_when_that_of_the_tale_is_gone(
    stage: Stage, channel: Channel, ann: Person
) -> None:
    await opened(ann, channel)
    other = stage.pg.channel("masters")
    live = await stage.bot.tales.active_in(channel.id)
    await ann.command(other, "tale connect", tale=live.id)
    await stage.quiet()
    stage.pg.world.delete_channel(channel)
    await end_tale(ann, other)
    await stage.quiet()
    assert await ann.wait_message(other, f"**{STATUS} has ended**.")


def slow_pictures(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, list[weakref.ref[Any]]]:
    """Hold back all pictures until the event is set, while answers do not wait for them; return the event, and the
    drawings begun."""
    drawn, drawings, draw = asyncio.Event(), list[weakref.ref[Any]](), stage.bot.studio.draw_in_turn

    async def slowly(*work: Any) -> Any:
        drawings.append(weakref.ref(asyncio.current_task()))
        await drawn.wait()
        return await draw(*work)

    monkeypatch.setattr(stage.bot.studio, "draw_in_turn", slowly)
    monkeypatch.setattr(TalePosts, "patience", 0.01)
    return drawn, drawings


async def test_words_do_not_wait_for_a_picture(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If its picture takes long, a roll is first shown in words, and gets the picture later."""
    drawn, _ = slow_pictures(stage, monkeypatch)
    await opened(ann, channel)
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    assert not roll.attachments
    drawn.set()
    await bob.wait_for(lambda: (bob.message(roll.id) or roll).attachments)


async def test_no_picture_is_kept_of_what_a_roll_shows_no_longer(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took long, and the roll was taken back before it was finished."""
    drawn, drawings = slow_pictures(stage, monkeypatch)
    await opened(ann, channel)
    await ann.command(channel, "roll", dice="2d6 d8")
    roll = await bob.wait_message(channel, "roll 1")
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("undo"),)))
    await bob.wait_for(lambda: "Taken back" in (bob.message(roll.id) or roll).text)
    drawn.set()
    await bob.wait_for(lambda: (bob.message(roll.id) or roll).attachments)
    await stage.quiet()
    gc.collect()
    assert [drawing() for drawing in drawings] == [None, None]


async def test_two_who_change_the_same_at_the_same_moment_both_do(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await ann.command(channel, "tale tutorial")
    live = await stage.bot.tales.active_in(channel.id)
    [name] = live.tale.to_dict()["base"]["characters"] or ["Sefa"]
    await bob.command(channel, "tale join")
    await stage.bot.tales.press(live.id, ann.id, lambda now: Step((Act("appoint", {"member": now.who(bob.id)}),)))
    one_more = Step((Act("pp", {"character": name, "by": 1}),))
    await asyncio.gather(
        *(stage.bot.tales.press(live.id, user, lambda _: one_more) for user in (ann.id, bob.id, ann.id, bob.id))
    )
    after: Any = (await stage.bot.tales.look(live.id)).tale
    assert after.state.characters[name].sheet["pp"] == 7


async def test_a_button_of_a_tale_does_nothing_elsewhere(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Whoever sits at it is told where it is played; others learn only that it is not played there."""
    await opened(ann, channel)
    status = await ann.wait_message(channel, f"**{STATUS}**")
    elsewhere = stage.pg.channel("elsewhere")
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.move(live.id, elsewhere.guild_id, elsewhere.id)
    assert said(await ann.click(status, "Roll")) == f"This tale is not played here any more, but in <#{elsewhere.id}>."
    assert (await forged(stage.bot, channel.id, Verb.PRESS, live.id, bob, "pool")).text == NOT_HERE


async def test_no_form_is_opened_that_could_be_sent_no_more(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Nor is what stands in one that was open when the tale ended said to be kept for the next time."""
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6 d8")
    live = await stage.bot.tales.active_in(channel.id)
    screen = await forged(stage.bot, channel.id, Verb.PRESS, live.id, bob, "roll/1")
    form = (await bob.click(screen, "Settle")).modal
    await end_tale(ann, channel)
    told = said(await bob.submit(form, {"A number": "11"}))
    assert "This tale has ended." in told
    assert "still in the form" not in told
    assert "This tale has ended." in (await forged(stage.bot, channel.id, Verb.PRESS, live.id, bob, "roll/1/with")).text


async def test_five_hundred_things_are_done_and_all_is_still_there(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """The log can be read page by page, the last change undone, and a start finds all of it again."""
    await opened(ann, channel)
    live = await stage.bot.tales.active_in(channel.id)
    for number in range(500):
        act = Act("doom", {"pool": f"{2 + number % 5}d6"})
        await stage.bot.tales.press(live.id, ann.id, lambda _, act=act: Step((act,)))  # type: ignore[misc]
    await stage.quiet()
    first = await ann.command(channel, "tale log")
    shown = said(first)
    assert "Doom" in shown
    before = (await stage.bot.tales.look(live.id)).tale.to_dict()
    await stage.restart()
    after = await stage.bot.tales.look(live.id)
    assert after.tale.to_dict() == before
    assert len(after.tale.log) == 500
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("undo"),)))
    await bob.command(channel, "tale join")
    assert "5d6" in said(await bob.command(channel, "tale log")), "the one before the last counts again"


async def test_a_thread_has_a_tale_of_its_own(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await opened(ann, channel)
    thread = stage.pg.thread(channel, "below")
    await opened(bob, thread)
    here, there = [await stage.bot.tales.active_in(place.id) for place in (channel, thread)]
    assert here.id != there.id
    assert (here.is_master(ann.id), there.is_master(bob.id), there.is_master(ann.id)) == (True, True, False)


async def test_a_locked_thread_has_one_status_once_it_is_unlocked(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    thread = stage.pg.thread(channel, "below")
    await opened(ann, thread)
    live = await stage.bot.tales.active_in(thread.id)
    await ann.command(channel, "tale connect", tale=live.id)
    await stage.quiet()
    before = [message.id for message in bob.messages(thread) if not message.ephemeral]
    messages.set_archived(stage.pg.world, thread, archived=True, locked=True)
    await ann.command(channel, "gm doom", add="d8")
    await stage.quiet()
    assert thread.archived
    messages.set_archived(stage.pg.world, thread, archived=False, locked=False)
    await ann.command(channel, "gm doom", add="d10")
    await stage.quiet()
    assert [message.id for message in bob.messages(thread) if not message.ephemeral] == before
    assert "d10" in bob.messages(thread)[0].text


async def test_what_a_master_does_in_secret_brings_no_status_down(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Only changes of what the status shows move it, however far up it is."""
    await opened(ann, channel)
    status = await bob.wait_message(channel, f"**{STATUS}**")
    for number in range(14):
        await bob.say(channel, f"Chat {number}")
    await ann.command(channel, "gm note", text="A plan")
    await ann.command(channel, "gm crisis", name="Fire", take="d6", hidden=True)
    await stage.quiet()
    assert bob.message(status.id) is not None
    await ann.command(channel, "gm doom", add="d8")
    await stage.quiet()
    assert bob.message(status.id) is None, "what all may see comes to where they are"


async def test_the_message_that_somebody_came_in_goes_when_that_is_taken_back(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """A name that was shown by mistake is nowhere any more, except in game masters' logs; nor is a message posted later
    that had not been posted yet."""
    await opened(ann, channel, doom="2d6 d8 d10")
    await bob.command(channel, "tale join")
    await ann.command(channel, "gm gmc", name="Ogre", traits="Huge d10")
    live = await stage.bot.tales.active_in(channel.id)
    enters = Act("spend", {"spend": "gmc", "dice": "d10", "name": "Ogre", "hidden": False})
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((enters,)))
    told = await bob.wait_message(channel, "so that Ogre enters")
    asked = (await ann.command(channel, "tale undo")).message
    assert "Others do not read of it any more, and its message goes." in asked.text
    await ann.click(asked, "Take it back")
    await stage.quiet()
    assert bob.message(told.id) is None
    assert not [each.text for each in bob.messages(channel) if "Ogre" in each.text]
    assert "Ogre" not in said(await bob.command(channel, "tale log"))
    assert "~~Doom is 2d6 d8: d10 so that Ogre enters. (ann)~~" in said(await ann.command(channel, "tale log"))
    for act in (enters, Act("undo")):  # before any of it is shown
        await stage.bot.tales.press(live.id, ann.id, lambda _, act=act: Step((act,)))  # type: ignore[misc]
    await stage.restart()
    await stage.quiet()
    assert not [each.text for each in bob.messages(channel) if "Ogre" in each.text]
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((enters,)))
    assert await bob.wait_message(channel, "so that Ogre enters"), "now it is meant"


async def test_a_tale_that_is_over_knows_nobody_who_is_forgotten(stage: Stage, channel: Channel, ann: Person) -> None:
    """Neither what is stored of it nor what is cached."""
    await opened(ann, channel)
    live = await stage.bot.tales.active_in(channel.id)
    await end_tale(ann, channel)
    assert (await stage.bot.tales.look(live.id)).knows(ann.id)
    assert await forget(stage, ann, channel) == "You are forgotten."
    assert not (await stage.bot.tales.look(live.id)).knows(ann.id)
    assert (await stage.bot.tales.store.tales.load(live.id)).people == {"u1": None}


async def test_a_running_tale_forgets_with_its_end_whoever_wished_that(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await opened(ann, channel)
    await bob.command(channel, "tale join")
    told = await forget(stage, bob, channel)
    assert "1 running tale" in told
    live = await stage.bot.tales.active_in(channel.id)
    assert live.knows(bob.id), "it has to know who plays whom"
    await stage.restart()
    await end_tale(ann, channel)
    over = await stage.bot.tales.look(live.id)
    assert (over.knows(ann.id), over.knows(bob.id)) == (True, False)
    assert (await stage.bot.tales.store.tales.load(live.id)).people == {"u1": ann.id, "u2": None}


async def test_what_could_not_be_posted_is_posted_where_the_tale_is_now(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """The status and a roll: the bot loses the right to write in the first channel, the game master moves the tale, and
    the right is restored."""
    await opened(ann, channel)
    await stage.quiet()
    live = await stage.bot.tales.active_in(channel.id)
    world, rows = stage.pg.world, stage.bot.tales.store.tale_messages
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await ann.command(channel, "roll", dice="d8 d6")
    lacks = (
        "I cannot show it here: I lack Send Messages. Somebody who manages the channel can give me that; `/tale move`"
    )
    await ann.wait_message(channel, f"It counts. But {lacks}")
    assert lacks in (await ann.command(channel, "tale status")).message.text
    await stage.quiet()
    assert [row.message_id for row in await rows.of_game(live.id)][1:] == [None, None], "both are planned here"
    elsewhere = stage.pg.channel("elsewhere")
    for command in ("status", "link"):
        assert "I cannot show it in <#" in (await ann.command(elsewhere, f"tale {command}", tale=live.id)).message.text
    await ann.command(elsewhere, "tale move", tale=live.id)
    await bob.wait_message(elsewhere, f"**{STATUS}**")
    await bob.wait_message(elsewhere, "roll 1")
    world.set_permissions(channel, world.app.bot)
    await stage.quiet()
    assert not bob.messages(channel)
    assert all(row.channel_id == elsewhere.id and row.message_id for row in await rows.of_game(live.id))


async def test_a_tale_that_was_being_read_as_somebody_was_forgotten_is_not_kept(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(ann, channel)
    await bob.command(channel, "tale join")
    tales = stage.bot.tales
    live = await tales.active_in(channel.id)
    await end_tale(ann, channel)
    await stage.quiet()
    tales.clear()
    load, has_read, goes_on = tales.store.tales.load, asyncio.Event(), asyncio.Event()

    async def late(tale_id: str) -> StoredTale:
        found = await load(tale_id)
        has_read.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(tales.store.tales, "load", late)
    looking = asyncio.create_task(tales.look(live.id))
    await has_read.wait()
    await stage.bot.tables.people.forget(bob.id)
    tales.clear()
    goes_on.set()
    await looking
    assert not (await tales.look(live.id)).knows(bob.id)


async def test_a_tale_that_moves_after_a_restart_leaves_its_old_rolls_as_they_are(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """The status is posted at once, and no message is edited that has not changed."""
    await opened(ann, channel)
    live = await stage.bot.tales.active_in(channel.id)
    for _ in range(24):  # more than the tale remembers
        await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("roll", {"pool": "2d6"}),)))
        await stage.quiet()
    rolls = {each.id: str(each) for each in bob.messages(channel) if "rolled" in each.text}
    assert len(rolls) == 24
    async with asyncio.timeout(60):
        while await stage.bot.tales.store.tales.not_shown():  # noqa: ASYNC110 - the database alone knows
            await asyncio.sleep(0.02)
    await stage.restart()
    mark = len(stage.pg.log.find("request", "PATCH /channels"))
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "tale move", tale=live.id)
    await bob.wait_message(elsewhere, f"**{STATUS}**")
    await stage.quiet()
    assert len(stage.pg.log.find("request", "PATCH /channels")) == mark
    assert {each.id: str(each) for each in bob.messages(channel) if each.id in rolls} == rolls
