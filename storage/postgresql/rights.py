"""Checks whether a role that can read a database may also change it."""

from __future__ import annotations

from collections.abc import Iterator

from storage.connection import Session
from storage.tables import MARK, TABLES

REFUSED = f"SELECT name FROM unnest(ARRAY{list(TABLES)}) AS name WHERE NOT has_table_privilege(name, 'SELECT')"
"""Returns the tables that may not be read."""
_NEEDED = ("SELECT", "INSERT", "UPDATE", "DELETE")


def missing(session: Session) -> Iterator[str]:
    """Yield one line that names the tables the bot may not read and write, if there are any."""
    refused = [table for table in (*TABLES, MARK) if not all(_may(session, table, right) for right in _NEEDED)]
    if refused:
        [role] = session.execute("SELECT current_user").fetchall()
        yield f"the role {role[0]} may not read and write {', '.join(refused)}, as the bot must: GRANT ALL"


def _may(session: Session, table: str, right: str) -> bool:
    [row] = session.execute("SELECT has_table_privilege(?, ?)", (table, right)).fetchall()
    return bool(row[0])
