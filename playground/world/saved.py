"""Keeps the world in a file, so that a playground continues where the last one ended: with all that people wrote and
saw.

It is one SQLite file. What the bot changes is written before the bot gets its answer, what people do half a second
later. Not kept: ephemeral and still deferred messages (which a restarted client loses anyway), interactions, faults and
the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from playground.world.models import LOADING, Application, Channel, Emoji, Event, Guild, Json, Message, User
from playground.world.world import World

VERSION = 1
AFTER = 0.5
"""Seconds from a change until it is written, together with all others made meanwhile."""
_SCHEMA = f"""
CREATE TABLE parts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE messages (id INTEGER PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE files (id INTEGER PRIMARY KEY, message_id INTEGER, data BLOB NOT NULL) STRICT;
CREATE INDEX files_of ON files (message_id);
PRAGMA user_version = {VERSION};
"""
_ENDS = ("", "-wal", "-shm")
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
_LOG = logging.getLogger(__name__)


class CannotLoad(Exception):
    """The file is in use, from a newer playground, or cannot be written; the text says which. It is left unchanged."""


@dataclass(slots=True)
class _Place:
    """Everything but the application and the messages."""

    base_url: str
    last_id: int
    ahead: float
    """Seconds by which the world's clock has been moved on."""
    owner_id: int
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]


@dataclass(slots=True)
class _Application:
    id: int
    name: str
    commands: dict[int, list[Json]]
    """By guild id; 0 for the global ones."""
    emojis: dict[int, Emoji]


_PLACE, _APPLICATION, _MESSAGE = TypeAdapter(_Place), TypeAdapter(_Application), TypeAdapter(Message)


class Saved:
    """Keeps a world in a file from `open` to `close`, locking the file."""

    def __init__(self, path: Path, world: World) -> None:
        self._path = path
        self._world = world
        self.set_aside: Path | None = None
        """The path to which a damaged file was moved."""
        self._db: sqlite3.Connection | None = None
        self._parts: dict[str, str] = {}
        self._messages: set[int] = set()
        self._changed: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        world.listen(self._on_event)

    def open(self) -> None:
        """Load the world from the file, if there is one; a damaged one is set aside. Raises CannotLoad."""
        try:
            self._open()
        except OSError as error:
            raise CannotLoad(f"{self._path}: {error.strerror or error}") from None
        except (sqlite3.Error, ValueError, KeyError, RecursionError) as error:
            self._abandon()
            name = getattr(error, "sqlite_errorname", _DAMAGED[0])
            if name.startswith("SQLITE_BUSY"):
                raise CannotLoad(f"another playground is using {self._path}") from None
            if not name.startswith(_DAMAGED):
                raise CannotLoad(f"{self._path}: {error}") from None
            self._set_aside()
            self._open()

    def save(self) -> None:
        """Write what has changed. If that fails, it is tried again with the next change."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._db is None:
            return
        try:
            with self._db:
                kept = self._write(self._db)
        except sqlite3.Error as error:
            _LOG.warning("%s cannot be written: %s", self._path, error)
            self._parts.clear()
        else:
            self._messages = kept
            self._changed.clear()

    def close(self) -> None:
        self.save()
        self._abandon()

    # --- reading

    def _open(self) -> None:
        self._keep_private()
        db = self._db = sqlite3.connect(self._path, timeout=0)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        [version] = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            self._abandon()
            raise CannotLoad(f"{self._path} was written by a newer playground")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("BEGIN IMMEDIATE").connection.rollback()  # takes the exclusive lock, which is kept
        if version == 0:
            db.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            return
        self._load(db)

    def _keep_private(self) -> None:
        """Make the file readable by its owner alone, as it holds private messages; SQLite gives the files beside it the
        same mode."""
        self._path.touch(mode=0o600)
        for file in self._files():
            if file.is_file():
                file.chmod(0o600)

    def _files(self) -> list[Path]:
        """Return the paths of the file and of those that SQLite keeps beside it."""
        return [self._path.with_name(self._path.name + end) for end in _ENDS]

    def _load(self, db: sqlite3.Connection) -> None:
        world, parts = self._world, dict(db.execute("SELECT name, value FROM parts"))
        if not parts:
            return
        place = _PLACE.validate_json(parts["place"])
        files = dict(db.execute("SELECT id, data FROM files"))
        messages = {
            number: _message(text.replace(f'"{place.base_url}/', f'"{world.base_url}/'), files)
            for number, text in db.execute("SELECT id, value FROM messages ORDER BY id")
        }
        app = json.loads(parts["application"])
        for emoji in app["emojis"].values():
            emoji["image"] = files[emoji["id"]]
        own = _APPLICATION.validate_python(app)
        world.users, world.guilds, world.channels, world.messages = place.users, place.guilds, place.channels, messages
        world.owner = world.users[place.owner_id]
        world.app = Application(
            own.id,
            own.name,
            world.users[own.id],
            world.app.token,
            emojis=own.emojis,
            commands={scope or None: commands for scope, commands in own.commands.items()},
        )
        world.clock.ahead = max(0.0, place.ahead)
        world.ids.skip(place.last_id, AFTER * 2)  # skip ids that may have been used after the last write
        self._parts, self._messages = parts, set(messages)

    def _set_aside(self) -> None:
        """Rename the file and those that SQLite keeps beside it."""
        mark = time.strftime("damaged-%Y%m%d-%H%M%S")
        for end, beside in zip(_ENDS, self._files(), strict=True):
            if beside.exists():
                beside.rename(self._path.with_name(f"{self._path.name}.{mark}{end}"))
        self.set_aside = self._path.with_name(f"{self._path.name}.{mark}")

    def _abandon(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    # --- writing

    def _on_event(self, event: Event) -> None:
        if event.message is not None:
            self._changed.add(event.message.id)
        self.touch()

    def touch(self) -> None:
        """Schedule a write, as something may have changed that emits no event of the world."""
        if self._timer is None and self._db is not None:
            self._timer = asyncio.get_running_loop().call_later(AFTER, self.save)

    def _write(self, db: sqlite3.Connection) -> set[int]:
        """Write all changes; return the ids of the messages that the file then has."""
        world = self._world
        kept = {number for number, message in world.messages.items() if _lasts(message)}
        for number in self._messages - kept:
            db.execute("DELETE FROM messages WHERE id = ?", (number,))
            db.execute("DELETE FROM files WHERE message_id = ?", (number,))
        for number in kept & (self._changed | (kept - self._messages)):
            self._write_message(db, world.messages[number])
        self._write_application(db)
        place = _Place(
            world.base_url, world.ids.last, world.clock.ahead, world.owner.id,
            world.users, world.guilds, world.channels,
        )  # fmt: skip
        self._write_part(db, "place", _PLACE.dump_json(place).decode())
        return kept

    def _write_message(self, db: sqlite3.Connection, message: Message) -> None:
        text = _MESSAGE.dump_json(message, exclude={"attachments": {"__all__": {"data"}}}).decode()
        db.execute("INSERT OR REPLACE INTO messages VALUES (?, ?)", (message.id, text))
        files = {a.id: a.data for a in message.attachments}
        for (old,) in db.execute("SELECT id FROM files WHERE message_id = ?", (message.id,)).fetchall():
            if files.pop(old, None) is None:
                db.execute("DELETE FROM files WHERE id = ?", (old,))
        db.executemany("INSERT INTO files VALUES (?, ?, ?)", [(n, message.id, data) for n, data in files.items()])

    def _write_application(self, db: sqlite3.Connection) -> None:
        app = self._world.app
        own = _Application(app.id, app.name, {scope or 0: of for scope, of in app.commands.items()}, app.emojis)
        text = _APPLICATION.dump_json(own, exclude={"emojis": {"__all__": {"image"}}}).decode()
        if self._write_part(db, "application", text):
            images = [(emoji.id, emoji.image) for emoji in app.emojis.values()]
            db.execute("DELETE FROM files WHERE message_id IS NULL")
            db.executemany("INSERT INTO files VALUES (?, NULL, ?)", images)

    def _write_part(self, db: sqlite3.Connection, name: str, text: str) -> bool:
        """Write a part if it has changed; return whether it has."""
        if self._parts.get(name) == text:
            return False
        self._parts[name] = text
        db.execute("INSERT OR REPLACE INTO parts VALUES (?, ?)", (name, text))
        return True


def _lasts(message: Message) -> bool:
    return message.visible_to is None and not message.flags & LOADING


def _message(text: str, files: dict[int, bytes]) -> Message:
    data = json.loads(text)
    for attachment in data["attachments"]:
        attachment["data"] = files[attachment["id"]]
    return _MESSAGE.validate_python(data)
