"""What people see of a table before its game: its options, and answers to their commands."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.automatic.lapsing import Lobbies
from bot.clock import MovedClock
from bot.components.ids import Verb
from bot.tables import Tables
from bot.tables.errors import WrongMoment
from game.core.layout import since, until
from playground import Person
from playground.world.models import Channel

from .acting import mover, private, public
from .conftest import Opened, Stage
from .tables import ANN
from .test_rights import forged


async def test_who_may_not_change_the_options_reads_them_and_who_can(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """This list is kept up to date, and goes when the game begins; whoever becomes host can change the options
    there."""
    await ann.command(channel, "adepts new", pace="day", computers=1)
    lobby = await public(ann, channel, "Options")
    await bob.click(lobby, "Join")
    await stage.quiet()
    shown = (await bob.click(await public(bob, channel, "Options"), "Options")).message
    assert not shown.controls
    assert "ann, as the host, or whoever manages this channel can change them" in shown.text
    assert "Pace: **A day a move**" in shown.text
    assert "Seats: **at most 5**" in shown.text
    options = (await ann.click(await public(ann, channel, "Options"), "Options")).message
    choice = next(each.custom_id for each in options.controls if (each.custom_id or "").endswith(":pace"))
    await ann.select(options, choice or "", ["three-days"])
    await stage.quiet()
    [now] = [m for m in bob.messages(channel) if m.ephemeral and "Options of the table" in m.text]
    assert "Pace: **Three days a move**" in now.text
    await ann.command(channel, "adepts host", player="bob")
    await stage.quiet()
    [now] = [m for m in bob.messages(channel) if m.ephemeral and "Options of the table" in m.text]
    assert now.controls
    [now] = [m for m in ann.messages(channel) if m.ephemeral and "Options of the table" in m.text]
    assert not now.controls
    await bob.click(await public(bob, channel, "Start"), "Start")
    await stage.quiet()
    assert not [m for p in (ann, bob) for m in p.messages(channel) if m.ephemeral and "Options of the" in m.text]


async def test_a_refused_choice_leaves_the_options_open(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """With the reason, as long as it holds."""
    await ann.command(channel, "adepts new")
    for person in (bob, cy):
        await person.click(await public(person, channel, "Join"), "Join")
    await stage.quiet()
    options = (await ann.click(await public(ann, channel, "Options"), "Options")).message
    refused = (await ann.select(options, "Seats", ["2"])).message
    assert refused.id == options.id
    assert "3 sit here already: somebody has to leave first." in refused.text
    assert [each.label for each in refused.controls] == [each.label for each in options.controls]
    await cy.click(await public(cy, channel, "Leave"), "Leave")
    await stage.quiet()
    [now] = [m for m in private(ann, channel) if "Options of the table" in m.text]
    assert "sit here already" not in now.text
    chosen = (await ann.select(now, "Seats", ["2"])).message
    assert "sit here already" not in chosen.text
    await stage.quiet()
    assert "2 of 2" in (await public(ann, channel, "Options")).text


async def test_the_table_of_a_host_who_has_left_the_server_is_the_next_persons(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """Once somebody who sits there wants to start; otherwise it would block the channel until it expires."""
    guild = stage.pg.world.guilds[channel.guild_id or 0]
    await ann.command(channel, "adepts new")
    for person in (bob, cy):
        await person.click(await public(person, channel, "Join"), "Join")
    await stage.quiet()
    start = await public(cy, channel, "Start")
    for status in (200, 403, 503):  # she is a member; Discord does not tell
        if status != 200:
            stage.pg.faults.add("status", "GET /guilds/*/members/*", status=status)
        refused = await cy.click(start, "Start")
        assert "for the host of this table (ann)" in refused.message.text, status
    assert not [each for each in stage.pg.faults if each.times]
    stage.pg.world.leave(guild, stage.pg.world.users[ann.id])
    eve = await stage.pg.person("eve")
    refused = await eve.click(await public(eve, channel, "Start"), "Start")
    assert "for the host of this table (ann)" in refused.message.text
    refused = await cy.click(await public(cy, channel, "Start"), "Start")
    assert "for the host of this table (bob)" in refused.message.text
    await stage.quiet()
    lobby = await public(bob, channel, "Start")
    assert "ann" not in lobby.text
    assert "The game has begun" in (await bob.click(lobby, "Start")).message.text


async def test_what_was_said_of_a_lobby_goes_when_the_game_begins(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """What is said of a host's change leaves an open panel where it is."""
    told = (await ann.command(channel, "adepts new", computers=2)).message.text
    assert told.endswith("press **Start** on it when everybody who wants to play has pressed **Join**.")
    for person in (bob, cy):
        await person.command(channel, "adepts join")
    await bob.command(channel, "adepts leave")
    options = (await ann.click(await public(ann, channel, "Options"), "Options")).message
    await ann.command(channel, "adepts kick", player="cy")
    paced = (await ann.command(channel, "table pace", pace="day")).message.text
    assert paced == "The pace is now a day a move."
    hosting = (await ann.command(channel, "adepts host", player="Ada")).message.text
    assert "A computer player cannot be the host" in hosting
    await stage.quiet()
    assert options.id in [each.id for each in private(ann, channel)]
    assert [m.text for m in bob.messages(channel) if m.ephemeral] == ["You have given up your seat."]
    await ann.command(channel, "adepts start")
    await stage.quiet()
    said = [m.text for p in (ann, bob, cy) for m in p.messages(channel) if m.ephemeral]
    assert len(said) == 1
    assert "The game has begun" in said[0]


async def test_who_is_taken_out_of_a_lobby_no_longer_reads_that_they_have_a_seat(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """Though the others move up, they read it on."""
    await ann.command(channel, "adepts new")
    for person in (bob, cy):
        assert "You have a seat" in (await person.command(channel, "adepts join")).message.text
    await ann.command(channel, "table kick", player="bob")
    await stage.quiet()
    assert private(bob, channel) == []
    [told] = private(cy, channel)
    assert "You have a seat" in told.text


async def test_what_was_refused_in_a_lobby_goes_when_the_game_begins(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """Whether it was pressed or typed; until then only the last refusal stays. The same holds for a game that is
    paused."""
    await ann.command(channel, "adepts new")
    for typed in ("adepts start", "table pause"):
        await ann.command(channel, typed)
    await stage.quiet()
    assert len(private(ann, channel)) == 2  # the table is open; why it cannot be paused
    await bob.click(await public(bob, channel, "Join"), "Join")
    await stage.quiet()
    await bob.click(await public(bob, channel, "Start"), "Start")
    await bob.command(channel, "play", move="pass")
    await cy.command(channel, "hand")
    assert all(private(person, channel) for person in (ann, bob, cy))
    await ann.command(channel, "adepts start")
    await stage.quiet()
    [said] = [each.text for person in (ann, bob, cy) for each in private(person, channel)]
    assert "The game has begun" in said
    await ann.command(channel, "table pause")
    await bob.command(channel, "table undo")
    await stage.quiet()
    [told] = private(bob, channel)
    assert "is paused" in told.text
    await ann.command(channel, "table resume")
    await stage.quiet()
    assert not private(bob, channel)


async def test_what_is_said_of_a_seat_and_a_start_is_true_of_a_running_game_too(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Who has one sees what is asked there, as on *Your move*, and is no newcomer; and nobody is told to ask the host
    to start what has begun."""
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    other = bob if first is ann else ann
    for person, asked in (
        (first, "Assign a group of your miners"),
        (other, "It is not your move: the table waits for"),
    ):
        joined = (await person.command(channel, "table join")).message.text
        assert "You have a seat at this table.\n" in f"{joined}\n"
        assert (asked in joined, "New here?" in joined) == (True, False)
    begun = f"This game is under way, in turn 1; its table was opened {since(table.row.created_at)}."
    start = (await first.command(channel, "table start")).message.text
    assert start == f"{begun} It is your move: press **Your move** on the board, which `/table board` shows anew."
    start = (await other.command(channel, "table start")).message.text
    assert start.startswith(f"{begun} The table waits for {table.waited_for}. When you are called, press **Your move**")
    start = (await cy.command(channel, "table start")).message.text
    assert start == f"{begun} The table waits for {table.waited_for}."
    joined = (await cy.command(channel, "table join")).message.text
    assert "The host, or a vote of the players, can give you one, a computer player's too: `/table replace`." in joined
    with pytest.raises(WrongMoment, match="`/table leave` gives up a seat"):  # says how, once the game has begun
        await stage.bot.tables.lobby.leave(game, bob.id)


async def test_an_old_lobby_tells_who_has_lost_their_seat_since_that_it_is_lost(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Not how to leave what they have left."""
    game = await opened(ann, bob)
    await stage.bot.tables.handovers.leave(game, bob.id)
    for person, said in ((bob, "You no longer play at"), (cy, "you are looking on"), (ann, "To leave it all the same")):
        assert said in (await forged(stage.bot, channel.id, Verb.LEAVE, game, person)).text


async def test_a_table_that_has_not_begun_says_how_it_does(ann: Person, bob: Person, channel: Channel) -> None:
    said = (await ann.command(channel, "mana-surge new")).message.text
    assert said == "Your table is open: the others press **Join**, then you press **Start**."
    said = (await ann.command(channel, "play", move="a1")).message.text
    assert said == "This game has not begun. Its host can press **Start** as soon as three seats are taken."
    for _ in range(2):
        adding = await public(ann, channel, "Start")
        await ann.select(adding, next(each.custom_id or "" for each in adding.selects), ["search"])
    said = (await ann.command(channel, "play", move="a1")).message.text
    assert said == "This game has not begun. Its host can press **Start**."
    said = (await ann.command(channel, "table replace", player="Ada")).message.text
    assert said == "The game has not begun: here *Leave* and `/table kick` make room for somebody else."
    left = (await ann.command(channel, "table leave")).message.text
    assert left == "You have left; nobody else sat there, so the table is closed."
    for command in ("score", "log", "export"):  # about the last table, if there is none now
        said = (await ann.command(channel, f"table {command}")).message.text
        assert said == "ann's table was closed before its game began: there is nothing to see of it.", command
    await ann.command(channel, "adepts new", invite=bob.id)
    said = (await ann.command(channel, "hand")).message.text
    assert said == "This game has not begun. It begins by itself when all who are invited have joined."


async def test_whoever_has_no_seat_is_sent_to_no_button_that_is_out_of_use(
    ann: Person, bob: Person, cy: Person, channel: Channel
) -> None:
    """At a full table, or one whose free seats are reserved for others."""
    await ann.command(channel, "spirit-ground new", invite=bob)
    kept = "The free seat of this table is kept for bob, who was invited."
    assert (await cy.command(channel, "table leave")).message.text.endswith(kept)
    assert (await bob.command(channel, "table leave")).message.text.endswith("**Join** takes one.")
    await ann.command(channel, "table end")
    told = (await ann.command(channel, "spirit-ground new", computers=1)).message.text
    assert told == "Your table is open, and every seat is taken: press **Start** on it."
    told = (await cy.command(channel, "table undo")).message.text
    assert told == "You have no seat at ann's table, which has not begun. Both seats of this table are taken."


async def test_a_vote_that_was_begun_in_a_lobby_lapses_although_the_game_has_begun(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    for person in (bob, cy):
        await person.command(channel, "adepts join")
    other = stage.pg.channel("elsewhere")
    await bob.command(other, "table move")
    await ann.command(channel, "adepts start")
    stage.clock.advance(timedelta(hours=1))  # all are called by then: nothing else happens here any more
    await stage.quiet()

    def told() -> str:
        return "".join(message.text for message in cy.messages(other) if not message.ephemeral)

    assert "For it: bob (1 of 3)" in told()
    stage.clock.advance(timedelta(days=1))
    await stage.quiet()
    assert "has lapsed" in told()


async def test_a_lobby_says_until_when_it_waits(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    """Whoever joins late would otherwise find it closed without knowing why. It stays open for an hour more if the bot
    was away when it was to close, and says so."""

    async def told() -> datetime:
        await stage.quiet()
        [timer] = await stage.bot.tables.store.timers.due(stage.clock.now() + timedelta(days=2), ["lobby"])
        lobby = await public(bob, channel, "Join")
        assert f"If the game has not begun by {until(timer.due_at)}, the table closes." in lobby.text
        return timer.due_at

    await ann.command(channel, "adepts new")
    [row] = await stage.bot.tables.store.games.active()
    assert abs(await told() - row.created_at - timedelta(days=1)) < timedelta(minutes=1)
    stage.clock.advance(timedelta(hours=22))
    await bob.command(channel, "table join")
    await told()
    await stage.stop()
    stage.clock.advance(timedelta(hours=3))
    await stage.start()
    assert timedelta(minutes=59) < await told() - stage.clock.now() <= timedelta(hours=1)
    stage.clock.advance(timedelta(hours=1))
    await stage.quiet()
    await bob.wait_message(channel, "is closed**: it did not start")


async def test_every_lobby_that_ran_out_meanwhile_stays_open_for_an_hour(tables: Tables, clock: MovedClock) -> None:
    """However many there are."""
    lobbies = [await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=at, options={}) for at in range(1, 121)]
    clock.advance(timedelta(days=2))
    await Lobbies(tables).resume(None, tables.store.share)
    assert {(await tables.look(each.id)).closes for each in lobbies} == {clock.now() + timedelta(hours=1)}
