"""The bot is removed from a server, or loses its channel: it spends nothing on that, and continues when it is back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.reconciler import Reconciler
from game.core.aids.stage import Act, Step
from playground import Permission, Person, Shown
from playground.traffic.log import Entry
from playground.world import payloads
from playground.world.models import Channel
from storage import DatabaseAway, Game, Status

from .acting import board, forward, public
from .conftest import Opened, Stage
from .test_announcer import by_the_first

NEEDED = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.ATTACH_FILES


def boards(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if not message.ephemeral and message.find("Text")]


def asked(stage: Stage, channel: Channel, since: int) -> list[Entry]:
    """Return the requests about this channel since then."""
    entries = stage.pg.log.after(since)
    return [each for each in entries if each.kind == "request" and str(channel.id) in f"{each.what} {each.data}"]


async def test_of_a_server_that_it_is_not_in_discord_is_asked_nothing(
    ann: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """Nor by a start. Once it is let in again, messages come up to date by themselves."""
    before = await board(ann, channel)
    world, me = stage.pg.world, stage.pg.world.app.bot
    guild = world.guild(channel.guild_id or 0)
    gone = stage.bot.wait_for("guild_remove")
    world.leave(guild, me)
    await gone
    since = len(stage.pg.log)
    await forward(stage, game, "research")
    await stage.restart()
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert not asked(stage, channel, since)

    back = stage.bot.wait_for("guild_join")
    world.set_permissions(channel, me, allow=NEEDED)
    world.join(guild, me)
    await back
    await ann.wait_for(lambda: [m for m in boards(ann, channel) if m.id != before.id and m.attachments])


async def test_what_stood_in_a_channel_that_it_lost_is_put_right_once_it_sees_that_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A vote that was withdrawn meanwhile is deleted, and the board says where the game is. Until then Discord, which
    counts refused requests, is not asked again with every move."""
    game, other = await opened(ann, bob), stage.pg.channel("other")
    await bob.command(channel, "table pause")
    await ann.wait_message(channel, "it takes 2")
    world, me = stage.pg.world, stage.pg.world.app.bot
    world.set_permissions(channel, me, deny=Permission.VIEW_CHANNEL)
    await stage.bot.tables.votes.withdraw(game, bob.id, "pause")
    await stage.quiet()
    assert "goes on here" in (await ann.command(other, "table move", game=game)).message.text
    await stage.quiet()
    since = len(stage.pg.log)
    await by_the_first(stage, game)
    assert not asked(stage, channel, since)
    world.set_permissions(channel, me, deny=Permission(0))
    await ann.wait_message(channel, f"goes on in <#{other.id}>")
    await ann.wait_for(lambda: "it takes 2" not in str([each.text for each in ann.messages(channel)]))
    assert not boards(ann, channel)


async def test_where_the_channel_took_nothing_nothing_is_drawn_until_it_takes_words(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """After the permission is restored, the next move brings the board in words, and its picture follows."""
    world, me = stage.pg.world, stage.pg.world.app.bot
    world.set_permissions(channel, me, deny=Permission.SEND_MESSAGES)
    await forward(stage, game, "research")
    await stage.quiet()
    draw, drawn = stage.bot.studio.draw_in_turn, list[object]()

    async def noted(work: Any, *given: Any, **named: Any) -> Any:
        drawn.append(work)
        return await draw(work, *given, **named)

    monkeypatch.setattr(stage.bot.studio, "draw_in_turn", noted)
    await forward(stage, game, "assign")
    assert not drawn
    world.set_permissions(channel, me, deny=Permission(0))
    await forward(stage, game, "research")
    await ann.wait_for(lambda: drawn and [m for m in boards(ann, channel) if m.attachments])


async def test_let_in_again_it_shows_what_became_of_a_tale_meanwhile(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself and at once, without waiting for the next retry."""
    await ann.command(channel, "tale new", title="The Tower")
    await stage.quiet()
    live = await stage.bot.tales.active_in(channel.id)
    monkeypatch.setattr(Reconciler, "_again", lambda *_, **__: None)
    world, me = stage.pg.world, stage.pg.world.app.bot
    guild = world.guild(channel.guild_id or 0)
    gone = stage.bot.wait_for("guild_remove")
    world.leave(guild, me)
    await gone
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("session"),)))
    await stage.quiet()
    world.set_permissions(channel, me, allow=NEEDED)
    world.join(guild, me)
    await ann.wait_for(lambda: [m for m in ann.messages(channel) if not m.ephemeral and "session 1" in m.text])


async def test_where_the_bot_may_do_more_nothing_is_read_of_what_fails_elsewhere(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, unretried: None, game: str
) -> None:
    """Discord tells of it with each channel that is made in any server, and hundreds of games may be failing."""
    await ann.command(channel, "tale new", title="The Tower")
    await stage.quiet()
    live, world = await stage.bot.tales.active_in(channel.id), stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await forward(stage, game, "research")
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("session"),)))
    await stage.quiet()
    bot, loaded = stage.bot, list[str]()
    for keeper in (bot.tables.cache, bot.tales):
        keeper.clear()
        monkeypatch.setattr(keeper, "_load", loaded.append)
    another = stage.pg.guild("Another")
    assert bot.announcer.queues["retries"]
    bot.changes.does_more(another.id)
    await bot.changes.idle()
    await bot.announcer.idle()
    assert loaded == []


async def test_let_in_while_the_database_is_away_it_looks_for_its_games_once_that_is_back(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord tells of it only once."""
    world, me, games = stage.pg.world, stage.pg.world.app.bot, stage.bot.tables.store.games
    guild, active, looked = world.guild(channel.guild_id or 0), games.active, asyncio.Event()
    fails = [DatabaseAway("gone")]

    async def away(guild_id: int | None = None) -> tuple[Game, ...]:
        if fails:
            raise fails.pop()
        looked.set()
        return await active(guild_id)

    monkeypatch.setattr(games, "active", away)
    gone = stage.bot.wait_for("guild_remove")
    world.leave(guild, me)
    await gone
    world.join(guild, me)
    await asyncio.wait_for(looked.wait(), 5)
    assert not fails


@pytest.mark.parametrize(
    ("lost", "by"),
    [
        (Permission.VIEW_CHANNEL, "the channel"),
        (Permission.SEND_MESSAGES, "the channel"),
        (Permission.SEND_MESSAGES, "its role"),
        (Permission.SEND_MESSAGES, "another role"),
        (Permission.SEND_MESSAGES, "a role that goes"),
    ],
)
async def test_what_was_refused_is_shown_as_soon_as_it_may_be(
    ann: Person, channel: Channel, stage: Stage, unretried: None, lost: Permission, by: str, game: str
) -> None:
    """Board and tale, whether the permission is given in the channel, to the bot's role, or by another role, or a role
    goes that took it away."""
    await ann.command(channel, "tale new", title="The Tower")
    await stage.quiet()
    live, before = await stage.bot.tales.active_in(channel.id), await board(ann, channel)
    world, guild = stage.pg.world, stage.pg.world.guild(channel.guild_id or 0)
    [own] = guild.members[world.app.bot.id].roles

    def change(role: int, permissions: Permission) -> None:
        guild.roles[role].permissions = permissions
        data = {"guild_id": str(guild.id), "role": payloads.role(guild.roles[role])}
        world.emit("GUILD_ROLE_UPDATE", data, guild.id)

    may, silent = guild.roles[own].permissions, world.add_role(guild, "silent", Permission(0), [world.app.bot])
    if by == "the channel":
        world.set_permissions(channel, world.app.bot, deny=lost)
    elif by == "a role that goes":
        world.set_permissions(channel, silent, deny=lost)
    else:
        world.set_permissions(channel, world.app.bot)
        for role in (guild.id, own):
            change(role, guild.roles[role].permissions & ~lost)
    await forward(stage, game, "research")
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("session"),)))
    await stage.quiet()
    assert not [m for m in boards(ann, channel) if m.id != before.id]
    if by == "the channel":
        world.set_permissions(channel, world.app.bot)
    elif by == "its role":
        change(own, may)
    elif by == "a role that goes":
        guild.members[world.app.bot.id].roles.remove(silent.id)
        world._member_event("GUILD_MEMBER_UPDATE", guild, guild.members[world.app.bot.id])
    else:
        world.add_role(guild, "writers", lost, [world.app.bot])
    await ann.wait_for(lambda: [m for m in boards(ann, channel) if m.id != before.id])
    await ann.wait_for(lambda: [m for m in ann.messages(channel) if not m.ephemeral and "session 1" in m.text])


async def test_nothing_is_begun_that_nobody_would_see(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """Where the bot may not write, nobody can be invited or asked to take a seat, and a game would have no board."""
    world, tables = stage.pg.world, stage.bot.tables
    lacks = "In this channel I lack Send Messages. Somebody who manages the channel can give me that; then try again."
    await ann.command(channel, "adepts new")
    await bob.command(channel, "table join")
    panel = (await ann.click(await public(ann, channel, "Start"), "Invite")).message
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    assert (await ann.command(channel, "table start")).message.text == lacks
    assert (await ann.select(panel, "Whom do you invite?", [cy.id])).message.text == lacks
    [row] = await tables.store.games.active()
    lobby = await tables.look(row.id)
    assert (lobby.status, lobby.awaited) == (Status.LOBBY, ())
    world.set_permissions(channel, world.app.bot)
    await ann.command(channel, "table start")
    await stage.quiet()
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    assert (await ann.command(channel, "table replace", player="ann", by=cy.id)).message.text == lacks
    assert (await tables.look(row.id)).offers == {}
