"""Reads rows as dataclasses, whatever they contain: a value of the wrong kind gets a stand-in, and its column is
named."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from storage.columns import unpacked
from storage.connection import Row

Made = TypeVar("Made")
log = logging.getLogger(__name__)

_NEVER = datetime.min.replace(tzinfo=UTC)
_SEAT = re.compile(r"P[1-9][0-9]?")


class _Wrong(Exception):
    """A column holds a value of the wrong kind."""


def read(made: type[Made], row: Row) -> tuple[Made, tuple[str, ...]]:
    """Return the row as an instance of this dataclass, and the names of the columns that could not be read.

    Those get a stand-in: None where that is allowed, else "", 0, {}, the earliest datetime, or the last member of an
    enumeration. Columns that are no field of the dataclass are ignored.
    """
    values, wrong = dict[str, Any](), list[str]()
    for name, kind in _kinds(made).items():  # type: ignore[arg-type]
        if name not in row.keys():  # noqa: SIM118 - a Row iterates over values
            continue
        try:
            values[name] = _value(name, kind, row[name])
        except (_Wrong, ValueError, TypeError, RecursionError, zlib.error):
            values[name] = _stand_in(kind)
            wrong.append(name)
    return made(**values), tuple(wrong)


def readable(made: type[Made], rows: Iterable[Row]) -> tuple[Made, ...]:
    """Return the rows that can be read, for data that is not essential; the others are logged and left out."""
    found = []
    for row in rows:
        value, wrong = read(made, row)
        if wrong:
            log.warning("a row cannot be read", extra={"row": made.__name__, "columns": ",".join(wrong)})
        else:
            found.append(value)
    return tuple(found)


@cache
def _kinds(made: type[Any]) -> dict[str, Any]:
    """Return the types of a dataclass's fields by name."""
    assert is_dataclass(made)
    hints = get_type_hints(made)
    return {field.name: hints[field.name] for field in fields(made)}


def _value(name: str, kind: Any, stored: Any) -> Any:
    if isinstance(kind, UnionType):
        if stored is None:
            return None
        [kind] = [each for each in get_args(kind) if each is not type(None)]
    if kind is bool:
        return {0: False, 1: True}[_of(int, stored)] if stored in (0, 1) else _fail()
    if kind is int:
        return stored if isinstance(stored, int) and (stored > 0 or not name.endswith("_id")) else _fail()
    if (get_origin(kind) or kind) is dict:
        return _of(dict, unpacked(stored))
    text = _of(str, stored)
    if kind is datetime:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(text)
    if name == "seat" and not _SEAT.fullmatch(text):
        _fail()
    return text


def _of(kind: type[Made], stored: Any) -> Made:
    return stored if isinstance(stored, kind) else _fail()


def _fail() -> Any:
    raise _Wrong


def _stand_in(kind: Any) -> Any:
    if isinstance(kind, UnionType):
        return None
    if kind is datetime:
        return _NEVER
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return [*kind][-1]
    return (get_origin(kind) or kind)()
