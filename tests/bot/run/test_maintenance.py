"""The commands for operators: backup, doctor, games."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import storage
from bot.tables import Tables
from bot.tables.checks import Actor
from cli.main import adepts, run
from game.core import discover
from storage.database import Database
from storage.schema import migrations
from tests.bot.upgrade.test_released import unpacked
from tests.storage.test_storage_tales import FIRST

DATABASE = Path("games.db")


@pytest.fixture(autouse=True)
def _database(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(DATABASE))
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(adepts, arguments)


def stored(work: Callable[[storage.Storage], Coroutine[Any, Any, Any]]) -> Any:
    """Open the database, which is made if it does not exist, and do this with it."""

    async def with_storage() -> Any:
        async with await storage.Storage.open(DATABASE) as opened:
            return await work(opened)

    return asyncio.run(with_storage())


def killed(work: Callable[[storage.Storage], Coroutine[Any, Any, Any]]) -> None:
    """Let a bot do this with the database, and restore the files as if it had been killed before closing it."""
    files = DATABASE, Path("games.db-wal")

    async def as_it_was(opened: storage.Storage) -> list[bytes]:
        await opened.lease.acquire()
        await work(opened)
        return [file.read_bytes() for file in files]

    for file, content in zip(files, stored(as_it_was), strict=True):
        file.write_bytes(content)
        file.chmod(0o600)


async def lobby(opened: storage.Storage, channel_id: int = 2) -> str:
    table = await opened.games.create(
        "adepts", "Friday", guild_id=1, channel_id=channel_id, host_id=3, host_name="Ann", options={}, pace="none"
    )
    return table.game.id


async def games(opened: storage.Storage) -> Sequence[storage.Game]:
    return await opened.games.active()


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["doctor", "--alive"], ["games", "list"]])
def test_a_database_that_is_not_there_is_named(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 2
    said = capsys.readouterr().err
    assert said.startswith("adepts: ")
    assert "games.db" in said
    assert said.count("\n") == 1
    assert not DATABASE.exists()


def test_a_file_that_is_no_database_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    DATABASE.write_text("a letter to a friend " * 100, encoding="utf-8")
    for command in (["backup", "copy.db"], ["doctor", "--alive"], ["games", "list"]):
        assert run(command) == 2
        assert capsys.readouterr().err.startswith("adepts: cannot open the database games.db")


def test_a_bad_configuration_stops_them_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__PAHT", "x")
    for command in (["doctor", "--alive"], ["games", "list"]):
        assert run(command) == 2
        assert "did you mean ADEPTS_STORAGE__PATH?" in capsys.readouterr().err


def test_a_backup_is_a_whole_database_made_while_a_bot_is_at_work() -> None:
    async def at_work(opened: storage.Storage) -> str:
        await opened.lease.acquire()
        game_id = await lobby(opened)
        result = await asyncio.to_thread(invoke, "backup", "copy.db")
        assert result.exit_code == 0, result.output
        return game_id

    game_id = stored(at_work)
    assert storage.check(Path("copy.db")) == ()
    DATABASE.unlink()
    Path("copy.db").rename(DATABASE)
    assert game_id in invoke("games", "list").output


def test_the_doctor_says_who_is_at_work() -> None:
    async def at_work(opened: storage.Storage) -> tuple[int, int]:
        before = await asyncio.to_thread(run, ["doctor", "--alive"])
        await opened.lease.acquire()
        return before, await asyncio.to_thread(run, ["doctor", "--alive"])

    assert stored(at_work) == (1, 0)
    result = CliRunner().invoke(adepts, ["doctor"], standalone_mode=False)
    assert result.return_value == 0
    assert "games.db: sound" in result.output


def test_the_doctor_misses_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other commands do not need one."""
    stored(lobby)
    monkeypatch.delenv("ADEPTS_DISCORD__TOKEN")
    result = CliRunner().invoke(adepts, ["doctor"], standalone_mode=False)
    assert result.return_value == 1
    assert "games.db: sound" in result.output
    assert "the bot needs a token" in result.output
    assert invoke("games", "list").exit_code == invoke("backup", "copy.db").exit_code == 0


def test_the_doctor_names_what_is_damaged() -> None:
    stored(lobby)

    async def damage(opened: storage.Storage) -> None:
        await opened._db.run("BEGIN IMMEDIATE", lambda tx: tx.all("UPDATE games SET options = 'no json'"))

    stored(damage)
    result = CliRunner().invoke(adepts, ["doctor"], standalone_mode=False)
    assert result.return_value == 1
    assert "options cannot be read" in result.output


def test_deleting_asks_which_and_leaves_what_goes_on() -> None:
    game_id = stored(lobby)
    assert run(["games", "delete"]) == 2
    assert invoke("games", "delete", "--older-than", "0").output == "0 deleted\n"
    assert game_id in invoke("games", "list").output
    stored(lambda opened: opened.games.close(game_id))
    assert game_id in invoke("games", "list", "--finished").output
    assert invoke("games", "delete", "--older-than", "1").output == "0 deleted\n"
    assert invoke("games", "delete", "--older-than", "0").output == f"1 deleted: {game_id}\n"
    assert invoke("games", "list", "--finished").output == ""


def test_tales_are_listed_and_deleted_with_the_games() -> None:
    async def told(opened: storage.Storage) -> tuple[str, str]:
        first, second = [
            (await opened.tales.create("adept", guild_id=1, channel_id=place, first=FIRST)).id for place in (1, 2)
        ]
        await opened.tales.append(second, storage.Written(entries=[{}], over=True), expected=1)
        return first, second

    running, over = stored(told)
    assert invoke("games", "list").output.startswith(f"{running}  running")
    assert "a tale of The Adept" in invoke("games", "list", "--finished").output
    assert invoke("games", "delete", "--older-than", "0").output == f"1 deleted: {over}\n"
    assert invoke("games", "delete", "--game", running).output == f"1 deleted: {running}\n"
    assert invoke("games", "list").output == ""


def test_nothing_is_deleted_beside_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    async def at_work(opened: storage.Storage) -> int:
        await opened.lease.acquire()
        game_id = await lobby(opened)
        status = await asyncio.to_thread(run, ["games", "delete", "--game", game_id])
        await opened.games.load(game_id)
        return status

    assert stored(at_work) == 2
    assert "another bot works with this database" in capsys.readouterr().err


def test_an_unknown_game_is_named_and_none_is_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    game_id = stored(lobby)
    assert run(["games", "delete", "--game", game_id, "--game", "nosuch"]) == 2
    assert "nosuch" in capsys.readouterr().err
    assert game_id in invoke("games", "list").output


def test_a_game_that_is_named_twice_is_deleted_once() -> None:
    game_id = stored(lobby)
    found = invoke("games", "delete", "--game", game_id, "--game", game_id)
    assert found.exit_code == 0
    assert found.output == f"1 deleted: {game_id}\n"


def test_games_alone_explains_itself() -> None:
    found = invoke("games")
    assert found.exit_code == 0
    assert "adepts games delete --older-than 365" in found.output


def test_names_in_a_list_of_games_steer_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    async def named(opened: storage.Storage) -> None:
        await opened.games.create(
            "adepts",
            "\x1b[2J\u202eFri\nday",
            guild_id=1,
            channel_id=2,
            host_id=3,
            host_name="An\u009bn\r",
            options={},
            pace="none",
        )

    stored(named)
    assert run(["games", "list"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\\x1b[2J\\u202eFri\\x0aday  (An\\x9bn\\x0d)\n")
    assert out.count("\n") == 1


async def begin(path: Path) -> None:
    async with await storage.Storage.open(path):
        pass


def test_a_database_of_an_older_version_is_left_as_it_is_by_who_only_looks(
    directory: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nor does deleting games: an older program could not open the file afterwards. A start logs that it upgrades
    it."""
    older = unpacked("database", directory)
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(older))

    def version() -> int:
        with closing(sqlite3.connect(older)) as raw:
            return int(raw.execute("PRAGMA user_version").fetchone()[0])

    before = version()
    to = "postgresql://adepts@127.0.0.1:1/adepts"
    delete = ["games", "delete", "--older-than", "365"]
    for command in (["doctor"], ["games", "list"], ["games", "export", "records"], ["migrate", "--to", to], delete):
        assert run(command) == 2
        said = "".join(capsys.readouterr())
        assert f"its schema is version {before}; the bot's next start makes it {len(migrations())}" in said
        assert version() == before < len(migrations())
    asyncio.run(begin(older))
    assert "the database is brought up to date" in caplog.text
    assert version() == len(migrations())
    assert run(delete) == 0


def test_the_doctor_knows_at_once_that_a_bot_has_died(capsys: pytest.CaptureFixture[str]) -> None:
    """If it ran on the same machine, whatever the lease says."""

    async def leave(opened: storage.Storage) -> None:
        await opened.lease.acquire()
        await opened._db.run("BEGIN IMMEDIATE", lambda tx: tx.all("UPDATE lease SET born = 'long ago'"))

    stored(leave)
    assert run(["doctor", "--alive"]) == 1
    assert capsys.readouterr().out.startswith("the bot that was at work has gone: process ")


def test_the_doctor_finds_a_bot_that_lives_and_renews_nothing_any_more(capsys: pytest.CaptureFixture[str]) -> None:
    async def leave(opened: storage.Storage) -> None:
        await opened.lease.acquire(-timedelta(seconds=1))

    stored(leave)
    assert run(["doctor"]) == 1
    assert "the bot is there, but its lease ran out at 2" in capsys.readouterr().out
    assert run(["doctor", "--alive"]) == 1


def test_the_doctor_finds_a_disk_that_is_nearly_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(lobby)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=12_345))
    assert run(["doctor"]) == 1
    assert "games.db: its disk is nearly full: 12 kB are free" in capsys.readouterr().out


def test_an_export_of_nothing_leaves_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    stored(lobby)
    assert run(["games", "export", "--game", "zzz", "records"]) == 2
    assert "zzz" in capsys.readouterr().err
    assert run(["games", "export", "records"]) == 0
    assert not Path("records").exists()


def test_an_export_to_a_file_is_refused_with_nothing_to_export_too(capsys: pytest.CaptureFixture[str]) -> None:
    stored(lobby)
    Path("records").touch()
    assert run(["games", "export", "records"]) == 2
    assert "records: this is not a directory" in capsys.readouterr().err


def test_an_exported_record_is_named_as_those_of_its_game() -> None:
    async def begun(opened: storage.Storage) -> list[str]:
        tables = Tables(opened)
        made = []
        for channel, kit in enumerate(discover.kits().values(), 1):
            table = await tables.lobby.new(
                1, "Ann", game=kit.name, guild_id=1, channel_id=channel, options={}, computers=kit.seats[0] - 1
            )
            made.append(f"{(await tables.lobby.start(table.id, Actor(1))).id}{kit.suffix}")
        return made

    names = stored(begun)
    asked = [word for name in names for word in ("--game", name.partition(".")[0])]
    told = invoke("games", "export", "records", *asked, *asked).output
    assert told == f"records: {len(names)} records\n", "each is counted once, however often it is named"
    assert sorted(file.name for file in Path("records").iterdir()) == sorted(names)


def test_another_program_s_database_is_called_so_by_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(DATABASE)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    for command in (["doctor"], ["doctor", "--alive"], ["games", "list"], ["backup", "copy.db"]):
        assert run(command) == 2
        assert "cannot open the database games.db: it is another program's database" in "".join(capsys.readouterr())
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "/dev/full")
    assert run(["doctor"]) == 1
    assert "/dev/full: it is not a file" in capsys.readouterr().out


def test_a_file_that_may_not_be_written_is_named_before_anything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stored(lobby)
    # `os.access` is replaced, since root may write everything.
    monkeypatch.setattr("os.access", lambda path, _: path == DATABASE.parent)
    with pytest.raises(storage.CannotOpen, match=r"games\.db: this user may not read and write it"):
        stored(lobby)


def test_what_sqlite_does_not_say_of_a_file_that_it_cannot_open_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its words are the same whether its disk takes no more files, or whoever looks may not write beside it."""

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def refused(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    stored(lobby)
    monkeypatch.setattr("storage.sqlite.inspect", refused)
    said = r"games\.db: unable to open database file: no file can be made beside it \(No space left on device\)$"
    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    for work in (lambda: stored(lobby), lambda: storage.backup(DATABASE, Path("copy.db"))):
        with pytest.raises(storage.CannotOpen, match=said):
            work()


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="nothing is mounted there")
def test_a_folder_that_is_read_only_is_not_a_matter_of_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, _: path != DATABASE.parent)
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    with pytest.raises(storage.CannotOpen, match=r"the folder \., whose file system is read-only here: name a file"):
        stored(lobby)


def test_a_folder_that_this_user_may_not_use_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = Path("outer/inner/games.db")
    deep.parent.mkdir(parents=True)
    for shut, may_not in ((Path("outer"), "enter"), (deep.parent, "write to")):
        monkeypatch.setattr("os.access", lambda path, _, shut=shut: path != shut)
        told = f"outer/inner/games.db: this user may not {may_not} the folder {shut}, as the bot must: let them (chown"
        with pytest.raises(storage.CannotOpen, match=re.escape(told)):
            asyncio.run(storage.Storage.open(deep))


def test_a_backup_that_was_put_back_beneath_another_s_log_is_left_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """SQLite would take the log for the backup's own, and lose the restored data."""
    stored(lobby)
    assert run(["backup", "copy.db"]) == 0
    backup = Path("copy.db").read_bytes()
    killed(lambda store: lobby(store, channel_id=5))
    wal = Path("games.db-wal").read_bytes()
    assert wal
    for content, said in ((backup, "it was put in its place and has"), (b"", "it is empty or gone, and there is")):
        Path("games.db").write_bytes(content)
        capsys.readouterr()
        for command in (["doctor"], ["backup", "other.db"]):
            assert run(command) != 0
            assert f"games.db: {said} a log of another beside it" in "".join(capsys.readouterr()), command
        with pytest.raises(storage.CannotOpen, match=r"move games\.db-wal and -shm elsewhere"):
            stored(lobby)
        assert (Path("games.db").read_bytes(), Path("games.db-wal").read_bytes()) == (content, wal)
    Path("games.db").write_bytes(backup)
    Path("games.db-wal").unlink()
    Path("games.db-shm").unlink(missing_ok=True)
    assert run(["doctor"]) == 0


def test_a_copy_that_was_made_without_the_log_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    stored(lobby)
    killed(lambda store: lobby(store, channel_id=5))
    copy = Path("games.db").read_bytes()
    assert run(["doctor"]) == run(["backup", "copy.db"]) == 0  # they leave the log there
    assert len(stored(games)) == 2  # the log is there: nothing is missing
    assert "no -wal" not in caplog.text
    Path("games.db").write_bytes(copy)
    Path("games.db-wal").unlink()
    assert len(stored(games)) == 1
    assert "no -wal is beside the database: if this is a copy that was made without it" in caplog.text


def test_the_log_of_a_bot_that_crashed_stays_until_the_next_one_has_the_games(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Else the start after one that was refused, as in a new container, would warn of moves that are missing."""
    stored(lobby)
    killed(lambda store: lobby(store, channel_id=5))

    async def next_one(opened: storage.Storage) -> None:
        await opened.lease.acquire()
        await opened.lease.release()

    for _ in range(2):
        with pytest.raises(storage.LeaseHeld):
            stored(next_one)
    folder = Path("newer")
    folder.mkdir()
    for number, script in enumerate((*migrations(), "CREATE TABLE newer (id INTEGER PRIMARY KEY) STRICT;"), 1):
        folder.joinpath(f"{number:04}_one.sql").write_text(script, encoding="utf-8")
    with pytest.raises(storage.LeaseHeld):
        asyncio.run(Database.open(DATABASE, folder=folder))
    assert run(["games", "list"]) == 0
    monkeypatch.setattr("storage.lease.has_ended", lambda _: True)
    stored(next_one)
    assert "no -wal" not in caplog.text
    assert not Path("games.db-wal").exists()
    assert len(stored(games)) == 2


def test_what_is_left_beside_a_backup_that_was_put_back_is_thought_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(lobby)

    def malformed(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr("storage.sqlite.inspect", malformed)
    assert run(["doctor"]) == 2
    assert "put in its place" not in capsys.readouterr().out
    Path("games.db-wal").touch()
    for command in (["doctor"], ["games", "list"]):
        assert run(command) == 2
        assert "if a backup was put in its place, remove games.db-wal and -shm" in "".join(capsys.readouterr())
