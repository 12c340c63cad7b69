"""Seats that change hands: what the new holder sees and may do, and what the former one does not learn any more."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace as changed

import pytest

from bot.client import AdeptsBot
from bot.panels.tenures import tenures
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import BadWish, Stale, WrongMoment
from bot.tables.handovers import a_computer, hand_over
from game.core.text.names import called
from playground import Person, Shown
from playground.world.models import Channel
from storage import Status
from storage.topics import Change, replacing
from tests.bot.hostile import HOSTILE, marks

from .acting import board, forward, looked, mover, next_move, open_panel, private, public, replace, to_confirm
from .conftest import Opened, Stage

OWN = "only you see this"
"""The note under the heading of every hand."""


def told(person: Person, since: int = 0) -> str:
    return json.dumps(person.raw[since:], ensure_ascii=False)


async def test_a_person_who_accepts_gets_the_seat_with_all_that_is_private(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "cast")
    before = await looked(stage, game)
    for person in (bob, cy):
        await stage.bot.tables.people.set(person.id, "pictures", "words")
    hand = (await bob.click(await board(bob, channel), "Hand")).message.text
    await open_panel(bob, channel)
    assert "is asked" in await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    assert offer.pinged
    assert "do not play" in (await cy.click(await board(cy, channel), "Hand")).message.text
    assert "not offered to you" in (await ann.click(offer, "Take the seat")).message.text
    answer = (await cy.click(offer, "Take the seat")).message
    assert "The seat is yours. **Hand** on the board shows" in answer.text
    table = await looked(stage, game)
    assert [seat.name for seat in table.seats] == ["ann", "cy"]
    assert table.playing.to_dict() == before.playing.to_dict()
    assert {seat: each.number for seat, each in table.questions.items()} == {
        seat: each.number for seat, each in before.questions.items()
    }
    assert (await cy.click(await board(cy, channel), "Hand")).message.text == hand
    assert private(bob, channel) == []
    assert "**cy** plays on" in (await bob.wait_message(channel, "was replaced at")).text
    assert not [m for m in ann.messages(channel) if m.find("No, thanks")]
    assert "cy has had bob's seat since this turn" in (await board(ann, channel)).text
    since = len(bob.raw)
    assert "cy has had your seat since turn" in (await bob.click(await board(bob, channel), "Your move")).message.text
    assert "can give you one again: `/table replace`" in (await bob.command(channel, "table join")).message.text
    assert "no longer play" in (await bob.command(channel, "hand")).message.text
    assert "no longer play" in (await bob.command(channel, "play", move="pass")).message.text
    assert await bob.autocomplete(channel, "play", "move") == []
    while (await looked(stage, game)).turn == table.turn:
        await stage.bot.tables.moves.play(game, *next_move(await looked(stage, game)))
    await forward(stage, game, "research")
    await stage.quiet()
    assert "has had bob's seat" not in (await board(ann, channel)).text
    assert all(OWN in said for said in (hand, told(bob), told(cy)))
    assert OWN not in told(bob, since)
    assert "DM" not in bob.channels()


async def test_the_direct_message_of_whoever_had_the_seat_goes(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whether a computer player or a person takes the seat; a person gets a message of their own."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    await bob.open_dm()
    assert bob.messages("DM")
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    assert bob.messages("DM")
    await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")
    await stage.quiet()
    assert not bob.messages("DM")
    await stage.away()
    await cy.open_dm()
    assert cy.messages("DM")
    await cy.click(await public(cy, channel, "Your move"), "Your move")
    await stage.bot.tables.decisions.decide(game, replacing(Change("P2", None)), Decider(ann.id, gone=cy.id))
    await stage.quiet()
    assert not cy.messages("DM")
    assert private(cy, channel) == []


async def test_a_computer_player_takes_over_at_once_and_gives_the_seat_back_by_one_button(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    assert "computer player has the seat" in await replace(ann, channel, bob)
    table = await looked(stage, game)
    assert table.seat("P2").policy == table.kit.usual_player
    assert "P2" not in table.questions
    message = await public(bob, channel, "Take the seat back")
    assert message.pinged
    assert "already" in (await ann.command(channel, "adepts replace", player="P2")).message.text
    usual = (await ann.command(channel, "adepts replace", player="P2", level="regular")).message.text
    assert "of this level" in usual
    assert "already" in usual
    asked = (await ann.command(channel, "adepts replace", player="P2", level="strong")).message
    assert "to another computer player (strong)" in asked.text
    assert "take the seat back" not in asked.text
    changed = await ann.click(asked, "Give it to a computer player")
    assert changed.message.text.startswith("Another computer player (strong) has the seat now.")
    assert (await looked(stage, game)).seat("P2").policy == "strong"
    message = await public(bob, channel, "Take the seat back")
    eve = await stage.pg.person("eve")
    assert "do not play" in (await eve.click(message, "Take the seat back")).message.text
    answers = await asyncio.gather(bob.click(message, "Take the seat back"), bob.command(channel, "adepts join"))
    assert not any(answer.failed for answer in answers)
    table = await looked(stage, game)
    assert table.seat_of(bob.id).seat == "P2"
    assert len(table.tenures) == 3
    assert not [m for m in bob.messages(channel) if m.find("Take the seat back")]
    assert await bob.wait_message(channel, f"in place of {called(table.tenures[2].name)}")


@pytest.mark.parametrize("asks", ["Your move", "hand"])
async def test_who_comes_back_takes_the_seat_back_where_it_is_said_who_has_it(
    asks: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Without typing a command, and without searching for the message that announced it."""
    game = await opened(ann, bob)
    await replace(ann, channel, bob)
    await stage.quiet()
    at_board = asks == "Your move"
    asked = bob.click(await board(bob, channel), asks) if at_board else bob.command(channel, asks)
    told = (await asked).message
    assert "has had your seat since" in told.text
    stage.read()
    assert "You have your seat back." in (await bob.click(told, "Take the seat back")).message.text
    assert (await looked(stage, game)).seat_of(bob.id).seat == "P2"


async def test_who_takes_the_seat_back_in_a_pause_is_told_both(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await replace(ann, channel, bob)
    await ann.command(channel, "adepts pause")
    assert (await looked(stage, game)).paused
    back = (await bob.click(await public(bob, channel, "Take the seat back"), "Take the seat back")).message
    assert "You have your seat back." in back.text
    assert "paused" in back.text
    assert back.find("Go on")


async def test_a_host_who_takes_the_seat_back_is_host_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Until then somebody else is host, which is said before and after the vote; somebody made host meanwhile stays
    host."""
    cleo = await stage.pg.person("cleo")
    game = await opened(ann, bob, cleo)
    await bob.command(channel, "adepts replace", player="ann")
    asked = await public(cleo, channel, "Replace")
    assert "is host again then; until then bob is" in asked.text
    await cleo.click(asked, "Replace")
    told = await public(ann, channel, "Take the seat back")
    assert "bob is host for now." in told.text
    assert (await looked(stage, game)).row.host_id == bob.id
    assert not (await ann.click(told, "Take the seat back")).failed
    assert (await looked(stage, game)).row.host_id == ann.id
    await replace(ann, channel, "ann")
    assert not (await bob.command(channel, "adepts host", player="cleo")).failed
    assert (await looked(stage, game)).row.host_id == cleo.id
    await ann.click(await public(ann, channel, "Take the seat back"), "Take the seat back")
    assert (await looked(stage, game)).row.host_id == cleo.id


async def test_a_seat_changes_hands_in_what_its_game_calls_a_turn(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, kind="spirit-ground")
    await stage.bot.tables.handovers.leave(game, bob.id)
    assert "in round 1: " in (await ann.wait_message(channel, "has left")).text
    await replace(ann, channel, "P2", cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    assert "in round 1?" in offer.text
    await cy.click(offer, "Take the seat")
    assert "from round 1 on" in (await ann.wait_message(channel, "plays on for")).text


async def test_whoever_leaves_is_told_what_follows_and_comes_back(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked = (await ann.command(channel, "adepts leave")).message
    assert "A computer player plays on" in asked.text
    assert "From then on bob is host." in asked.text
    assert (await looked(stage, game)).find(ann.id) is not None
    await ann.click(asked, "Leave the game")
    table = await looked(stage, game)
    assert table.row.host_id == bob.id
    assert table.seat("P1").is_computer
    message = await public(bob, channel, "Take the seat back")
    assert "has left" in message.text
    assert "bob is host now." in message.text
    assert not message.pinged
    assert "seat back" in (await ann.command(channel, "adepts join")).message.text
    assert (await looked(stage, game)).seat_of(ann.id).seat == "P1"
    assert (await looked(stage, game)).row.host_id == bob.id


async def test_of_two_who_have_left_each_takes_the_seat_back_where_it_is_told(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    def ways_back() -> list[Shown]:
        return [message for message in ann.messages(channel) if message.find("Take the seat back")]

    game = await opened(ann, bob, cy)
    for person in (bob, cy):
        await person.click((await person.command(channel, "table leave")).message, "Leave the game")
        await stage.quiet()
    first, second = ways_back()
    assert (f"<@{bob.id}> has left" in first.text, f"<@{cy.id}> has left" in second.text) == (True, True)
    await bob.click(first, "Take the seat back")
    await stage.quiet()
    assert (await looked(stage, game)).seat_of(bob.id).seat == "P2"
    assert [message.id for message in ways_back()] == [second.id]


async def test_the_last_person_who_leaves_ends_the_game_which_can_be_taken_up_again(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, computers=1)
    asked = (await ann.command(channel, "adepts leave")).message
    assert "the game ends" in asked.text
    assert "is ended" in (await ann.click(asked, "Leave the game")).message.text
    assert (await looked(stage, game)).status is Status.CLOSED
    await ann.command(channel, "adepts reopen")
    assert (await looked(stage, game)).seat_of(ann.id)


async def test_who_is_asked_whether_to_leave_or_end_a_game_reads_what_would_follow_now(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Where the last of the others leaves meanwhile, leaving ends the game; a press in between is asked again."""
    game = await opened(ann, bob, cy)
    await stage.bot.tables.handovers.leave(game, cy.id)
    leave = (await bob.command(channel, "table leave")).message
    end = (await ann.command(channel, "table end")).message
    assert "A computer player plays on in your seat" in leave.text
    assert "at once for 2 people" in end.text
    await cy.command(channel, "table join")
    await stage.quiet()
    now = ann.message(end.id)
    assert now is not None
    assert "at once for 3 people" in now.text
    stage.pg.faults.add("status", "PATCH /webhooks/*", times=None, status=400)  # the former question stays
    for other in (ann, cy):
        await stage.bot.tables.handovers.leave(game, other.id)
    await stage.quiet()
    stage.pg.faults.clear()
    asked = (await bob.click(leave, "Leave the game")).message
    assert "Nobody else sits there, so the game ends with it" in asked.text
    assert (await looked(stage, game)).status is Status.RUNNING
    assert "is ended" in (await bob.click(asked, "Leave the game")).message.text


async def test_of_two_who_leave_a_game_at_once_the_second_is_asked_whether_to_end_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Both had been told that a computer player would play on."""
    game = await opened(ann, bob)
    asked = [(person, (await person.command(channel, "table leave")).message) for person in (ann, bob)]
    answers = await asyncio.gather(*(person.click(leave, "Leave the game") for person, leave in asked))
    assert sorted("so the game ends with it" in answer.message.text for answer in answers) == [False, True]
    assert (await looked(stage, game)).status is Status.RUNNING


async def test_an_open_panel_names_who_has_the_seats_now(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """As soon as a seat has changed hands, although the question is the same."""
    game = await opened(ann, bob)
    table = await looked(stage, game)
    while "P1" not in table.questions or not any("P2" in str(mine["sites"]) for mine in table.public["mines"].values()):
        seat = next(iter(table.questions))
        await stage.bot.tables.moves.play(game, table.seat(seat).user_id or 0, table.playing.legal(seat)[0])
        table = await looked(stage, game)
    await stage.bot.tables.people.set(ann.id, "pictures", "words")
    panel = await open_panel(ann, channel)
    assert "bob" in panel.text
    await stage.bot.tables.handovers.leave(game, bob.id)
    table = await looked(stage, game)
    now = ann.message(panel.id)
    assert now is not None
    assert "bob" not in now.text
    assert table.names["P2"] in now.text


async def test_who_sits_elsewhere_takes_back_no_seat_of_somebody_else(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither somebody who never left nor somebody who left and returned is told that the seat is theirs."""
    game = await opened(ann, bob, cy)
    await replace(ann, channel, cy)
    await stage.bot.tables.handovers.take_back(game, cy.id, "cy")
    await stage.bot.tables.handovers.leave(game, bob.id)
    await stage.quiet()
    message = await public(ann, channel, "Take the seat back")
    before = (await looked(stage, game)).row
    for person in (ann, cy):
        said = (await person.click(message, "Take the seat back")).message.text
        assert said.startswith("This is bob's seat: only they can take it back. You have your own seat at"), said
    assert (await looked(stage, game)).row == before
    back = (await bob.click(message, "Take the seat back")).message.text
    assert back.startswith("You have your seat back.\nIt is not your move"), back  # the news come first


async def test_a_former_player_is_told_since_when_the_present_one_has_the_seat(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Which may be later than they lost it."""
    game = await opened(ann, bob)
    tables = stage.bot.tables
    await tables.handovers.leave(game, bob.id)
    await tables.decisions.decide(game, replacing(Change("P2", cy.id)), Decider(ann.id))
    await tables.handovers.accept(game, "P2", cy.id, "cy")
    assert "cy has had your seat since turn 1." in (await bob.command(channel, "hand")).message.text
    while (table := await looked(stage, game)).turn == 1:
        await tables.moves.play(game, *next_move(table))
    await tables.handovers.leave(game, cy.id)
    told = (await bob.command(channel, "hand")).message.text
    assert f"{(await looked(stage, game)).names['P2']} has had your seat since turn 2." in told


async def test_who_has_lost_two_seats_gets_the_last_one_back(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """While they have another seat nobody is told that they can take the first one back, and not afterwards either."""
    game = await opened(ann, bob, cy)
    handovers = stage.bot.tables.handovers
    await handovers.leave(game, bob.id)
    await stage.quiet()
    await public(ann, channel, "Take the seat back")
    about = replacing(Change("P3", bob.id))
    for person in (cy, ann):
        await stage.bot.tables.decisions.decide(game, about, Decider(person.id))
    await handovers.accept(game, "P3", bob.id, "bob")
    await stage.quiet()
    assert not [m for m in ann.messages(channel) if m.find("Take the seat back")]
    assert "You have a seat at this table" in (await bob.command(channel, "table join")).message.text
    await handovers.leave(game, bob.id)
    await stage.quiet()
    lost = (await bob.command(channel, "hand")).message.text
    assert lost.endswith("Charles ⌘ has had your seat since turn 1. `/table join` takes it back.")
    [message] = [m for m in ann.messages(channel) if m.find("Take the seat back")]
    await bob.click(message, "Take the seat back")
    table = await looked(stage, game)
    assert [seat.user_id for seat in table.seats] == [ann.id, None, bob.id]


async def test_nobody_is_said_to_take_up_a_game_whose_last_player_is_forgotten(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    for person in (bob, ann):
        await stage.bot.tables.handovers.leave(game, person.id)
    await stage.bot.tables.people.forget(ann.id)
    said = (await bob.command(channel, "adepts reopen")).message.text
    assert "The game has ended; `/adepts new` opens another table." in said, said


async def test_what_the_former_player_chose_is_not_taken_back_by_the_next(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    seat = table.seat_of(person.id).seat
    _, confirm = await to_confirm(person, channel)
    await person.click(private(person, channel)[-1], confirm)
    table = await looked(stage, game)
    assert table.can_undo(seat)
    if person is not ann:
        await stage.bot.tables.lobby.hand_over(game, Actor(ann.id), person.id)
    await stage.bot.tables.decisions.decide(game, replacing(Change(seat, cy.id)), Decider(person.id))
    await stage.bot.tables.handovers.accept(game, seat, cy.id, "cy")
    assert "nothing you can take back" in (await cy.command(channel, "adepts undo")).message.text


async def test_a_computer_player_that_was_thinking_does_not_move_for_a_person(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    tables = stage.bot.tables
    table = await looked(stage, game)
    seat, question = next(iter(table.questions.items()))
    with pytest.raises(Stale):
        await tables.moves.play_computer(game, seat, question.number, table.playing.legal(seat)[0])
    assert (await looked(stage, game)).sequence == table.sequence


async def test_results_say_who_played_to_the_end_and_the_sheet_who_did_before(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")
    await replace(ann, channel, "ann")
    await stage.bot.tables.decisions.decide(game, replacing(Change("P1", None, "casual")), Decider(ann.id, True))
    await ann.command(channel, "table join")
    await forward(stage, game)
    await stage.quiet()
    results = {each.seat: each.user_id for each in await stage.bot.tables.store.games.results(game)}
    assert results == {"P1": ann.id, "P2": cy.id}
    sheet = await public(ann, channel, "Rematch")
    assert "bob had cy's seat until turn 1" in sheet.text
    assert "A computer player, Ada ⌘, played for ann in turn 1." in sheet.text
    assert "played for Ada ⌘ in turn 1." in sheet.text
    assert "Ada ⌘, had" not in sheet.text
    table = await looked(stage, game)
    apart = tuple(changed(each, turn=2 * at) for at, each in enumerate(table.tenures, 1))
    assert "played for ann from turn 4 until turn 6." in "\n".join(tenures(changed(table, tenures=apart)))
    await stage.bot.tables.people.forget(bob.id)
    stage.bot.tables.cache.clear()
    assert [each.user_id for each in (await looked(stage, game)).tenures] == [None, ann.id, None, None]


async def test_a_seat_changes_hands_while_the_game_rests_and_in_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await ann.command(channel, "adepts pause")
    await replace(ann, channel, bob)
    table = await looked(stage, game)
    assert table.paused
    assert table.seat("P2").is_computer
    sequence = table.sequence
    await stage.restart()
    table = await looked(stage, game)
    assert table.sequence == sequence
    assert len([m for m in bob.messages(channel) if m.find("Take the seat back")]) == 1
    await stage.bot.tables.handovers.take_back(game, bob.id, "bob")
    assert (await looked(stage, game)).seat_of(bob.id).seat == "P2"


async def test_hostile_names_are_harmless_where_seats_change_hands(
    channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    people = [await stage.pg.person(name) for name in HOSTILE.values()]
    host, other, third = people[:3]
    await host.command(channel, "adepts new", look="words")
    await other.command(channel, "adepts join")
    await host.command(channel, "adepts start")
    await stage.quiet()
    await replace(host, channel, other, third)
    await stage.quiet()
    await third.click(await public(third, channel, "Take the seat"), "Take the seat")
    await stage.quiet()
    await replace(host, channel, third)
    await stage.quiet()
    await other.command(channel, "hand")
    for person in (host, other, third):
        for message in person.messages(channel):
            text = message.text
            for each in people:
                text = text.replace(f"<@{each.id}>", "")
            assert marks(text) == [], text


async def test_a_seat_that_is_not_there_is_given_to_nobody(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    for user_id in (None, 7):
        with pytest.raises(BadWish, match="no such seat"):
            await stage.bot.tables.decisions.decide(game, replacing(Change("P9", user_id)), Decider(ann.id))


async def test_nobody_would_be_left(ann: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    game = await opened(ann, computers=1)
    table = await looked(stage, game)
    with pytest.raises(WrongMoment, match="Nobody would be left"):
        await hand_over(stage.bot.tables.cache, table, table.seat_of(ann.id), a_computer(table))
