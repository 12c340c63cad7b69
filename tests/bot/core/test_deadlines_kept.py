"""Deadlines after damaged data, and after the bot was away: nobody loses time, and nobody gets it endlessly."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.clock import MovedClock, set_right
from bot.tables import Tables
from bot.tables.decisions import Decider
from bot.tables.errors import NoGame
from bot.tables.waiting.hours import HOLIDAY, OFF, QUIET, ZONE
from storage import DatabaseFailed, Storage, StoredTable
from storage.topics import END
from tests.bot.waiting import DAY, HOUR, MINUTE, goes_by, later, waiting

from .tables import ANN, BOB, CHANNEL, begun


async def test_a_row_that_cannot_be_read_or_is_lost_gives_a_whole_time_anew(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    for damage in ("UPDATE timers SET due_at = 'soon'", "DELETE FROM timers"):
        table = await begun(tables, pace="day") if damage.startswith("U") else await tables.active_in(CHANNEL)
        with closing(sqlite3.connect(str(store.place))) as raw, raw:
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
        with closing(sqlite3.connect(str(store.place))) as raw, raw:
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
    """An hour or a tenth of the pace, whichever is longer; but not more than was left when the bot stopped."""
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


async def test_after_a_day_in_which_nothing_could_be_stored_there_is_one_too(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    """Nobody could answer meanwhile, and nobody is told that their time was up."""
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        with closing(sqlite3.connect(str(store.place), isolation_level=None)) as raw:
            raw.execute("CREATE TRIGGER full BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'full'); END")
            await goes_by(alarm, clock, 12 * HOUR, 13 * HOUR)
            raw.execute("DROP TRIGGER full")
        await goes_by(alarm, clock, MINUTE)
        table = await tables.look(table.id)
        assert table.sequence == 0
        assert {each.until - clock.now() for each in table.deadlines.values()} == {2.4 * HOUR}
        await later(alarm, clock, 2.4 * HOUR)
        assert (await tables.look(table.id)).sequence == 1


async def test_a_table_that_fails_takes_nobody_else_s_rest(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with waiting(tables):
        games = [(await begun(tables, channel=channel, pace="day")).id for channel in (CHANNEL, CHANNEL + 1)]
    clock.advance(timedelta(weeks=1))
    load = store.games.load

    async def loaded(game_id: str) -> StoredTable:
        if game_id == games[0]:
            raise DatabaseFailed("nothing of this game can be read")
        return await load(game_id)

    monkeypatch.setattr(store.games, "load", loaded)
    again = Tables(store, clock=clock)
    async with waiting(again):
        table = await again.look(games[1])
        assert {each.until - clock.now() for each in table.deadlines.values()} == {2.4 * HOUR}
    assert "nothing of this game can be read" in caplog.text
    sound = Tables(store, clock=clock)
    monkeypatch.undo()
    assert (await sound.look(games[0])).sequence == 0


async def test_starts_in_a_row_give_no_time_for_ever(tables: Tables, store: Storage, clock: MovedClock) -> None:
    """A bot that is restarted every half hour still makes late moves."""
    table = await begun(tables, pace="day")
    for _ in range(52):
        again = Tables(store, clock=clock)
        async with waiting(again) as alarm:
            await later(alarm, clock, HOUR / 2)
        clock.advance(MINUTE)
    assert (await again.look(table.id)).sequence == 1


async def test_a_start_loads_only_games_of_people_who_have_quiet_hours_or_a_holiday(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other settings do not affect deadlines."""
    table = await begun(tables, pace="three-days")
    loaded, load = list[str](), store.games.load

    async def counted(game_id: str) -> StoredTable:
        loaded.append(game_id)
        return await load(game_id)

    monkeypatch.setattr(store.games, "load", counted)

    async def loads() -> int:
        loaded.clear()
        async with waiting(Tables(store, clock=clock)):
            return len(loaded)

    set_one = tables.people.set
    for name, value in (("turn", "dm"), ("pictures", "words"), (ZONE, "Europe/Berlin")):
        await set_one(ANN, name, value)
    assert await loads() == 0
    await set_one(ANN, QUIET, "22-8")
    assert await loads() == 1
    await set_one(ANN, QUIET, OFF)
    assert await loads() == 0
    await set_one(ANN, HOLIDAY, (clock.now() + DAY).date().isoformat())
    assert await loads() == 1
    await tables.people.forget(ANN)
    assert (await loads(), table.pace) == (0, 3 * DAY)


async def test_a_clock_that_was_a_year_ahead_lets_nobody_wait_for_a_year(
    tables: Tables, store: Storage, clock: MovedClock, caplog: pytest.LogCaptureFixture
) -> None:
    """The clock is right again at the next start: a running game, a lobby and a nudge continue normally."""
    table = await begun(tables, pace="day")
    lobby = await tables.lobby.new(ANN, "ann", guild_id=1, channel_id=CHANNEL + 1, options={})
    async with waiting(tables) as alarm:
        await later(alarm, clock, HOUR)
    right = MovedClock(clock.now() - 365 * DAY)
    for _ in range(2):  # twice, as if the first start had been cut short
        await set_right(store, right)
    assert "was put back" in caplog.text
    again = Tables(store, clock=right)
    async with waiting(again) as alarm:
        left = (await again.look(table.id)).deadlines.values()
        assert {each.until - right.now() for each in left} == {23 * HOUR}
        assert (await again.moves.nudge(table.id))[0]
        await later(alarm, right, 23 * HOUR)
        assert (await again.look(table.id)).sequence == 1
        with pytest.raises(NoGame):
            await again.active_in(lobby.row.channel_id)


async def test_a_clock_that_was_a_year_ahead_lets_no_vote_count_and_no_end_stay_open_for_a_year(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    table = await begun(tables)
    ended = await begun(tables, channel=CHANNEL + 1)
    async with waiting(tables) as alarm:
        await tables.decisions.decide(table.id, END, Decider(BOB))
        await tables.decisions.decide(ended.id, END, Decider(ANN))
        await later(alarm, clock, HOUR)
    right = MovedClock(clock.now() - 365 * DAY)
    for _ in range(2):
        await set_right(store, right)
    again = Tables(store, clock=right)
    async with waiting(again) as alarm:
        [vote] = await again.votes.open_in(await again.look(table.id))
        assert vote.lapses == right.now() + 23 * HOUR
        await later(alarm, right, 23 * HOUR)
        assert await store.votes.topics(table.id) == ()
        await later(alarm, right, 6 * DAY - MINUTE)
        assert (await again.look(ended.id)).row.sealed_at == right.now() + MINUTE
        await later(alarm, right, MINUTE)
        assert (await again.look(ended.id)).row.sealed_at is None


async def test_clocks_that_differ_by_little_move_nothing(tables: Tables, store: Storage, clock: MovedClock) -> None:
    table = await begun(tables, pace="day")
    before = await store.timers.of_game(table.id)
    async with waiting(tables):
        pass
    await set_right(store, MovedClock(clock.now() - 10 * MINUTE))
    assert await store.timers.of_game(table.id) == before
