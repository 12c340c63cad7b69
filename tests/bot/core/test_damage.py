"""One value in the database is damaged: its game can still be ended, and no other game suffers.

Every column of every table in the schema is damaged in a game of its own, so columns added later are tested too.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.tables.checks import Actor
from bot.tables.errors import Refusal
from cli.main import run
from playground import Person
from playground.world.models import Channel
from storage import Status, Storage
from storage.columns import utc_now

from .conftest import Opened, Stage
from .tables import mover

VALUES = {
    "nothing": None,
    "no text": "",
    "a word": "x",
    "a list": "[]",
    "an object": "{}",
    "bytes": b"\x00\xff",
    "huge": 2**63 - 1,
    "negative": -1,
    "broken": 1e300,
}
_OF_MANY = "games"
_TOLD = ("a game cannot be read", "a timer cannot be read; it counts as due")
_SINGLE = {"lease", "meta", "players", "retired_ids"}
"""Tables with no rows of games."""
_OF_TALES = "tale"
"""Tables of tales, by their prefix: `test_damage_tales`."""


@contextmanager
def loosened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database without the constraints and triggers of its schema, as if bytes had flipped; they are restored
    at the end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        schema = raw.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        for kind, name, _ in schema:
            if kind == "trigger":
                raw.execute(f"DROP TRIGGER {name}")
        raw.execute("PRAGMA writable_schema = ON")
        for kind, name, sql in schema:
            if kind == "table" and not name.startswith("sqlite_"):
                loose = re.sub(r"\bSTRICT(, )?", "", sql).replace("NOT NULL", "")
                raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [loose, name])
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        yield raw
        raw.execute("PRAGMA writable_schema = ON")
        for kind, name, sql in schema:
            if kind == "table" and not name.startswith("sqlite_"):
                raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [sql, name])
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for kind, _, sql in schema:
            if kind == "trigger":
                raw.execute(sql)


def columns(raw: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the columns of each table, read from the database."""
    tables = raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall()
    return {table: [row[1] for row in raw.execute(f"PRAGMA table_info({table})")] for (table,) in tables}


def put(raw: sqlite3.Connection, table: str, where: str, column: str, value: object) -> bool:
    """Damage one row; return False if SQLite cannot store such a value there at all."""
    keys = [row[1] for row in raw.execute(f"PRAGMA table_info({table})") if row[5]]
    row = raw.execute(f"SELECT {', '.join(keys)} FROM {table} WHERE {where} LIMIT 1").fetchone()
    assert row is not None, f"no row of {table} to be damaged"
    one = " AND ".join(f"{key} IS ?" for key in keys)
    try:
        raw.execute(f"UPDATE {table} SET {column} = ? WHERE {one}", [value, *row])
    except sqlite3.Error:
        return False
    return True


def copied(raw: sqlite3.Connection, game: str, new: str, channel_id: int) -> None:
    """Copy the game with all its rows to another channel."""
    for table, names in columns(raw).items():
        key = "id" if table == _OF_MANY else "game_id"
        if key not in names or table in _SINGLE:
            continue
        other = {key: "?1", "channel_id": "?2", "message_id": "NULL"} | ({"id": "NULL"} if table != _OF_MANY else {})
        values = ", ".join(other.get(name, name) for name in names)
        raw.execute(f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = ?3", [new, channel_id, game])


def made_up(raw: sqlite3.Connection, table: str, game: str) -> None:
    """Insert a row into a table that this file knows nothing about."""
    now = utc_now().isoformat()
    values: dict[str, object] = {"game_id": game, "seat": "P1"}
    for _, name, kind, _, default, key in raw.execute(f"PRAGMA table_info({table})").fetchall():
        if name not in values and default is None and not (key and name == "id"):
            values[name] = 7 if kind == "INTEGER" else now if name.endswith("at") else "{}"
    known = [name for name in columns(raw)[table] if name in values]
    marks = ", ".join("?" * len(known))
    raw.execute(f"INSERT INTO {table} ({', '.join(known)}) VALUES ({marks})", [values[name] for name in known])


def filled(raw: sqlite3.Connection, game: str, user_id: int, other: int) -> None:
    """Insert a row into every table, also those that a game does not use at present."""
    now = utc_now().isoformat()
    raw.execute("INSERT INTO results (game_id, seat, user_id, total, rank) VALUES (?, 'P1', ?, 9, 1)", [game, user_id])
    raw.execute("INSERT INTO kicked VALUES (?, ?, 'eve')", [game, 7])
    later = (utc_now() + timedelta(days=9)).isoformat()
    timer = "INSERT INTO timers (kind, game_id, about, due_at, payload) VALUES ('pass', ?, 'P1', ?, '{}')"
    raw.execute(timer, [game, later])
    raw.execute("INSERT INTO votes VALUES (?, 'end', ?, ?, 1)", [game, other, now])
    raw.execute('INSERT OR REPLACE INTO players VALUES (?, \'{"turn": "none"}\', ?)', [user_id, now])
    for table, names in columns(raw).items():
        if "game_id" in names and not raw.execute(f"SELECT 1 FROM {table} WHERE game_id = ?", [game]).fetchone():
            made_up(raw, table, game)


@pytest.mark.parametrize("value", VALUES.values(), ids=list(VALUES))
async def test_whatever_is_damaged_of_a_game_it_can_be_ended_and_others_go_on(
    value: object,
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    sound = await opened(ann, bob, look="words")
    for _ in range(3):
        seat, user, _ = mover(table := await stage.bot.tables.look(sound))
        await stage.bot.tables.moves.play(sound, user, table.playing.legal(seat)[0])
    await stage.quiet()
    await stage.stop()
    path = stage.settings.storage.path
    damaged: dict[str, tuple[str, str, int]] = {}
    numbers = count(1)
    with loosened(path) as raw:
        filled(raw, sound, ann.id, bob.id)
        for rows, names in columns(raw).items():
            if rows in _SINGLE or rows.startswith(_OF_TALES):
                continue
            for column in names:
                if column == "id" and rows != _OF_MANY and value == VALUES["huge"]:
                    continue  # SQLite gives no row a number after that one
                number = next(numbers)
                game, place = f"c{number:07}", 10**17 + number
                copied(raw, sound, game, place)
                key = "id" if rows == _OF_MANY else "game_id"
                if put(raw, rows, f"{key} = '{game}'", column, value):
                    damaged[game] = (rows, column, place)
                else:
                    for each, of_each in columns(raw).items():
                        if "game_id" in of_each:
                            raw.execute(f"DELETE FROM {each} WHERE game_id = ?", [game])
                    raw.execute("DELETE FROM games WHERE id = ?", [game])
        for rows, column in (("players", "settings"), ("players", "updated_at"), ("meta", "value")):
            put(raw, rows, "1", column, value)
    assert len(damaged) > 40

    for words in (["games", "list"], ["games", "export", str(tmp_path / "out"), "--game", sound]):
        assert await asyncio.to_thread(run, words) == 0, words
    assert sound in capsys.readouterr().out
    assert await asyncio.to_thread(run, ["doctor"]) in (1, 2)

    caplog.clear()
    bot = await stage.start()
    await stage.quiet()
    assert "ann" in (await ann.command(channel, "adepts games")).message.text
    table = await bot.tables.look(sound)
    seat, user, _ = mover(table)
    await bot.tables.moves.play(sound, user, table.playing.legal(seat)[0])
    wrong = dict[str, object]()
    for game, (table_name, column, place) in damaged.items():
        what = f"{table_name}.{column}"
        try:
            with suppress(Refusal):
                await bot.tables.record(game)
            if (table_name, column) == ("games", "id"):
                continue  # it cannot be found by its id
            known = await bot.tables.look(game)
            if known.status.is_active:
                if (table_name, column) != ("games", "channel_id"):
                    assert (await bot.tables.active_in(place)).id == game
                await bot.tables.lobby.end(game, Actor(ann.id, manager=True))
            assert not (await bot.tables.look(game)).status.is_active
        except Exception as error:  # report all of them together
            wrong[what] = error
    await stage.quiet()
    assert (await bot.tables.look(sound)).status is Status.RUNNING
    faults = {
        (
            record.message,
            damaged.get(getattr(record, "game", ""), damaged.get(str(getattr(record, "reconciler", "")).split(" ")[0])),
        )
        for record in caplog.records
        if record.levelname == "ERROR" and record.message not in _TOLD
    }
    assert not wrong
    assert not faults


def hours_later(hours: int) -> datetime:
    return utc_now() + timedelta(hours=hours)


@pytest.mark.parametrize("value", VALUES.values(), ids=list(VALUES))
async def test_what_is_damaged_beside_the_games_keeps_no_bot_from_starting(value: object, tmp_path: Path) -> None:
    path = tmp_path / "adepts.sqlite3"
    async with await Storage.open(path) as store:
        await store.lease.acquire()
        await store.players.change_settings(5, {"turn": "none"})
    with closing(sqlite3.connect(path)) as raw:
        every = [(table, column) for table, names in columns(raw).items() if table in _SINGLE for column in names]
    hours = count(1)
    for table, column in every:
        if table in ("lease", "players"):
            with loosened(path) as raw:
                put(raw, table, "1", column, value)
        async with await Storage.open(path, now=partial(hours_later, next(hours))) as store:
            await store.lease.acquire()  # which has expired or cannot be read
            await store.players.settings(5)
            assert (await store.players.change_settings(5, {"turn": "dm"}))["turn"] == "dm"
