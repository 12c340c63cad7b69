"""New deadlines: after a change of pace, a pause, nobody's presence, or a change of a seat's player."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import NotAllowed
from bot.tables.history import news
from bot.tables.waiting.hours import QUIET, ZONE
from storage import Status
from storage.topics import END, PAUSE, REOPEN, RESUME
from tests.bot.acting import events_since
from tests.bot.waiting import DAY, HOUR, MINUTE, later, waiting

from .tables import ANN, BOB, CHANNEL, EVE, begun, lobby, mover, play_first, three


def told(table: Table) -> str:
    """Return the log as everybody can read it."""
    return " ".join(news.lines(table.kit.words, events_since(table.context, None), table.names))


async def test_the_host_gives_everybody_time_anew(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables, pace="day")
        await later(alarm, clock, 20 * HOUR)
        with pytest.raises(NotAllowed):
            await tables.lobby.set_pace(table.id, Actor(BOB), "three-days")
        table = await tables.lobby.set_pace(table.id, Actor(ANN), "2 days")
        assert {left.until for left in table.deadlines.values()} == {clock.now() + 2 * DAY}
        assert table.row.pace == "2d"
        tables.cache.clear()
        assert (await tables.look(table.id)).deadlines == table.deadlines
        assert "Ann changed the pace: it is now 2 days a move; who is asked now has all of that" in told(table)
        sequence = table.sequence
        await later(alarm, clock, 47 * HOUR)
        assert (await tables.look(table.id)).sequence == sequence
        await later(alarm, clock, HOUR)
        assert (await tables.look(table.id)).sequence == sequence + 3
        table = await tables.lobby.set_pace(table.id, Actor(ANN), "none")
        assert not table.deadlines
        assert await tables.store.timers.of_game(table.id) == ()


async def test_a_shorter_pace_takes_nobody_s_time_and_counts_from_the_next_question(
    tables: Tables, clock: MovedClock
) -> None:
    """Nor does it take away quiet hours, which no longer count at the new pace; nor does a longer pace after it."""
    async with waiting(tables) as alarm:
        await tables.people.set(BOB, ZONE, "UTC")
        await tables.people.set(BOB, QUIET, "0-12")
        table = await three(tables, pace="2h")
        before = dict(table.deadlines)
        assert before["P2"].until > before["P1"].until + 10 * HOUR
        for pace in ("1m", "2m"):
            table = await tables.lobby.set_pace(table.id, Actor(ANN), pace)
            assert table.deadlines == before
        assert "Ann changed the pace: it is now 1 minute a move; who is asked now loses no time by it." in told(table)
        assert "You changed the pace" in " ".join(
            news.sentences(table.kit.words, events_since(table.context, "P1"), table.names, "P1")
        )
        await later(alarm, clock, HOUR)
        await tables.moves.play(table.id, BOB, "pass")
        table = (await tables.moves.undo(table.id, BOB)).table
        assert table.deadlines["P2"].until > clock.now() + 10 * HOUR  # an undo asks again with the former time
        for user in (ANN, BOB, EVE):
            table = (await tables.moves.play(table.id, user, "pass")).table
        assert {left.until for left in table.deadlines.values()} == {clock.now() + 2 * MINUTE}


@pytest.mark.parametrize(("stop", "go_on"), [(PAUSE, RESUME), (END, REOPEN)])
@pytest.mark.parametrize("first", ["pace", "rest"])
@pytest.mark.parametrize(("former", "whole"), [("2d", 2 * DAY), ("none", DAY)])
async def test_a_rest_after_or_before_a_shorter_pace_takes_nobody_s_time_either(
    tables: Tables, clock: MovedClock, stop: str, go_on: str, first: str, former: str, whole: timedelta
) -> None:
    """Whoever had no deadline has a day."""
    table = await three(tables, pace=former)
    if first == "pace":
        await tables.lobby.set_pace(table.id, Actor(ANN), "1m")
    await tables.decisions.decide(table.id, stop, Decider(ANN))
    clock.advance(3 * DAY)
    if first == "rest" and stop == PAUSE:
        await tables.lobby.set_pace(table.id, Actor(ANN), "1m")
    await tables.decisions.decide(table.id, go_on, Decider(ANN))
    table = await tables.look(table.id)
    hurried = table.pace is not None  # an ended game keeps its pace, possibly none
    assert {left.until for left in table.deadlines.values()} == ({clock.now() + whole} if hurried else set())


async def test_who_had_no_end_of_time_has_a_day_at_least(tables: Tables, clock: MovedClock) -> None:
    table = await tables.lobby.set_pace((await begun(tables)).id, Actor(ANN), "live")
    assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}
    assert "who is asked now has a day for that" in told(table)
    table = await play_first(tables, table)
    assert {left.until for left in table.deadlines.values()} == {clock.now() + 5 * MINUTE}


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


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize(("stop", "go_on"), [(PAUSE, RESUME), (END, REOPEN)])
async def test_who_takes_a_choice_back_after_a_rest_is_asked_anew(
    tables: Tables, clock: MovedClock, stop: str, go_on: str, secret: bool
) -> None:
    """The rest is no time in which the table has waited for them, and the time is whole as for everybody else."""
    table = await (three if secret else begun)(tables, pace="day")
    seat, user, _ = mover(table)
    clock.advance(23 * HOUR)
    while seat in table.questions:
        table = (await tables.moves.play(table.id, user, table.playing.legal(seat)[0])).table
    await tables.decisions.decide(table.id, stop, Decider(ANN))
    clock.advance(5 * DAY)
    await tables.decisions.decide(table.id, go_on, Decider(ANN))
    clock.advance(HOUR)
    table = (await tables.moves.undo(table.id, user)).table
    assert (table.waiting[seat], table.deadlines[seat].until) == (clock.now(), clock.now() + DAY)


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
        assert "Nobody has answered" in told(table)
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
    table = await tables.lobby.start(table.id, Actor(ANN))
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
    table = await tables.handovers.leave(table.id, BOB)
    assert (table.deadlines, await tables.store.timers.of_game(table.id)) == ({}, ())
    table = await tables.handovers.take_back(table.id, BOB, "Bob")
    assert {seat: left.until for seat, left in table.deadlines.items()} == {"P2": clock.now() + DAY}
    assert {row.about for row in await tables.store.timers.of_game(table.id) if row.kind == "deadline"} == {"P2"}


async def test_a_lobby_has_no_deadline_and_keeps_its_pace(tables: Tables) -> None:
    table = await tables.lobby.set_pace((await lobby(tables)).id, Actor(ANN), "2 days")
    assert (table.row.pace, table.deadlines, table.status) == ("2d", {}, Status.LOBBY)


async def test_the_pace_can_be_set_in_the_moment_in_which_the_game_begins(tables: Tables) -> None:
    table = await lobby(tables)
    async with tables.cache.hold(table.id) as held:
        setting = asyncio.create_task(tables.lobby.set_pace(table.id, Actor(ANN), "2 days"))
        await asyncio.sleep(0)
        await tables.lobby.begin(held)
    table = await setting
    assert (table.row.pace, table.status) == ("2d", Status.RUNNING)
