"""Whom the bot calls, and when: one call each time that it becomes somebody's move while they are away."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.announcer import calls
from bot.announcer.posts import GOING
from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.lobby_options import chosen
from bot.tables.waiting.calling import PATIENCE, patience
from game.core.words import ATTACK
from playground import Permission, Person
from playground.messaging import messages
from playground.world.models import Channel
from tests.bot.waiting import HOUR, MINUTE

from .acting import board, called, forward, letters, mover, next_mover, open_panel, pings
from .conftest import Opened, Stage
from .tables import ANN, BOB, USERS, begun, play_first, play_until


async def test_who_is_away_is_called_at_once_and_who_is_there_only_if_they_do_not_go_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    assert not called(ann, channel, asked)  # everybody acted just now
    stage.clock.advance(PATIENCE / 2)
    await stage.quiet()
    assert not pings(asked)
    stage.clock.advance(PATIENCE / 2)
    await stage.quiet()
    assert len(called(ann, channel, asked)) == 1
    other = await next_mover(stage, channel, game, asked, ann, bob)
    assert not called(ann, channel, asked)  # answered, so it was deleted
    assert len(called(ann, channel, other)) == 1  # that person has done nothing for two minutes
    assert len(pings(other)) == 1
    again = await next_mover(stage, channel, game, other, ann, bob)
    assert again is asked
    assert not called(ann, channel, asked)  # whoever has just moved is present
    await stage.away()
    assert len(called(ann, channel, asked)) == 1
    stage.clock.advance(5 * HOUR)
    await stage.quiet()
    assert (len(pings(asked)), len(pings(other))) == (2, 1)


@pytest.mark.parametrize(
    "then", ["somebody else is asked", "the game rests", "the channel is hidden", "Discord fails for long"]
)
async def test_a_call_of_which_discord_did_not_say_that_it_is_there_goes_and_the_next_one_calls(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, then: str
) -> None:
    """The call is looked for and deleted once; if it cannot be found any more, it is forgotten."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    stage.pg.faults.add("stumble", "POST /channels/*/messages", times=None, status=503)
    await stage.away()
    assert len(called(ann, channel, asked)) == 1
    if then != "somebody else is asked":
        await ann.command(channel, "table pause")
        await stage.quiet()
        if then == "the channel is hidden":
            stage.pg.world.set_permissions(channel, stage.pg.world.app.bot, deny=Permission.VIEW_CHANNEL)
        elif then == "Discord fails for long":
            stage.clock.advance(6 * MINUTE)
        since = len(stage.pg.log)
        stage.pg.faults.clear()
        stage.bot.announcer.poke(game)
        await stage.quiet()
        looked_for = [each for each in stage.pg.log.after(since) if "'content': '…'" in str(each.data)]
        assert bool(looked_for) is (then != "Discord fails for long")
    else:
        other = await next_mover(stage, channel, game, asked, ann, bob)
        stage.pg.faults.clear()
        await stage.away()
        await ann.wait_for(lambda: pings(other))
        assert len(called(ann, channel, other)) == 1
    if then in ("somebody else is asked", "the game rests"):
        await ann.wait_for(lambda: not called(ann, channel, asked))
    await stage.quiet()
    assert not [row for row in await stage.bot.tables.store.messages.of_game(game) if row.shown == GOING]


async def test_a_call_that_somebody_deletes_before_discord_says_that_it_is_there_is_made_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Discord knows its nonce for some minutes: it says that there is no such message, not that there is no channel."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    stage.pg.faults.add("stumble", "POST /channels/*/messages", times=None, status=503)
    await stage.away()
    [before] = called(ann, channel, asked)
    messages.delete(stage.pg.world, stage.pg.world.messages[int(before.id)])
    stage.pg.faults.clear()
    stage.bot.announcer.poke(game)
    await ann.wait_for(lambda: called(ann, channel, asked))
    assert not letters(asked)


@pytest.mark.parametrize(("said", "comes"), [(10, False), (11, True)])
async def test_a_board_that_chat_has_pushed_up_comes_down_with_the_call(
    said: int, comes: bool, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """After more than ten messages. The call links to the board's new place, and is below it."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    before = await board(ann, channel)
    for n in range(said):
        await bob.say(channel, f"message {n}")
    await stage.away()
    [call] = called(ann, channel, asked)
    now = await board(ann, channel)
    assert (now.id != before.id) == comes
    assert (ann.message(before.id) is None) == comes
    assert f"/{now.id}" in call.text
    assert int(now.id) < int(call.id)


async def test_nobody_is_called_in_a_channel_that_the_game_leaves_while_its_board_is_looked_for(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game, other = await opened(ann, bob), stage.pg.channel("elsewhere")
    asked, _ = await mover(stage, game, ann, bob)
    looks = stage.pg.faults.add("withhold", "GET /channels/*")
    stage.clock.advance(PATIENCE)
    await looks.wait_hit()
    await ann.command(other, "table move", game=game)
    looks.release()
    await stage.quiet()
    assert len(pings(asked)) == len(called(ann, other, asked)) == 1


async def test_where_the_bot_cannot_read_back_the_board_stays(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The call is sent all the same, since it does not need that permission."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    before = await board(ann, channel)
    stage.pg.faults.add("status", "GET /channels/*/messages", times=None, status=403, code=50013)
    for n in range(15):
        await bob.say(channel, f"message {n}")
    await stage.away()
    assert len(called(ann, channel, asked)) == 1
    assert (await board(ann, channel)).id == before.id


async def test_an_open_panel_that_shows_the_question_calls_at_first(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    other = bob if asked is ann else ann
    panel = (await other.click(await board(other, channel), "Your move")).message
    assert "not your move" in panel.text
    stage.clock.advance(HOUR)
    await stage.quiet()
    assert await next_mover(stage, channel, game, asked, ann, bob) is other
    assert not pings(other)
    assert [m for m in other.messages(channel) if m.ephemeral and "not your move" not in m.text]
    await stage.away()
    assert len(pings(other)) == 1


async def test_who_is_choosing_is_called_only_when_they_have_pressed_nothing_for_as_long_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Presses of somebody else delay nothing."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    other = bob if asked is ann else ann
    stage.clock.advance(PATIENCE * 0.75)
    await open_panel(asked, channel)
    stage.clock.advance(PATIENCE * 0.75)
    await other.click(await board(other, channel), "Your move")
    await stage.quiet()
    assert not pings(asked)
    await open_panel(asked, channel)
    stage.clock.advance(PATIENCE * 0.75)
    await stage.quiet()
    assert not pings(asked)
    stage.clock.advance(PATIENCE * 0.25)
    await stage.quiet()
    assert len(pings(asked)) == 1


async def test_whom_nobody_had_to_call_yet_is_called_after_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.restart()
    await stage.quiet()
    assert not pings(asked)
    await stage.away()
    assert len(pings(asked)) == 1
    await stage.restart()
    await stage.quiet()
    assert len(pings(asked)) == 1


async def test_who_has_finished_research_is_no_longer_named_and_calls_nobody_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "round", "channel")
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [both] = called(ann, channel, ann)
    assert f"<@{bob.id}>" in both.text
    before = pings(ann), pings(bob)
    await bob.command(channel, "play", move="research pass")
    await stage.quiet()
    [one] = called(bob, channel, ann)
    assert one.id == both.id
    assert "bob" not in one.text
    assert f"<@{bob.id}>" not in one.text
    assert not (await bob.command(channel, "adepts undo")).failed
    await stage.quiet()
    assert not called(ann, channel, bob)  # present, so not called for a while
    await stage.away()
    assert not called(ann, channel, bob)  # nor called so soon for the same question again
    stage.clock.advance(10 * MINUTE)
    await stage.quiet()
    assert len(called(ann, channel, bob)) == 1
    assert (pings(ann), len(pings(bob) - before[1])) == (before[0], 1)


async def test_a_call_says_what_is_asked_and_leads_there_wherever_the_board_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = called(ann, channel, asked)
    now = await board(ann, channel)
    assert call.text.startswith(
        f"It is your move: <@{asked.id}> assigns miners. [To the board]"
    )  # their name only once
    assert "You have time until <t:" in call.text
    assert f"/{channel.id}/{now.id})" in call.text
    assert [button.label for button in call.buttons] == ["Your move", "Hand"]
    assert "Your hand" in (await asked.click(call, "Hand")).message.text
    assert (await asked.click(call, "Your move")).message.ephemeral
    await bob.command(channel, "table board")
    await stage.quiet()
    newer = await board(ann, channel)
    assert newer.id > now.id
    [after] = called(ann, channel, asked)
    assert after.id == call.id
    assert f"/{channel.id}/{newer.id})" in after.text
    assert len(pings(asked)) == 1


async def test_an_automatic_pass_leaves_as_much_peace_as_one_by_hand(tables: Tables, clock: MovedClock) -> None:
    """Otherwise the time of the next call would reveal that nobody was there."""
    found = []
    for channel, ahead in ((5, False), (6, True)):
        table = await play_until(tables, await begun(tables, channel=channel), "cast")
        clock.advance(HOUR)
        seat, user, number = next((s, table.seat(s).user_id or 0, q.number) for s, q in table.questions.items())
        if ahead:
            await tables.moves.pass_ahead(table.id, user, ATTACK)
            clock.advance(HOUR)
            await tables.moves.pass_due(table.id, seat)
        else:
            await tables.moves.play(table.id, user, "pass", question=number)
        table = await tables.look(table.id)
        seen = table.context.seen[seat]
        found.append(clock.now() - datetime.fromisoformat(seen) < MINUTE)
        while seat not in table.questions:
            table = await play_first(tables, table)
        found.append(seat in table.held)
    assert found == [True] * 4


async def test_whoever_joins_last_is_there_wherever_they_sit(tables: Tables, clock: MovedClock) -> None:
    """A rematch moves everybody on by a seat, so the last to join may be the first to move."""
    table = await begun(tables)
    await tables.lobby.end(table.id, Actor(ANN))
    lobby = await tables.invitations.rematch(table.id, ANN, "Ann")
    clock.advance(HOUR)
    seeds, options = map(str, range(99)), chosen(lobby.kit, lobby.options)
    tables.lobby.seed = next(seed for seed in seeds if "P1" in lobby.kit.new(2, options, seed).asked)
    table = await tables.lobby.join(lobby.id, BOB, "Bob")
    assert [seat.user_id for seat in table.seats] == [BOB, ANN]
    assert {name: name in table.held for name in table.waiting} == {"P1": True}
    assert table.held["P1"] - clock.now() > MINUTE


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_whoever_was_called_is_not_called_anew_when_a_move_is_taken_back_and_made_again(
    tables: Tables, clock: MovedClock, pace: str
) -> None:
    """For ten minutes, however often that happens, and also across restarts."""
    table = await begun(tables, pace=pace)
    clock.advance(HOUR)
    [(seat, user)] = [(name, USERS[name]) for name in table.waiting]
    for times in range(3):
        table = await play_first(tables, await tables.look(table.id))
        [other] = table.waiting
        assert other != seat
        if times == 0:
            called = clock.now()
            assert other not in table.held
        else:
            assert abs(table.held[other] - called - 10 * MINUTE) < MINUTE
        clock.advance(MINUTE)
        tables.cache.clear()
        if times < 2:
            await tables.moves.undo(table.id, user)
            tables.cache.clear()
    clock.advance(9 * MINUTE)
    await tables.moves.call(table.id, other)
    table = await tables.look(table.id)
    assert other not in table.held
    await tables.moves.undo(table.id, user)
    table = await play_first(tables, await tables.look(table.id))
    assert table.held[other] - clock.now() > 9 * MINUTE  # since the call that was really sent


async def test_short_paces_leave_less_peace() -> None:
    assert patience(None) == patience(timedelta(days=1)) == patience(5 * MINUTE) == PATIENCE
    assert patience(MINUTE) < MINUTE / 2  # when the first reminder is due


async def test_what_a_message_has_called_is_kept_and_read_again(tables: Tables) -> None:
    table = await begun(tables, pace="day")
    [name] = table.waiting
    seat = table.seat(name)
    assert seat.user_id in (ANN, BOB)
    first = calls.of(table, {seat: 0}, [seat])
    assert calls.read(f"{first.written()} 0123456789abcdef") == first
    assert calls.read("11,12! round-3 0123456789abcdef").calls == {11: (0, 0), 12: (0, 1)}
    assert calls.read("11@7,12@8!! - 0123456789abcdef").calls == {11: (7, 0), 12: (8, 2)}
    assert not first.new_since(first)
    assert not first.new_since(calls.read(f"{seat.user_id} move 0123456789abcdef"))  # stored by a former version
    assert first.new_since(calls.read(None)) == [seat.user_id]
    again = calls.of(table, {seat: 1}, [])
    assert again.new_since(first) == [seat.user_id]
    assert not first.new_since(again)


@pytest.mark.parametrize("kept", ["", "-", "- - 0", "a,b c d"])
def test_nothing_that_can_be_read_is_nobody(kept: str) -> None:
    assert calls.read(kept).users == []
