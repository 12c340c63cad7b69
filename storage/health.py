"""Who uses a database, seen from outside. These functions block, and never write."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

from storage import sqlite
from storage.errors import CannotOpen
from storage.lease_holder import LeaseHolder
from storage.place import Place, Server
from storage.postgresql import reading
from storage.postgresql.dialect import CLOCK
from storage.reading import readable

_PROCESS = "host, boot, namespace, pid, born"
_HOLDERS = f"SELECT {_PROCESS}, max(expires_at) AS expires_at FROM lease GROUP BY holder, {_PROCESS} ORDER BY min(id)"


def require_settled(place: Place) -> None:
    """Raise Moved if the games are elsewhere by now, BeingChanged while they are copied or upgraded; also what
    `holders` raises."""
    if isinstance(place, Server):
        with reading(place):
            return
    sqlite.require_settled(place)


def holders(place: Place) -> tuple[LeaseHolder, ...]:
    """Return the bots that use this database, or did until they crashed; leases that cannot be read are left out.

    Raises CannotOpen, OlderSchema if the database is older or empty, NewerSchema.
    """
    if isinstance(place, Server):
        with reading(place) as session:
            found = readable(LeaseHolder, session.execute(_HOLDERS).fetchall())
            [(now,)] = session.execute(CLOCK).fetchall()
            return tuple(replace(holder, shared=True, seen_at=now) for holder in found)
    connection, _ = sqlite.look(place)
    with closing(connection):
        try:
            return readable(LeaseHolder, connection.execute(_HOLDERS).fetchall())
        except sqlite3.Error as error:
            raise CannotOpen(place, str(error)) from error
