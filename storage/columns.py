"""Converts values to and from what columns hold: times as ISO 8601 texts, plain data as JSON."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

_DEFLATED = b"\x78"
"""The first byte of deflated data; JSON never begins with it."""


def utc_now() -> datetime:
    """Return the time by the machine's clock. Code that waits for something uses the bot's one clock instead."""
    return datetime.now(UTC)


def moment(text: object) -> datetime | None:
    """Return the time stored as this text; None if there is no text, or it is not a time with a zone."""
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


def to_text(moment: datetime) -> str:
    """Return a time as it is stored: ISO 8601 in UTC. Raises ValueError for a naive one."""
    if moment.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def to_json(value: Mapping[str, Any]) -> str:
    return orjson.dumps(value, default=_plain).decode()


def packed(value: Mapping[str, Any]) -> bytes:
    """Return the value as deflated JSON: a fifth of a position's size, in a tenth of a millisecond."""
    return zlib.compress(orjson.dumps(value, default=_plain), 1)


def _plain(value: object) -> object:
    """Turn named tuples into lists, as JSON has them. Raises TypeError for anything else that is not JSON."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError


def to_column(value: Any) -> object:
    """Return the value as its column holds it."""
    if isinstance(value, datetime):
        return to_text(value)
    return to_json(value) if isinstance(value, dict) else value


def unpacked(stored: str | bytes) -> Any:
    """Parse stored JSON, deflated or plain. Raises ValueError, zlib.error."""
    if isinstance(stored, bytes) and stored.startswith(_DEFLATED):
        stored = zlib.decompress(stored)
    return orjson.loads(stored)
