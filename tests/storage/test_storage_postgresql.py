"""What is specific to PostgreSQL: its schema, several processes that share it, and broken connections."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, nullcontext, suppress
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from storage import (
    CannotOpen,
    DatabaseAway,
    DatabaseFailed,
    LeaseHeld,
    LeaseLost,
    NewerSchema,
    Server,
    Share,
    Storage,
    check,
)
from storage import postgresql as storage_of_server
from storage.connection import READ, WRITE
from storage.database import Transaction
from storage.health import holders
from storage.schema import migrations
from storage.tables import MARK, TABLES
from tests import postgresql

from .conftest import Games, refuses
from .wire import through_a_wire

psycopg = pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed: make test installs it")
Index = tuple[tuple[str, ...], bool]
"""The columns of an index, and whether it has only some of the rows."""

connection = import_module("storage.postgresql.connection")
schema = import_module("storage.postgresql.schema")
session = import_module("storage.postgresql.session")
reach = connection.reach


@pytest.fixture
async def shared(server: Server) -> AsyncIterator[tuple[Storage, Storage]]:
    """Two storages on one database."""
    async with await Storage.open(server) as one, await Storage.open(server) as other:
        yield one, other


def ask(server: Server, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        cursor = raw.execute(sql.encode(), parameters or None)
        return cursor.fetchall() if cursor.description else []


HERE = "datname = current_database()"
KINDS = {"bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB"}


def in_file(path: Path) -> dict[str, Any]:
    """Return all that SQLite's schema says, in terms that both databases have."""
    found: dict[str, Any] = {}
    with closing(sqlite3.connect(path)) as raw:
        for table in TABLES:
            columns = raw.execute(f"SELECT name, type, \"notnull\" OR pk, dflt_value FROM pragma_table_info('{table}')")
            unique, plain = set[Index](), set[Index]()
            for _, name, only_one, _, partial in raw.execute(f"PRAGMA index_list({table})").fetchall():
                parts = tuple(row[2] for row in raw.execute(f"PRAGMA index_info({name})"))
                (unique if only_one else plain).add((parts, bool(partial)))
            key = raw.execute(f"SELECT name FROM pragma_table_info('{table}') WHERE pk ORDER BY pk").fetchall()
            unique.add((tuple(name for (name,) in key), False))
            foreign: dict[int, list[Any]] = {}
            for number, _, other, mine, theirs, _, deleted, _ in raw.execute(f"PRAGMA foreign_key_list({table})"):
                foreign.setdefault(number, [other, deleted, set()])[2].add((mine, theirs))
            found[table] = (
                sorted(columns.fetchall()),
                unique,
                plain,
                sorted((other, deleted, tuple(sorted(pairs))) for other, deleted, pairs in foreign.values()),
                {name for (name,) in raw.execute(f"SELECT name FROM sqlite_master WHERE tbl_name = '{table}'")}
                & {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")},
            )
    return found


def on_server(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for table in TABLES:
        columns = ask(
            server,
            "SELECT column_name, data_type, (is_nullable = 'NO')::int, replace(column_default, '::text', ''),"
            " collation_name FROM information_schema.columns WHERE table_name = %s",
            table,
        )
        assert {collation for _, kind, _, _, collation in columns if kind == "text"} <= {"C"}, table
        unique, plain = set[Index](), set[Index]()
        for only_one, partial, parts in ask(
            server,
            "SELECT indisunique, indpred IS NOT NULL, ARRAY(SELECT (SELECT attname FROM pg_attribute"
            " WHERE attrelid = indrelid AND attnum = part)"
            " FROM unnest(indkey::smallint[]) WITH ORDINALITY AS each(part, at) ORDER BY at)"
            " FROM pg_index WHERE indrelid = %s::regclass",
            table,
        ):
            (unique if only_one else plain).add((tuple(parts), partial))
        foreign = ask(
            server,
            "SELECT confrelid::regclass::text, CASE confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END,"
            " ARRAY(SELECT ARRAY[mine.attname, theirs.attname]::text[] FROM unnest(conkey, confkey) AS pair(own, other)"
            " JOIN pg_attribute mine ON mine.attrelid = conrelid AND mine.attnum = own"
            " JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = other)"
            " FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass",
            table,
        )
        triggers = ask(server, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = %s::regclass", table)
        found[table] = (
            sorted((name, KINDS[kind], null, default) for name, kind, null, default, _ in columns),
            unique,
            plain,
            sorted((other, deleted, tuple(sorted(map(tuple, pairs)))) for other, deleted, pairs in foreign),
            {name for (name,) in triggers},
        )
    return found


async def test_both_databases_have_one_schema(server: Server, path: Path) -> None:
    """Columns with types and defaults, keys, indexes, references and triggers are the same, and so is the version."""
    async with await Storage.open(path), await Storage.open(server):
        pass
    mine, theirs = in_file(path), on_server(server)
    for table in TABLES:
        assert mine[table] == theirs[table], table
    tables = {name for (name,) in ask(server, "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace ="
                                              " current_schema()::regnamespace")}  # fmt: skip
    assert tables == {*TABLES, MARK}
    assert schema.newest() == len(migrations())


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_that_cannot_hold_every_name_is_refused(encoding: str) -> None:
    """Servers set up without a locale create such databases."""
    with postgresql.database(f"TEMPLATE template0 ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'") as server:
        with pytest.raises(CannotOpen, match=f"encoded in {encoding}"):
            await Storage.open(server)
        with pytest.raises(CannotOpen, match=f"encoded in {encoding}"):
            check(server)


async def test_names_are_whole_whatever_encoding_other_programs_are_to_use(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    async with await Storage.open(server) as storage:
        await storage.meta.set("Маргарет", "🐧")
        assert await storage.meta.get("Маргарет") == "🐧"


@pytest.mark.parametrize(
    "setting", ["DateStyle = German", "TimeZone = 'Asia/Kolkata'", "bytea_output = escape", "search_path = '', public"]
)
async def test_it_works_whatever_the_server_s_usual_settings_are(fresh_server: Server, setting: str) -> None:
    [(name,)] = ask(fresh_server, "SELECT current_database()")
    ask(fresh_server, f"ALTER DATABASE {name} SET {setting}")
    async with await Storage.open(fresh_server) as opened:
        await opened.lease.acquire()
        games = Games(opened)
        game_id = await games.running()
        await games.play(game_id)
        assert (await opened.games.load(game_id)).wrong == ()
        assert len(holders(fresh_server)) == 1
    assert check(fresh_server) == ()


async def test_what_is_stored_stays_stored_and_no_wait_is_endless_whatever_the_usual_settings(server: Server) -> None:
    async with await Storage.open(Server(f"{server.url}&options=-csynchronous_commit%3Doff")) as opened:
        names = ("synchronous_commit", "lock_timeout", "idle_in_transaction_session_timeout")
        found = await opened._db.run(READ, lambda tx: [tx.only(f"SHOW {name}")[0] for name in names])
    assert found == ["on", "10s", "5s"]


async def test_where_its_tables_are_not_looked_for_is_said(fresh_server: Server) -> None:
    """Else the bot would make its tables once more, and have no games."""

    async def refused(path: str) -> str:
        with pytest.raises(CannotOpen) as caught:
            await Storage.open(Server(f"{fresh_server.url}&options=-csearch_path%3D{path}"))
        return str(caught.value).partition(": ")[2]

    ask(fresh_server, 'CREATE SCHEMA "My bot"')
    assert await refused("%22My\\%20bot%22,public") == (
        'the bot\'s tables are in the schema public, but postgres looks into "My bot" first:'
        " ALTER ROLE postgres SET search_path = public"
    )
    assert await refused("nowhere") == (
        "of the schemas in its search_path (nowhere) there is none that the role postgres may use:"
        " CREATE SCHEMA, or GRANT USAGE ON SCHEMA"
    )
    assert ask(fresh_server, "SELECT 1 FROM pg_class WHERE relname = %s", MARK) == [(1,)]


@pytest.mark.parametrize(
    ("backends", "lent"),
    [
        ([1, 1, 1, 2, 1, 1, 2, 1, 1, 2], False),  # one for each client, as in a pool for sessions
        ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], True),  # whichever was used last
        ([1, 2, 1, 2, 1, 2, 1, 2, 1, 2], True),  # two in turn
        ([1, 2, 3, 1, 2, 3, 1, 2, 3, 1], True),  # three in turn
        ([1, 1, 1, 2, 2, 2, 3, 1, 1, 2], True),  # another client came in between
    ],
)
async def test_a_pool_of_connections_for_single_transactions_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch, backends: list[int], lent: bool
) -> None:
    """There a prepared statement may be another client's, and nothing is heard of other processes."""
    used = iter(backends)
    monkeypatch.setattr(connection, "_backend", lambda _: next(used))
    with pytest.raises(CannotOpen, match="pool_mode = session") if lent else nullcontext():
        await (await Storage.open(server)).close()
    assert next(used, None) is None


async def test_an_empty_database_is_made_ready_by_whoever_comes_first(fresh_server: Server) -> None:
    ask(fresh_server, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with pytest.raises(CannotOpen, match="it is empty"):
        check(fresh_server)
    async with AsyncExitStack() as stack:
        for opened in await asyncio.gather(*(Storage.open(fresh_server) for _ in range(3))):
            await stack.enter_async_context(opened)
    assert check(fresh_server) == ()
    assert ask(fresh_server, f"SELECT version FROM {schema.MARK}") == [(schema.newest(),)]


async def test_a_newer_database_and_another_programs_are_refused(fresh_server: Server) -> None:
    ask(fresh_server, f"UPDATE {schema.MARK} SET version = 99")
    with pytest.raises(NewerSchema, match="version 99"):
        await Storage.open(fresh_server)
    ask(fresh_server, f"DROP TABLE {schema.MARK}")
    with pytest.raises(CannotOpen, match="another program's"):
        await Storage.open(fresh_server)


async def test_what_cannot_be_reached_is_said_in_one_line_without_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = Server(f"postgresql://bot:pass%3Aword@/games?host={tmp_path}")
    assert (str(nowhere), nowhere.secrets[0]) == ("postgresql:///games", nowhere.url)
    assert {"pass%3Aword", "pass:word"} <= {*nowhere.secrets}
    with pytest.raises(CannotOpen) as caught:
        await Storage.open(nowhere)
    assert "\n" not in str(caught.value)
    assert not [secret for secret in nowhere.secrets if secret in str(caught.value) + repr(nowhere)]
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotOpen, match=r"pip install -r requirements-postgresql\.lock"):
        await Storage.open(nowhere)


@pytest.mark.parametrize("host", ["games..example", f"{'a' * 64}.example"])
async def test_a_host_of_a_name_that_cannot_be_is_said_in_one_line(host: str) -> None:
    with pytest.raises(CannotOpen, match=r"there cannot be a host of that name$"):
        await Storage.open(Server(f"postgresql://bot@{host}/games"))


async def test_of_changes_at_the_same_moment_none_is_lost(shared: tuple[Storage, Storage]) -> None:
    """Each reads all settings of the person, and writes them all with one added; what is only read is of one instant
    too."""

    def shown(tx: Transaction) -> list[str]:
        return [str(tx.only(f"SHOW transaction_{each}")[0]) for each in ("isolation", "read_only")]

    for begin, only_reads in ((READ, "on"), (WRITE, "off")):
        assert await shared[0]._db.run(begin, shown) == ["serializable", only_reads]
    await asyncio.gather(
        *(each.players.change_settings(7, {f"{at}.{n}": n}) for n in range(15) for at, each in enumerate(shared))
    )
    assert len(await shared[0].players.settings(7)) == 30


def test_a_transaction_that_the_server_gave_up_is_done_again_and_one_that_it_refused_is_not() -> None:
    idle, errors = SimpleNamespace(_raw=SimpleNamespace(broken=False), _number=None), psycopg.errors
    for error, problem in (
        (errors.SerializationFailure, session.Again),
        (errors.DeadlockDetected, session.Again),
        (errors.AdminShutdown, session.Lost),
        (errors.CannotConnectNow, session.Lost),
        (errors.LockNotAvailable, DatabaseAway),
        (errors.ReadOnlySqlTransaction, DatabaseFailed),  # in one that only reads
        (errors.UniqueViolation, DatabaseFailed),
    ):
        assert type(session.Session._problem(idle, error())) is problem


async def test_who_lost_the_lease_writes_nothing_any_more(shared: tuple[Storage, Storage]) -> None:
    """However it was lost, since the check is in the same transaction."""
    former, later = shared
    game_id = await Games(former).lobby()
    await former.lease.acquire(timedelta())  # has expired already
    await former.games.set_host(game_id, 5)  # but nobody has taken it
    await later.lease.acquire()
    with pytest.raises(LeaseLost):
        await former.games.set_host(game_id, 6)
    former._db.soon(lambda tx: tx.all("UPDATE games SET host_id = 7"))
    await former._db._catch_up()
    assert (await former.games.row(game_id)).host_id == 5
    await former.lease.release()
    await later.lease.renew()


async def test_nobody_takes_over_in_the_middle_of_a_transaction(
    shared: tuple[Storage, Storage], server: Server
) -> None:
    """The takeover waits for the transaction, and then sees what it wrote."""
    former, later = shared
    game_id = await Games(former).lobby()
    await former.lease.acquire(timedelta())
    inside, go_on = threading.Event(), threading.Event()

    def slowly(tx: Transaction) -> None:
        inside.set()
        go_on.wait(3)
        tx.all("UPDATE games SET host_id = 5")

    writing = asyncio.create_task(former._db.run(WRITE, slowly))
    await asyncio.to_thread(inside.wait)
    taking = asyncio.create_task(later.lease.acquire())
    async with asyncio.timeout(30):
        while not ask(server, f"SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND {HERE}"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert not taking.done()
    go_on.set()
    await writing
    await taking
    assert (await later.games.row(game_id)).host_id == 5
    with pytest.raises(LeaseLost):
        await former.games.set_host(game_id, 6)


async def test_a_process_that_stands_still_in_a_transaction_holds_up_nobody_for_long(
    shared: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server aborts the transaction; when the process continues, it has lost the lease and written nothing."""
    former, later = shared
    game_id = await Games(former).lobby()
    await former.lease.acquire(timedelta())
    await former._db.run("BEGIN", lambda tx: tx.all("SET SESSION idle_in_transaction_session_timeout = 100"))
    inside, go_on = threading.Event(), threading.Event()

    def standing(tx: Transaction) -> None:
        inside.set()
        go_on.wait(30)
        tx.all("UPDATE games SET host_id = 6")

    writing = asyncio.create_task(former._db.run(WRITE, standing))
    await asyncio.to_thread(inside.wait)
    await later.lease.acquire()
    go_on.set()
    with pytest.raises(LeaseLost):
        await writing
    assert (await later.games.row(game_id)).host_id != 6


async def test_a_spare_outwaits_a_transaction_that_does_not_end(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the holder's commit waits for a synchronous standby that is gone. To the spare the database is away."""
    monkeypatch.setitem(connection._SETTINGS, "lock_timeout", "100ms")
    async with await Storage.open(server) as former, await Storage.open(server) as spare:
        await former.lease.acquire(timedelta())
        with closing(psycopg.connect(server.url)) as standing:
            standing.execute("SELECT * FROM lease FOR SHARE")
            with pytest.raises(DatabaseAway, match="lock timeout"):
                await spare.lease.acquire()
        await spare.lease.acquire()


async def test_each_holds_the_shards_that_are_its_own(shared: tuple[Storage, Storage], server: Server) -> None:
    one, other = shared
    await one.lease.acquire(share=Share(range(0, 4), 8))
    await other.lease.acquire(share=Share(range(4, 8), 8))
    assert len(holders(server)) == 2
    counts = "its number of shards is 8, not {}: all must have the same"
    for wrong, why in ((Share((3,), 8), "renews)"), (Share((4,), 16), counts.format(16)), (Share(), counts.format(1))):
        async with await Storage.open(server) as third:
            with pytest.raises(LeaseHeld) as refused:
                await third.lease.acquire(share=wrong)
            assert str(refused.value).endswith(why)
    await one.lease.renew()
    await other.lease.release()
    async with await Storage.open(server) as third:
        await third.lease.acquire(share=Share(range(4, 8), 8))
    await one.lease.renew()


@pytest.mark.parametrize("lose", ["question", "answer"])
async def test_a_connection_that_breaks_over_a_commit_loses_and_doubles_nothing(server: Server, lose: str) -> None:
    async with through_a_wire(server) as (wire, behind), await Storage.open(behind) as storage:
        games = Games(storage)
        game_id = await games.running()
        table = await storage.games.load(game_id)
        wire.lose = lose
        await storage.moves.append(game_id, games.move(table), games.position(1), {"P1": None}, expected=0)
        assert wire.lost == [lose]
        assert len(await storage.moves.entries(game_id)) == 1
        await games.play(game_id)


@pytest.mark.parametrize("how", ["fast", "immediate", "immediate, then fast"])
async def test_the_number_of_a_transaction_that_a_crash_has_lost_may_be_used_again(how: str) -> None:
    """Likewise on a standby that takes over without the last transactions. After an orderly restart it is not, but
    after one it cannot be told any more whether the server had crashed before it."""
    with postgresql.cluster(), postgresql.database() as server:
        async with await Storage.open(server) as storage:
            kept: Any = storage._db._connection
            with closing(psycopg.connect(server.url)) as lost:
                [number] = lost.execute("SELECT pg_current_xact_id()::text").fetchone() or ("",)
                with postgresql.away(how.partition(",")[0]):
                    pass
            while int(ask(server, "SELECT pg_current_xact_id()::text")[0][0]) < int(number):
                pass
            if how == "fast":
                assert not kept._was_committed(number)
                return
            if how == "immediate, then fast":
                with postgresql.away("fast"):
                    pass
            assert ask(server, "SELECT pg_xact_status(%s::xid8)", number) == [("committed",)]
            with pytest.raises(DatabaseAway, match="nobody can tell"):
                kept._was_committed(number)
            assert kept._was_committed(number)  # since that connection was made, nothing was lost
            assert not kept._was_committed(str(int(number) + 1000))  # it is still to come


def test_whether_a_transaction_counts_is_not_said_before_it_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of which it were said too early that it does not count would be made twice."""
    monkeypatch.setattr(connection, "_PAUSE", 0.0)
    statuses = ["in progress", "in progress", "committed"]

    def execute(sql: str, _: object) -> SimpleNamespace:
        if not statuses:
            raise psycopg.errors.InsufficientPrivilege
        return SimpleNamespace(fetchone=lambda: (statuses.pop(0),))

    asked = SimpleNamespace(_server_run=(), _reached=lambda: SimpleNamespace(closed=False, execute=execute))
    assert connection.PostgresConnection._was_committed(asked, "7")
    with pytest.raises(DatabaseAway, match="nobody can tell"):
        connection.PostgresConnection._was_committed(asked, "7")


async def test_a_connection_that_is_ended_is_made_anew(server: Server) -> None:
    """Both between two transactions and in the middle of one, which is then repeated."""
    async with await Storage.open(server) as storage:
        game_id = await Games(storage).running()
        others = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {HERE}"
        ask(server, others)
        await Games(storage).play(game_id)
        times = []

        def once(tx: Transaction) -> None:
            tx.all("UPDATE games SET host_id = 5")
            times.append(1)
            if len(times) == 1:
                ask(server, others)
            tx.all("UPDATE games SET channel_id = channel_id + 1")

        await storage._db.run(WRITE, once)
        game = await storage.games.row(game_id)
        assert (game.host_id, game.channel_id, len(times)) == (5, 2, 2)


async def test_a_database_that_goes_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait; if that takes too long they fail, and later ones fail at once. When the database is back,
    everything continues, and nothing was done twice."""
    with postgresql.cluster(), postgresql.database() as server:
        async with await Storage.open(server) as storage:
            games = Games(storage)
            game_id = await games.running()
            with postgresql.away():
                monkeypatch.setattr(connection, "PATIENCE", 0.3)
                for _ in range(3):
                    with pytest.raises(DatabaseAway):
                        await games.play(game_id)
                await asyncio.sleep(0.5)  # longer than the last attempt
                monkeypatch.setattr(connection, "PATIENCE", 60.0)
                waiting = asyncio.create_task(games.play(game_id))
                await asyncio.sleep(0.1)
            await waiting
            assert len(await storage.moves.entries(game_id)) == 1
            assert check(server) == ()


@asynccontextmanager
async def hanging_commits(server: Server) -> AsyncIterator[None]:
    """Let each commit wait for a synchronous standby that is gone, until the block ends."""
    ask(server, "ALTER SYSTEM SET synchronous_standby_names = 'gone'")
    ask(server, "SELECT pg_reload_conf()")
    async with asyncio.timeout(30):
        while ask(server, "SHOW synchronous_standby_names") != [("gone",)]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    try:
        yield
    finally:
        ask(server, "ALTER SYSTEM RESET synchronous_standby_names")
        ask(server, "SELECT pg_reload_conf()")


async def one_hangs(server: Server) -> None:
    """Wait until a commit hangs."""
    async with asyncio.timeout(30):
        while not ask(server, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_commit_that_hangs_is_waited_for_by_those_alone_who_came_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where a synchronous standby is gone. Who comes later is told at once that the database is away."""
    with postgresql.cluster(), postgresql.database() as server:
        async with await Storage.open(server) as storage:
            games = Games(storage)
            game_id = await games.running()
            async with hanging_commits(server):
                hanging = asyncio.create_task(games.play(game_id))
                await one_hangs(server)
                before = asyncio.create_task(storage.games.row(game_id))
                await asyncio.sleep(0.1)
                monkeypatch.setattr(connection, "_SILENCE", 0.1)
                async with asyncio.timeout(10):
                    with pytest.raises(DatabaseAway, match="does not answer"):
                        await games.play(game_id)
                assert not hanging.done()
                assert not before.done()
            await asyncio.gather(hanging, before)
            await storage.games.row(game_id)
            assert len(await storage.moves.entries(game_id)) == 1


async def test_a_commit_that_hangs_does_not_keep_the_bot_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told that what hangs is stored, nor those who wait for it or come later; the database does not keep
    the process from closing it."""
    monkeypatch.setattr(connection, "_LAST_SILENCE", 0.2)
    with postgresql.cluster(), postgresql.database() as server:
        storage = await Storage.open(server)
        games = Games(storage)
        game_id = await games.running()
        async with hanging_commits(server), asyncio.timeout(20):
            hanging = asyncio.create_task(games.play(game_id))
            await one_hangs(server)
            behind = asyncio.create_task(storage.lease.release())
            await asyncio.sleep(0.1)
            storage.hurry()
            for each in (hanging, behind):
                with pytest.raises(DatabaseAway):
                    await each
            with pytest.raises(DatabaseAway):
                await storage.games.row(game_id)
            await storage.close()


async def test_what_hurries_is_not_broken_off_where_the_database_answers(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_LAST_SILENCE", 0.2)
    async with await Storage.open(server) as storage:
        game_id = await Games(storage).running()
        storage.hurry()
        await asyncio.sleep(0.5)
        await Games(storage).play(game_id)


async def test_a_connection_that_is_made_too_late_is_not_used_any_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has hurried to its end could wait for ever there."""
    async with await Storage.open(server) as storage:
        game_id = await Games(storage).running()
        begun, goes_on, reach = threading.Event(), threading.Event(), connection.reach

        def late(server: Server) -> Any:
            begun.set()
            goes_on.wait(60)
            return reach(server)

        monkeypatch.setattr(connection, "reach", late)
        monkeypatch.setattr(connection, "_LAST_SILENCE", 0.0)
        ask(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {HERE}")
        reading = asyncio.create_task(storage.games.row(game_id))
        await asyncio.to_thread(begun.wait, 60)
        storage.hurry()
        goes_on.set()
        for each in (reading, storage.games.row(game_id)):
            with pytest.raises(DatabaseAway, match="does not answer"):
                await each


async def test_a_database_that_can_only_be_read_for_a_while_is_away(
    fresh_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after its primary was replaced, or where its disk is full; a connection would stay one that only reads."""
    monkeypatch.setattr(connection, "PATIENCE", 0.1)
    monkeypatch.setattr(connection, "_PAUSE", 0.01)
    monkeypatch.setitem(connection.REACHING, "connect_timeout", 0.01)
    [(name,)] = ask(fresh_server, "SELECT current_database()")
    async with await Storage.open(fresh_server) as storage:
        await storage.lease.acquire()
        ask(fresh_server, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await storage._db.run(READ, lambda tx: tx.all("SET default_transaction_read_only = on"))
        with pytest.raises(DatabaseAway, match="read-only"):
            await storage.lease.renew()
        assert storage.away.is_set()
        with pytest.raises(CannotOpen, match="read-only"):
            await Storage.open(fresh_server)
        ask(fresh_server, f"BEGIN READ WRITE; ALTER DATABASE {name} RESET ALL; COMMIT")
        async with asyncio.timeout(20):
            while storage.away.is_set():
                with suppress(DatabaseAway):  # for as long as the last attempt took
                    await storage.lease.renew()
                await asyncio.sleep(0.01)


async def test_what_nobody_waits_for_any_more_is_done_and_is_no_error_in_the_log_if_it_fails(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """As where a health check has learnt already that the database is away. What has not begun by then is done too."""
    waits = threading.Event()

    def fail(_: object) -> None:
        waits.wait(5.0)
        raise DatabaseAway("away")

    async with await Storage.open(server) as storage:
        asked = asyncio.create_task(storage._db.run(READ, fail))
        await asyncio.sleep(0.01)
        behind = asyncio.create_task(storage.meta.set("key", "value"))
        await asyncio.sleep(0.01)
        asked.cancel()
        behind.cancel()
        await asyncio.gather(asked, behind, return_exceptions=True)
        waits.set()
        assert await storage.meta.get("key") == "value"  # it comes after
        gc.collect()
    assert caplog.records == []


async def test_a_server_that_does_not_answer_is_asked_by_one_for_all(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attempt takes three seconds then. Those who wait fail with it, and later ones fail at once as long as there is
    no hope; when the server is back, nothing that failed is carried out."""
    loop, time, attempts = asyncio.get_running_loop(), 100.0, list[float]()

    def sleep(seconds: float) -> None:
        nonlocal time
        time += seconds

    def swallowed(_: Server) -> None:
        attempts.append(time)
        if len(attempts) == 3:
            with pytest.raises(DatabaseAway):
                asyncio.run_coroutine_threadsafe(games.play(game_id), loop).result(5)
        sleep(3.0)
        raise psycopg.OperationalError("timeout expired")

    def refused_once(_: Server) -> None:
        patched.setattr(connection, "reach", reach)
        raise psycopg.OperationalError("refused")

    lose_all = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {HERE}"
    async with await Storage.open(server) as storage:
        games = Games(storage)
        game_id = await games.running()
        with monkeypatch.context() as patched:
            patched.setattr(connection, "time", SimpleNamespace(monotonic=lambda: time, sleep=sleep))
            patched.setattr(connection, "reach", swallowed)
            ask(server, lose_all)
            came = await asyncio.gather(*(games.play(game_id) for _ in range(20)), return_exceptions=True)
            assert {type(each) for each in came} == {DatabaseAway}
            assert attempts == [100.0, pytest.approx(103.1)]
            with pytest.raises(DatabaseAway):
                await games.play(game_id)
            assert len(attempts) == 2
            sleep(3.0)
            with pytest.raises(DatabaseAway):
                await games.play(game_id)
            assert len(attempts) == 3
            patched.setattr(connection, "reach", reach)
            sleep(3.0)
            await games.play(game_id)
            patched.setattr(connection, "reach", refused_once)
            ask(server, lose_all)
            await games.play(game_id)  # there is patience anew
        assert len(await storage.moves.entries(game_id)) == 2


async def test_what_is_wrong_with_rows_is_found_there_too(server: Server) -> None:
    async with await Storage.open(server) as storage:
        game_id = await Games(storage).running()
        assert check(storage.place) == ()
        ask(server, "UPDATE snapshots SET sequence = 1")
        (line,) = check(storage.place)
        assert line.startswith(f"game {game_id} (running): the snapshot is of move 1")
        assert await refuses(storage, "UPDATE timers SET due_at = '2026-13-01T00:00:00.000000+00:00'", "") is False
        bad = "INSERT INTO timers (kind, due_at) VALUES ('x', '2026-13-01T00:00:00.000000+00:00')"
        assert await refuses(storage, bad, "out of range")
        key = "k" * 40
        with pytest.raises(DatabaseFailed) as failed:
            await storage._db.run(WRITE, lambda tx: tx.all("INSERT INTO meta VALUES (?1, ''), (?1, '')", key))
        assert key not in "".join(traceback.format_exception(failed.value))  # as a log would have it


async def test_a_check_takes_its_time_and_what_bots_write_meanwhile_does_not_disturb_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three transactions that are serializable one would fail here: the bot's first, its second, or the check."""
    monkeypatch.setitem(connection._SETTINGS, "idle_in_transaction_session_timeout", "100ms")
    async with await Storage.open(server) as opened:
        await Games(opened).lobby()
        await opened.meta.set("a", "before")
    with closing(psycopg.connect(server.url)) as slow, closing(psycopg.connect(server.url)) as quick:
        for each in (slow, quick):
            each.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
        slow.execute("SELECT value FROM meta WHERE key = 'a'")
        quick.execute("UPDATE meta SET value = 'after' WHERE key = 'a'")
        quick.commit()

        def judge(*_: object) -> tuple[str, ...]:
            slow.execute("INSERT INTO players VALUES (1, 'no settings', 'no time')")
            slow.commit()
            time.sleep(0.3)
            return ("looked at",)

        [found] = check(server, judge)
    assert found.endswith("looked at")


async def test_a_check_whose_connection_is_lost_says_so(server: Server) -> None:
    def lose(*_: object) -> tuple[str, ...]:
        ask(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {HERE}")
        return ()

    async with await Storage.open(server) as opened:
        await Games(opened).running()
    with pytest.raises(DatabaseAway, match="the connection to the database was lost"):
        check(server, lose)


async def test_a_check_reads_a_large_table_little_by_little(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.postgresql._AT_ONCE", 10)
    fetched = list[int]()
    fetchall = session._Result.fetchall

    def counting(result: Any) -> Any:
        fetched.append(len(fetchall(result)))
        return fetchall(result)

    monkeypatch.setattr(session._Result, "fetchall", counting)
    async with await Storage.open(server) as opened:
        for user_id in range(1, 26):
            await opened.players.change_settings(user_id, {"calls": "mention"})
        ask(server, "UPDATE players SET settings = '?' WHERE user_id IN (1, 25)")
        fetched.clear()
        assert check(server) == ("2 rows of players: settings cannot be read",)
    assert max(fetched) == 10


async def test_that_nothing_is_heard_is_said_once_however_long_it_lasts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("storage.postgresql.hearing._AGAIN", 0.01)
    heard = asyncio.Queue[None]()
    with postgresql.cluster(), postgresql.database() as server:
        listening = asyncio.create_task(storage_of_server.listen(server, "x", print, lambda: heard.put_nowait(None)))
        for times in (1, 2):
            await asyncio.wait_for(heard.get(), 30)
            with postgresql.away():
                await asyncio.sleep(0.3)
            await asyncio.wait_for(heard.get(), 30)
            heard.put_nowait(None)
            assert caplog.text.count("nothing is heard of other processes") == times
        listening.cancel()
