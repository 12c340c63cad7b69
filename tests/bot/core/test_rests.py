"""Games that are paused or ended: what the table is told, what is refused, and how they continue."""

from __future__ import annotations

import asyncio
import json
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

import pytest

from bot.components.ids import Verb
from bot.tables import Table, Tables, rests
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import GAVE_WAY
from game.core.words import ATTACK
from playground import Person, Shown
from playground.world.models import Channel
from storage import Status
from storage.topics import PAUSE, REOPEN, RESUME

from .acting import CONFIRM, board, end, forward, looked, mover, open_panel, private, public, replace, to_confirm
from .conftest import Opened, Stage
from .tables import ANN, BOB, CHANNEL, begun
from .test_rights import forged


def last(person: Person, channel: Channel) -> Shown:
    """Return the newest public message."""
    return [message for message in person.messages(channel) if not message.ephemeral][-1]


def calls(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if "It is your move: " in message.text]


async def test_a_game_that_rests_asks_nobody_and_goes_on_where_it_was(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    await stage.away()
    assert len(calls(person, channel)) == 1
    assert "is paused" in (await ann.command(channel, "adepts pause")).message.text
    table = await looked(stage, game)
    assert table.paused
    assert table.waiting == {}
    assert calls(person, channel) == []
    assert "is paused" in last(bob, channel).text
    assert f"by <@{ann.id}>" in last(bob, channel).text
    open_now = [m for m in person.messages(channel) if m.ephemeral and "is paused" in m.text]
    assert open_now
    assert await person.autocomplete(channel, "play", "move") == []
    assert "is paused" in (await person.command(channel, "play", move="pass")).message.text
    assert "is paused" in (await person.command(channel, "adepts undo")).message.text
    assert "is paused" in (await person.command(channel, "adepts nudge")).message.text
    assert "paused" in (await person.command(channel, "adepts games")).message.text
    assert "is paused: nobody is waited for." in (await person.command(channel, "adepts score")).message.text
    assert "is paused" in (await person.command(channel, "adepts pause")).message.text
    assert "is paused" in (await person.command(channel, "adepts start")).message.text
    stage.clock.advance(timedelta(hours=5))
    await stage.restart()
    table = await looked(stage, game)
    assert table.paused
    assert "goes on" in (await ann.click(last(ann, channel), "Go on")).message.text
    table = await looked(stage, game)
    assert not table.paused
    assert [*table.waiting.values()] == [pytest.approx(stage.clock.now(), abs=timedelta(minutes=1))]
    await stage.away()
    assert len(calls(person, channel)) == 1
    assert "is paused" not in (await board(bob, channel)).text
    assert "not paused" in (await ann.command(channel, "adepts resume")).message.text
    assert not (await person.click(await open_panel_again(person, channel), confirm)).failed
    assert (await looked(stage, game)).playing.ply == 1
    assert panel.id


async def test_nothing_that_is_open_says_paused_when_the_game_goes_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither a panel nor an answer; the current state is said once, however often it changes."""
    game = await opened(ann, bob)
    await open_panel(ann, channel)
    for _ in range(2):
        await ann.command(channel, "adepts pause")
        await stage.quiet()
        assert [m.text.count("is paused:") for m in ann.messages(channel) if m.ephemeral and "paused" in m.text] == [
            1,
            1,
        ]
        await ann.command(channel, "adepts resume")
        await stage.quiet()
        said = [m.text for m in ann.messages(channel) if m.ephemeral]
        assert not [text for text in said if "paused" in text]
        assert said.count("The game goes on.") == 1
    await ann.command(channel, "adepts pause")
    await stage.quiet()
    panel = next(m for m in ann.messages(channel) if m.ephemeral and m.find("Go on"))
    await ann.click(panel, "Go on")
    await stage.quiet()
    [left] = [m for m in ann.messages(channel) if m.ephemeral]
    assert "paused" not in left.text
    await ann.command(channel, "adepts pause")
    await stage.quiet()
    assert [m.id for m in ann.messages(channel) if m.ephemeral and m.find("Go on")] == [left.id]
    pressed = await forged(stage.bot, channel.id, Verb.MOVE, game, ann)
    assert "nobody is asked anything until it goes on" in pressed.text


async def open_panel_again(person: Person, channel: Channel) -> Shown:
    """Return the panel, narrowed as before, since the question is the same."""
    panel, _ = await to_confirm(person, channel)
    return panel


async def test_players_pause_and_resume_by_a_vote_and_two_votes_at_once_are_one_pause(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    dan = await stage.pg.person("dan")
    game = await opened(ann, bob, cy, dan)
    assert "The message where all vote says" in (await bob.command(channel, "adepts pause")).message.text
    await stage.quiet()
    vote = await public(cy, channel, "Pause")
    answers = await asyncio.gather(cy.click(vote, "Pause"), dan.click(vote, "Pause"))
    assert not any(answer.failed for answer in answers)
    table = await looked(stage, game)
    assert table.paused
    assert "by a vote" in last(ann, channel).text
    assert not [m for m in ann.messages(channel) if "For it: " in m.text]
    assert "The message where all vote says" in (await bob.click(last(bob, channel), "Go on")).message.text
    eve = await stage.pg.person("eve")
    assert "do not play" in (await eve.click(last(eve, channel), "Go on")).message.text
    assert "goes on" in (await ann.click(last(ann, channel), "Go on")).message.text
    assert not (await looked(stage, game)).paused


async def test_computer_players_and_automatic_passes_wait_while_a_game_rests(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    tables = stage.bot.tables
    game = await opened(ann, bob, computers=1)
    await forward(stage, game, "cast")
    stage.delay = timedelta(hours=1)
    table = await looked(stage, game)
    asked = next(table.seat(seat) for seat in table.questions)
    assert asked.user_id is not None
    await tables.moves.pass_ahead(game, asked.user_id, ATTACK)
    await tables.decisions.decide(game, PAUSE, Decider(ann.id))
    sequence = (await looked(stage, game)).sequence
    stage.clock.advance(timedelta(days=2))
    stage.bot.computers.poke(game)
    assert (await looked(stage, game)).sequence == sequence
    await stage.restart()
    assert (await looked(stage, game)).sequence == sequence
    await stage.bot.tables.decisions.decide(game, RESUME, Decider(ann.id))
    table = await looked(stage, game)
    assert table.sequence == sequence  # the pass takes its full time from now on
    assert table.context.due
    stage.clock.advance(timedelta(hours=2))
    assert (await looked(stage, game)).sequence > sequence


async def test_the_cards_in_a_direct_message_rest_too(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    await ann.open_dm()
    letter = ann.last("DM")
    assert letter.buttons
    await bob.command(channel, "adepts pause")
    await ann.command(channel, "adepts pause")
    await stage.quiet()
    letter = ann.last("DM")
    assert "the game is paused" in letter.text
    assert letter.controls == []
    await ann.command(channel, "adepts resume")
    await stage.quiet()
    assert ann.last("DM").id == letter.id
    assert ann.last("DM").buttons


def told(*people: Person) -> str:
    return json.dumps([person.raw for person in people], ensure_ascii=False)


async def test_a_game_that_was_ended_is_taken_up_again_where_it_was(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Everybody is told in a new message, and nothing hidden is shown while the game can still continue."""
    game = await opened(ann, bob)
    await forward(stage, game, "cast")
    person, before = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    newest = last(bob, channel).id
    asked = (await ann.command(channel, "adepts end")).message
    assert "in turn 2?** It stops at once for 2 people: nobody wins it" in asked.text
    assert "seven days" in asked.text
    await ann.click(asked, CONFIRM)
    await stage.quiet()
    message = last(bob, channel)
    assert message.id > newest
    assert message.pinged
    assert not last(ann, channel).pinged
    assert "was ended" in message.text
    assert "Nobody has won" in message.text
    assert f"`{before.playing.seed}`" not in told(ann, bob)
    exported = (await ann.click(last(ann, channel), "Record")).message
    assert "when the game can no longer be taken up again" in exported.text
    score = (await ann.command(channel, "table score")).message.text
    assert "The game was ended in turn 2, before its time." in score
    await stage.restart()
    await stage.quiet()
    assert last(bob, channel).id == message.id
    assert "goes on where it was ended" in (await ann.click(last(ann, channel), "Take it up again")).message.text
    table = await looked(stage, game)
    assert table.status is Status.RUNNING
    assert table.playing.to_dict() == before.playing.to_dict()
    assert table.questions.keys() == before.questions.keys()
    assert all(table.questions[seat].number > before.questions[seat].number for seat in table.questions)
    assert await board(bob, channel)
    await stage.away()
    assert len(calls(person, channel)) == 1
    assert confirm not in {button.custom_id for button in (await open_panel(person, channel)).buttons}
    await forward(stage, game)
    assert (await looked(stage, game)).status is Status.OVER
    assert panel.id


async def test_everybody_is_called_to_the_end_of_a_game_once_however_often_it_is_shown(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await end(ann, channel)
    await stage.quiet()
    former = last(bob, channel)
    await ann.command(channel, "table board")
    await stage.quiet()
    assert last(bob, channel).id > former.id
    assert last(bob, channel).text == former.text
    assert (former.pinged, last(bob, channel).pinged) == (True, False)


async def test_after_seven_days_a_game_is_ended_for_good_and_shows_its_seed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await stage.bot.tables.handovers.leave(game, bob.id)
    await end(ann, channel)
    await stage.quiet()
    message = last(bob, channel)
    seed = (await looked(stage, game)).playing.seed
    await stage.stop()
    stage.clock.advance(timedelta(days=8))
    await stage.start()
    await stage.quiet()
    message = last(bob, channel)
    assert f"was `{seed}`" in message.text
    assert message.find("Take it up again") is None
    assert await stage.bot.tables.store.games.to_tell(told=True) == ()
    assert "No game that was ended" in (await ann.command(channel, "adepts reopen")).message.text
    former = (await bob.command(channel, "adepts rematch")).message.text
    assert former.endswith("The game has ended; `/adepts new` opens another table.")


async def test_who_may_take_a_game_up_again_and_where(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await end(ann, channel)
    await stage.quiet()
    assert "do not play" in (await cy.command(channel, "adepts reopen")).message.text
    await cy.command(channel, "adepts new")
    refused = (await ann.command(channel, "adepts reopen")).message.text
    assert "cy's table, Adepts, waits for players. One table a channel" in refused
    assert (
        "when cy, its host, ends it with `/table end`, or carries it on in another channel with `/table move`"
        in refused
    )
    await cy.command(channel, "adepts end")
    assert "The message where all vote says" in (await bob.command(channel, "adepts reopen")).message.text
    await stage.quiet()
    assert (await looked(stage, game)).status is Status.CLOSED
    vote = await public(ann, channel, "Take it up again")
    assert "be taken up again?" in vote.text
    answers = await asyncio.gather(
        ann.click(vote, "Take it up again"), ann.command(channel, "adepts reopen"), bob.click(vote, "Take it up again")
    )
    assert not any(answer.failed for answer in answers)
    assert (await looked(stage, game)).status is Status.RUNNING
    assert await stage.bot.tables.store.votes.topics(game) == ()
    said = [m.text for person in (ann, bob) for m in private(person, channel)]
    assert not [each for each in said if "The game is ended" in each or "You are for taking" in each]


async def test_votes_to_take_a_game_up_again_go_when_it_is_too_late(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await end(ann, channel)
    stage.clock.advance(timedelta(days=6, hours=23))
    await bob.command(channel, "adepts reopen")
    await stage.quiet()
    assert [m for m in ann.messages(channel) if "For it: " in m.text]
    stage.clock.advance(timedelta(hours=1, seconds=1))
    await stage.quiet()
    assert not [m for m in ann.messages(channel) if "For it: " in m.text]
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_what_was_ended_before_seeds_were_kept_back_stays_ended(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await stage.bot.tables.store.games.close(game)
    stage.bot.tables.cache.clear()
    with pytest.raises(WrongMoment, match="no longer"):
        await stage.bot.tables.decisions.decide(game, REOPEN, Decider(ann.id))


async def test_who_ends_or_leaves_a_game_is_told_only_of_what_can_be_done_instead(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nobody leaves a game to others or hands it over where nobody else plays, nor lets one rest that rests already."""

    async def said(line: str) -> list[str]:
        stage.read()
        lines = (await ann.command(channel, line)).message.text.splitlines()
        return [each for each in lines if each.startswith("-# To ")]

    await opened(ann, bob)
    others = "o leave it to the others, {}`/table leave`; to hand it over, `/table host`."
    assert await said("table end") == ["-# To let it rest, use `/table pause`; t" + others.format("")]
    assert await said("table leave") == ["-# To let the game rest instead, use `/table pause`."]
    await ann.command(channel, "table pause")
    assert await said("table end") == ["-# T" + others.format("use ")]
    assert await said("table leave") == []
    second = stage.pg.channel("second")
    await ann.command(second, "adepts new", computers=1)
    await ann.click(await public(ann, second, "Start"), "Start")
    await stage.quiet()
    asked = (await ann.command(second, "table end")).message.text
    assert asked.endswith("taken up again, by you.\n-# To let it rest, use `/table pause`.")


async def test_the_lobby_of_a_rematch_gives_way_to_the_game_itself(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await end(ann, channel)
    await bob.command(channel, "adepts rematch")
    await stage.quiet()
    rematch = await stage.bot.tables.active_in(channel.id)
    assert "goes on where it was ended" in (await ann.command(channel, "adepts reopen")).message.text
    again = (await ann.command(channel, "adepts reopen")).message.text
    assert again == "The game of this channel is not ended: there is none to take up again."
    assert (await looked(stage, game)).status is Status.RUNNING
    assert (await looked(stage, rematch.id)).status is Status.CLOSED
    assert [m for m in bob.messages(channel) if "the game before the rematch was taken up again" in m.text]
    assert not [m for m in ann.messages(channel) if m.find("Decline")]
    await end(ann, channel)
    tables = stage.bot.tables
    with pytest.raises(WrongMoment, match="was ended"):
        await tables.decisions.decide(game, RESUME, Decider(ann.id))
    for person in (ann, bob):
        begun = await tables.invitations.rematch(game, person.id, str(person.id))
    with pytest.raises(WrongMoment, match=r"Adepts, is being played\. .* when \d+, its host, ends it"):
        await tables.decisions.decide(game, REOPEN, Decider(ann.id))
    assert (await looked(stage, begun.id)).status is Status.RUNNING


@pytest.mark.parametrize("meanwhile", ["closed", "moved", "begun"])
async def test_a_lobby_that_was_to_give_way_may_be_gone_when_it_is_its_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """Only what is in the channel then keeps the game from being taken up again."""
    game = await tables.lobby.end((await begun(tables)).id, Actor(ANN))
    again = await tables.invitations.rematch(game.id, BOB, "Bob")
    hold, is_waiting = tables.cache.hold, asyncio.Event()

    def held(id: str) -> AbstractAsyncContextManager[Table]:
        if id == again.id:
            is_waiting.set()
        return hold(id)

    monkeypatch.setattr(tables.cache, "hold", held)
    async with hold(again.id) as lobby:
        reopening = asyncio.create_task(tables.decisions.decide(game.id, REOPEN, Decider(ANN)))
        await is_waiting.wait()
        if meanwhile == "closed":
            await rests.end(tables.cache, lobby, BOB)
        elif meanwhile == "moved":
            await tables.lobby.carry_on(lobby, 1, CHANNEL + 1, BOB, gone=False)
        else:
            await tables.lobby.begin(lobby, (ANN, "Ann"))
    if meanwhile == "begun":
        with pytest.raises(WrongMoment, match="Bob's table, Adepts, is being played"):
            await reopening
    else:
        assert (await reopening).table.status is Status.RUNNING
    now = await tables.look(again.id)
    assert (now.status, GAVE_WAY in now.options) == (
        {"closed": Status.CLOSED, "moved": Status.LOBBY, "begun": Status.RUNNING}[meanwhile],
        False,
    )


async def test_nobody_waits_for_a_table_that_does_not_give_way(tables: Tables) -> None:
    """Two games of a channel could wait for each other."""
    game = await tables.lobby.end((await begun(tables)).id, Actor(ANN))
    other = await begun(tables)
    async with tables.cache.hold(other.id):
        with pytest.raises(WrongMoment, match="is being played"):
            await asyncio.wait_for(tables.decisions.decide(game.id, REOPEN, Decider(ANN)), 5)


async def test_what_was_told_of_seats_before_the_end_is_not_told_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await replace(ann, channel, bob)
    await stage.quiet()
    news = await public(bob, channel, "Take the seat back")
    await end(ann, channel)
    await stage.quiet()
    [told_once] = [m for m in bob.messages(channel) if "plays on" in m.text]
    assert told_once.buttons == []
    await stage.restart()
    await ann.command(channel, "adepts reopen")
    await stage.quiet()
    assert [m.id for m in bob.messages(channel) if "plays on" in m.text] == [news.id]
    assert (await public(bob, channel, "Take the seat back")).id == news.id


async def test_whoever_left_a_game_that_has_ended_hears_who_can_take_it_up_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    for person in (bob, ann):
        await person.click((await person.command(channel, "adepts leave")).message, "Leave the game")
        await stage.quiet()
    message = last(bob, channel)
    for button in ("Take it up again", "Rematch"):
        told = (await bob.click(message, button)).message
        assert "The game has ended; ann can take it up again. Then `/table join` takes it back." in told.text
        assert told.buttons == []  # the seat cannot be taken back before that
    await ann.click(message, "Take it up again")
    assert "You have your seat back" in (await bob.command(channel, "table join")).message.text
    await end(ann, channel)
    said = (await bob.command(channel, "adepts rematch")).message.text
    assert "no longer" not in said


async def test_the_old_buttons_of_a_game_that_was_ended_say_how_it_is_taken_up_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """As the commands do."""
    game = await opened(ann, bob)
    await end(ann, channel)
    verbs = (Verb.TURN, Verb.MOVE, Verb.UNDO, Verb.AHEAD, Verb.JOIN, Verb.LEAVE, Verb.START, Verb.END, Verb.OPTIONS)
    for verb in verbs:
        told = (await forged(stage.bot, channel.id, verb, game, bob)).text
        assert told == "ann's table was ended in turn 1. `/table reopen` takes it up again.", verb
    stage.clock.advance(timedelta(days=8))
    await stage.quiet()
    told = (await forged(stage.bot, channel.id, Verb.TURN, game, bob)).text
    assert told == "ann's table was ended in turn 1. `/adepts new` opens another."


async def test_the_old_buttons_of_a_lobby_that_was_closed_promise_no_seat_and_tell_of_no_game(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    lobby = stage.bot.tables.lobby
    table = await lobby.new(ann.id, "ann", guild_id=channel.guild_id, channel_id=channel.id, options={})
    await lobby.join(table.id, bob.id, "bob")
    await lobby.end(table.id, Actor(ann.id))
    for verb in (Verb.JOIN, Verb.LEAVE, Verb.START, Verb.OPTIONS, Verb.INVITE, Verb.DECLINE, Verb.COMPUTER):
        told = (await forged(stage.bot, channel.id, verb, table.id, bob)).text
        assert told == "This table is closed. `/adepts new` opens another.", verb
