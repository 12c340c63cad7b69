"""Numbered migrations, as for SQLite; the first one creates what SQLite's migrations up to its number had created."""

from __future__ import annotations

import logging
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import psycopg
from psycopg.rows import dict_row

from storage.errors import BeingChanged, CannotOpen, NewerSchema, OlderSchema
from storage.lease_holder import require_idle
from storage.place import Server
from storage.postgresql.dialect import CLOCK
from storage.schema import numbered
from storage.tables import MARK

log = logging.getLogger(__name__)

_LOCK = 0x41646570
"""Key of the advisory lock for migrating, as several processes may start at once."""
_COPIED = _LOCK + 1
"""Key of the advisory lock that is held while a file's games are copied."""
_IN_USE = "another program uses its tables just now, as pg_dump does: start again when that is done"


def migrations(folder: Traversable | None = None) -> dict[int, str]:
    """Return the migrations' SQL by number, in order."""
    return numbered(folder if folder is not None else files("storage") / "migrations" / "postgresql")


def newest() -> int:
    """Return the schema version that this program makes."""
    return max(migrations())


def version(raw: psycopg.Connection[Any], server: Server) -> int:
    """Return the database's schema version; 0 if it is empty. Raises CannotOpen, NewerSchema."""
    _require_way(raw, server)
    tables = {
        name
        for (name,) in raw.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
        )
    }
    if not tables:
        return 0
    if MARK not in tables:
        raise CannotOpen(server, "it is another program's database")
    row = raw.execute(f"SELECT version FROM {MARK}").fetchone()
    found = int(row[0]) if row is not None else 0
    if found > (known := newest()):
        raise NewerSchema(server, found, known)
    return found


def _require_way(raw: psycopg.Connection[Any], server: Server) -> None:
    """Raise CannotOpen if the role's search_path leads nowhere, or first to another schema than that of our tables:
    they would be made there once more, and all games seem lost."""
    [(role, path, first, ours)] = raw.execute(
        "SELECT quote_ident(current_user), current_setting('search_path'), quote_ident(current_schema()),"
        " (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = to_regclass(%s))",
        [MARK],
    ).fetchall()
    if first is None:
        none = f"of the schemas in its search_path ({path}) there is none that the role {role} may use"
        raise CannotOpen(server, f"{none}: CREATE SCHEMA, or GRANT USAGE ON SCHEMA")
    if ours not in (None, first):
        told = f"the bot's tables are in the schema {ours}, but {role} looks into {first} first"
        raise CannotOpen(server, f"{told}: ALTER ROLE {role} SET search_path = {ours}")


def require_newest(raw: psycopg.Connection[Any], server: Server) -> None:
    """Raise OlderSchema if the schema is not the newest. Also raises what `version` raises."""
    if (found := version(raw, server)) < (known := newest()):
        if not found:
            _require_right_to_begin(raw, server)
        raise OlderSchema(server, found, known)


def _require_right_to_begin(raw: psycopg.Connection[Any], server: Server) -> None:
    """Raise CannotOpen if the role may not create tables: since PostgreSQL 15, only a database's owner may by
    default."""
    [(role, schema, may)] = raw.execute(
        "SELECT quote_ident(current_user), quote_ident(current_schema()),"
        " has_schema_privilege(current_schema(), 'CREATE')"
    ).fetchall()
    if not may:
        granted = f"GRANT CREATE ON SCHEMA {schema} TO {role}"
        raise CannotOpen(server, f"it is empty, and the role {role} may not make tables in it: {granted}")


def announce_copy(raw: psycopg.Connection[Any]) -> None:
    """Tell others that a copy is under way until this transaction ends, so that none starts to use the database. Raises
    psycopg.Error."""
    raw.execute("SELECT pg_advisory_xact_lock(%s)", [_COPIED])


def require_settled(raw: psycopg.Connection[Any], server: Server, upgrades: bool = False) -> None:
    """Raise BeingChanged while games are copied to the database, or it is upgraded.

    upgrades: the caller upgrades too, and waits for others who do.
    """
    if _is_held(raw, _COPIED):
        raise BeingChanged(server, "`adepts migrate` copies a file's games to it just now: start when that is done")
    if not upgrades and _is_held(raw, _LOCK):
        raise BeingChanged(server, BeingChanged.UPGRADED)


def _is_held(raw: psycopg.Connection[Any], key: int) -> bool:
    """Whether another connection to this database holds this advisory lock."""
    held = raw.execute(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND (classid, objid, objsubid) = (0, %s, 1)"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()",
        [key],
    )
    return held.fetchone() is not None


def migrate(raw: psycopg.Connection[Any], server: Server) -> int:
    """Apply the missing migrations, all or none; return the version that the database had.

    Raises CannotOpen, NewerSchema; LeaseHeld while a bot works with the older schema; BeingChanged if another process
    upgrades it for too long.
    """
    if version(raw, server) == newest():  # most starts: nobody must take them for an upgrade
        return newest()
    with raw.transaction():
        try:
            raw.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        except psycopg.errors.LockNotAvailable:
            raise BeingChanged(server, BeingChanged.UPGRADED) from None
        found = version(raw, server)
        scripts = migrations()
        known = max(scripts)
        if found == known:  # another process was faster
            return found
        if not found:
            _require_right_to_begin(raw, server)
            raw.execute(f"CREATE TABLE {MARK} (version BIGINT NOT NULL)")
            raw.execute(f"INSERT INTO {MARK} VALUES (%s)", [known])
        elif found < min(scripts):
            raise CannotOpen(server, f"its schema is version {found}, which never was one of PostgreSQL's")
        else:
            # From here on nobody can take a lease; those who had one before are waited for, and write nothing any more.
            raw.execute(f"UPDATE {MARK} SET version = %s", [known])
            [(now,)] = raw.execute(CLOCK).fetchall()
            require_idle(raw.cursor(row_factory=dict_row).execute("SELECT * FROM lease"), now)
            raw.execute("DELETE FROM lease")
        for number, script in scripts.items():
            if number > found:
                try:
                    raw.execute(script.encode())
                except psycopg.Error as error:
                    is_locked = isinstance(error, psycopg.errors.LockNotAvailable)
                    reason = _IN_USE if is_locked else error.diag.message_primary or type(error).__name__
                    raise CannotOpen(server, f"migration {number} failed and was undone: {reason}") from error
        if found:
            log.warning("the database is brought up to date", extra={"from": found, "to": known})
    return found
