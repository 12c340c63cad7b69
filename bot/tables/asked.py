"""How somebody was asked what they may take back."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """How a seat was asked what it has answered: since when, how many seconds were left of its time (None: there was no
    pace), and when it was called (ISO 8601; empty: not)."""

    since: str = ""
    left: float | None = None
    called: str = ""
