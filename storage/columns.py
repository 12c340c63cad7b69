"""Values as columns hold them: times as texts, plain data as JSON."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

_DEFLATED = b"\x78"
"""What it begins with; JSON does not."""


def utc_now() -> datetime:
    """The machine's clock. Whoever waits for something asks the one clock of the bot instead."""
    return datetime.now(UTC)


def moment(text: object) -> datetime | None:
    """A time that was stored as a text; None if there is none, or it cannot be read."""
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


def to_text(moment: datetime) -> str:
    """A time as it is stored; the moment must be aware."""
    if moment.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def to_json(value: Mapping[str, Any]) -> str:
    return orjson.dumps(value, default=_plain).decode()


def packed(value: Mapping[str, Any]) -> bytes:
    """The same, deflated: a fifth of a position's size, in a tenth of a millisecond."""
    return zlib.compress(orjson.dumps(value, default=_plain), 1)


def _plain(value: object) -> object:
    """Named tuples, which are lists in JSON. Raises TypeError for what is nothing there."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError


def to_column(value: Any) -> object:
    """A value as its column holds it."""
    if isinstance(value, datetime):
        return to_text(value)
    return to_json(value) if isinstance(value, dict) else value


def unpacked(stored: str | bytes) -> Any:
    """JSON that was stored, deflated or plain. Raises ValueError, zlib.error."""
    if isinstance(stored, bytes) and stored.startswith(_DEFLATED):
        stored = zlib.decompress(stored)
    return orjson.loads(stored)
