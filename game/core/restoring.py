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
    """Raise BadPosition where a stored position differs from what the rules say (`found`); `effects` and `more` are
    free."""
    for key, value in found.items():
        if key not in ("effects", "more") and data.get(key) != value:
            raise BadPosition(f"it says {quoted(data.get(key))}, the rules {quoted(value)}", key)
