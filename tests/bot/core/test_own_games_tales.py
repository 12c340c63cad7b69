"""/table games lists tales too, with their places, people and what waits, only for those who can see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.answers.limits import Heavy
from bot.components.render import rendered
from bot.panels.games import PLAYED, Ended, Entry, Telling, games_panel
from bot.tables.checks import Actor
from playground import Permission, Person
from playground.messaging import messages
from playground.world.models import PRIVATE_THREAD, Channel
from tests.bot.waiting import START

from .conftest import Opened, Stage
from .test_own_games import DM
from .test_tale_kick import kick
from .test_tale_rolls import playing


async def listed(person: Person, where: Channel | str) -> str:
    return (await person.command(where, "table games")).message.text


async def test_a_tale_is_listed_with_where_it_is_who_sits_there_and_what_waits(
    stage: Stage, channel: Channel, ann: Person, bob: Person, cy: Person
) -> None:
    await playing(stage, channel, ann, bob)
    told = await listed(bob, channel)
    assert "[The Tower · between sessions · no scene](https://discord.com/channels/" in told
    assert f"<#{channel.id}> · The Adept · with ann\n  - nothing waits for you" in told
    await ann.command(channel, "gm scene", name="The Gate")
    await ann.command(channel, "gm hand", to="Iltani")
    await stage.quiet()
    await bob.open_dm()
    told = await listed(bob, DM)
    assert "▶ **Iltani** acts in **The Gate**." in told
    assert "acts in" not in await listed(ann, channel), "that is bob's"
    await bob.command(channel, "roll", dice="2d6 d8")
    await stage.quiet()
    assert "▶ Roll 1 waits for you." in await listed(ann, channel)
    assert "You play in no game now" in await listed(cy, channel)
    await ann.click((await ann.command(channel, "tale end")).message, "End it")
    assert "You play in no game now" in await listed(bob, channel)


async def test_who_does_not_see_its_channel_or_is_out_of_it_does_not_find_it(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Wherever they look. Nor does somebody who left the server, nor anybody after the bot was removed from it."""
    await playing(stage, channel, ann, bob)
    world = stage.pg.world
    elsewhere = stage.pg.channel("elsewhere", world.guilds[channel.guild_id or 0])
    await bob.open_dm()
    other = stage.pg.guild("Other")
    there = stage.pg.channel("there", other)
    world.join(other, world.users[bob.id])
    assert "The Tower" in await listed(bob, elsewhere)
    assert not [each for each in stage.pg.log.find("request", "GET /") if str(channel.guild_id) in each.what]
    for place in (elsewhere, there, DM):
        assert "The Tower" in await listed(bob, place), place
    world.set_permissions(channel, world.users[bob.id], deny=Permission.VIEW_CHANNEL)
    for place in (elsewhere, there, DM):
        assert "You play in no game now" in await listed(bob, place), place
    world.set_permissions(channel, world.users[bob.id], allow=Permission.VIEW_CHANNEL)
    assert "The Tower" in await listed(bob, elsewhere)
    await kick(stage, channel, ann, bob)
    assert "You play in no game now" in await listed(bob, elsewhere)
    await kick(stage, channel, ann, bob, "readmit")
    await bob.command(channel, "tale join")
    home = world.guilds[channel.guild_id or 0]
    world.leave(home, world.users[bob.id])
    for place in (there, DM):
        assert "You play in no game now" in await listed(bob, place), place
    thrown_out = stage.bot.wait_for("guild_remove")
    world.leave(home, world.app.bot)
    await thrown_out
    assert "You play in no game now" in await listed(bob, there)


async def test_a_private_thread_is_seen_by_who_was_invited(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can also roll in it from a channel that is linked to it."""
    world = stage.pg.world
    thread = world.add_thread(channel, "secret", PRIVATE_THREAD, ann.id)
    for each in (bob.id, world.app.bot.id):
        world.join_thread(thread, each)
    await playing(stage, thread, ann, bob)
    assert "The Tower" in await listed(bob, channel)
    assert "The Tower" in await listed(bob, thread)
    await ann.command(channel, "tale connect", tale=(await stage.bot.tales.active_in(thread.id)).id)
    await bob.command(channel, "roll", dice="2d6")
    await ann.wait_message(thread, "rolled · roll 1")
    await stage.quiet()
    messages.set_archived(world, thread, True, False)
    await bob.open_dm()
    assert "The Tower" in await listed(bob, DM)
    for what in ("guilds/*/members/*", f"channels/{thread.id}", "channels/*/thread-members/*"):
        for status in (403, 503):  # nor if Discord does not tell who sees it
            fault = stage.pg.faults.add("status", f"GET /{what}", status=status)
            assert "You play in no game now" in await listed(bob, DM), (what, status)
            assert fault.hits, what
    guild = stage.bot.get_guild(channel.guild_id or 0)
    assert guild is not None
    with monkeypatch.context() as unknown:  # the channel above it says what they may do
        unknown.delitem(guild._channels, channel.id)
        assert "You play in no game now" in await listed(bob, DM)
    assert "The Tower" in await listed(bob, DM)
    thread.thread_members.discard(bob.id)
    assert "You play in no game now" in await listed(bob, channel)


async def test_nobody_has_them_listed_without_end(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    """For each list Discord is asked about the person's rights on each server."""
    await playing(stage, channel, ann, bob)
    most = Heavy.LISTS.person[0]
    shown = [await listed(bob, channel) for _ in range(most + 1)]
    assert ["The Tower" in each for each in shown] == [True] * most + [False]
    assert "many lists of your games in a short time" in shown[-1]
    assert "The Tower" in await listed(ann, channel)


async def test_a_tale_whose_channel_is_gone_says_how_it_is_carried_on(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    stage.pg.world.delete_channel(channel)
    told = await listed(bob, elsewhere)
    assert f"<#{channel.id}>" not in told
    assert "I do not see its channel any more: its game master carries it on in another with `/tale move`" in told


async def test_pages_hold_games_and_tales_together(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened
) -> None:
    """What waits for the person comes first, each is on one page, and finished games come last."""
    over = await opened(ann, bob)
    await stage.bot.tables.lobby.end(over, Actor(ann.id))
    guild = stage.pg.world.guilds[channel.guild_id or 0]
    for number in range(PLAYED):
        await ann.command(stage.pg.channel(f"game-{number}", guild), "adepts new")
        place = stage.pg.channel(f"tale-{number}", guild)
        await ann.command(place, "tale new", title=f"Tale {number}")
        await bob.command(place, "tale join")
    await bob.command(place, "roll", dice="2d6")
    await stage.quiet()
    page = (await ann.command(channel, "table games")).message
    assert page.text.index("▶ Roll 1 waits for you.") < page.text.index("ann's table")
    found = list[str]()
    while True:
        found += [each.partition("](")[0] for each in page.text.splitlines() if each.startswith("- [")]
        more = page.find("More ›")
        if more is None or more.disabled:
            break
        page = (await ann.click(page, "More ›")).message
    assert len(found) == 2 * PLAYED
    assert sum("Tale" in each for each in found) == len({each for each in found if "Tale" in each}) == PLAYED
    assert "before its time" in page.text


def test_the_longest_page_with_tales_keeps_within_what_discord_takes() -> None:
    wide = "W" * 40
    waits = tuple(f"**{wide}** goes for {wide}, who rolls first: it must be higher." for _ in range(9))
    url = f"https://discord.com/channels/{'9' * 19}/{'9' * 19}"
    played = [Entry(wide * 3, url, 10**18, "The Adept", Telling(waits), (wide,) * 6) for _ in range(PLAYED)]
    result = " · ".join(f"{'W' * 16} 999" for _ in range(5))
    ended = [Ended("abcdefgh", wide * 2, url, "Adepts", result, START, whole=True) for _ in range(4)]
    panel = games_panel(played, ended, 0, more=True)
    rendered(panel)
    assert sum(map(len, panel.words)) <= 4000
    assert "and 7 other things" in panel.words[0]
    assert "other thing" not in games_panel([replace(played[0], stands=Telling(waits[:2]))]).words[0]
