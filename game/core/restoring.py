"""Reading a stored position back: what games have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from game.core.errors import BadPosition, SetupError, quoted

UNKNOWN = "unknown"
"""Stands in place of the seed where that is not told."""


@contextmanager
def stored_game(title: str) -> Iterator[None]:
    """Turn errors that malformed data causes within this context into BadPosition, which names the game."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, SetupError) as error:
        raise BadPosition(f"this is not a stored game of {title} ({type(error).__name__}: {error})") from error


def check_version(written: Any, read: int) -> None:
    """Raise BadPosition for a version that the program does not read."""
    if written != read:
        raise BadPosition(f"written by version {written}, this program reads {read}", "more.version")


def count(table: Mapping[str, Any], key: str, most: int) -> int:
    """Return a number from 0 to `most`. Raises BadPosition, or KeyError if it is missing."""
    value = table[key]
    if type(value) is not int or not 0 <= value <= most:
        raise BadPosition(f"{quoted(value)} is not a number from 0 to {most}", key)
    return value


def agree(data: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Raise BadPosition where a stored position differs from what the rules say (`found`), with the place: `effects`,
    `more` and keys of which the rules know nothing are free."""
    for key, value in found.items():
        if key not in ("effects", "more") and data.get(key) != value:
            where, said, true = _difference(data.get(key), value, key)
            raise BadPosition(f"it says {quoted(said)}, the rules {quoted(true)}", where)


def _difference(said: Any, true: Any, where: str) -> tuple[str, Any, Any]:
    """Return the first place in which two values differ, and what is there in each."""
    if isinstance(said, Mapping) and isinstance(true, Mapping):
        inside = ((key, said.get(key), true.get(key)) for key in dict.fromkeys((*true, *said)))
    elif isinstance(said, list) and isinstance(true, list) and len(said) == len(true):
        inside = ((str(at), *pair) for at, pair in enumerate(zip(said, true, strict=True)))
    else:
        return where, said, true
    different = ((key, one, other) for key, one, other in inside if one != other)
    return next((_difference(one, other, f"{where}.{key}") for key, one, other in different), (where, said, true))
