"""Timers: one row for each thing that waits, set and deleted in the transaction of what causes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from storage import Conflict, DatabaseFailed, Storage, Timer, Timing
from storage.connection import READ
from storage.database import Transaction
from storage.timers import change
from tests.databases import empty

from .conftest import GUEST, HOST, Clock, Games

KINDS = ("tea", "vote")
DAY = timedelta(days=1)


def tea(clock: Clock, about: str = "P1", after: timedelta = DAY, **payload: int) -> Timing:
    return Timing(put=[Timer("tea", about, clock.time + after, payload)])


async def all_of(storage: Storage, game_id: str) -> list[tuple[str, str, timedelta]]:
    now = storage._db._now()
    return [(row.kind, row.about, row.due_at - now) for row in await storage.timers.of_game(game_id)]


async def test_a_move_sets_and_takes_away_what_waits(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    table = await storage.games.load(game_id)
    await storage.moves.append(
        game_id, games.move(table), games.position(1), {"P1": None}, expected=0, timing=tea(clock, cups=2)
    )
    (row,) = (await storage.games.load(game_id)).timers
    assert (row.kind, row.about, row.due_at, row.payload) == ("tea", "P1", clock.time + DAY, {"cups": 2})
    assert (row.game_id, row.damaged) == (game_id, False)
    drop = Timing([("tea", "P1"), ("tea", "P2")], [Timer("tea", "P3", clock.time)])
    await storage.moves.rewrite(game_id, games.position(1), expected=1, timing=drop)
    assert await all_of(storage, game_id) == [("tea", "P3", timedelta())]


async def test_a_change_reads_no_timers_of_other_games(tmp_path: Path, clock: Clock) -> None:
    """Else each move would take the longer, the more games wait."""
    connection = sqlite3.connect(await empty(tmp_path / "many.sqlite3"))
    tx, steps = Transaction(cast(Any, connection)), list[int]()
    connection.set_progress_handler(lambda: steps.append(1), 1)

    def taken() -> int:
        steps.clear()
        change(tx, "ours", tea(clock))
        return len(steps)

    change(tx, "ours", tea(clock))
    alone = taken()
    for number in range(500):
        change(tx, f"other {number}", tea(clock))
    assert taken() < alone + 50
    connection.close()


async def test_a_step_that_is_refused_leaves_what_waits_as_it_is(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    table = await storage.games.load(game_id)
    with pytest.raises(Conflict):
        await storage.moves.append(
            game_id, games.move(table), games.position(1), {"P1": None}, expected=5, timing=tea(clock)
        )
    with pytest.raises(Conflict):
        await storage.moves.rewrite(game_id, games.position(1), expected=5, timing=tea(clock))
    assert await all_of(storage, game_id) == []


async def test_there_is_one_row_for_a_thing_and_setting_it_anew_makes_it_another(
    storage: Storage, games: Games, clock: Clock
) -> None:
    game_id = await games.running()
    await storage.timers.change(tea(clock), game_id)
    (before,) = await storage.timers.of_game(game_id)
    await storage.timers.change(tea(clock, after=2 * DAY), game_id)
    (after,) = await storage.timers.of_game(game_id)
    assert (after.due_at, after.id > before.id) == (clock.time + 2 * DAY, True)
    await storage.timers.done(before)
    await storage.timers.done(before, clock.time)
    assert await all_of(storage, game_id) == [("tea", "P1", 2 * DAY)]
    await storage.timers.done(after)
    assert await all_of(storage, game_id) == []


async def test_what_is_of_no_game_waits_as_well(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    for where in (None, game_id, None):
        await storage.timers.change(tea(clock, "7"), where)
    rows = await storage.timers.due(clock.time + DAY, KINDS)
    assert [(row.game_id, row.about) for row in rows] == [(game_id, "7"), (None, "7")]
    await storage.timers.change(Timing(drop=[("tea", "7")]))
    assert [row.game_id for row in await storage.timers.due(clock.time + DAY, KINDS)] == [game_id]
    with pytest.raises(DatabaseFailed):
        await storage.timers.change(tea(clock), "none")


async def test_what_is_due_and_what_comes_next(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    for hours in (3, 1, 2):
        await storage.timers.change(tea(clock, str(hours), timedelta(hours=hours)), game_id)
    await storage.timers.change(Timing(put=[Timer("coffee", "", clock.time)]), game_id)
    now = clock.time + timedelta(hours=2)
    first, second = await storage.timers.due(now, KINDS)
    assert (first.about, second.about) == ("1", "2")
    assert (await storage.timers.look(now, KINDS, (), 1))[0] == (first,)
    assert await storage.timers.look(now, KINDS, {first.id}, 9) == ((second,), clock.time + timedelta(hours=3))
    assert (await storage.timers.look(clock.time + timedelta(hours=3), KINDS, (), 9))[1] is None
    assert await storage.timers.due(now, []) == ()


async def test_what_waits_in_a_lobby_ends_with_it_and_what_waits_in_a_game_too(
    storage: Storage, games: Games, clock: Clock
) -> None:
    game_id = await games.lobby()
    await storage.timers.change(tea(clock), game_id)
    await storage.seats.add(game_id, "Guest", user_id=GUEST)
    assert len(await storage.timers.of_game(game_id)) == 1
    await storage.moves.start(game_id, games.position(0), {"P1": None}, tea(clock, "P2"))
    assert [about for _, about, _ in await all_of(storage, game_id)] == ["P2"]
    await storage.games.close(game_id)
    assert await storage.timers.of_game(game_id) == ()
    await storage.timers.change(tea(clock), game_id)  # timers may be set after the end
    await storage.games.settle(game_id)
    assert len(await storage.timers.of_game(game_id)) == 1
    await storage.games.delete(game_id)
    assert await storage.timers.due(clock.time + 2 * DAY, KINDS) == ()


async def test_a_vote_takes_its_row_along_however_it_goes(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.lobby()
    await storage.seats.add(game_id, "Guest", user_id=GUEST)

    async def cast(user_id: int, about: str = "end") -> None:
        row = Timer("vote", f"{about} {user_id}", clock.time + DAY)
        await storage.votes.cast(game_id, about, user_id, Timing(put=[row]))

    async def waiting() -> list[str]:
        return [about for _, about, _ in await all_of(storage, game_id)]

    await cast(HOST)
    await cast(GUEST)
    await cast(GUEST, "move:5")
    assert await waiting() == [f"end {HOST}", f"end {GUEST}", f"move:5 {GUEST}"]
    await storage.votes.withdraw(game_id, "end", HOST)
    assert await waiting() == [f"end {GUEST}", f"move:5 {GUEST}"]
    await storage.games.set_channel(game_id, guild_id=7, channel_id=5)
    assert await waiting() == [f"end {GUEST}"]
    await storage.seats.remove(game_id, "P2")
    assert await waiting() == []
    await cast(HOST)
    await storage.moves.start(game_id, games.position(0), {"P1": None}, tea(clock, "P1"))
    assert {*await waiting()} == {"P1", f"end {HOST}"}, "who votes in a lobby votes for a day, also if the game begins"
    await storage.timers.change(Timing([("tea", "P1")]), game_id)
    assert await storage.votes.lapse(game_id, clock.time)
    assert not await storage.votes.lapse(game_id, clock.time)
    assert await waiting() == []


async def test_games_that_are_short_of_time(storage: Storage, games: Games, clock: Clock) -> None:
    """According to their deadlines, and to the settings of their people."""
    made = []
    for channel in (1, 2, 3):
        made.append(await games.running(channel))
        clock.advance(seconds=1)
    for game_id in made:
        await storage.timers.change(Timing(put=[Timer("deadline", "P1", clock.time + DAY)]), game_id)

    async def short(before: datetime | None = clock.time) -> list[str]:
        found = await storage.games.short_of_time("deadline", lambda _: before, ("quiet", "holiday"), "off")
        return [game.id for game in found]

    assert await short() == []
    assert await short(None) == []
    assert await short(clock.time + 2 * DAY) == made
    await storage.timers.change(Timing(put=[Timer("deadline", "P1", clock.time - DAY)]), made[1])
    await storage.timers.change(Timing(drop=[("deadline", "P1")]), made[2])
    assert await short() == made[1:]
    await storage.players.change_settings(HOST, {"turn": "dm", "zone": "UTC"})
    assert await short() == made[1:]
    await storage.players.change_settings(HOST, {"quiet": "22-8"})
    assert await short() == made
    await storage.players.change_settings(HOST, {"quiet": "off"})
    assert await short() == made[1:]
    await storage.players.change_settings(GUEST, {"quiet": "off", "holiday": "2030-01-09"})
    assert await short() == made


async def test_what_waits_beyond_a_moment_is_brought_forward_and_nothing_else(
    storage: Storage, games: Games, clock: Clock
) -> None:
    game_id, ended = await games.running(), await games.running(2)
    await storage.votes.cast(game_id, "end", HOST)
    since = clock.time + timedelta(hours=1)
    for about, hours in (("P1", 1), ("P2", 2), ("P3", 3)):  # P3 comes to where P2 was
        await storage.timers.change(tea(clock, about, timedelta(hours=hours)), game_id)
    await storage.games.close(ended, sealed_at=clock.time + DAY)
    await storage.timers.bring_forward(since, timedelta(hours=1))
    assert await all_of(storage, game_id) == [("tea", each, timedelta(hours=1)) for each in ("P1", "P2")] + [
        ("tea", "P3", timedelta(hours=2))
    ]
    assert (await storage.games.load(ended)).game.sealed_at == clock.time + DAY - timedelta(hours=1)
    [ballot] = await storage.votes.of_game(game_id, "end")
    assert ballot.at == clock.time  # it was cast no later than now
    await storage.timers.bring_forward(clock.time + timedelta(minutes=30), timedelta(hours=1))
    [ballot] = await storage.votes.of_game(game_id, "end")
    assert ballot.at == clock.time - timedelta(hours=1)


async def test_an_index_leads_to_what_is_due_and_to_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many timers there are, none that are due later are read or sorted."""
    asked: list[tuple[str, tuple[object, ...]]] = []
    every = Transaction.all

    def noted(tx: Transaction, sql: str, *parameters: object) -> Any:
        asked.append((sql, parameters))
        return every(tx, sql, *parameters)

    def planned(sql: str, parameters: tuple[object, ...]) -> Callable[[Transaction], Any]:
        return lambda tx: every(tx, f"EXPLAIN QUERY PLAN {sql}", *parameters)

    async with await Storage.open(path) as storage:
        monkeypatch.setattr(Transaction, "all", noted)
        await storage.timers.look(Clock().time, KINDS, (1, 2), 50, False)
        assert len(asked) == 2
        for sql, parameters in asked:
            plan = await storage._db.run(READ, planned(sql, parameters))
            assert [row["detail"][:47] for row in plan] == ["SEARCH timers USING INDEX timers_by_moment (due"]
