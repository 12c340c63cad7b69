"""Whom the bot calls, and when: one call each time that it becomes somebody's move while they are away."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.announcer import calls
from bot.announcer.posts import GOING
from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import chosen
from bot.tables.waiting.calling import NUDGES, PATIENCE, patience, repeated
from bot.tables.waiting.timing import Repeats
from game.core.words import ATTACK
from playground import Permission, Person, Shown
from playground.messaging import messages
from playground.world.models import Channel
from tests.bot.waiting import HOUR, MINUTE

from .acting import board, forward, letters, mover, open_panel, to_confirm
from .conftest import Opened, Stage
from .tables import ANN, BOB, USERS, begun, play_first, play_until

DM = "DM"


def called(person: Person, channel: Channel, whom: Person) -> list[Shown]:
    """Return the calls of this person that are in the channel now."""
    return [m for m in person.messages(channel) if f"<@{whom.id}>" in m.text and "your move" in m.text]


def pings(person: Person) -> set[str]:
    """Return the messages that have ever pinged this person."""
    return {event["message"]["id"] for event in person.raw if (event.get("message") or {}).get("pinged")}


async def answer(person: Person, channel: Channel, stage: Stage) -> None:
    """Play by command, so that no panel is open."""
    moves = await person.autocomplete(channel, "play", "move")
    assert not (await person.command(channel, "play", move=moves[0][1])).failed
    await stage.quiet()


async def next_mover(stage: Stage, channel: Channel, game: str, asked: Person, *people: Person) -> Person:
    """Let people answer until somebody else is asked, and return who that is."""
    while (now := (await mover(stage, game, *people))[0]) is asked:
        await answer(asked, channel, stage)
    return now


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


async def test_the_cards_by_direct_message_are_the_call_and_come_to_nobody_who_has_the_panel(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    stage.clock.advance(HOUR)
    await open_panel(ann, channel)
    await forward(stage, game, "research")
    await stage.quiet()
    assert DM not in ann.channels()
    panel, confirm = await to_confirm(ann, channel)
    assert "research" in panel.text.lower()
    await ann.click(panel, confirm)
    await stage.away()
    assert DM not in ann.channels()
    assert bob.messages(DM)
    assert not called(ann, channel, bob)
    assert not called(bob, channel, ann)


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


async def test_a_call_by_direct_message_has_the_same_buttons_and_stays_until_it_is_answered(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
    game = await opened(ann, bob)
    asked, table = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    decision = next(iter(table.playing.pending.values()))
    assert table.kit.words.question(decision, table.names) in call.text
    panel = (await asked.click(call, "Your move")).message
    assert panel.ephemeral
    assert panel.id != call.id
    assert "Your hand" in (await asked.click(call, "Hand")).message.text
    assert asked.message(call.id) is not None
    await answer(asked, channel, stage)
    assert asked.message(call.id) is None


async def test_a_call_by_direct_message_stays_also_where_its_panel_takes_long(
    ann: Person, bob: Person, stage: Stage, opened: Opened, busy: None
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
    asked, _ = await mover(stage, await opened(ann, bob), ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    for label in ("Your move", "Hand"):
        answer = (await asked.click(call, label)).message
        assert answer.id != call.id
        assert answer.ephemeral
    now = asked.message(call.id)
    assert now is not None
    assert now.text == call.text


async def test_a_direct_message_and_all_that_is_answered_there_say_which_game_it_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """All tables of a host have the same name, so the name is not enough."""
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
    game = await opened(ann, bob)
    which = f"ann's table · Adepts · <#{channel.id}>"
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    assert f"It is your move at **{which}**." in call.text
    assert f"-# {which} · " in (await asked.click(call, "Your move")).message.text
    for shown in (await asked.command(DM, "hand"), await asked.command(DM, "play", move="nonsense")):
        assert which in shown.message.text, shown.message.text
    await next_mover(stage, channel, game, asked, ann, bob)
    waits = (await asked.command(DM, "play", move="nonsense")).message
    assert waits.text.startswith(f"-# {which}\nIt is not your move"), waits.text


@pytest.mark.parametrize("has_channel", [True, False])
async def test_who_takes_no_direct_messages_is_told_so_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, has_channel: bool
) -> None:
    """has_channel: whether Discord refuses only messages, or even to open a channel for them."""
    if not has_channel:
        stage.pg.faults.add("status", "POST /users/@me/channels", times=None, status=400, code=50033)
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
        stage.pg.world.users[person.id].dms_open = False
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" in call.text
    await bob.command(channel, "table board")
    await stage.quiet()
    assert "direct messages are closed" in called(ann, channel, asked)[0].text
    other = await next_mover(stage, channel, game, asked, ann, bob)
    assert await next_mover(stage, channel, game, other, ann, bob) is asked
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" not in call.text


@pytest.mark.parametrize("where", ["/users/@me/channels", "/channels/*/messages"])
async def test_who_is_not_reached_because_the_bot_is_restricted_is_called_in_the_channel_and_written_to_later(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, where: str
) -> None:
    """Discord lets a bot that it has quarantined write to nobody new: nothing of that is remembered of people."""
    people = stage.bot.tables.people
    for person in (ann, bob):
        await people.set(person.id, "turn", "dm")
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    refuses = stage.pg.faults.add("status", f"POST {where}", status=403, code=20026)
    await stage.away()
    [call] = called(ann, channel, asked)
    assert "direct messages are closed" not in call.text
    assert not letters(asked)
    assert not await people.refused(asked.id)
    refuses.times = None
    for _ in range(2):
        stage.bot.announcer.poke(game)
        await stage.quiet()
    assert [each.id for each in called(ann, channel, asked)] == [call.id]
    assert refuses.hits == 1, "nobody is tried again and again"
    stage.pg.faults.clear()
    while (await mover(stage, game, ann, bob))[0] is asked:
        await answer(asked, channel, stage)
    stage.clock.advance(25 * HOUR)
    while (await mover(stage, game, ann, bob))[0] is not asked:
        await answer(bob if asked is ann else ann, channel, stage)
    await stage.away()
    assert letters(asked)
    assert not called(ann, channel, asked)


async def test_whom_the_channel_cannot_call_is_written_to_until_it_can(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They are reminded there too. Once the bot may write in the channel again, the call is in the channel, and only
    there."""
    game, world = await opened(ann, bob), stage.pg.world
    asked, _ = await mover(stage, game, ann, bob)
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await stage.away()
    [call] = asked.messages(DM)
    assert "I cannot write in its channel" in call.text
    assert not called(ann, channel, asked)
    await answer(asked, channel, stage)
    assert not asked.messages(DM)
    other, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = other.messages(DM)
    world.set_permissions(channel, world.app.bot, allow=Permission.SEND_MESSAGES)
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert called(ann, channel, other)
    assert not other.messages(DM)


async def test_who_is_called_by_direct_message_anyway_is_told_there_that_the_channel_is_gone(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Where all want direct messages no mention is refused, and nothing else says how the game can go elsewhere."""
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [call] = asked.messages(DM)
    assert f"/{channel.id}/" in call.text
    stage.pg.world.delete_channel(channel)
    stage.bot.announcer.anew(game)
    await stage.quiet()
    [call] = asked.messages(DM)
    assert "Its channel is not there any more. `/table move`, typed in another channel," in call.text
    assert f"/{channel.id}/" not in call.text, "a link that leads nowhere"
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "table move", game=game)
    await stage.quiet()
    [call] = asked.messages(DM)
    assert f"/{elsewhere.id}/" in call.text
    assert "any more" not in call.text


@pytest.mark.parametrize(("setting", "is_open"), [("none", True), ("ping", False)])
async def test_nobody_is_written_to_who_wants_no_calls_or_takes_no_direct_messages(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, setting: str, is_open: bool
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", setting)
        stage.pg.world.users[person.id].dms_open = is_open
    game, world = await opened(ann, bob), stage.pg.world
    asked, _ = await mover(stage, game, ann, bob)
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    await stage.away()
    assert not letters(asked)
    assert not called(ann, channel, asked)


async def test_who_plays_on_where_the_channel_is_gone_is_called_by_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    stage.pg.world.delete_channel(channel)
    await stage.away()
    [call] = asked.messages(DM)
    assert "Its channel is not there any more, so I call you here." in call.text
    elsewhere = stage.pg.channel("elsewhere")
    await ann.command(elsewhere, "table move", game=game)
    await stage.quiet()
    assert not asked.messages(DM)
    assert called(ann, elsewhere, asked)


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


async def test_a_nudge_calls_nobody_again_when_a_choice_is_taken_back(tables: Tables, clock: MovedClock) -> None:
    """Whether the answer to it or the choice before is undone; otherwise somebody who wants no calls would be mentioned
    again."""
    table = await begun(tables)
    clock.advance(HOUR)
    await tables.moves.nudge(table.id)
    table = await tables.look(table.id)
    [(seat, user)] = [(name, USERS[name]) for name in table.waiting]
    assert repeated(table, seat) == Repeats(1, 1)
    await play_first(tables, table)
    await tables.moves.undo(table.id, user)
    assert repeated(await tables.look(table.id), seat) == Repeats()
    tables.cache.clear()
    assert repeated(await tables.look(table.id), seat) == Repeats()
    table = await play_first(tables, await tables.look(table.id))
    [other] = table.waiting
    clock.advance(HOUR)
    await tables.moves.nudge(table.id)
    assert repeated(await tables.look(table.id), other) == Repeats(1, 1)
    await tables.moves.undo(table.id, user)
    clock.advance(MINUTE)
    table = await play_first(tables, await tables.look(table.id))
    assert list(table.waiting) == [other]
    assert repeated(table, other) == Repeats()


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
    assert first.is_subset_of(first)
    assert first.is_subset_of(calls.read(f"{seat.user_id} move 0123456789abcdef"))  # stored by a former version
    assert first.new_since(calls.read(None)) == [seat.user_id]
    again = calls.of(table, {seat: 1}, [])
    assert again.new_since(first) == [seat.user_id]
    assert first.is_subset_of(again)


@pytest.mark.parametrize("kept", ["", "-", "- - 0", "a,b c d"])
def test_nothing_that_can_be_read_is_nobody(kept: str) -> None:
    assert calls.read(kept).users == []


async def test_whoever_is_waited_for_alone_calls_nobody(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither before they were called themselves nor after."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    for calls_before in (0, 1):
        said = (await asked.command(channel, "table nudge")).message.text
        assert said == "The table waits for you alone: press **Your move** on the board."
        assert len(pings(asked)) == calls_before
        await stage.away()


async def test_who_nudges_as_the_others_answer_is_told_that_they_are_waited_for_alone(
    tables: Tables,
) -> None:
    """What counts is who is waited for when the call is made, not when the command was sent."""
    table = await begun(tables)
    [seat] = table.waiting
    with pytest.raises(WrongMoment, match="waits for you alone"):
        await tables.moves.nudge(table.id, USERS[seat])


@pytest.mark.parametrize("wish", ["ping", "dm", "none"])
async def test_nobody_is_nudged_again_and_again(
    wish: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """However they want to be called otherwise, and even if the message is deleted."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    other = bob if asked is ann else ann
    await stage.bot.tables.people.set(asked.id, "turn", wish)
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before = len(pings(asked))
    for minutes, nudges in ((0, 1), (1, 1), (3, 1), (1, 2)):
        stage.clock.advance(minutes * MINUTE)
        await stage.bot.tables.people.look_over(other.id)
        await stage.quiet()
        said = (await other.command(channel, "table nudge")).message.text
        due = minutes == 0 or nudges == 2
        assert said.startswith("I call " if due else "They were asked or called just now. You can try again at <t:")
        await stage.quiet()
        assert len(pings(asked)) == before + nudges


async def test_a_nudge_calls_all_but_who_types_it_and_is_lost_by_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whoever typed it is waited for too, and stays named. Here the bot ends before the call is written, and then
    Discord refuses it at first."""
    game = await opened(ann, bob)
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "round", "channel")
    await forward(stage, game, "research")
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before = [len(pings(person)) for person in (ann, bob)]
    await stage.bot.announcer.stop()
    assert "I call bob. You are waited for" in (await ann.command(channel, "table nudge")).message.text
    await stage.stop()
    stage.pg.faults.add("status", "POST /channels/*/messages", times=3)
    await stage.start()
    await bob.wait_for(lambda: len(pings(bob)) > before[1])
    await stage.quiet()
    assert [len(pings(person)) for person in (ann, bob)] == [before[0], before[1] + 1]
    assert [f"<@{person.id}>" in called(ann, channel, bob)[-1].text for person in (ann, bob)] == [True, True]


async def test_who_is_nudged_while_their_call_is_being_changed_is_called_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before, [call] = len(pings(asked)), called(ann, channel, asked)
    change = stage.pg.faults.add("withhold", f"PATCH /channels/*/messages/{call.id}")
    await ann.command(channel, "table board")  # the call links to where the board is then
    await change.wait_hit()
    said = (await (bob if asked is ann else ann).command(channel, "table nudge")).message.text
    assert said.startswith("I call ")
    change.release()
    await stage.quiet()
    assert len(pings(asked)) == before + 1


async def test_nobody_is_nudged_who_is_left_in_peace_but_called_when_that_is_over(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whether they had been called before or not; the others do not learn their hours."""
    stage.clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    assert len(pings(asked)) == 1
    people = stage.bot.tables.people
    await people.set(asked.id, "zone", "UTC")
    await people.set(asked.id, "quiet", "20-6")
    stage.clock.advance(9 * HOUR)
    other = bob if asked is ann else ann
    said = (await other.command(channel, "table nudge")).message.text
    assert said == f"{'ann' if asked is ann else 'bob'} is called as soon as they may be called."
    await stage.quiet()
    stage.clock.advance(8 * HOUR)
    await stage.quiet()
    assert len(pings(asked)) == 1
    stage.clock.advance(HOUR)
    await stage.quiet()
    assert len(pings(asked)) == 2
    assert len(called(ann, channel, asked)) == 1
