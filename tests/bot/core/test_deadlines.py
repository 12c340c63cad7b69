"""Deadlines: each answer has its time by the pace; when it is over a computer player makes that one move."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.automatic.computers import Computers
from bot.automatic.waiting import alarm_for
from bot.clock import Alarm, MovedClock
from bot.tables import Table, Tables, news
from bot.tables.decisions import Decider
from bot.tables.errors import NotAllowed, Stale, WrongMoment
from bot.tables.votes import END, PAUSE, REOPEN, RESUME
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.core.decisions import PASS
from storage import Status, Storage

from .test_tables import ANN, BOB, CHANNEL, EVE, begun, clock, lobby, mover, play_first, play_until, store, tables

__all__ = ["clock", "store", "tables"]
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
USERS = {"P1": ANN, "P2": BOB, "P3": EVE}


@asynccontextmanager
async def waiting(tables: Tables) -> AsyncIterator[Alarm]:
    """The tables with what waits at them looked after."""
    alarm = alarm_for(tables, Computers(tables))
    await alarm.start()
    try:
        await alarm.idle()
        yield alarm
    finally:
        await alarm.stop()


async def later(alarm: Alarm, clock: MovedClock, *by: timedelta) -> None:
    for step in by:
        clock.advance(step)
        await alarm.idle()


async def three(tables: Tables, pace: str = "day") -> Table:
    """A table of three at its first private round."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={"pace": pace})
    for user, name in ((BOB, "Bob"), (EVE, "Eve")):
        await tables.lobby.join(table.id, user, name)
    return await play_until(tables, await tables.lobby.start(table.id, ANN), "research")


async def test_when_the_time_is_over_a_computer_player_makes_that_one_move(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        seat, user, number = mover(table)
        assert {each: left.until for each, left in table.deadlines.items()} == {seat: clock.now() + DAY}
        await later(alarm, clock, DAY - MINUTE)
        assert (await tables.look(table.id)).sequence == 0
        await later(alarm, clock, MINUTE)
        table = await tables.look(table.id)
        assert table.sequence == 1
        [entry] = await tables.store.moves.entries(table.id)
        assert (entry.seat, entry.user_id, entry.policy, entry.question) == (seat, None, "late", number)
        words, events = table.kit.words, table.context.events_since(seat)
        assert f"The time of {table.named(seat)} was up" in " ".join(news.log(words, events, table.names))
        assert "Your time was up" in " ".join(news.told(words, events, table.names, seat))
        [(asked, left)] = table.deadlines.items()
        assert left.until == clock.now() + DAY
        with pytest.raises(Stale, match="Your time"):
            await tables.moves.play(table.id, user, "pass", question=number)
        assert asked in table.questions


async def test_it_passes_where_it_can_and_never_casts(tables: Tables, clock: MovedClock) -> None:
    """A whole game that nobody plays: each move is a pass where there was one."""
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="12h")
        kinds = set[str]()
        while table.status is Status.RUNNING:
            seat = next(iter(table.questions))
            decision, before = table.playing.pending[seat], table.sequence
            kinds.add(decision.kind)
            await later(alarm, clock, 12 * HOUR)
            table = await tables.look(table.id)
            made = [each for each in await tables.store.moves.entries(table.id, after=before) if each.seat == seat]
            assert (made[0].token == PASS) == (PASS in decision.tokens)
            assert len(made) == 1 or decision.private
            assert "cast" not in {event.kind for event in table.context.events_since(None)}
        assert {"assign", "cast", "research"} <= kinds
        assert table.status is Status.OVER
        assert not table.deadlines
        assert await tables.store.timers.of_game(table.id) == ()


async def test_without_a_pace_nobody_is_hurried(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables)
        assert not table.deadlines
        await later(alarm, clock, 400 * DAY)
        assert (await tables.look(table.id)).sequence == 0


async def test_each_answer_has_its_time_and_what_others_do_changes_nobody_s(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables)
        start = clock.now()
        assert {left.until - start for left in table.deadlines.values()} == {DAY}
        await later(alarm, clock, HOUR)
        table = (await tables.moves.play(table.id, BOB, "pass")).table
        assert {seat: left.until - start for seat, left in table.deadlines.items()} == {"P1": DAY, "P3": DAY}
        await later(alarm, clock, 23 * HOUR)
        table = await tables.look(table.id)
        assert not table.in_secret
        assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}


async def test_in_a_private_round_all_that_a_seat_is_asked_is_answered_and_told_once(
    tables: Tables, clock: MovedClock
) -> None:
    """Others see the time and no more: neither what was chosen for somebody, nor how often they were asked."""
    async with waiting(tables) as alarm:
        table = await three(tables)
        state = table.playing.to_dict()  # a full hand that keeps a card is asked once more, for what it discards
        hand, library = state["players"]["P1"]["hand"], state["library"]
        while len(hand) < HAND_LIMIT:
            hand.append(library.pop())
        state["players"]["P1"]["hand"] = list(in_order(hand))
        tables.cache.put(table := replace(table, game=Game.from_dict(state)))
        keeps = next(token for token in table.playing.legal("P1") if token != PASS)
        before = (await tables.moves.play(table.id, ANN, keeps)).table
        assert "P1" in before.questions
        await later(alarm, clock, DAY)
        table = await tables.look(table.id)
        assert not table.in_secret
        news_told = [event for event in table.context.events_since(None) if news.of_table(event)]
        assert sorted(event.data["seat"] for event in news_told) == ["P1", "P2", "P3"]
        assert before.deadlines["P1"] == before.deadlines["P2"]


async def test_what_was_chosen_in_secret_for_somebody_cannot_be_taken_back(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables)
        await later(alarm, clock, HOUR)
        await tables.moves.play(table.id, BOB, "pass")
        table = (await tables.moves.undo(table.id, BOB)).table
        await later(alarm, clock, 23 * HOUR)
        table = await tables.look(table.id)
        assert list(table.waiting) == ["P2"]
        for seat in ("P1", "P3"):
            with pytest.raises(WrongMoment):
                await tables.moves.undo(table.id, USERS[seat])
        tables.cache.clear()
        assert not (await tables.look(table.id)).can_undo("P1")
        assert (await tables.look(table.id)).context.missed == {"P1": 1, "P3": 1}
        table = (await tables.moves.play(table.id, BOB, "pass")).table
        assert not table.in_secret


async def test_a_move_by_the_clock_ends_what_could_be_taken_back_and_is_nobody_s_to_take_back(
    tables: Tables, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        table = await play_first(tables, await begun(tables, pace="day"))
        first = next(seat for seat in ("P1", "P2") if table.can_undo(seat))
        await later(alarm, clock, DAY)
        table = await tables.look(table.id)
        assert not any(table.can_undo(seat) for seat in ("P1", "P2"))
        with pytest.raises(WrongMoment):
            await tables.moves.undo(table.id, USERS[first])


async def test_who_takes_a_move_back_has_time_anew_and_the_others_none(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        seat, user, _ = mover(table)
        await later(alarm, clock, HOUR)
        await play_first(tables, table)
        await later(alarm, clock, HOUR)
        table = (await tables.moves.undo(table.id, user)).table
        assert {each: left.until for each, left in table.deadlines.items()} == {seat: clock.now() + DAY}
        rows = await tables.store.timers.of_game(table.id)
        assert {row.about.split()[0] for row in rows} == {seat}
        assert [row.due_at for row in rows if row.kind == "deadline"] == [clock.now() + DAY]


@pytest.mark.parametrize("first", ["click", "clock"])
async def test_a_click_at_the_same_moment_wins_or_is_told(tables: Tables, clock: MovedClock, first: str) -> None:
    computers = Computers(tables)
    table = await begun(tables, pace="day")
    seat, user, number = mover(table)
    token = table.playing.legal(seat)[0]
    clock.advance(DAY)
    late = await computers.cautious(table, seat)
    click = tables.moves.play(table.id, user, token, question=number, interaction_id=7)
    ours = tables.moves.play_late(table.id, seat, number, late)
    pair = (click, ours) if first == "click" else (ours, click)
    one, other = await asyncio.gather(*map(asyncio.ensure_future, pair), return_exceptions=True)
    assert not isinstance(one, BaseException)
    assert isinstance(other, Stale)
    if first == "clock":
        assert "Your time was up" in other.text
    [entry] = await tables.store.moves.entries(table.id)
    assert (entry.user_id, entry.policy) == ((user, None) if first == "click" else (None, "late"))


async def test_the_person_goes_on_with_the_next_question_and_is_counted_present(
    tables: Tables, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        while table.context.missed.get("P1", 0) < 2:
            if "P1" in table.questions:
                await later(alarm, clock, DAY)
                table = await tables.look(table.id)
            else:
                table = await play_first(tables, table)
        while "P1" not in table.questions:
            table = await play_first(tables, table)
        table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
        assert "P1" not in table.context.missed


async def test_passing_ahead_makes_nobody_present(tables: Tables, clock: MovedClock) -> None:
    table = await play_until(tables, await begun(tables, pace="three-days"), "cast")
    seat, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, True)
    tables.cache.put(table := replace(table, context=table.context.late(seat)))
    clock.advance(HOUR)
    await tables.moves.pass_due(table.id, seat)
    after = await tables.look(table.id)
    assert after.sequence == table.sequence + 1
    assert after.context.missed == {seat: 1}


async def test_who_passes_ahead_is_never_late(store: Storage, clock: MovedClock) -> None:
    """Not even where the time is over before they would have passed: others would know that they did not choose."""
    tables = Tables(store, clock=clock, seed="tables", delay=lambda *_: HOUR)
    async with waiting(tables) as alarm:
        table = await play_until(tables, await begun(tables, pace="10m"), "cast")
        seat, user, _ = mover(table)
        table = await tables.moves.pass_ahead(table.id, user, True)
        await later(alarm, clock, 10 * MINUTE)
        after = await tables.look(table.id)
        [entry] = await tables.store.moves.entries(table.id, after=table.sequence)
        assert (entry.seat, entry.user_id, entry.policy, entry.token) == (seat, user, None, PASS)
        assert not after.context.missed
        assert not any(news.of_table(event) for event in after.context.events_since(None))


async def test_the_host_gives_everybody_time_anew(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables)
        await later(alarm, clock, 20 * HOUR)
        with pytest.raises(NotAllowed):
            await tables.lobby.set_pace(table.id, BOB, "three-days")
        table = await tables.lobby.set_pace(table.id, ANN, "2 days")
        assert {left.until for left in table.deadlines.values()} == {clock.now() + 2 * DAY}
        assert table.row.pace == "2d"
        tables.cache.clear()
        assert (await tables.look(table.id)).deadlines == table.deadlines
        assert "The pace is now 2 days a move" in " ".join(
            news.log(table.kit.words, table.context.events_since(None), table.names)
        )
        sequence = table.sequence
        await later(alarm, clock, 47 * HOUR)
        assert (await tables.look(table.id)).sequence == sequence
        await later(alarm, clock, HOUR)
        assert (await tables.look(table.id)).sequence == sequence + 3
        table = await tables.lobby.set_pace(table.id, ANN, "none")
        assert not table.deadlines
        assert await tables.store.timers.of_game(table.id) == ()


@pytest.mark.parametrize(("stop", "go_on"), [(PAUSE, RESUME), (END, REOPEN)])
async def test_while_a_game_rests_nobody_s_time_runs_and_then_all_have_it_whole(
    tables: Tables, clock: MovedClock, stop: str, go_on: str
) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        await later(alarm, clock, 20 * HOUR)
        await tables.decisions.decide(table.id, stop, Decider(ANN))
        await later(alarm, clock, 5 * HOUR, 5 * DAY)
        assert (await tables.look(table.id)).sequence == 0
        await tables.decisions.decide(table.id, go_on, Decider(ANN))
        table = await tables.look(table.id)
        assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}
        await later(alarm, clock, DAY - MINUTE)
        assert (await tables.look(table.id)).sequence == 0
        await later(alarm, clock, MINUTE)
        assert (await tables.look(table.id)).sequence == 1


async def test_a_live_game_without_anybody_there_becomes_one_of_days(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="live")
        moves = 0
        while table.row.pace == "live":
            await later(alarm, clock, 5 * MINUTE)
            table, moves = await tables.look(table.id), moves + 1
            assert moves < 20
        assert table.context.missed == {"P1": 2, "P2": 2}
        assert table.row.pace == "day"
        assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}
        assert "Nobody has answered" in " ".join(
            news.log(table.kit.words, table.context.events_since(None), table.names)
        )
        tables.cache.clear()
        assert (await tables.look(table.id)).row.pace == "day"


async def test_a_live_game_in_which_somebody_answers_stays_live(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="live")
        for _ in range(12):
            if "P1" in table.questions:
                await later(alarm, clock, 5 * MINUTE)
                table = await tables.look(table.id)
            else:
                table = await play_first(tables, table)
        assert table.row.pace == "live"
        assert table.context.missed["P1"] > 2


async def test_a_computer_player_has_no_deadline(tables: Tables, clock: MovedClock) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={"pace": "day"}, computers=1)
    table = await tables.lobby.start(table.id, ANN)
    while "P2" not in table.questions:
        table = await play_first(tables, table)
    assert "P2" not in table.deadlines


async def test_a_computer_player_who_takes_a_seat_is_not_hurried_and_who_takes_it_back_has_a_whole_time(
    tables: Tables, clock: MovedClock
) -> None:
    table = await begun(tables, pace="day")
    while "P2" not in table.questions:
        table = await play_first(tables, table)
    clock.advance(20 * HOUR)
    table = await tables.hands.leave(table.id, BOB)
    assert (table.deadlines, await tables.store.timers.of_game(table.id)) == ({}, ())
    table = await tables.hands.take_back(table.id, BOB, "Bob")
    assert {seat: left.until for seat, left in table.deadlines.items()} == {"P2": clock.now() + DAY}
    assert {row.about for row in await tables.store.timers.of_game(table.id) if row.kind == "deadline"} == {"P2"}


async def test_a_row_that_cannot_be_read_or_is_lost_gives_a_whole_time_anew(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    for damage in ("UPDATE timers SET due_at = 'soon'", "DELETE FROM timers"):
        table = await begun(tables, pace="day") if damage.startswith("U") else await tables.active_in(CHANNEL)
        with closing(sqlite3.connect(store.path)) as raw, raw:
            raw.execute("PRAGMA ignore_check_constraints = ON")
            raw.execute(damage)
        clock.advance(HOUR)
        again = Tables(store, clock=clock)
        async with waiting(again):
            table = await again.look(table.id)
            assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}
            assert table.sequence == 0
        tables.cache.clear()


async def test_a_row_that_is_damaged_while_the_bot_is_there_does_no_harm(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        with closing(sqlite3.connect(store.path)) as raw, raw:
            raw.execute("PRAGMA ignore_check_constraints = ON")
            raw.execute("UPDATE timers SET due_at = 'soon'")
        await later(alarm, clock, HOUR)
        table = await tables.look(table.id)
        assert (table.sequence, {left.until for left in table.deadlines.values()}) == (0, {clock.now() + DAY})
        await later(alarm, clock, DAY)
        assert (await tables.look(table.id)).sequence == 1


@pytest.mark.parametrize(
    ("pace", "left", "away", "rest"),
    [
        ("day", DAY, timedelta(weeks=1), 2.4 * HOUR),
        ("day", 30 * MINUTE, timedelta(weeks=1), 30 * MINUTE),
        ("three-days", 3 * DAY, timedelta(weeks=1), 7.2 * HOUR),
        ("12h", 12 * HOUR, timedelta(weeks=1), 1.2 * HOUR),
        ("live", 5 * MINUTE, timedelta(weeks=1), 5 * MINUTE),
        ("day", DAY, 22 * HOUR, 2.4 * HOUR),
        ("day", DAY, HOUR, 23 * HOUR),
        ("day", 5 * MINUTE, MINUTE, 5 * MINUTE),
    ],
)
async def test_after_a_downtime_there_is_a_fair_rest(
    tables: Tables, store: Storage, clock: MovedClock, pace: str, left: timedelta, away: timedelta, rest: timedelta
) -> None:
    """An hour or a tenth of the pace, whichever is more; but not more than was left when the bot went."""
    async with waiting(tables) as alarm:
        table = await begun(tables, pace=pace)
        whole = table.pace
        assert whole is not None
        await later(alarm, clock, whole - left)
    clock.advance(away)
    again = Tables(store, clock=clock)
    async with waiting(again) as alarm:
        table = await again.look(table.id)
        assert table.sequence == 0
        assert {each.until - clock.now() for each in table.deadlines.values()} == {rest}
        await later(alarm, clock, rest - timedelta(seconds=1))
        assert (await again.look(table.id)).sequence == 0
        await later(alarm, clock, timedelta(seconds=1))
        assert (await again.look(table.id)).sequence == 1


async def test_starts_in_a_row_give_no_time_for_ever(tables: Tables, store: Storage, clock: MovedClock) -> None:
    """A bot that is started anew every half hour still moves on."""
    table = await begun(tables, pace="day")
    for _ in range(52):
        again = Tables(store, clock=clock)
        async with waiting(again) as alarm:
            await later(alarm, clock, HOUR / 2)
        clock.advance(MINUTE)
    assert (await again.look(table.id)).sequence == 1


async def test_two_deadlines_at_two_tables_at_the_same_moment(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        games = [await begun(tables, channel=channel, pace="day") for channel in (CHANNEL, CHANNEL + 1)]
        await later(alarm, clock, DAY)
        assert [(await tables.look(game.id)).sequence for game in games] == [1, 1]


async def test_a_lobby_has_no_deadline_and_keeps_its_pace(tables: Tables) -> None:
    table = await tables.lobby.set_pace((await lobby(tables)).id, ANN, "2 days")
    assert (table.row.pace, table.deadlines, table.status) == ("2d", {}, Status.LOBBY)
