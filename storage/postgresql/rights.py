"""Checks whether a role that can read a database may also change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from storage.connection import Session
from storage.tables import MARK, TABLES


def _without(rights: Iterable[str], tables: Iterable[str]) -> str:
    """Return a statement for the names of those tables to which the role lacks one of these rights."""
    lacks = " OR ".join(f"NOT has_table_privilege(name, '{right}')" for right in rights)
    return f"SELECT name FROM unnest(ARRAY{list(tables)}) AS name WHERE {lacks}"


REFUSED = _without(["SELECT"], TABLES)
"""Returns the tables that may not be read."""
_INCOMPLETE = _without(["SELECT", "INSERT", "UPDATE", "DELETE"], [*TABLES, MARK])


def missing(session: Session) -> Iterator[str]:
    """Yield one line that names the tables the bot may not read and write, if there are any."""
    if refused := [row[0] for row in session.execute(_INCOMPLETE).fetchall()]:
        [role] = session.execute("SELECT current_user").fetchall()
        yield f"the role {role[0]} may not read and write {', '.join(refused)}, as the bot must: GRANT ALL"
