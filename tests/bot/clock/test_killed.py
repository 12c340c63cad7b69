"""Kill the bot (`kill -9`) at each kind of timer, after each transaction in turn: it takes effect once, and is never
lost."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.handovers import OFFERED
from bot.tables.rests import REOPENS
from bot.tables.votes import LAPSES
from bot.tables.waiting.calling import PATIENCE
from bot.tables.waiting.hours import HOLIDAY, ZONE
from game.core.words import ATTACK
from storage import Status, Storage
from storage.topics import END, Change, replacing
from tests.bot.waiting import waiting

from ..core.tables import ANN, BOB, EVE, begun, lobby, mover, play_until
from .killed import DELAY, hand_over

START = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)
_AT_MOST = 20
_KILLED = -9
Prepare = Callable[[Tables], Awaitable[Table]]
Check = Callable[[Tables, Table], Awaitable[None]]


async def a_pass(tables: Tables) -> Table:
    table = await play_until(tables, await begun(tables), "cast")
    _, user, number = mover(table)
    await tables.moves.pass_ahead(table.id, ANN if user == BOB else BOB, ATTACK)
    return (await tables.moves.play(table.id, user, "pass", question=number)).table


async def a_plan(tables: Tables) -> Table:
    table = await play_until(tables, await begun(tables), "assign")
    _, user, number = mover(table)
    for token in ("diamond.1x3", "onyx.1x3"):
        await tables.plans.add(table.id, ANN if user == BOB else BOB, token)
    return (await tables.moves.play(table.id, user, "topaz.1x2", question=number)).table


async def went_on_once(tables: Tables, before: Table) -> None:
    """Assert that the plan's first step was made, and its second is still to come."""
    table = await tables.look(before.id)
    assert table.sequence == before.sequence + 1
    [plan] = table.context.plans.values()
    assert [[wish.token for wish in step] for step in plan] == [["onyx.1x3"]]


async def passed_once(tables: Tables, before: Table) -> None:
    assert (await tables.look(before.id)).sequence == before.sequence + 1


async def closed(tables: Tables, before: Table) -> None:
    assert (await tables.look(before.id)).status is Status.CLOSED


async def a_deadline(tables: Tables) -> Table:
    return await begun(tables, pace="day")


async def a_call(tables: Tables) -> Table:
    table = await begun(tables, pace="day")
    assert {*table.held} == {*table.questions}
    return table


async def called_once(tables: Tables, before: Table) -> None:
    assert not (await tables.look(before.id)).held


async def a_reminder(tables: Tables) -> Table:
    table = await begun(tables, pace="day")
    await tables.moves.nudge(table.id)
    return table


async def moved_once(tables: Tables, before: Table) -> None:
    table = await tables.look(before.id)
    assert table.sequence == 1
    [(seat, left)] = table.deadlines.items()
    assert seat in table.questions
    assert left.until > START + 2 * DAY


async def reminded_once(tables: Tables, before: Table) -> None:
    assert [left.reminded for left in (await tables.look(before.id)).deadlines.values()] == [1]


async def a_vote(tables: Tables) -> Table:
    table = await begun(tables)
    await tables.decisions.decide(table.id, END, Decider(BOB))
    return table


async def an_offer(tables: Tables) -> Table:
    table = await begun(tables)
    await tables.decisions.decide(table.id, replacing(Change("P2", EVE)), Decider(ANN, gone=BOB))
    return await tables.look(table.id)


async def offered_no_more(tables: Tables, before: Table) -> None:
    table = await tables.look(before.id)
    assert table.offers == {}
    assert table.seat("P2").user_id == BOB


async def an_end(tables: Tables) -> Table:
    return await tables.lobby.end((await begun(tables)).id, Actor(ANN))


async def sealed(tables: Tables, before: Table) -> None:
    table = await tables.look(before.id)
    assert (table.status, table.row.sealed_at) == (Status.CLOSED, None)


async def forgotten(tables: Tables, before: Table) -> None:
    assert await tables.store.votes.topics(before.id) == ()
    assert (await tables.look(before.id)).status is Status.RUNNING


KINDS: dict[str, tuple[Prepare, Check, timedelta]] = {
    "pass": (a_pass, passed_once, DELAY),
    "plan": (a_plan, went_on_once, DELAY),
    "lobby": (lobby, closed, DAY),
    "vote": (a_vote, forgotten, LAPSES),
    "offer": (an_offer, offered_no_more, OFFERED),
    "seal": (an_end, sealed, REOPENS),
    "deadline": (a_deadline, moved_once, DAY),
    "call": (a_call, called_once, PATIENCE),
    "reminder": (a_reminder, reminded_once, DAY / 2),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_it_happens_once_whenever_the_bot_is_killed(tmp_path: Path, kind: str) -> None:
    prepare, check, after = KINDS[kind]
    clock = MovedClock(START)
    whole = tmp_path / "whole.sqlite3"
    async with await Storage.open(whole, now=clock.now) as store:
        before = await prepare(Tables(store, clock=clock, seed="killed", delay=lambda *_: DELAY))
        row_kind = "pass" if kind == "plan" else kind
        first, *_ = [row for row in await store.timers.of_game(before.id) if row.kind == row_kind]
        assert first.due_at == START + after
    moment = START + after + timedelta(hours=1)
    for database in await killed(whole, moment):
        await hand_over(database, moment, DELAY, timedelta(hours=3))  # a pause that a start adds has passed by then
        async with await Storage.open(database, now=clock.now) as store:
            await check(Tables(store, clock=clock), before)
            assert await store.timers.due(moment + timedelta(hours=4), [row_kind]) == ()


async def test_hours_that_are_set_take_effect_at_each_table_whenever_the_bot_is_killed(tmp_path: Path) -> None:
    """Killed at any statement: once the setting is stored, the next start sees to the deadlines of all the person's
    tables, before it lets any of them pass; and setting it again has the same effect. A holiday is used, since quiet
    hours do not change running deadlines."""
    clock, whole = MovedClock(START), tmp_path / "whole.sqlite3"
    holiday = (START + 2 * DAY).date().isoformat()
    async with await Storage.open(whole, now=clock.now) as store:
        tables = Tables(store, clock=clock, seed="killed")
        asked = [await begun(tables, channel=channel, pace="day") for channel in (5, 6, 7)]
        user = mover(asked[0])[1]
        games = [table.id for table in asked if mover(table)[1] == user]
        await tables.people.set(user, ZONE, "Europe/Berlin")
        before = await left(tables, games)
    seen, some = set[bool](), set[int]()
    copies = await killed(whole, START, str(user), HOLIDAY, holiday)
    for database in copies:
        async with await Storage.open(database, now=clock.now) as store:
            tables = Tables(store, clock=clock)
            is_set = (await tables.people.settings(user)).get(HOLIDAY) == holiday
            some.add(sum(then != now for then, now in zip(before, await left(tables, games), strict=True)))
            async with waiting(tables):
                pass
            after = await left(tables, games)
            assert [then != now for then, now in zip(before, after, strict=True)] == [is_set] * len(games)
            seen.add(is_set)
            await tables.people.set(user, HOLIDAY, holiday)
            again = await left(tables, games)
            assert all(time > START + DAY for time in again)
            assert again == after or not is_set
    assert seen == {False, True}
    assert some == {*range(len(games) + 1)}, "it was killed between any two tables"
    assert len(games) > 1


async def left(tables: Tables, games: Sequence[str]) -> list[datetime]:
    """Return the deadline of whoever is waited for at each of these tables."""
    found = [await tables.look(game) for game in games]
    return [deadline.until for table in found for deadline in table.deadlines.values()]


async def killed(whole: Path, moment: datetime, *change: str) -> list[Path]:
    """Return copies of the database, each after a kill one transaction later than in the one before; the last has no
    kill."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bot.clock.killed"),
        *(str(whole), moment.isoformat(), str(_AT_MOST), *change),
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    *before, last = map(int, said.split())
    assert last == 0, "it never ends"
    assert len(before) > 1
    assert {*before} == {_KILLED}
    return [whole.with_name(f"{commits}.sqlite3") for commits in range(len(before) + 1)]
