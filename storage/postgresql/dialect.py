"""SQL as PostgreSQL has it. Statements are written for SQLite; what differs is known here alone."""

from __future__ import annotations

import re
from functools import lru_cache

CLOCK = "SELECT clock_timestamp()"
"""Returns the server's time, as of now and not as of the transaction's beginning."""

_REWRITTEN = (
    (re.compile(r"\bIS NOT (\?\d*)"), r"IS DISTINCT FROM \1"),
    (re.compile(r"\bifnull\("), "coalesce("),
    # In no other place does a statement of ours have a list that may be empty.
    (re.compile(r"\bNOT IN \(\)"), "IS NOT NULL"),
    (re.compile(r"\bIN \(\)"), "IN (NULL)"),
    # A column always has its type's values: only in SQLite files can somebody have put others.
    (re.compile(r"\btypeof\([\w.]+\) = 'text'"), "TRUE"),
    (re.compile(r"\bdate\(\w+, '[^']*'\) IS NOT substr\(\w+, 1, 10\)"), "FALSE"),
)
_PARAMETER = re.compile(r"\?(\d*)")


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    """Return the statement for PostgreSQL, with its parameters as $1, $2 and so on.

    >>> translated("SELECT 1 FROM timers WHERE ifnull(game_id, '') IS NOT ? AND kind = ?")
    "SELECT 1 FROM timers WHERE coalesce(game_id, '') IS DISTINCT FROM $1 AND kind = $2"
    """
    for pattern, replacement in _REWRITTEN:
        sql = pattern.sub(replacement, sql)
    highest = 0

    def numbered(match: re.Match[str]) -> str:
        nonlocal highest
        number = int(match[1] or highest + 1)  # as in SQLite: without a number, one more than the highest before it
        highest = max(highest, number)
        return f"${number}"

    return _PARAMETER.sub(numbered, sql)
