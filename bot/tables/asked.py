"""How a question was put whose answer may be taken back."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """How a seat was asked what it has answered: since when, with how many seconds of its time left (None: no pace),
    and when it was called ("" if it was not). Moments are ISO 8601."""

    since: str = ""
    left: float | None = None
    called: str = ""
