"""PostgreSQL in place of SQLite. Its driver is an optional dependency, imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from storage.connection import Connection, Row, Session
from storage.errors import CannotOpen
from storage.place import Server

if TYPE_CHECKING:
    from storage.postgresql.copying import Copied

__all__ = ["connect", "copy", "listen", "reading", "require_unused", "scanned"]

_AT_ONCE = 1000
_MISSING = "the driver for PostgreSQL is not installed: pip install -r requirements-postgresql.lock"


async def connect(server: Server, upgrade: bool = True) -> Connection:
    """Return a connection to the database, whose schema must be the newest; with `upgrade`, it is brought up to date.

    Raises CannotOpen, OlderSchema, NewerSchema, LeaseHeld.
    """
    _require_driver(server)
    from storage.postgresql.connection import PostgresConnection

    return await PostgresConnection.open(server, upgrade)


@contextmanager
def reading(server: Server) -> Iterator[Session]:
    """A session that reads everything as of one instant, also while others use the database. It blocks.

    Raises CannotOpen, OlderSchema, NewerSchema; DatabaseAway.
    """
    _require_driver(server)
    from storage.postgresql.connection import reading

    with reading(server) as session:
        yield session


def scanned(session: Session, name: str, sql: str) -> Iterator[Row]:
    """Yield the rows of a statement, a few at a time, as all of them might not fit into memory. `name`: another one for
    each statement of the transaction."""
    session.execute(f"DECLARE {name}_scanned NO SCROLL CURSOR FOR {sql}")
    while rows := session.execute(f"FETCH {_AT_ONCE} FROM {name}_scanned").fetchall():
        yield from rows


def copy(path: Path, server: Server) -> Copied:
    """See `storage.postgresql.copying.copy`. Raises CopyFailed, CannotOpen."""
    _require_driver(server)
    from storage.postgresql.copying import copy

    return copy(path, server)


def require_unused(server: Server) -> None:
    """See `storage.postgresql.copying.require_unused`. Raises CopyFailed, CannotOpen, NewerSchema, BeingChanged."""
    _require_driver(server)
    from storage.postgresql.copying import require_unused

    require_unused(server)


async def listen(server: Server, channel: str, told: Callable[[str], object], anew: Callable[[], object]) -> None:
    """Call `told` with each notification on the channel, until cancelled; call `anew` whenever it has connected
    (again)."""
    from storage.postgresql.hearing import listen

    await listen(server, channel, told, anew)


def _require_driver(server: Server) -> None:
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise CannotOpen(server, _MISSING) from error
