"""A cached table is what storage holds of it, whatever is done at the same time, cancelled in the middle or cut off
from the database; and every open vote, offer, deadline and seal has its timer, and no other has.

``pytest tests/bot/core/test_tables_at_once.py --playouts 2000`` tries that with more seeds.
"""

from __future__ import annotations

import asyncio
import json
from asyncio import Task
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from bot.clock import MovedClock
from bot.tables import Refusal, Table, Tables
from bot.tables.cache import revived
from bot.tables.people import CHOICES
from bot.tables.planning.passing import automatic
from bot.tables.side import to_side
from bot.tables.waiting import timing
from storage import DatabaseAway, Status, Storage
from storage.database import Database, Transaction
from tests.bot.waiting import START
from tests.databases import empty

from .acts import PEOPLE, World, act

T = TypeVar("T")
Tasks = list[Task[None]]
Disturbance = Callable[[Tasks, Random], Awaitable[None]]

_STEPS = 150
"""How often one to three people act at the same time, after which everything is compared."""
_PLAYOUTS = 48
"""How many of `--playouts` make one seed for each disturbance."""
_CHUNKS = 3
_SOON, _LATER = 2, 600
"""Seconds that automatic answers take: less, or more, than the least by which the clock is moved on."""

_run = Database.run


async def undisturbed(tasks: Tasks, rng: Random) -> None:
    """Let them all come to their end."""


async def cancelled(tasks: Tasks, rng: Random) -> None:
    """Cancel some of them while a transaction of theirs is carried out, or while they wait for another's."""

    async def run(database: Database, begin: str, work: Callable[[Transaction], T]) -> T:
        if rng.random() < 0.1:
            asyncio.get_running_loop().call_soon(rng.choice(tasks).cancel)
        return await _run(database, begin, work)

    await finish(tasks, run)


async def cut_off(tasks: Tasks, rng: Random) -> None:
    """Let some of their transactions fail before they begin, and some after they were committed."""

    async def run(database: Database, begin: str, work: Callable[[Transaction], T]) -> T:
        if rng.random() < 0.03:
            raise DatabaseAway("it has not begun")
        result = await _run(database, begin, work)
        if rng.random() < 0.06:
            raise DatabaseAway("it is stored, but nobody was told")
        return result

    await finish(tasks, run)


async def finish(tasks: Tasks, run: Callable[..., Awaitable[object]]) -> None:
    """Wait until they have all ended; meanwhile transactions are carried out by `run`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "run", run)
        await asyncio.wait(tasks)


@pytest.mark.parametrize("chunk", range(_CHUNKS))
@pytest.mark.parametrize("disturb", [undisturbed, cancelled, cut_off])
async def test_a_cached_table_is_what_storage_holds(
    disturb: Disturbance, chunk: int, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    for seed in range(chunk, pytestconfig.getoption("--playouts") // _PLAYOUTS, _CHUNKS):
        clock = MovedClock(START)
        async with await Storage.open(await empty(tmp_path / f"{seed}.sqlite3"), now=clock.now) as store:
            await play(seed, disturb, store, clock)


async def play(seed: int, disturb: Disturbance, store: Storage, clock: MovedClock) -> None:
    """Let people act at tables of this storage. Whatever they do is done or refused, unless it is disturbed."""
    rng, delays = Random(seed), Random(seed)
    tables = Tables(
        store, clock=clock, seed=str(seed), delay=lambda *_: timedelta(seconds=delays.choice([_SOON, _LATER]))
    )
    world = World(tables, clock)
    for step in range(_STEPS):
        when = f"seed {seed}, step {step}"
        acting = [act(world, Random(rng.random())) for _ in range(rng.choice([1, 1, 2, 3]))]
        tasks = [asyncio.create_task(each) for each in acting]
        await disturb(tasks, rng)
        for problem in await asyncio.gather(*tasks, return_exceptions=True):
            if problem is not None and not isinstance(problem, Refusal | asyncio.CancelledError | DatabaseAway):
                problem.add_note(when)
                raise problem
        await require_agreement(world, when)


async def require_agreement(world: World, when: str) -> None:
    """Compare all that is cached with storage, and what waits with its timers."""
    store, tables = world.tables.store, world.tables
    world.found(*(row.id for row in await store.games.active()))
    for game in world.games:
        stored, cached = revived(await store.games.load(game)), tables.cache.known(game)
        assert not stored.damaged, when
        if cached is not None:
            assert compared(cached) == compared(stored), when
        topics = await store.votes.topics(game)
        store.votes.reread()
        assert topics == await store.votes.topics(game), when
        await require_timers(store, stored, topics, when)
    for user in PEOPLE:
        usual = {name: values[0] for name, values in CHOICES.items()}
        assert await tables.people.settings(user) == {**usual, **await store.players.settings(user)}, when


def compared(table: Table) -> dict[str, Any]:
    """Return all parts of a table that must be equal. What tells of its messages alone may be written later, and nobody
    waits for anybody at a table that is over for good."""
    parts = {each.name: getattr(table, each.name) for each in fields(table) if each.compare}
    ended = not table.status.is_active and table.row.sealed_at is None
    return parts | {
        "row": replace(table.row, updated_at=table.row.created_at, settled=False),
        "game": as_stored(table.position) if table.game is not None else None,
        "context": (as_stored(to_side(table.context)), dict(table.context.due)),
        "questions": {seat: question.number for seat, question in table.questions.items()},
        "hours": None if ended else table.hours,
    }


def as_stored(data: object) -> object:
    """Return the data as it comes back from JSON, which has no tuples."""
    return json.loads(json.dumps(data))


async def require_timers(store: Storage, table: Table, topics: tuple[str, ...], when: str) -> None:
    """Check that exactly what is open at the table has its timer."""
    found: dict[str, set[str]] = {}
    for timer in await store.timers.of_game(table.id):
        found.setdefault(timer.kind, set()).add(timer.about)
    ballots = [(about, each) for about in topics for each in await store.votes.of_game(table.id, about)]
    reopens = table.status is Status.CLOSED and table.row.sealed_at is not None
    wanted = {
        timing.LOBBY: {""} if table.status is Status.LOBBY else set(),
        timing.SEAL: {""} if reopens else set(),
        timing.OFFER: {*table.offers},
        timing.VOTE: {timing.vote(about, ballot.user_id) for about, ballot in ballots},
    }
    assert {kind: found.get(kind, set()) for kind in wanted} == wanted, when
    if table.status is not Status.RUNNING:
        assert not found.keys() & {timing.CALL, timing.DEADLINE, timing.REMINDER, timing.PASSES}, when
        return
    assert table.row.host_id is not None, when
    if table.paused:
        return  # its timers wait with it: all are set anew when it goes on
    assert table.pace is None or {*table.deadlines} == {*table.hurried}, when
    assert table.held.keys() <= table.waiting.keys(), when
    assert {about.split()[0] for about in found.get(timing.REMINDER, ())} <= table.deadlines.keys(), when
    assert table.context.due.keys() == {
        seat for seat in table.questions if automatic(table.kit, table.context, table.playing, seat) is not None
    }, when
