"""Backups and checks while a bot is working; and what may be left after a crash or seen in a log."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import BackupFailed, CannotOpen, Conflict, Score, Storage, backup, check
from storage.schema import migrations

from .conftest import SEED, Child, Games

WRITER = """
import asyncio, sys
from pathlib import Path
from storage import Move, Position, Storage

async def main():
    async with await Storage.open(Path(sys.argv[1])) as storage:
        await storage.lease.acquire()
        (game,) = await storage.games.active()
        table = await storage.games.load(game.id)
        number, question = table.snapshot.sequence, table.questions["P1"].number
        while True:
            move = Move("P1", "assign", "topaz.2x3", question, user_id=1, interaction_id=number + 1)
            position = Position(1, {"number": number + 1, "much": "x" * 200_000})
            done = await storage.moves.append(game.id, move, position, {"P1": None}, expected=number)
            number, question = done.sequence, done.questions["P1"]
            print(number, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("moves", [1, 2, 5, 13, 34])
async def test_a_killed_process_loses_no_move_it_confirmed_and_leaves_none_half(
    path: Path, child: Child, moves: int
) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
    confirmed = 0
    for _ in range(2):  # killed, restarted, and killed again
        writer = child(WRITER, path)
        assert writer.stdout is not None
        for _ in range(moves):
            confirmed = int(writer.stdout.readline())
        writer.kill()
        rest = writer.stdout.read().split()
        writer.wait()
        confirmed = int(rest[-1]) if rest else confirmed
        assert check(path) == ()
        async with await Storage.open(path) as storage:
            await storage.lease.acquire()
            table = await storage.games.load(game_id)
            entries = await storage.moves.entries(game_id)
            await storage.lease.release()
            assert table.snapshot is not None
            # One more may have been committed if the process was killed before it could report it.
            assert len(entries) - confirmed in (0, 1)
            assert table.snapshot.sequence == table.snapshot.state["number"] == len(entries)
            assert table.questions["P1"].number == (len(entries) + 1) * 10 + 1


async def test_a_backup_beside_a_writing_process_is_of_one_instant(path: Path, child: Child, tmp_path: Path) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
        writer = child(WRITER, path)
        assert writer.stdout is not None
        writer.stdout.readline()
        targets = [tmp_path / f"backup{n}" for n in range(5)]
        for target in targets:
            backup(storage.place, target)
        writer.kill()
        writer.wait()
    for target in targets:
        assert check(target) == ()
        async with await Storage.open(target) as copy:
            snapshot = (await copy.games.load(game_id)).snapshot
            assert snapshot is not None
            assert snapshot.sequence == len(await copy.moves.entries(game_id)) >= 1


async def test_moves_go_on_during_a_backup(storage: Storage, games: Games, tmp_path: Path, path: Path) -> None:
    game_id = await games.running()

    async def play() -> None:
        for _ in range(10):
            await games.play(game_id)

    await asyncio.gather(play(), asyncio.to_thread(backup, storage.place, tmp_path / "backup"))
    assert len(await storage.moves.entries(game_id)) == 10
    assert check(tmp_path / "backup") == ()


async def test_a_backup_is_one_file_that_replaces_the_former(
    storage: Storage, games: Games, tmp_path: Path, path: Path
) -> None:
    target = tmp_path / "backups" / "adepts.sqlite3"
    target.parent.mkdir()
    await storage.lease.acquire()
    backup(storage.place, target)
    game_id = await games.lobby()
    backup(storage.place, target)
    assert list(target.parent.iterdir()) == [target]
    with closing(sqlite3.connect(target)) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert raw.execute("SELECT count(*) FROM lease").fetchone() == (0,)
    async with await Storage.open(target) as copy:
        assert [game.id for game in await copy.games.active()] == [game_id]


async def test_a_backup_that_fails_leaves_the_former_as_it_was(
    storage: Storage, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "backup"
    backup(storage.place, target)
    former = target.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.maintenance._sync", full)
    with pytest.raises(BackupFailed, match="No space left"):
        backup(storage.place, target)
    assert target.read_bytes() == former
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))


async def test_a_backup_takes_the_place_of_nothing_but_a_backup(storage: Storage, tmp_path: Path, path: Path) -> None:
    """Mistyping a name overwrites no other file; nor a device, which root could overwrite."""
    text, other, pipe, empty = (tmp_path / name for name in ("notes.txt", "other.sqlite3", "pipe", "empty"))
    text.write_text("notes")
    with closing(sqlite3.connect(other)) as raw:
        raw.execute("CREATE TABLE t (x)")
    os.mkfifo(pipe)
    empty.touch()
    before = other.read_bytes()
    for target in (text, other, pipe, tmp_path):
        with pytest.raises(BackupFailed, match="no backup of ours"):
            backup(storage.place, target)
    assert text.read_text() == "notes"
    assert other.read_bytes() == before
    assert pipe.is_fifo()
    backup(storage.place, empty)
    assert check(empty) == ()


async def test_a_backup_takes_the_place_of_no_database_that_a_bot_works_with(
    storage: Storage, tmp_path: Path, path: Path
) -> None:
    """Nor a database that a bot has used before, even if it is gone: its games would be lost."""
    other = tmp_path / "other.sqlite3"
    async with await Storage.open(other) as used:
        game_id = await Games(used).lobby()
        with pytest.raises(BackupFailed, match="a program has worked with it"):
            backup(storage.place, other)
        assert [game.id for game in await used.games.active()] == [game_id]
    with pytest.raises(BackupFailed, match="a program has worked with it"):
        backup(storage.place, other)
    assert check(other) == ()


async def test_a_backup_goes_where_a_link_leads(storage: Storage, tmp_path: Path, path: Path) -> None:
    """The link is kept, for example to a larger disk, even if nothing is there yet."""
    disk, link = tmp_path / "disk", tmp_path / "backup.sqlite3"
    disk.mkdir()
    link.symlink_to(disk / "adepts.sqlite3")
    for _ in range(2):
        backup(storage.place, link)
        assert link.is_symlink()
        assert list(disk.iterdir()) == [disk / "adepts.sqlite3"]
    assert check(disk / "adepts.sqlite3") == ()


async def test_backups_that_cannot_be(storage: Storage, tmp_path: Path, path: Path) -> None:
    with pytest.raises(BackupFailed, match="No such file"):
        backup(storage.place, tmp_path / "none" / "backup")
    with pytest.raises(BackupFailed, match="the database itself"):
        backup(storage.place, path)
    for end in ("-wal", "-shm", "-journal"):
        beside = path.with_name(path.name + end)
        before = beside.read_bytes() if beside.exists() else None
        with pytest.raises(BackupFailed, match="what belongs to it"):
            backup(storage.place, beside)
        assert (beside.read_bytes() if beside.exists() else None) == before
    with pytest.raises(CannotOpen, match="no such file"):
        backup(tmp_path / "none", tmp_path / "backup")
    assert not (tmp_path / "backup").exists()
    (tmp_path / "empty").touch()
    with pytest.raises(CannotOpen, match="empty"):
        check(tmp_path / "empty")
    with pytest.raises(CannotOpen, match="no such file"):
        check(tmp_path / "none")


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("UPDATE snapshots SET sequence = 1", "snapshot is of move 1, ply 2; the last move is 2, ply 2"),
        ("UPDATE snapshots SET ply = 1", "snapshot is of move 2, ply 1"),
        ("DELETE FROM snapshots", "no snapshot"),
        ("UPDATE snapshots SET state = x'7b'", "state cannot be read"),
        ("UPDATE questions SET number = 50", "question 50 is open, but was not handed out yet"),
        ("UPDATE games SET status = 'closed'", "questions are open"),
        ("DELETE FROM seats WHERE seat = 'P1'", "rows of moves refer to rows of seats that do not exist"),
        (
            "DROP TRIGGER moves_go_only_with_their_game; DELETE FROM moves WHERE sequence = 1",
            "1 rows of moves, the last is number 2",
        ),
        (
            "INSERT INTO tenures SELECT id, 1, 'P1', 5, NULL, 'Ann', 1, 0, 'never' FROM games",
            "a row of tenures: until_at cannot be read",
        ),
        ("INSERT INTO offers (game_id, seat, user_id) SELECT id, 'P1', -1 FROM games", "a row of offers: user_id"),
        (
            "INSERT INTO invitations (game_id, user_id, name) SELECT id, -1, 'Ann' FROM games",
            "a row of invitations: user_id cannot be read",
        ),
    ],
)
async def test_check_finds_what_does_not_fit_together(
    storage: Storage, games: Games, path: Path, damage: str, problem: str
) -> None:
    game_id = await games.running()
    for _ in range(2):
        await games.play(game_id)
    assert check(storage.place) == ()
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(damage)
    problems = check(storage.place)
    assert any(problem in line for line in problems)
    assert all("\n" not in line for line in problems)


async def test_check_finds_a_damaged_file(path: Path, tmp_path: Path) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
        for _ in range(30):
            await Games(storage).play(game_id)
    damaged = tmp_path / "damaged"
    shutil.copy(path, damaged)
    with damaged.open("r+b") as file:
        for page in range(2, damaged.stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(b"\xff" * 512)
    assert check(damaged)


async def test_check_of_an_older_schema_asks_for_a_start_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Storage.open(path):
        pass
    known = len(migrations())
    monkeypatch.setattr("storage.maintenance.migrations", lambda: ("",) * (known + 2))
    with pytest.raises(CannotOpen, match=rf"version {known}; the bot's next start makes it {known + 2}"):
        check(path)


async def test_no_secret_in_logs_errors_and_reprs(
    storage: Storage, games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game_id = await games.running()
    await games.play(game_id, token="topaz.h1dden")
    shown = [repr(await storage.games.load(game_id)), repr(await storage.moves.entries(game_id))]
    shown.append(repr(games.position(1)) + repr(games.move(await storage.games.load(game_id), token="h1dden")))
    with pytest.raises(Conflict) as conflict:
        await games.play(game_id, expected=0, token="h1dden")
    with pytest.raises(Exception, match=r"(?i)foreign key") as failed:
        await games.play(game_id, pending={}, scores=[Score("P9", 1, 1)], token="h1dden")
    shown += [str(conflict.value), str(failed.value), caplog.text]
    tells = [record for record in caplog.records if record.name == "aiosqlite"]
    assert tells or not isinstance(storage.place, Path)
    assert not [text for text in shown if SEED in text or "h1dden" in text]
