"""Somebody is forgotten: what games and messages say then, and how games continue that they played in."""

from __future__ import annotations

from datetime import timedelta

from bot.tables.waiting.hours import HOLIDAY, OFF, QUIET, ZONE
from playground import Person
from playground.world.models import Channel
from storage import Status

from .acting import board, end, forget, looked, public, replace
from .conftest import Opened, Stage
from .tables import mover


def texts(person: Person, channel: Channel) -> str:
    return "\n".join(message.text for message in person.messages(channel) if not message.ephemeral)


async def test_a_game_that_is_taken_up_again_is_played_on_for_who_is_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A computer player has the seat, and somebody else is host; nobody is offered the seat back."""
    game = await opened(ann, bob, cy)
    await end(ann, channel)
    await stage.quiet()
    assert await forget(stage, ann, channel) == "You are forgotten."
    ended = await public(bob, channel, "Take it up again")
    for person in (bob, cy):
        await person.click(ended, "Take it up again")
    table = await looked(stage, game)
    assert table.status is Status.RUNNING
    assert [seat.is_computer for seat in table.seats] == [True, False, False]
    assert table.row.host_id == bob.id
    assert f"P1 has left {table.title}" in texts(cy, channel)
    assert "bob is host now" in texts(cy, channel)
    assert not [message for message in cy.messages(channel) if message.find("Take the seat back")]
    await bob.command(channel, "table pace", pace="day")
    assert (await looked(stage, game)).row.pace == "day"


async def test_two_seats_of_people_who_are_forgotten_are_played_on_too(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Each gets a computer player of its own, and everybody reads who is host."""
    game = await opened(ann, bob, cy)
    await end(ann, channel)
    await stage.quiet()
    await forget(stage, bob, channel)
    await forget(stage, ann, channel)
    await cy.click(await public(cy, channel, "Take it up again"), "Take it up again")
    table = await looked(stage, game)
    assert [seat.is_computer for seat in table.seats] == [True, True, False]
    assert len({*table.names.values()}) == 3
    assert [tenure.number for tenure in table.tenures] == [1, 2]
    assert table.row.host_id == cy.id
    assert "cy is host now" in texts(cy, channel)


async def test_who_votes_on_taking_a_game_up_again_can_be_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Their vote is deleted, and the others can still reopen the game."""
    game = await opened(ann, bob, cy)
    await end(ann, channel)
    await bob.click(await public(bob, channel, "Take it up again"), "Take it up again")
    await stage.quiet()
    assert await stage.bot.tables.store.votes.topics(game) == ("reopen",)
    assert await forget(stage, bob, channel) == "You are forgotten."
    await stage.quiet()
    assert await stage.bot.tables.store.votes.topics(game) == ()
    assert str(bob.id) not in "".join(each.shown or "" for each in await stage.bot.tables.store.messages.of_game(game))
    for person in (ann, cy):
        await person.click(await public(person, channel, "Take it up again"), "Take it up again")
    assert [seat.is_computer for seat in (await looked(stage, game)).seats] == [False, True, False]


async def test_who_ended_a_game_was_no_vote_when_they_are_forgotten(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await end(ann, channel)
    await stage.quiet()
    assert f"by <@{ann.id}>" in texts(bob, channel)
    assert "ann ended the game" in (await bob.command(channel, "adepts log")).message.text
    await forget(stage, ann, channel)
    assert "⏹ Somebody ended the game before its time." in (await bob.command(channel, "adepts log")).message.text
    said = texts(bob, channel)
    assert "before its time, in turn 1, by somebody." in said
    assert "at once by its host" not in said


async def test_a_lobby_waits_no_longer_for_who_is_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new", invite=bob.id, invite2=cy.id)
    await public(bob, channel, "Decline")
    await cy.command(channel, "adepts join")
    await stage.quiet()
    await forget(stage, bob, channel)
    assert not [message for message in ann.messages(channel) if message.find("Decline")]
    lobby = (await public(ann, channel, "Join")).text
    assert "bob" not in lobby
    assert "begins by itself" not in lobby
    assert f"<@{ann.id}> All have joined" in texts(ann, channel)


async def test_an_offered_seat_is_kept_when_who_was_asked_is_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    await public(cy, channel, "Take the seat")
    await forget(stage, cy, channel)
    assert (await looked(stage, game)).offers == {}
    assert not [message for message in ann.messages(channel) if message.find("Take the seat")]
    assert "**bob** keeps the seat" in texts(ann, channel)
    assert f"<@{cy.id}>" not in texts(ann, channel)
    assert "<@>" not in texts(ann, channel)
    assert str(cy.id) not in "".join(each.shown or "" for each in await stage.bot.tables.store.messages.of_game(game))


async def test_nobody_votes_on_a_seat_for_who_is_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked = (await bob.command(channel, "table replace", player=f"<@{ann.id}>", by=cy.id)).message
    assert "vote" in asked.text
    await public(ann, channel, "Replace")
    await forget(stage, cy, channel)
    assert not await stage.bot.tables.store.votes.topics(game)
    assert not [message for message in ann.messages(channel) if message.find("Replace")]


async def test_nobody_is_offered_a_seat_back_who_is_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Somebody who still plays is told that leaving the game comes first, and is enough."""
    await opened(ann, bob, cy)
    told = await forget(stage, bob, channel)
    assert told.startswith("Your settings are deleted, and you are forgotten except at 1 table")
    assert "`/table leave` gives up a seat, also in a running game" in told
    asked = (await bob.command(channel, "table leave")).message
    stage.read()
    await bob.click(asked, "Leave the game")
    await public(cy, channel, "Take the seat back")
    await stage.quiet()
    assert await forget(stage, bob, channel) == "You are forgotten."
    assert not [message for message in cy.messages(channel) if message.find("Take the seat back")]
    assert "P2 has left" in texts(cy, channel)


async def test_a_rematch_says_when_nobody_is_left_to_be_asked(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await end(ann, channel)
    await forget(stage, ann, channel)
    told = (await bob.command(channel, "adepts rematch")).message.text
    assert "nobody is left to be asked: invite somebody, or add a computer player." in told


async def test_a_holiday_that_is_forgotten_gives_nobody_more_time(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    table = await looked(stage, game)
    seat, user, _ = mover(table)
    people = stage.bot.tables.people
    await people.set(user, ZONE, "Europe/Vienna")
    until = (stage.bot.tables.cache.clock.now() + timedelta(days=7)).date().isoformat()
    before = (await looked(stage, game)).deadlines[seat].until
    await people.set(user, QUIET, "22-7")
    await people.set(user, HOLIDAY, until)
    assert (await looked(stage, game)).deadlines[seat].until > before + timedelta(days=5)
    await forget(stage, ann if user == ann.id else bob, channel)
    assert abs((await looked(stage, game)).deadlines[seat].until - before) < timedelta(minutes=5)
    assert (await people.settings(user)).get(HOLIDAY, OFF) == OFF


async def test_who_asks_to_be_forgotten_can_go_back(ann: Person, channel: Channel, stage: Stage) -> None:
    settings = (await ann.command(channel, "settings")).message
    asked = (await ann.click(settings, "Forget me")).message
    assert "score sheet" in asked.text
    assert "Your settings" in (await ann.click(asked, "Back")).message.text


async def test_who_gives_a_seat_of_their_own_away_decided_it(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The log names the person who left, not the new holder of the seat."""
    game = await opened(ann, bob)
    asked = (await ann.command(channel, "adepts replace", player=f"<@{ann.id}>", by=cy.id)).message
    await ann.click(asked, "Ask them to take the seat")
    await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")
    table = await looked(stage, game)
    assert table.row.host_id == cy.id
    said = texts(bob, channel)
    assert f"<@{ann.id}> has left {table.title}" in said
    assert "cy decided it" not in said
    assert "You decided it" not in (await cy.command(channel, "adepts log")).message.text


async def test_all_read_who_is_host_from_now_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """On the board, and in the log."""
    game = await opened(ann, bob)
    told = (await ann.command(channel, "adepts host", player=f"<@{ann.id}>")).message.text
    assert "ann is the host already" in told
    await ann.command(channel, "adepts host", player=f"<@{bob.id}>")
    assert (await looked(stage, game)).row.host_id == bob.id
    assert "♔ ann made bob the host." in (await board(bob, channel)).text
    assert "ann made you the host" in (await bob.command(channel, "adepts log")).message.text
    await stage.restart()
    assert (await looked(stage, game)).row.host_id == bob.id
