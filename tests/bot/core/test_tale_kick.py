"""Somebody is put out of a tale: what they see, and how they learn of it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.announcer.channels import Channels
from bot.announcer.tale_status import STATUS
from bot.tables.waiting.hours import HOLIDAY
from playground import Permission, Person
from playground.world.models import Channel

from .acting import letters
from .conftest import NOON, Stage
from .test_left_in_peace import quiet
from .test_tale_rolls import message, playing

OUT = "A game master has put you out of this tale, and can let you in again."


async def kick(stage: Stage, channel: Channel, ann: Person, bob: Person, command: str = "kick") -> str:
    said = message(await ann.command(channel, f"tale {command}", person=bob)).text
    await stage.quiet()
    return said


async def test_what_somebody_put_out_has_open_says_so_and_leads_nowhere(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    status = await bob.wait_message(channel, "**Iltani** PP 5")
    builder = message(await bob.click(status, "Roll"))
    assert "Bob was put out of the tale: Iltani is the game master's now." in (
        await kick(stage, channel, ann, bob)
    ).replace("bob", "Bob")
    now = bob.message(builder.id)
    assert now is not None
    assert OUT in now.text
    assert [each.label for each in now.controls] == ["Log", "Dice"]
    await stage.restart()
    assert OUT in message(await bob.click(await bob.wait_message(channel, "**Iltani** PP 5"), "Join")).text
    for command, options in (("tale join", {}), ("sheet new", {}), ("roll", {"dice": "2d6"})):
        assert OUT in message(await bob.command(channel, command, **options)).text, command
    assert "nothing to leave" in message(await bob.command(channel, "tale leave")).text
    assert "Iltani" in message(await ann.command(channel, "sheet show", character="Iltani")).text
    live = await stage.bot.tales.active_in(channel.id)
    assert not live.sits(bob.id)
    await kick(stage, channel, ann, bob, "readmit")
    assert "You have sat down." in message(await bob.command(channel, "tale join")).text


async def test_a_form_that_was_open_leads_nowhere(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    spending = message(await bob.click(await bob.wait_message(channel, "**Iltani** PP 5"), "Spend PP"))
    form = (await bob.click(spending, "d6 asset · 1 PP")).modal
    await kick(stage, channel, ann, bob)
    told = message(await bob.submit(form, {"name": "Rope"}))
    assert OUT in told.text
    assert [each.label for each in told.controls] == ["Log", "Dice"]
    assert "Rope" not in message(await ann.command(channel, "sheet show", character="Iltani")).text


async def test_they_learn_of_it_by_direct_message_as_long_as_it_is_so(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    await kick(stage, channel, ann, bob)
    [told] = letters(bob)
    assert "A game master has put you out of **The Tower**." in told.text
    assert f"It is played in <#{channel.id}>." in told.text
    await ann.command(channel, "gm scene", name="The Gate")
    await stage.restart()
    await stage.quiet()
    assert [each.id for each in letters(bob)] == [told.id], "it comes once"
    await kick(stage, channel, ann, bob, "readmit")
    [told] = letters(bob)
    assert "You may sit down at **The Tower** again: press **Join**" in told.text
    await bob.command(channel, "tale join")
    await stage.quiet()
    assert not letters(bob)
    assert not letters(ann)
    await bob.command(channel, "tale leave")
    await stage.quiet()
    assert not letters(bob), "whoever leaves knows it"


async def test_it_says_where_the_tale_is_played_now(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    await kick(stage, channel, ann, bob)
    [told] = letters(bob)
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "tale move", tale=(await stage.bot.tales.active_in(channel.id)).id)
    await stage.quiet()
    [now] = letters(bob)
    assert (now.id, f"It is played in <#{elsewhere.id}>." in now.text) == (told.id, True)


async def test_they_learn_of_it_also_where_the_channel_of_the_tale_is_gone(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Neither a roll nor the status that cannot be shown delays the letter."""
    await playing(stage, channel, ann, bob)
    hall = stage.pg.channel("hall")
    await ann.command(hall, "tale connect", tale=(await stage.bot.tales.active_in(channel.id)).id)
    await stage.quiet()
    stage.pg.world.delete_channel(channel)
    assert "Roll 1" in message(await bob.command(hall, "roll", dice="2d6 d8")).text
    await kick(stage, hall, ann, bob)
    assert len(letters(bob)) == 1
    await ann.click((await ann.command(hall, "tale end")).message, "End it")
    await stage.quiet()
    assert not letters(bob), "it goes with the tale"


async def test_the_channel_waits_for_no_letter(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord allows few new direct messages in a while; rolls are shown meanwhile."""
    await playing(stage, channel, ann, bob)
    taken, direct = asyncio.Event(), Channels.direct

    async def held(channels: Channels, user_id: int) -> int:
        await taken.wait()
        return await direct(channels, user_id)

    monkeypatch.setattr(Channels, "direct", held)
    await ann.command(channel, "tale kick", person=bob)
    await ann.command(channel, "roll", dice="2d6 d8")
    await ann.wait_message(channel, "roll 1")
    announcer, store = stage.bot.tale_announcer, stage.bot.tales.store
    [tale] = await store.tales.not_shown()
    await announcer._reconcilers.of(tale, STATUS).idle()
    await store.meta.set("what waits", "is stored")
    assert await store.tales.not_shown() == (tale,), "a start looks over what is yet to be written"
    taken.set()
    await stage.quiet()
    assert len(letters(bob)) == 1
    await store.meta.set("what waits", "is stored now")
    assert not await store.tales.not_shown()


async def test_a_night_or_a_holiday_is_over_first(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    await quiet(stage, bob, HOLIDAY, stage.clock.now().date().isoformat())
    await kick(stage, channel, ann, bob)
    assert not letters(bob)
    stage.clock.advance(timedelta(hours=13))
    await stage.restart()  # a start looks for letters to be sent
    await stage.quiet()
    assert len(letters(bob)) == 1


async def test_nothing_needs_to_happen_for_that(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    await quiet(stage, bob)
    stage.clock.set(NOON + timedelta(hours=2, seconds=-3))
    await kick(stage, channel, ann, bob)
    assert not letters(bob)
    stage.clock.advance(timedelta(seconds=3))
    await bob.wait_for(lambda: letters(bob))


@pytest.mark.parametrize(("setting", "is_open"), [("none", True), ("ping", False)])
async def test_nobody_is_written_to_who_wants_no_calls_or_takes_no_direct_messages(
    stage: Stage, channel: Channel, ann: Person, bob: Person, setting: str, is_open: bool
) -> None:
    await playing(stage, channel, ann, bob)
    await stage.bot.tables.people.set(bob.id, "turn", setting)
    stage.pg.world.users[bob.id].dms_open = is_open
    await kick(stage, channel, ann, bob)
    assert not letters(bob)
    assert await stage.bot.tables.people.refused(bob.id) is not is_open
    live = await stage.bot.tales.active_in(channel.id)
    kinds = [row.kind for row in await stage.bot.tales.store.tale_messages.of_game(live.id)]
    assert not [kind for kind in kinds if kind.startswith("letter")]


async def test_a_letter_is_written_once_discord_lets_the_bot_write(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """A restriction of the bot is nothing that is remembered of the person."""
    await playing(stage, channel, ann, bob)
    refuses = stage.pg.faults.add("status", "POST /users/@me/channels", times=None, status=403, code=20026)
    await kick(stage, channel, ann, bob)
    assert not letters(bob)
    assert not await stage.bot.tables.people.refused(bob.id)
    live = await stage.bot.tales.active_in(channel.id)
    stage.bot.tale_announcer.poke(live.id)
    await stage.quiet()
    assert refuses.hits == 1
    stage.pg.faults.clear()
    stage.clock.advance(timedelta(hours=25))
    stage.bot.tale_announcer.poke(live.id)
    await stage.quiet()
    assert len(letters(bob)) == 1


async def test_nobody_is_put_out_and_let_in_without_end(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    said = list[str]()
    for _ in range(5):
        for command in ("kick", "readmit"):
            said.append(await kick(stage, channel, ann, bob, command))
        await bob.command(channel, "tale join")
    assert "many votes and decisions in a short time" in said[-2]


async def test_who_manages_the_channel_lets_somebody_in(
    stage: Stage, channel: Channel, ann: Person, bob: Person, cy: Person
) -> None:
    await playing(stage, channel, ann, bob)
    await kick(stage, channel, ann, bob)
    assert "nly a game master may do that" in await kick(stage, channel, cy, bob, "readmit")
    boss = await stage.pg.person("boss")
    stage.pg.world.set_permissions(channel, stage.pg.world.users[boss.id], allow=Permission.MANAGE_CHANNELS)
    assert "boss, who manages the channel, lets bob sit down again" in await kick(stage, channel, boss, bob, "readmit")
