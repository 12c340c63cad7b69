"""PostgreSQL in the place of SQLite. The driver is an extra of the installation: imported only where it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.connection import Connection, Session
from storage.errors import CannotOpen
from storage.place import Server

__all__ = ["connect", "copy", "listen", "reading", "require_unused"]

_MISSING = "the driver for PostgreSQL is not installed: pip install -r requirements-postgresql.lock"


async def connect(server: Server, upgrade: bool = True) -> Connection:
    """A connection to the database, whose schema is the newest, or is made so if `upgrade`.

    Raises CannotOpen, OlderSchema, NewerSchema, LeaseHeld.
    """
    _require_driver(server)
    from storage.postgresql.connection import PostgresConnection

    return await PostgresConnection.open(server, upgrade)


@contextmanager
def reading(server: Server) -> Iterator[Session]:
    """A session that reads all as it is at one instant, beside whoever works with the database. It blocks.

    Raises CannotOpen, OlderSchema, NewerSchema; DatabaseAway.
    """
    _require_driver(server)
    from storage.postgresql.connection import reading

    with reading(server) as session:
        yield session


def copy(path: Path, server: Server) -> dict[str, int]:
    """What `storage.postgresql.copying.copy` does. Raises CopyFailed, CannotOpen."""
    _require_driver(server)
    from storage.postgresql.copying import copy

    return copy(path, server)


def require_unused(server: Server) -> None:
    """What `storage.postgresql.copying.require_unused` does. Raises CopyFailed, CannotOpen, NewerSchema."""
    _require_driver(server)
    from storage.postgresql.copying import require_unused

    require_unused(server)


async def listen(server: Server, channel: str, told: Callable[[str], object], anew: Callable[[], object]) -> None:
    """Call `told` with what is notified there, until cancelled; `anew` whenever the connection is made (again)."""
    from storage.postgresql.hearing import listen

    await listen(server, channel, told, anew)


def _require_driver(server: Server) -> None:
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise CannotOpen(server, _MISSING) from error
