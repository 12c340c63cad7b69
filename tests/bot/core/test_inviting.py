"""Asking people to a table: invitations by command and in the lobby, and the rematch of a game."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.client import AdeptsBot
from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.checks import Actor
from bot.tables.errors import BadWish, NotAllowed, NotSeated, WrongMoment
from bot.tables.lobby_options import AGAIN, ASKED_FOR, GUIDED, HOME
from playground import Person, Shown
from playground.world.models import Channel
from playground.world.permissions import Permission
from storage import Status
from tests.bot.hostile import HOSTILE, marks

from .acting import end, private, public
from .conftest import Opened, Stage
from .test_rights import forged


async def table(stage: Stage) -> Table:
    """Return the one table that is active."""
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    return await stage.bot.tables.look(row.id)


def invitations(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if message.find("Decline")]


def called_to_start(host: Person, channel: Channel) -> list[str]:
    """Return the calls to the host of a table that waits for nobody else."""
    waits = [message for message in host.messages(channel) if "the game waits for you" in message.text]
    assert all(message.pinged for message in waits)
    return [message.text.removeprefix(f"<@{host.id}> ") for message in waits]


async def invited(stage: Stage, host: Person, channel: Channel, *guests: Person, **options: object) -> Table:
    names = ["invite", "invite2", "invite3", "invite4"]
    options |= {name: guest.id for name, guest in zip(names, guests, strict=False)}
    assert not (await host.command(channel, "adepts new", **options)).failed
    return await table(stage)


async def test_friends_who_are_invited_are_called_once_and_the_game_begins_with_the_last(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    opened = await invited(stage, ann, channel, bob, cy)
    assert opened.options["seats"] == 3
    [asked] = invitations(bob, channel)
    assert asked.pinged
    assert invitations(cy, channel)[0].pinged
    assert "you are invited to play Adepts here, at ann's table." in asked.text
    lobby = await public(bob, channel, "Start")
    assert "Invited: bob and cy" in lobby.text
    assert "begins by itself" in lobby.text
    assert "You have a seat" in (await bob.click(asked, "Join")).message.text
    await stage.quiet()
    [asked] = invitations(cy, channel)
    assert f"<@{bob.id}>" not in asked.text
    assert "has begun" in (await cy.click(asked, "Join")).message.text
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert [seat.name for seat in begun.seats] == ["ann", "bob", "cy"]
    assert invitations(cy, channel) == []
    assert begun.invited == ()


async def test_two_who_join_last_at_once_begin_one_game(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob, cy, computers=1)
    [asked] = invitations(bob, channel)
    answers = await asyncio.gather(bob.click(asked, "Join"), cy.click(asked, "Join"))
    assert not any(answer.failed for answer in answers)
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert len(begun.seats) == 4


async def test_who_joins_last_where_no_board_can_be_shown_is_told_so_and_how_to_play(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob)
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    joined = (await bob.command(channel, "adepts join")).message.text
    assert joined == (
        "All have joined. The game has begun. But I cannot show the board here: I lack Send Messages. Somebody"
        " who manages the channel can give me that; `/table move` in another channel takes the game there."
        " Until then you play with `/play`."
    )
    assert (await table(stage)).status is Status.RUNNING


async def test_seats_of_the_invited_are_kept_until_they_decline(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob)
    lobby = await public(cy, channel, "Start")
    assert "The free seat of this table is kept for bob, who" in (await cy.click(lobby, "Join")).message.text
    assert "kept for" in (await ann.select(lobby, "Add computer player", ["greedy"])).message.text
    [asked] = invitations(cy, channel)
    assert "not invited" in (await cy.click(asked, "Decline")).message.text
    assert "You have declined" in (await bob.click(asked, "Decline")).message.text
    await stage.quiet()
    assert invitations(bob, channel) == []
    assert called_to_start(ann, channel) == [
        "bob has declined, and the game waits for you: invite somebody, or add a computer player."
    ]
    assert "Declined: bob" in (await public(cy, channel, "Start")).text
    assert "You have a seat" in (await cy.click(lobby, "Join")).message.text
    assert (await table(stage)).status is Status.LOBBY
    await stage.quiet()
    full = "bob has declined, and the game waits for you: press **Start** on the table."
    assert called_to_start(ann, channel) == [full], "with every seat taken nobody else can be invited"
    assert not (await ann.click(lobby, "Start")).failed
    assert (await table(stage)).status is Status.RUNNING


async def test_who_declines_when_the_game_has_begun_is_told_of_no_seat_of_theirs(
    ann: Person, bob: Person, channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    await ann.command(channel, "adepts new", invite=bob.id, computers=1)
    opened = await table(stage)
    await ann.command(channel, "adepts start")
    told = (await forged(bot, channel.id, Verb.DECLINE, opened.id, bob)).text
    assert told == "The game has begun without you, so there is nothing to decline any more."
    assert "`/table leave`" in (await forged(bot, channel.id, Verb.DECLINE, opened.id, ann)).text


async def test_the_host_is_called_once_when_a_guest_declines_and_the_game_waits_for_them(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """If the guest who declined joins after all, the game begins by itself, unless somebody else is waited for."""
    await invited(stage, ann, channel, bob, cy)
    await bob.click(invitations(bob, channel)[0], "Join")
    assert called_to_start(ann, channel) == []
    await cy.click(invitations(cy, channel)[0], "Decline")
    await stage.quiet()
    assert called_to_start(ann, channel) == [
        "cy has declined, and the game waits for you: press **Start** on the table, or invite somebody."
    ]
    await stage.restart()
    await stage.quiet()
    assert len(called_to_start(ann, channel)) == 1
    lobby = await public(cy, channel, "Start")
    assert "Ready: ann may press **Start**" in lobby.text
    assert "All have joined. The game has begun" in (await cy.click(lobby, "Join")).message.text
    await stage.quiet()
    begun = await table(stage)
    assert [seat.name for seat in begun.seats] == ["ann", "bob", "cy"]
    assert called_to_start(ann, channel) == []


async def test_where_more_seats_were_asked_for_than_guests_the_host_starts_it(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """Messages say so from the start; with as many guests as seats the game begins by itself."""
    opened = await ann.command(channel, "adepts new", seats=3, invite=bob.id)
    assert "the game begins when you press **Start**" in opened.message.text
    await stage.quiet()
    assert "When you have joined, ann may press **Start**." in invitations(bob, channel)[0].text
    begins = "3 seats were asked for: the game begins when ann presses **Start**"
    assert f"{begins}, once two seats are taken." in (await public(bob, channel, "Start")).text
    assert "You have a seat" in (await bob.click(invitations(bob, channel)[0], "Join")).message.text
    joined = await table(stage)
    assert joined.status is Status.LOBBY
    with pytest.raises(WrongMoment, match="You sit at this table already"):
        await stage.bot.tables.invitations.decline(joined.id, bob.id)
    assert called_to_start(ann, channel) == [
        "All have joined, and the game waits for you: press **Start** on the table, or invite somebody."
    ]
    panel = (await ann.click(await public(ann, channel, "Start"), "Invite")).message
    assert "It begins by itself when all have joined and no seat is free." in panel.text
    refused = (await ann.select(panel, "Whom do you invite?", [bob.id])).message.text
    assert "bob sits at this table already." in refused
    await ann.select(panel, "Whom do you invite?", [cy.id])
    await stage.quiet()
    assert called_to_start(ann, channel) == []
    for shown in (invitations(cy, channel)[0], await public(cy, channel, "Start")):
        assert "begins by itself when all who are invited have joined" in shown.text
    await cy.click(invitations(cy, channel)[0], "Join")
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert len(begun.seats) == 3


async def test_who_has_declined_is_not_waited_for(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob, cy)
    await cy.click(invitations(cy, channel)[0], "Decline")
    await stage.quiet()
    assert called_to_start(ann, channel) == []
    for shown in (invitations(bob, channel)[0], await public(bob, channel, "Start")):
        assert "begins by itself when all who are invited have joined" in shown.text
    await bob.click(invitations(bob, channel)[0], "Join")
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert len(begun.seats) == 2
    assert private(cy, channel) == []


async def test_who_declined_may_still_join_and_who_left_again_has_declined(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob, cy)
    [asked] = invitations(bob, channel)
    lobby = await public(bob, channel, "Start")
    await bob.click(asked, "Join")
    await bob.click(lobby, "Leave")
    assert [each.name for each in (await table(stage)).declined] == ["bob"]
    await bob.click(lobby, "Join")
    assert (await table(stage)).declined == ()
    await cy.click(invitations(cy, channel)[0], "Join")
    assert (await table(stage)).status is Status.RUNNING


async def test_the_host_invites_and_withdraws_in_the_lobby(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new", seats=2)
    lobby = await public(ann, channel, "Start")
    assert "for the host" in (await bob.click(lobby, "Invite")).message.text
    panel = (await ann.click(lobby, "Invite")).message
    assert panel.ephemeral
    panel = (await ann.select(panel, "Whom do you invite?", [bob.id])).message
    assert panel.find("Withdraw bob")
    opened = await table(stage)
    assert [each.name for each in opened.awaited] == ["bob"]
    assert invitations(bob, channel)[0].pinged
    host, guest, invites = Actor(ann.id), Actor(bob.id), stage.bot.tables.invitations
    for refused in (invites.invite(opened.id, guest, {cy.id: "cy"}), invites.withdraw(opened.id, guest, bob.id)):
        with pytest.raises(NotAllowed):  # also where the host has changed meanwhile
            await refused
    assert (await invites.invite(opened.id, host, {bob.id: "bob"})).awaited == opened.awaited
    with pytest.raises(BadWish, match="There are 0 seats left to invite people to"):  # or the last seat was taken
        await invites.invite(opened.id, host, {cy.id: "cy"})
    await ann.click(panel, "Withdraw bob")
    assert (await table(stage)).awaited == ()
    assert invitations(bob, channel) == []
    panel = (await ann.select(panel, "Whom do you invite?", [cy.id])).message
    await stage.quiet()
    await cy.click(invitations(cy, channel)[0], "Join")
    assert (await table(stage)).status is Status.RUNNING
    assert not [message for message in private(ann, channel) if "Invite to this table" in message.text]
    for refused in (invites.invite(opened.id, host, {bob.id: "bob"}), invites.withdraw(opened.id, host, cy.id)):
        with pytest.raises(WrongMoment, match="under way"):
            await refused


async def test_who_cannot_be_invited_leaves_the_panel_open_for_others(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new", seats=2)
    panel = (await ann.click(await public(ann, channel, "Start"), "Invite")).message
    for chosen, said in ((stage.pg.world.app.bot.id, "is a bot"), (ann.id, "You sit at the table already")):
        refused = (await ann.select(panel, "Whom do you invite?", [chosen])).message
        assert (refused.id, said in refused.text) == (panel.id, True)
    await bob.command(channel, "table join")
    await ann.command(channel, "table kick", player="bob")
    await stage.quiet()
    refused = (await ann.select(refused, "Whom do you invite?", [bob.id])).message
    assert "You took bob out of this table: `/table readmit` comes first." in refused.text
    await ann.command(channel, "table readmit", player="bob")
    panel = (await ann.select(refused, "Whom do you invite?", [bob.id])).message
    assert "You took bob out" not in panel.text
    assert panel.find("Withdraw bob")


async def test_an_open_panel_of_invitations_is_edited_only_when_nobody_or_somebody_again_can_be_invited(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """An edit closes the list in which its host may be choosing."""
    await ann.command(channel, "adepts new", seats=4)
    lobby = await public(ann, channel, "Start")
    opened = (await ann.click(lobby, "Invite")).message
    await ann.select(opened, "Whom do you invite?", [bob.id, cy.id])
    await stage.quiet()
    panel = ann.message(opened.id)
    await bob.click(invitations(bob, channel)[0], "Join")
    await cy.click(invitations(cy, channel)[0], "Decline")
    await stage.quiet()
    assert ann.message(opened.id) == panel
    assert "bob has joined: `/table kick` takes" in (await ann.click(opened, "Withdraw bob")).message.text
    for name in ("dan", "eve"):
        await (await stage.pg.person(name)).click(lobby, "Join")
    await stage.quiet()
    panel = ann.message(opened.id)
    assert panel is not None
    assert "Every seat is taken" in panel.text
    again = await forged(stage.bot, channel.id, Verb.UNINVITE, (await table(stage)).id, ann, str(cy.id))
    assert "cy has declined: there is nothing to withdraw." in again.text


async def test_what_only_the_host_can_press_goes_with_the_host(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """To former hosts, and to whoever opened the table, it would say what they cannot do."""
    await ann.command(channel, "adepts new")
    lobby = await public(ann, channel, "Start")
    await ann.click(lobby, "Invite")
    await bob.click(lobby, "Join")
    assert [each for each in private(ann, channel) if "then you press **Start**" in each.text]
    await ann.command(channel, "table host", player="bob")
    await stage.quiet()
    assert [each.text for each in private(ann, channel)] == ["bob is the host now."]


async def test_who_was_invited_is_called_once_though_the_message_that_invites_others_too_fails_at_first(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """The former invitation stays until the new one is there."""
    lobby = await invited(stage, ann, channel, bob, seats=3)
    [former] = invitations(bob, channel)
    fault = stage.pg.faults.add("status", "POST /channels/*/messages", times=3)
    await stage.bot.tables.invitations.invite(lobby.id, Actor(ann.id), {cy.id: "cy"})
    await fault.wait_hit()
    assert bob.message(former.id) is not None
    await cy.wait_for(lambda: any(message.pinged for message in invitations(cy, channel)))
    await stage.quiet()
    [asked] = invitations(bob, channel)
    assert (asked.pinged, bob.message(former.id)) == (False, None)


async def test_an_invitation_whose_answer_was_lost_goes_though_whom_it_was_to_call_has_declined_by_then(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    lobby = await invited(stage, ann, channel, bob, seats=3)
    fault = stage.pg.faults.add("lose_answer", "POST /channels/*/messages", times=3)
    await stage.bot.tables.invitations.invite(lobby.id, Actor(ann.id), {cy.id: "cy"})
    await fault.wait_hit()
    await stage.bot.tables.invitations.decline(lobby.id, cy.id)
    await bob.wait_for(lambda: bool(asked := invitations(bob, channel)) and f"<@{cy.id}>" not in asked[-1].text)
    await stage.quiet()
    assert [f"<@{cy.id}>" in asked.text for asked in invitations(bob, channel)] == [False]


async def test_bots_oneself_and_who_does_not_see_the_channel_are_not_invited(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    world = stage.pg.world
    world.set_permissions(channel, world.users[bob.id], deny=Permission.VIEW_CHANNEL)
    far = await stage.pg.person("far", stage.pg.guild("Elsewhere"))
    for user_id, said in (
        (world.app.bot.id, "is a bot"),
        (ann.id, "sit at the table already"),
        (bob.id, "does not see this channel"),
        (far.id, "does not see this channel"),
    ):
        assert said in (await ann.command(channel, "adepts new", invite=user_id)).message.text
    assert await stage.bot.tables.store.games.active() == ()


async def test_invitations_are_limited_and_go_with_the_lobby(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    for _ in range(5):
        opened = await invited(stage, ann, channel, bob, cy)
        await ann.command(channel, "adepts end")
        await stage.quiet()
        assert invitations(bob, channel) == []
        assert (await stage.bot.tables.look(opened.id)).invited == ()
    await ann.command(channel, "adepts new")
    panel = (await ann.click(await public(ann, channel, "Invite"), "Invite")).message
    await ann.select(panel, "Whom do you invite?", [bob.id, cy.id])
    await ann.command(channel, "adepts end")
    refused = (await ann.command(channel, "adepts new", invite=bob.id)).message.text
    assert "many invitations" in refused
    stage.clock.advance(timedelta(hours=1, seconds=1))
    await invited(stage, ann, channel, bob)


async def test_nobody_is_called_to_more_players_than_there_are_seats(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """More seats are only advised where the game has more."""
    said = (await ann.command(channel, "adepts new", invite=bob.id, invite2=cy.id, computers=3)).message.text
    assert "That makes 6 players at a table of 5 seats: ask for fewer invitations or computer players." in said
    said = (await ann.command(channel, "adepts new", seats=4, computers=4)).message.text
    assert "That makes 5 players at a table of 4 seats: ask for more seats, or for fewer computer players." in said
    for game, seats in (("adepts", " *Options* has the number of seats."), ("spirit-ground", "")):
        told = (await ann.command(channel, f"{game} new", invite=bob.id)).message.text
        assert told.endswith("your guests are asked: the game begins by itself when all have joined.")
        await stage.quiet()
        panel = (await ann.click(await public(ann, channel, "Start"), "Invite")).message
        assert panel.selects == []
        assert panel.text.endswith(f"kept for somebody who was invited.{seats}")
        opened, advice = (
            await table(stage),
            "ask for more seats in Options, or invite fewer" if seats else "invite fewer",
        )
        with pytest.raises(BadWish, match=f"0 seats left to invite people to: {advice}"):  # the last was just taken
            await stage.bot.tables.invitations.invite(opened.id, Actor(ann.id), {cy.id: "cy"})
        await ann.command(channel, "table end")
    await ann.command(channel, "mana-surge new", invite=bob.id)  # for three
    assert (await table(stage)).free_seats == 1


async def test_names_in_invitations_are_harmless(ann: Person, channel: Channel, stage: Stage) -> None:
    people = [await stage.pg.person(name) for name in HOSTILE.values()]
    host, *guests = people
    await invited(stage, host, channel, *guests)
    lobby = await public(host, channel, "Start")
    panel = (await host.click(lobby, "Invite")).message
    await guests[0].click(invitations(guests[0], channel)[0], "Decline")
    await stage.quiet()
    assert len(invitations(host, channel)) == 1
    for message in [*host.messages(channel), panel]:
        text = message.text
        for person in people:
            text = text.replace(f"<@{person.id}>", "")
        assert marks(text) == []


async def test_what_is_asked_outlives_a_restart(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await invited(stage, ann, channel, bob, cy)
    await bob.click(invitations(bob, channel)[0], "Join")
    await stage.restart()
    await stage.quiet()
    assert len(invitations(cy, channel)) == 1
    await cy.click(invitations(cy, channel)[0], "Join")
    assert (await table(stage)).status is Status.RUNNING


async def test_who_is_forgotten_is_not_waited_for(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    opened = await invited(stage, ann, channel, bob)
    await stage.bot.tables.people.forget(bob.id)
    stored = await stage.bot.tables.store.games.load(opened.id)
    assert stored.invitations == ()


async def test_a_rematch_seats_all_a_seat_further_on_and_begins_with_the_last(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It has the options of the game, and computer players sit down at once."""
    game = await opened(ann, bob, cy, computers=1, level="casual", deck="digital", pace="day")
    await end(ann, channel)
    await stage.quiet()
    told = await bob.command(channel, "adepts rematch")
    assert "begins by itself" in told.message.text
    lobby = await table(stage)
    assert lobby.id != game
    assert (lobby.row.host_id, lobby.row.name) == (bob.id, "bob's table")
    assert lobby.closes == pytest.approx(lobby.row.created_at + timedelta(days=1), abs=timedelta(minutes=1))
    assert (lobby.options["deck"], lobby.row.pace) == ("digital", "day")
    assert [(seat.name, seat.policy) for seat in lobby.seats] == [("Ada ⌘", "casual"), ("bob", None)]
    assert invitations(ann, channel)[0].pinged
    assert "you are invited to a rematch of Adepts here, at bob's table." in invitations(ann, channel)[0].text
    assert not invitations(bob, channel)[0].pinged
    assert (await cy.command(channel, "adepts rematch")).message.text == "You have seat 1 of the rematch."
    await ann.click(invitations(ann, channel)[0], "Join")
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert private(cy, channel) == []
    old = await stage.bot.tables.look(game)
    assert [seat.name for seat in begun.seats] == [old.seats[-1].name, *(seat.name for seat in old.seats[:-1])]


async def test_a_rematch_has_the_pace_that_was_chosen(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """If a live game became one over days because nobody was there, the rematch is live again; a pace that the host has
    set counts. A pace that cannot be read is none."""
    tables = stage.bot.tables

    async def of_rematch(game: str) -> str:
        await tables.lobby.end(game, Actor(ann.id))
        lobby = await tables.invitations.rematch(game, ann.id, "ann")
        await tables.lobby.end(lobby.id, Actor(ann.id))
        return lobby.row.pace

    game = await opened(ann, bob, pace="live")
    while (played := await tables.look(game)).row.pace == "live":
        stage.clock.advance(max(each.until for each in played.deadlines.values()) - stage.clock.now())
        await stage.quiet()
    assert played.row.pace == "day"
    assert await of_rematch(game) == "live"
    game = await opened(ann, bob, pace="12h")
    assert await of_rematch(game) == "12h"
    game = await opened(ann, bob, pace="live")
    await tables.lobby.set_pace(game, Actor(ann.id), "three-days")
    assert await of_rematch(game) == "three-days"
    game = await opened(ann, bob, pace="day")
    await tables.lobby.end(game, Actor(ann.id))
    with closing(sqlite3.connect(stage.settings.storage.path)) as rows, rows:
        rows.execute("UPDATE games SET pace = 'as it comes' WHERE id = ?", (game,))
    tables.cache.clear()
    assert (await tables.invitations.rematch(game, ann.id, "ann")).row.pace == "none"


async def test_two_who_press_rematch_at_once_sit_at_one_table(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await end(ann, channel)
    await stage.quiet()
    answers = await asyncio.gather(ann.command(channel, "adepts rematch"), bob.command(channel, "adepts rematch"))
    assert not any(answer.failed for answer in answers)
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert len(begun.seats) == 2


async def test_a_rematch_against_computers_alone_begins_at_once(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, computers=2)
    games = stage.bot.tables.store.games
    played = await games.row(game)
    own = {GUIDED: True, HOME: channel.id, ASKED_FOR: True}  # of the first game alone
    await games.set_options(game, {**played.options, **own}, played.pace)
    stage.bot.tables.cache.clear()
    await end(ann, channel)
    sheet = await public(ann, channel, "Rematch")
    assert "has begun" in (await ann.click(sheet, "Rematch")).message.text
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert begun.seat_of(ann.id).seat == "P2"
    assert begun.options == {**played.options, AGAIN: game}
    await ann.click(sheet, "Rematch")
    assert (await table(stage)).id == begun.id


async def test_a_rematch_is_for_the_players_and_where_no_other_table_is(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    assert "No game has been played" in (await ann.command(channel, "adepts rematch")).message.text
    game = await opened(ann, bob)
    assert "when it is over" in (await ann.command(channel, "adepts rematch")).message.text
    with pytest.raises(WrongMoment, match="this one is not over"):
        await stage.bot.tables.invitations.rematch(game, ann.id, "ann")
    await end(ann, channel)
    refused = (await cy.click(await public(cy, channel, "Rematch"), "Rematch")).message.text
    assert "Only somebody who played at ann's table can ask for a rematch. `/adepts new` opens a table" in refused
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    assert "I lack Attach Files" in (await ann.command(channel, "adepts rematch")).message.text
    world.set_permissions(channel, world.app.bot)
    await cy.command(channel, "adepts new")
    assert "waits for players" in (await ann.command(channel, "adepts rematch")).message.text
    with pytest.raises(NotSeated):
        await stage.bot.tables.invitations.rematch(game, cy.id, "cy")
    await cy.command(channel, "table end")
    await stage.bot.tables.people.forget(bob.id)
    assert "nobody is left to be asked: invite" in (await ann.command(channel, "adepts rematch")).message.text


async def test_whoever_declines_a_rematch_leaves_it_to_the_others(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob, cy)
    await end(ann, channel)
    await stage.quiet()
    former = await public(bob, channel, "Rematch")
    await ann.command(channel, "adepts rematch")
    await stage.quiet()
    await bob.click(invitations(bob, channel)[0], "Decline")
    await stage.quiet()
    await cy.click(invitations(cy, channel)[0], "Join")
    begun = await table(stage)
    assert begun.status is Status.RUNNING
    assert len(begun.seats) == 2
    assert "The rematch has begun without you" in (await bob.click(former, "Rematch")).message.text


async def test_who_asks_for_a_rematch_again_is_told_whether_somebody_is_still_asked(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Once all others have declined, nothing begins by itself."""
    await opened(ann, bob, cy)
    await end(ann, channel)
    await stage.quiet()
    for guest in (bob, cy):
        told = (await ann.command(channel, "adepts rematch")).message.text
        assert told == "The others are asked: the rematch begins by itself when all have joined."
        await stage.quiet()
        await guest.click(invitations(guest, channel)[0], "Decline")
    nobody = "The table of the rematch is open, and nobody is left to be asked: "
    told = (await ann.command(channel, "adepts rematch")).message.text
    assert told == f"{nobody}invite somebody, or add a computer player."
    await ann.select(await public(ann, channel, "Start"), "Add computer player", ["greedy"])
    told = (await ann.command(channel, "adepts rematch")).message.text
    assert told == f"{nobody}press **Start** on the table, or invite somebody."


async def test_seats_of_a_rematch_are_in_order_however_people_come(stage: Stage, bot: AdeptsBot) -> None:
    rng, tables = random.Random(3), bot.tables
    for round in range(12):
        people = list(range(100, 100 + rng.randint(2, 5)))
        first = await tables.lobby.new(people[0], "0", guild_id=1, channel_id=round + 1, options={})
        for user in people[1:]:
            await tables.lobby.join(first.id, user, str(user))
        await tables.lobby.start(first.id, Actor(people[0]))
        await tables.lobby.end(first.id, Actor(people[0]))
        rng.shuffle(people)
        for user in people:
            begun = await tables.invitations.rematch(first.id, user, str(user))
        assert begun.status is Status.RUNNING
        order = sorted(people)
        assert [seat.user_id for seat in begun.seats] == [order[-1], *order[:-1]]
