"""The schema of a file is made, upgraded, or refused."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import storage as package
from storage import CannotOpen, Result, Storage, check, database, sqlite
from storage.database import Database
from storage.schema import migrations

from .conftest import Child, Games


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the real migrations, to which a test adds its own."""
    copy = tmp_path / "migrations"
    shutil.copytree(Path(package.__file__).parent / "migrations", copy)
    return copy


def add(folder: Path, sql: str) -> int:
    number = len(migrations(folder)) + 1
    (folder / f"{number:04}_test.sql").write_text(sql, "utf-8")
    return number


@asynccontextmanager
async def opened(path: Path, folder: Path) -> AsyncIterator[Database]:
    db = await Database.open(path, folder=folder)
    try:
        yield db
    finally:
        await db.close()


async def older(path: Path, folder: Path, number: int, sql: str) -> None:
    """Make a file as of that version, with these rows, and delete the newer migrations from `folder`."""
    for newer in sorted(folder.glob("*.sql"))[number:]:
        newer.unlink()
    async with opened(path, folder):
        pass
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(sql)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("PRAGMA user_version").fetchone()[0])


async def test_a_new_file_is_made_with_the_newest_schema_and_is_durable(storage: Storage, path: Path) -> None:
    def pragmas(tx: database.Transaction) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [tx.only(f"PRAGMA {name}")[0] for name in names]

    assert await storage._db.run("BEGIN", pragmas) == ["wal", 2, 1]
    assert version(path) == len(migrations())
    assert check(storage.place) == ()


async def test_an_older_file_is_brought_up_to_date_with_its_games(path: Path, folder: Path) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
    number = add(
        folder,
        "-- a comment; with a semicolon\n"
        "ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';\n\n"
        "CREATE TABLE extra (a TEXT) STRICT;\n"
        "CREATE TRIGGER more AFTER INSERT ON extra\n"
        "BEGIN\n    DELETE FROM extra;\n    DELETE FROM extra;\nEND;\n"
        "-- the end\n",
    )
    async with opened(path, folder) as db:
        row = await db.run("BEGIN", lambda tx: tx.only("SELECT id, colour FROM games"))
    assert (row["id"], row["colour"], version(path)) == (game_id, "red", number)


async def test_questions_of_a_file_with_one_count_a_game_keep_their_numbers(path: Path, folder: Path) -> None:
    """Version 1 numbered all questions of a game together; new numbers are higher than all of these."""
    await older(
        path,
        folder,
        1,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, next_question, created_at, updated_at)
        VALUES ('g', 'n', 'running', 1, '{}', 'none', 8, '2026-01-01', '2026-01-01');
        INSERT INTO seats (game_id, seat, user_id, name, joined_at)
        VALUES ('g', 'P1', 1, 'a', '2026-01-01'), ('g', 'P2', 2, 'b', '2026-01-01');
        INSERT INTO snapshots (game_id, sequence, ply, version, state, side) VALUES ('g', 0, 0, 1, '{}', '{}');
        INSERT INTO questions (game_id, seat, number, asked_at) VALUES ('g', 'P1', 7, '2026-01-01');
    """,
    )
    async with await Storage.open(path) as storage:
        assert check(storage.place) == ()
        table = await storage.games.load("g")
        assert table.questions["P1"].number == 7
        done = await storage.moves.append(
            "g", Games.move(table, user_id=1), Games.position(1), {"P1": None, "P2": None}, expected=0
        )
        assert done.questions == {"P1": 81, "P2": 82}
        assert check(storage.place) == ()


async def test_computer_players_of_an_older_file_get_their_sign(path: Path, folder: Path) -> None:
    """Version 5 called them "Ada (computer)", which may also be a person's name."""
    await older(
        path,
        folder,
        5,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('g', 'n', 'lobby', 1, '{}', 'none', '2026-01-01', '2026-01-01');
        INSERT INTO seats (game_id, seat, user_id, policy, name, joined_at)
        VALUES ('g', 'P1', 1, NULL, 'Ann (computer)', '2026-01-01'),
               ('g', 'P2', NULL, 'greedy', 'Ada (computer)', '2026-01-01');
    """,
    )
    async with await Storage.open(path) as storage:
        table = await storage.games.load("g")
        assert [seat.name for seat in table.seats] == ["Ann (computer)", "Ada ⌘"]


async def test_the_look_of_an_older_files_tables_is_no_longer_called_board(path: Path, folder: Path) -> None:
    """Version 8 stored how a table's board is shown as `board`."""
    await older(
        path,
        folder,
        8,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('g', 'n', 'lobby', 1, '{"deck":"digital","board":"letters","seats":3}', 'none', '2026-01-01',
                '2026-01-01'),
               ('h', 'n', 'lobby', 2, '{"deck":"digital"}', 'none', '2026-01-01', '2026-01-01');
    """,
    )
    async with await Storage.open(path) as storage:
        options = [(await storage.games.load(game)).game.options for game in "gh"]
        assert options == [{"deck": "digital", "seats": 3, "look": "letters"}, {"deck": "digital"}]


async def test_results_of_an_older_file_keep_what_they_were_made_of(path: Path, folder: Path) -> None:
    """Version 6 knew one game, and stored points and processed mana of its score sheet."""
    await older(
        path,
        folder,
        6,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('g', 'n', 'over', 1, '{"deck": "digital"}', 'none', '2026-01-01', '2026-01-01');
        INSERT INTO seats (game_id, seat, user_id, policy, name, joined_at)
        VALUES ('g', 'P1', 1, NULL, 'Ann', '2026-01-01');
        INSERT INTO results (game_id, seat, user_id, total, processed, rank) VALUES ('g', 'P1', 1, 81, 60, 2);
    """,
    )
    async with await Storage.open(path) as storage:
        game = (await storage.games.load("g")).game
        assert (game.game, game.options) == ("adepts", {"deck": "digital"})
        (result,) = await storage.games.results("g")
        assert result == Result("g", "P1", 1, None, 81, 2, {"processed": 60, "total": 81, "rank": 2})


async def test_private_rounds_of_an_older_file_go_on_under_their_new_name(path: Path, folder: Path) -> None:
    """Version 7 named messages, setting and answers after the first game's rounds; what cannot be read stays."""
    await older(
        path,
        folder,
        7,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('g', 'n', 'running', 1, '{}', 'none', '2026-01-01', '2026-01-01'),
               ('h', 'n', 'running', 2, '{}', 'none', '2026-01-01', '2026-01-01');
        INSERT INTO snapshots (game_id, sequence, ply, version, state, side)
        VALUES ('g', 0, 0, 1, '{}', '{"count": 2, "research": [1, {"ply": 1}, [["P2", "3B"]]]}'),
               ('h', 0, 0, 1, '{}', 'torn');
        INSERT INTO messages (game_id, kind, channel_id, seat, shown)
        VALUES ('g', 'research', 5, 'P1', '3 11'), ('g', 'turn', 1, NULL, '7,8 research-3 abc'),
               ('g', 'board', 1, NULL, '3.research abc');
        INSERT INTO players (user_id, settings, updated_at)
        VALUES (1, '{"research": "channel", "turn": "dm"}', '2026-01-01'), (2, '{"turn": "none"}', '2026-01-01');
    """,
    )
    async with await Storage.open(path) as storage:
        rows = await storage.messages.of_game("g")
        assert [(row.kind, row.shown) for row in rows] == [
            ("round", "3 11"),
            ("turn", "7,8 round-3 abc"),
            ("board", "3.research abc"),
        ]
        assert await storage.players.settings(1) == {"round": "channel", "turn": "dm"}
        assert await storage.players.settings(2) == {"turn": "none"}
        (snapshot,) = [(await storage.games.load("g")).snapshot]
        assert snapshot is not None
        assert snapshot.side == {"count": 2, "round": [1, {"ply": 1}, [["P2", "3B"]]]}
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT side FROM snapshots WHERE game_id = 'h'").fetchone() == (b"torn",)


async def test_what_waited_in_an_older_file_waits_on(path: Path, folder: Path) -> None:
    """Version 9 stored when a lobby was opened and a vote cast, and passes ahead beside the position."""
    await older(
        path,
        folder,
        9,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('l', 'n', 'lobby', 1, '{}', 'day', '2026-02-28T12:00:00.500000+00:00', '2026-01-01'),
               ('g', 'n', 'running', 2, '{}', 'day', '2026-01-01', '2026-01-01'),
               ('x', 'n', 'running', 3, '{}', 'none', '2026-01-01', '2026-01-01'),
               ('y', 'n', 'running', 4, '{}', 'none', '2026-01-01', '2026-01-01'),
               ('o', 'n', 'over', 4, '{}', 'none', '2026-01-01', '2026-01-01');
        INSERT INTO seats (game_id, seat, user_id, name, joined_at) VALUES ('g', 'P2', 2, 'Bob', '2026-01-01');
        INSERT INTO votes (game_id, about, user_id, at)
        VALUES ('g', 'move:77', 2, '2026-03-01T10:00:00.000000+00:00');
        INSERT INTO snapshots (game_id, sequence, ply, version, state, side)
        VALUES ('g', 0, 0, 1, '{}', '{"count": 2, "due": {"P1": "2026-03-01T10:00:07+00:00", "P2": "damaged"}}'),
               ('x', 0, 0, 1, '{}', 'torn'), ('y', 0, 0, 1, '{}', '{"due": "torn"}'),
               ('o', 0, 0, 1, '{}', '{"due": {"P1": "2026-03-01T10:00:07+00:00"}}');
    """,
    )
    async with await Storage.open(path) as storage:
        waiting = await storage.timers.due(datetime(2027, 1, 1, tzinfo=UTC), ["lobby", "vote", "pass"])
        assert [(row.kind, row.game_id, row.about, row.due_at.isoformat()) for row in waiting] == [
            ("pass", "g", "P1", "2026-03-01T10:00:07+00:00"),
            ("lobby", "l", "", "2026-03-01T12:00:00.500000+00:00"),
            ("vote", "g", "move:77 2", "2026-03-02T10:00:00+00:00"),
        ]
        snapshot = (await storage.games.load("g")).snapshot
        assert snapshot is not None
        assert snapshot.side == {"count": 2}


async def test_a_vote_of_an_older_file_that_lost_its_timer_gets_it_back(path: Path, folder: Path) -> None:
    """Before version 26 all timers of a lobby went when its game began, although its votes went on."""
    await older(
        path,
        folder,
        25,
        """
        INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at)
        VALUES ('g', 'n', 'running', 2, '{}', 'none', '2026-01-01', '2026-01-01');
        INSERT INTO seats (game_id, seat, user_id, name, joined_at)
        VALUES ('g', 'P1', 1, 'Ann', '2026-01-01'), ('g', 'P2', 2, 'Bob', '2026-01-01');
        INSERT INTO votes (game_id, about, user_id, at)
        VALUES ('g', 'end', 1, '2026-03-01T10:00:00.000000+00:00'), ('g', 'end', 2, '2026-03-01T11:00:00.000000+00:00');
        INSERT INTO timers (kind, game_id, about, due_at)
        VALUES ('vote', 'g', 'end 2', '2999-01-01T00:00:00.000000+00:00');
    """,
    )
    async with await Storage.open(path) as storage:
        waiting = await storage.timers.of_game("g")
        assert [(row.kind, row.about) for row in waiting] == [("vote", "end 1"), ("vote", "end 2")]
        assert abs(waiting[0].due_at - datetime.now(UTC)) < timedelta(minutes=5), "it is due at once"
        assert waiting[1].due_at.year == 2999, "others keep theirs"


async def test_games_that_are_played_without_deadlines_go_on_so(path: Path, folder: Path) -> None:
    """Before version 15 a pace had no effect; in a lobby people know what it means before they start."""
    rows = ", ".join(
        f"('{status}', 'n', '{status}', {at}, '{{}}', 'day', '2026-01-01', '2026-01-01')"
        for at, status in enumerate(("lobby", "running", "over"))
    )
    await older(
        path,
        folder,
        14,
        f"INSERT INTO games (id, name, status, channel_id, options, pace, created_at, updated_at) VALUES {rows};",
    )
    async with await Storage.open(path) as storage:
        paces = {each: (await storage.games.load(each)).game.pace for each in ("lobby", "running", "over")}
        assert paces == {"lobby": "day", "running": "none", "over": "day"}


async def test_open_votes_of_an_older_file_go_on_and_others_leave_nothing(path: Path, folder: Path) -> None:
    """Version 2 stored votes as texts in `meta`, and never deleted them."""
    for newer in sorted(folder.glob("*.sql"))[2:]:
        newer.unlink()
    async with opened(path, folder):
        pass
    with closing(sqlite3.connect(path)) as raw:
        for game, status, channel in (("run", "running", 1), ("end", "closed", 2), ("none", "running", 3)):
            raw.execute(
                "INSERT INTO games (id, name, status, channel_id, host_id, options, pace, created_at, updated_at)"
                " VALUES (?, 'Ann''s table', ?, ?, 2, '{}', 'none', '2026-01-01', '2026-01-01')",
                (game, status, channel),
            )
            raw.execute(
                "INSERT INTO seats (game_id, seat, user_id, name, joined_at) VALUES (?, 'P1', 1, 'Ann', '2026')",
                (game,),
            )
            raw.execute(
                "INSERT INTO seats (game_id, seat, user_id, name, joined_at) VALUES (?, 'P2', 2, 'Bob', '2026')",
                (game,),
            )
        raw.execute(
            "INSERT INTO meta (key, value) VALUES ('vote:end:run', '[2, 4711]'), ('vote:end:end', '[1]'),"
            " ('vote:end:none', ''), ('vote:end:gone', '[4711]'), ('commands', 'hash')"
        )
        raw.commit()
    async with await Storage.open(path) as storage:
        assert [ballot.user_id for ballot in await storage.votes.of_game("run", "end")] == [2]
        assert await storage.votes.of_game("end", "end") == await storage.votes.of_game("none", "end") == ()
        assert await storage.meta.get("commands") == "hash"
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT key FROM meta").fetchall() == [("commands",)]
        assert set(raw.execute("SELECT opener_id FROM games")) == {(1,)}  # not the host's id, who is Bob by now


async def test_a_migration_may_rebuild_a_table_that_others_refer_to(path: Path, folder: Path) -> None:
    async with await Storage.open(path) as storage:
        await Games(storage).running()
    add(
        folder,
        "CREATE TABLE new_snapshots AS SELECT * FROM snapshots;\n"
        "DROP TABLE snapshots;\n"
        "ALTER TABLE new_snapshots RENAME TO snapshots;\n",
    )
    async with opened(path, folder) as db:
        assert await db.run("BEGIN", lambda tx: len(tx.all("SELECT * FROM snapshots"))) == 1


async def test_a_file_with_a_damaged_game_is_brought_up_to_date_too(path: Path, folder: Path) -> None:
    """A bot works with such a file, and `check` names the damage; so a newer one must not refuse all of it."""
    async with await Storage.open(path) as storage:
        games = Games(storage)
        game_id = await games.running()
        await games.play(game_id)
        damaged = await games.running(2)
        await games.play(damaged)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER moves_never_change")
        raw.execute("UPDATE moves SET seat = 'P9' WHERE game_id = ?", [damaged])
        raw.commit()
    number = add(folder, "CREATE TABLE extra (a TEXT) STRICT;\n")
    async with opened(path, folder):
        pass
    assert version(path) == number
    add(folder, "DROP TRIGGER moves_go_only_with_their_game;\nDELETE FROM games;\n")
    with pytest.raises(CannotOpen, match="broke references"):
        async with opened(path, folder):
            pass
    assert version(path) == number


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("CREATE TABLE extra (a);\nCREATE TABLE extra (a);\n", "migration {} failed and was undone"),
        ("CREATE TABLE extra (a);\nINSERT INTO extra", "migration {} failed and was undone"),
        ("CREATE TABLE extra (a);\nDROP TRIGGER moves_go_only_with_their_game;\nDELETE FROM games;\n",
         "broke references"),
    ],
)  # fmt: skip
async def test_a_migration_that_fails_changes_nothing(path: Path, folder: Path, sql: str, reason: str) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
    number = add(folder, sql)
    with pytest.raises(CannotOpen, match=reason.format(number)):
        async with opened(path, folder):
            pass
    assert version(path) == number - 1
    async with await Storage.open(path) as storage:
        assert (await storage.games.load(game_id)).snapshot is not None
        assert check(storage.place) == ()


async def test_migrations_are_numbered_without_gaps(folder: Path) -> None:
    (folder / f"{len(migrations(folder)) + 2:04}_test.sql").write_text("")
    with pytest.raises(ValueError, match="without gaps"):
        migrations(folder)


async def test_starters_at_the_same_moment_make_one_schema(path: Path) -> None:
    async with AsyncExitStack() as stack:

        async def start(channel_id: int) -> None:
            storage = await stack.enter_async_context(await Storage.open(path))
            await Games(storage).lobby(channel_id)

        await asyncio.gather(*(start(channel_id) for channel_id in range(4)))
    async with await Storage.open(path) as storage:
        assert len(await storage.games.active()) == 4


STARTER = """
import asyncio, sys
from pathlib import Path
from storage import Storage, check

async def main():
    sys.stdin.readline()
    async with await Storage.open(Path(sys.argv[1])) as storage:
        print(check(storage.place), flush=True)

asyncio.run(main())
"""


async def test_processes_started_at_the_same_moment_make_one_schema(path: Path, child: Child) -> None:
    starters = [child(STARTER, path) for _ in range(3)]
    for starter in starters:
        print(file=starter.stdin, flush=True)
    for starter in starters:
        # The later ones may find the file empty, and say so.
        assert starter.communicate(timeout=30)[0].removeprefix(f"{sqlite._WAS_EMPTY}\n") == "()\n"
        assert starter.returncode == 0
