"""People's settings, and being forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from storage import Base, Holder, Invitation, Score, StillIn, Storage, Timer, Timing, Written, check, database, sqlite
from storage.connection import READ, WRITE, Row
from storage.database import Transaction
from storage.players import WIPED
from storage.topics import Change, replacing

from .conftest import GUEST, HOST, Clock, Games, dump

SCORES = [Score("P1", 3, 1), Score("P2", 2, 2), Score("P3", 1, 3)]


async def test_settings_change_one_by_one(storage: Storage) -> None:
    assert await storage.players.settings(HOST) == {}
    assert await storage.players.change_settings(HOST, {"ping": "dm", "pass": False}) == {
        "ping": "dm",
        "pass": False,
    }
    await storage.players.change_settings(HOST, {"pass": True})
    assert await storage.players.settings(HOST) == {"ping": "dm", "pass": True}
    assert await storage.players.settings(GUEST) == {}


@pytest.mark.parametrize(("column", "kept"), [("settings", {}), ("updated_at", {"quiet": "22-8"})])
async def test_settings_that_cannot_be_read_are_none_everywhere_and_the_log_says_so_before_they_are_replaced(
    storage: Storage, games: Games, caplog: pytest.LogCaptureFixture, column: str, kept: dict[str, str]
) -> None:
    game_id = await games.running()
    await storage.players.change_settings(HOST, {"quiet": "22-8"})
    await storage._db.run(WRITE, lambda tx: tx.all(f"UPDATE players SET {column} = '{{22-8'"))
    assert await storage.players.settings(HOST) == kept
    assert (await storage.games.load(game_id)).settings == {HOST: kept}
    caplog.clear()
    assert await storage.players.change_settings(HOST, {"turn": "dm"}) == kept | {"turn": "dm"}
    assert [each.getMessage() for each in caplog.records if "settings cannot be read" in each.getMessage()] == (
        [] if kept else ["somebody's settings cannot be read; until they set some anew, they have none"]
    )


async def test_settings_changed_at_once_are_all_kept(storage: Storage) -> None:
    await asyncio.gather(*(storage.players.change_settings(HOST, {f"key{n}": n}) for n in range(5)))
    assert await storage.players.settings(HOST) == {f"key{n}": n for n in range(5)}


async def test_forgetting_goes_through_no_list_of_all_games_and_no_moves_of_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile nobody's move is stored, and there may be a hundred thousand games with millions of moves."""
    asked, every = list[tuple[str, tuple[object, ...]]](), Transaction.all

    def noted(tx: Transaction, sql: str, *parameters: object) -> list[Row]:
        asked.append((sql, parameters))
        return every(tx, sql, *parameters)

    async with await Storage.open(path) as storage:
        with monkeypatch.context() as patched:
            patched.setattr(Transaction, "all", noted)
            await storage.players.forget(HOST, "hours")
        changes = [(sql, parameters) for sql, parameters in asked if not sql.startswith("SELECT")]

        def plans(tx: Transaction) -> dict[str, list[str]]:
            return {
                sql: [step["detail"] for step in every(tx, f"EXPLAIN QUERY PLAN {sql}", *parameters)]
                for sql, parameters in changes
            }

        found = await storage._db.run(READ, plans)
    assert not [sql for sql, steps in found.items() if "SCAN moves" in steps or "SCAN games" in steps[1:]]


async def test_forgetting_leaves_no_trace_in_finished_games(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    await storage.messages.plan(game_id, "research", 1, user_id=HOST)
    kept = await storage.messages.plan(game_id, "research", 1, user_id=GUEST)
    await games.play(game_id, pending={}, scores=SCORES)
    await storage.players.change_settings(HOST, {"ping": "dm"})
    await storage.players.change_settings(GUEST, {"ping": "dm"})

    assert await storage.players.forget(HOST, "hours") == StillIn()

    table = await storage.games.load(game_id)
    assert table.game.host_id is None
    assert [(seat.user_id, seat.policy, seat.name) for seat in table.seats] == [
        (None, None, "P1"),
        (GUEST, None, "Guest"),
        (None, "steady", "Computer"),
    ]
    assert [entry.user_id for entry in await storage.moves.entries(game_id)] == [None, None]
    assert [(result.seat, result.user_id) for result in await storage.games.results(game_id)] == [
        ("P1", None),
        ("P2", GUEST),
        ("P3", None),
    ]
    assert await storage.messages.of_game(game_id) == (kept,)
    assert await storage.players.settings(HOST) == {}
    assert await storage.players.settings(GUEST) == {"ping": "dm"}
    assert check(storage.place) == ()


async def test_whoever_reads_a_file_for_long_holds_up_nobody_who_is_forgotten_and_nothing_of_them_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`adepts doctor` may read for minutes. The log beside the file is emptied when it has ended."""
    monkeypatch.setattr(database, "_WIPE_AGAIN", 0.01)
    log = path.with_name(f"{path.name}-wal")
    async with await Storage.open(path) as storage:
        await storage.players.change_settings(HOST, {"ping": "somebody's own"})
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT 1 FROM players").fetchall()
            began = time.perf_counter()
            await storage.players.forget(HOST, "hours")
            assert time.perf_counter() - began < sqlite.BUSY_SECONDS / 2
            assert b"somebody's own" in log.read_bytes()
        async with asyncio.timeout(30):
            while log.stat().st_size:  # noqa: ASYNC110 - the file alone knows
                await asyncio.sleep(0.01)
        assert b"somebody's own" not in path.read_bytes()


async def test_two_who_are_forgotten_in_one_game_do_not_collide(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await storage.games.close(game_id)
    await storage.players.forget(HOST, "hours")
    await storage.players.forget(GUEST, "hours")
    assert [seat.user_id for seat in (await storage.games.load(game_id)).seats] == [None, None, None]


async def test_a_vote_on_taking_a_game_up_again_goes_with_who_is_forgotten(storage: Storage, games: Games) -> None:
    """So is the timer for its end; other people's votes stay."""
    game_id = await games.running()
    sealed_at = datetime.now(UTC) + timedelta(days=7)
    await storage.games.close(game_id, sealed_at=sealed_at)
    for user_id in (HOST, GUEST):
        lapses = Timing(put=[Timer("vote", f"reopen {user_id}", sealed_at)])
        await storage.votes.cast(game_id, "reopen", user_id, lapses)
    assert await storage.players.forget(GUEST, "hours") == StillIn()
    assert [ballot.user_id for ballot in await storage.votes.of_game(game_id, "reopen")] == [HOST]
    assert [timer.about for timer in await storage.timers.of_game(game_id)] == [f"reopen {HOST}"]
    assert [seat.user_id for seat in (await storage.games.load(game_id)).seats] == [HOST, None, None]


async def test_games_that_go_on_keep_whom_to_ask_and_are_named(storage: Storage, games: Games) -> None:
    running = await games.running(1)
    finished = await games.running(2)
    await storage.games.close(finished)
    assert await storage.players.forget(GUEST, "hours") == StillIn(games=(running,))
    assert (await storage.games.load(running)).seats[1].user_id == GUEST
    assert (await storage.games.load(finished)).seats[1].user_id is None
    assert await storage.players.forget(HOST, "hours") == StillIn(games=(running,))  # once, as player and as host


async def test_a_start_goes_over_the_games_that_show_who_is_forgotten(storage: Storage, games: Games) -> None:
    """Whoever asked for it may not have lived to have their messages updated."""
    running, ended, sealed = [await games.running(channel) for channel in (1, 2, 3)]
    await storage.games.close(ended, sealed_at=datetime.now(UTC) + timedelta(days=7))
    await storage.games.close(sealed)
    await storage.games.settle(sealed)
    for game_id in (running, ended, sealed):
        storage.games.set_told(game_id, True)
    await storage.players.change_settings(4711, {"turn": "dm"})
    assert await storage.games.to_tell() == ()
    await storage.players.forget(4711, "hours")
    assert await storage.games.to_tell() == ()
    await storage.players.forget(GUEST, "hours")
    assert {*await storage.games.to_tell()} == {running, ended}


async def test_a_game_shows_whoever_has_to_do_with_it_and_forgetting_them_changes_nothing_of_anybody_else(
    storage: Storage, games: Games, clock: Clock
) -> None:
    channels = count(1)
    hours = Timer("hours", "", clock.time)

    async def left(user_id: int) -> str:
        """Return a running game in which they had a seat."""
        game_id = await games.running(next(channels))
        for holder in (Holder(user_id, None, "New"), Holder(None, "steady", "Computer")):
            await storage.handovers.change(
                game_id, "P2", holder, games.position(0), expected=0, turn=1, own=True, host_id=HOST
            )
        return game_id

    async def tables_of(user_id: int) -> tuple[set[str], set[str]]:
        """Return the games that show them, and others in which something of them is stored."""
        seated, invited, kicked = [await games.lobby(next(channels)) for _ in range(3)]
        asked, wanted, host, stopped = [await games.running(next(channels)) for _ in range(4)]
        ended, going_on = [await left(user_id) for _ in range(2)]
        for game_id in (seated, kicked):
            await storage.seats.add(game_id, "New", user_id=user_id)
        await storage.seats.remove(kicked, "P2", kicked=True)
        await storage.invitations.add(invited, [Invitation(user_id, "New")])
        await storage.handovers.offer(asked, "P3", user_id)
        await storage.votes.cast(wanted, replacing(Change("P3", user_id)), GUEST)
        await storage.games.set_host(host, user_id)
        await storage.games.pause(stopped, user_id)
        await storage.games.close(ended)
        await storage.players.change_settings(user_id, {"zone": "UTC"}, hours)
        await storage.timers.change(Timing(put=[Timer("offer", "P2", clock.time, {"by": "P1"})]), seated)
        return {seated, invited, asked, wanted, host, stopped, going_on}, {kicked, ended}

    async def stored(*about: object) -> list[tuple[str, tuple[object, ...]]]:
        return [(table, row) for table, row in await dump(storage) if {*map(str, about)} & {*map(str, row)}]

    (shown, _), (theirs, besides) = await tables_of(4711), await tables_of(4712)
    for user_id, there in ((4711, shown), (4712, theirs)):
        assert {game_id for game_id, _ in await storage.players.shown_at(user_id)} == there
    for game_id in shown | theirs | besides:
        storage.games.set_told(game_id, True)
    await storage.players.change_settings(4713, {"turn": "dm"})  # it stores that too
    before = await stored(4712, *theirs, *besides)
    await storage.players.forget(4711, "hours")
    assert await stored(4712, *theirs, *besides) == before
    assert {*await storage.games.to_tell()} & (shown | theirs) == shown
    found = [each for game_id in shown for each in await storage.timers.of_game(game_id)]
    assert {each.kind: each.payload for each in found} == {"hours": WIPED, "offer": {"by": "P1"}}


WHO, NAME = 0x7E57_1D0F_50_4E, "Zaphod Beeblebrox"


def places(path: Path) -> list[str]:
    """Return every trace of the person: rows, and bytes in each of the database's files."""
    traces = (str(WHO), NAME)
    found = []
    with closing(sqlite3.connect(path)) as raw:
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in raw.execute(f'SELECT * FROM "{table}"'):
                found += [f"{table}: {row}" for value in row if any(trace in str(value) for trace in traces)]
    for file in path.parent.glob(f"{path.name}*"):
        content = file.read_bytes()
        # SQLite stores an integer of this size in six bytes, big-endian.
        for trace in (WHO.to_bytes(6, "big"), *(trace.encode() for trace in traces)):
            found += [f"{file.name}: {trace!r}"] * (trace in content)
    return found


async def test_who_is_forgotten_is_nowhere_in_the_database(storage: Storage, games: Games, path: Path) -> None:
    """In games that are over, closed, deleted or still lobbies, and in a tale once it has ended: not in a row, a free
    page or the log."""

    async def table(channel_id: int, host_id: int, host: str) -> str:
        row = await storage.games.create(
            "adepts",
            f"{host}'s table",
            guild_id=7,
            channel_id=channel_id,
            host_id=host_id,
            host_name=host,
            options={},
            pace="none",
        )
        return row.game.id

    async def started(channel_id: int, host_id: int = WHO) -> str:
        game_id = await table(channel_id, host_id, NAME if host_id == WHO else "Host")
        await storage.seats.add(
            game_id, *(("Guest",) if host_id == WHO else (NAME,)), user_id=GUEST if host_id == WHO else WHO
        )
        await storage.moves.start(game_id, games.position(0), {"P1": None})
        await storage.messages.plan(game_id, "research", 1, user_id=WHO)
        await storage.votes.cast(game_id, "end", WHO)
        for _ in range(20):
            await games.play(game_id, user_id=WHO)
        return game_id

    over = await started(1)
    await games.play(over, user_id=WHO, pending={}, scores=[Score("P1", 1, 1), Score("P2", 0, 2)])
    await storage.games.close(await started(2, GUEST))
    await storage.games.delete(await started(3))
    lobby = await table(4, WHO, NAME)
    await storage.seats.add(lobby, "Guest", user_id=GUEST)
    await storage.votes.cast(lobby, "end", WHO)
    await storage.seats.remove(lobby, "P1")
    await storage.games.set_host(lobby, GUEST)
    await storage.players.change_settings(WHO, {"turn": "dm"})
    first = Written(base=Base(0, 1, {}), secret="s", people={"u1": WHO})
    tale = await storage.tales.create("adept", guild_id=7, channel_id=9, first=first)
    assert places(path), "the test sees what is there"

    assert await storage.players.forget(WHO, "hours") == StillIn(tales=(tale.id,))
    assert places(path), "a tale knows who is who until it ends"
    await storage.tales.append(tale.id, Written(entries=[{}], over=True), expected=0)

    assert places(path) == []
    assert [(await storage.games.load(game)).game.name for game in (over, lobby)] == ["Somebody's table"] * 2
    assert check(storage.place) == ()
