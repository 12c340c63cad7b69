"""Reminders: at half of the time and shortly before its end, once each, in the way that the person wants to be
called."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.waiting.deadlines import Deadline, changed
from playground import Person
from playground.world.models import Channel
from storage import Storage
from storage.topics import PAUSE
from tests.bot.waiting import DAY, HOUR, MINUTE, START, later, waiting

from .acting import board, by_clicks, forward, letters, mover
from .conftest import Opened, Stage
from .tables import ANN, CHANNEL, begun, play_first


@pytest.mark.parametrize(
    ("length", "half", "late"),
    [
        (3 * DAY, 36 * HOUR, 70 * HOUR),
        (DAY, 12 * HOUR, DAY - 2 * HOUR),
        (10 * HOUR, 5 * HOUR, 9 * HOUR),
        (5 * MINUTE, 2.5 * MINUTE, 4 * MINUTE),
        (2 * MINUTE, MINUTE, None),
        (MINUTE, MINUTE / 2, None),
    ],
)
def test_when_somebody_is_reminded(length: timedelta, half: timedelta, late: timedelta | None) -> None:
    rows = changed({}, {"P1": Deadline(START + length)}, START, {}).put
    found = {each.about: each.due_at - START for each in rows if each.kind == "reminder"}
    assert found == {"P1 half": half} | ({"P1 late": late} if late is not None else {})


def test_who_let_the_last_time_run_out_is_called_and_not_reminded() -> None:
    whole = {"P1": Deadline(START + DAY), "P2": Deadline(START + DAY)}
    rows = changed({}, whole, START, {}, missed={"P1": 1}).put
    assert [each.about for each in rows if each.kind == "reminder"] == ["P2 half", "P2 late"]


def calls(person: Person, channel: Channel, whom: Person) -> list[str]:
    """Return the channel's current mentions of this person."""
    return [message.text for message in person.messages(channel) if f"<@{whom.id}>" in message.text]


async def test_a_mention_comes_anew_at_half_of_the_time_and_shortly_before_the_end(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, table = await mover(stage, game, ann, bob)
    other = bob if asked is ann else ann
    await stage.away()
    [first] = calls(other, channel, asked)
    assert first.startswith(f"It is your move: <@{asked.id}> "), first  # with the question, once
    due = int(next(iter(table.deadlines.values())).until.timestamp())
    assert f"You have time until <t:{due}:f> (<t:{due}:R>)" in first
    seen = [_id(other, channel, asked)]
    for step, comes in ((11, False), (1, True), (9, False), (1, True), (1, False)):
        stage.clock.advance(step * HOUR)
        await stage.quiet()
        [text] = calls(other, channel, asked)
        now = _id(other, channel, asked)
        assert (now != seen[-1]) == comes
        assert ("still your move" in text) == (len(seen) + comes > 1)
        seen += [now] if comes else []
    assert len(seen) == 3
    await by_clicks(asked, channel, random.Random(1))
    await stage.away()
    assert calls(other, channel, asked) == []
    assert "still" not in calls(other, channel, other)[0]


def _id(person: Person, channel: Channel, whom: Person) -> int:
    [message] = [message for message in person.messages(channel) if f"<@{whom.id}>" in message.text]
    return message.id


async def test_a_restart_reminds_nobody_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, _ = await mover(stage, game, ann, bob)
    stage.clock.advance(12 * HOUR)
    await stage.quiet()
    before = _id(ann, channel, asked)
    await stage.restart()
    await stage.quiet()
    assert _id(ann, channel, asked) == before


async def test_a_reminder_that_discord_did_not_take_comes_after_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    before = _id(ann, channel, asked)
    stage.pg.faults.add("status", "POST /channels/*/messages", times=50, status=500)
    stage.clock.advance(12 * HOUR)
    await stage.bot.alarm.idle()
    await stage.stop()
    assert _id(ann, channel, asked) == before
    stage.pg.faults.clear()
    await stage.start()
    await stage.quiet()
    assert _id(ann, channel, asked) != before
    assert "still your move" in calls(ann, channel, asked)[0]


@pytest.mark.parametrize(("wanted", "direct"), [("dm", 3), ("none", 0)])
async def test_who_wants_no_mention_is_reminded_as_they_want(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, wanted: str, direct: int
) -> None:
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", wanted)
    game = await opened(ann, bob, pace="day")
    asked, _ = await mover(stage, game, ann, bob)
    told = set[int]()
    await stage.away()
    for hours in (0, 12, 10, 1):
        stage.clock.advance(hours * HOUR)
        await stage.quiet()
        assert len(letters(asked)) == (direct > 0)
        told |= {message.id for message in letters(asked)}
    assert len(told) == direct
    assert calls(ann, channel, asked) == []


@pytest.mark.parametrize(("wanted", "comes"), [("ping", 3), ("dm", 3), ("none", 1)])
async def test_the_cards_of_a_private_round_come_anew_in_place_of_a_mention(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, wanted: str, comes: int
) -> None:
    """They call, say how much time is left, and remind. All who missed the deadline are then named."""
    await stage.bot.tables.people.set(ann.id, "turn", wanted)
    game = await opened(ann, bob, pace="day")
    table = await forward(stage, game, "research")
    due = int(table.deadlines[table.seat_of(ann.id).seat].until.timestamp())
    await stage.away()
    told = set[int]()
    for hours in (0, 12, 9, 1):
        stage.clock.advance(hours * HOUR)
        await stage.quiet()
        [cards] = ann.messages("DM")
        told |= {cards.id}
        assert f"You have time until <t:{due}:f> (<t:{due}:R>)" in cards.text
        assert cards.buttons
    assert len(told) == comes
    assert calls(bob, channel, ann) == []
    stage.clock.advance(2 * HOUR)
    await stage.quiet()
    shown = (await board(bob, channel)).text
    assert "ann's time was up" in shown
    assert "bob's time was up" in shown


async def test_cards_of_a_former_version_have_called_already(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It did not store which calls they had made: nobody is called again just because the program is newer."""
    game = await opened(ann, bob, pace="day")
    await forward(stage, game, "research")
    await stage.away()
    [before] = ann.messages("DM")
    await stage.stop()
    with closing(sqlite3.connect(stage.settings.storage.path)) as raw, raw:
        for id, shown in raw.execute("SELECT id, shown FROM messages WHERE kind = 'round'").fetchall():
            raw.execute("UPDATE messages SET shown = ? WHERE id = ?", (re.sub(r" \d+!\d+", "", shown), id))
    await stage.start()
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert [each.id for each in ann.messages("DM")] == [before.id]


async def test_after_a_downtime_of_a_week_each_person_is_told_once_at_most(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    """Not once for each reminder that was missed, nor for each table."""
    async with waiting(tables):
        games = [await begun(tables, channel=channel, pace="three-days") for channel in (5, 6, 7)]
        for game in games:
            await tables.moves.nudge(game.id)
    clock.advance(timedelta(weeks=1))
    again = Tables(store, clock=clock)
    async with waiting(again) as alarm:
        looked = [await again.look(game.id) for game in games]
        assert sum(left.reminded for table in looked for left in table.deadlines.values()) == 0
        await later(alarm, clock, 3.6 * HOUR)
        looked = [await again.look(game.id) for game in games]
        assert [left.reminded for table in looked for left in table.deadlines.values()] == [1, 1, 1]
        await later(alarm, clock, 3.5 * HOUR)
        looked = [await again.look(game.id) for game in games]
        assert [left.reminded for table in looked for left in table.deadlines.values()] == [1, 1, 1]


async def test_what_came_due_in_a_short_downtime_is_told_once_at_the_most_urgent_table(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    async with waiting(tables):
        games = [await begun(tables, channel=at, pace=pace) for at, pace in ((5, "three-days"), (6, "2d"), (7, "30d"))]
        for game in games:
            while "P1" not in game.questions:
                game = await play_first(tables, game)
            await tables.moves.nudge(game.id)
    clock.advance(37 * HOUR)
    again = Tables(store, clock=clock)
    async with waiting(again):
        looked = [await again.look(game.id) for game in games]
        told = [(table.row.pace, left.reminded) for table in looked for left in table.deadlines.values()]
        assert told == [("three-days", 0), ("2d", 1), ("30d", 0)]
        assert looked[0].find(ANN) is not None


async def test_what_came_due_at_a_paused_table_takes_no_other_reminder_s_place(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        paused = await begun(tables, channel=5, pace="day")
        await later(alarm, clock, HOUR)
        played = await begun(tables, channel=6, pace="day")
        await later(alarm, clock, 10 * MINUTE)
        await tables.decisions.decide(paused.id, PAUSE, Decider(ANN))
    assert await store.timers.of_game(paused.id) == ()
    clock.advance(14 * HOUR)
    again = Tables(store, clock=clock)
    async with waiting(again):
        assert [left.reminded for left in (await again.look(played.id)).deadlines.values()] == [1]


async def test_a_reminder_that_comes_too_late_is_none(tables: Tables, clock: MovedClock) -> None:
    """It was due at the moment when the seat answered, its time ran out, or the game was ended."""
    table = await begun(tables, pace="day")
    [seat] = table.deadlines
    clock.advance(12 * HOUR)
    table = await play_first(tables, table)
    assert seat not in table.deadlines
    assert await tables.moves.remind(table.id, seat, "half") is None
    [seat] = table.deadlines
    clock.advance(DAY)
    assert await tables.moves.remind(table.id, seat, "late") is None
    assert await tables.look(table.id) == table
    table = await tables.lobby.end((await begun(tables, channel=CHANNEL + 1, pace="day")).id, Actor(ANN))
    for seat in ("P1", "P2"):
        assert await tables.moves.remind(table.id, seat, "half") is None
    assert await tables.look(table.id) == table


@pytest.mark.parametrize(
    ("pace", "call", "steps"),
    [
        ("live", 2 * MINUTE, ((0.5 * MINUTE, 0), (1.5 * MINUTE, 1))),
        ("1m", 0.4 * MINUTE, ((0.1 * MINUTE, 0),)),
    ],
)
async def test_no_reminder_repeats_a_call_that_came_just_before(
    tables: Tables, clock: MovedClock, pace: str, call: timedelta, steps: tuple[tuple[timedelta, int], ...]
) -> None:
    """Within a fifth of the time; a later reminder comes."""
    async with waiting(tables) as alarm:
        table = await begun(tables, pace=pace)
        assert table.held
        await later(alarm, clock, call)
        assert not (await tables.look(table.id)).held
        for step, reminded in steps:
            tables.cache.clear()
            await later(alarm, clock, step)
            [left] = (await tables.look(table.id)).deadlines.values()
            assert left.reminded == reminded
