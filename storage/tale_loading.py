"""Loads a whole tale at one instant."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from storage.database import Transaction
from storage.errors import NoSuchGame
from storage.reading import read
from storage.tale_rows import Base, StoredTale, Tale


@dataclass(frozen=True, slots=True)
class _Row:
    """A row's data."""

    data: dict[str, Any] = field(repr=False)


def load(tx: Transaction, tale_id: str) -> StoredTale:
    """Return all of a tale. Raises NoSuchGame."""
    wrong = list[str]()

    def all_of(what: str, made: Any, sql: str) -> list[Any]:
        rows = tx.all(sql, tale_id)
        values = [read(made, row) for row in rows]
        numbers = [row["number"] for row in rows if "number" in row.keys()]  # noqa: SIM118 - a Row iterates over values
        if any(problems for _, problems in values) or numbers not in ([], [*range(1, len(rows) + 1)]):
            wrong.append(f"its {what} cannot be read")
        return [value for value, _ in values]

    row = tx.one("SELECT * FROM tales WHERE id = ?", tale_id)
    if row is None:
        raise NoSuchGame(tale_id)
    tale, problems = read(Tale, row)
    wrong += [f"its {name} cannot be read" for name in problems]
    bases = all_of("state", Base, "SELECT * FROM tale_bases WHERE tale_id = ?")
    entries = all_of("entries", _Row, "SELECT number, data FROM tale_entries WHERE tale_id = ? ORDER BY number")
    casts = all_of("dice", _Row, "SELECT number, data FROM tale_casts WHERE tale_id = ? ORDER BY number")
    struck = {
        each["number"]: each["struck"]
        for each in tx.all("SELECT number, struck FROM tale_entries WHERE tale_id = ? AND struck IS NOT NULL", tale_id)
    }
    secret = tx.one("SELECT secret FROM tale_secrets WHERE tale_id = ?", tale_id)
    if len(entries) != tale.sequence:
        wrong.append(f"it has {len(entries)} entries and should have {tale.sequence}")
    if not bases or secret is None:
        wrong.append("its state is missing")
    people = tx.all("SELECT who, user_id FROM tale_people WHERE tale_id = ? ORDER BY who", tale_id)
    kept = tx.all("SELECT who, notes AS data FROM tale_notes WHERE tale_id = ?", tale_id)
    return StoredTale(
        tale,
        bases[0] if bases else None,
        secret["secret"] if secret is not None else "",
        tuple({**each.data, "struck": struck.get(number)} for number, each in enumerate(entries, 1)),
        tuple(each.data for each in casts),
        {each["who"]: each["user_id"] for each in people},
        {each["who"]: read(_Row, each)[0].data for each in kept},
        tuple(
            each["channel_id"]
            for each in tx.all("SELECT channel_id FROM tale_channels WHERE tale_id = ? ORDER BY channel_id", tale_id)
        ),
        tuple(wrong),
    )
