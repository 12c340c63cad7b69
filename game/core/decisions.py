"""What a game asks, and what then happened: two different things, both plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

PASS = "pass"
"""The token that declines, in every game."""


class Question(NamedTuple):
    """A question as the rules put it: the seat's index (from 0), a kind, the legal tokens in order.

    `source` is the spell or adept that asks, empty where the phase itself does.
    """

    seat: int
    kind: str
    tokens: tuple[str, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is being asked, for the one who answers.

    `kind` is one of the notation's kinds, `tokens` the legal answers in their order, `source` the spell or adept that
    asks (or ""), `data` what else the question is about, `text` the question in words.
    """

    seat: str
    kind: str
    tokens: tuple[str, ...]
    source: str
    data: Mapping[str, Any]
    text: str


class Reason(NamedTuple):
    """Why a token is not legal here: a kind, the facts, and the ruling behind it (None: none is).

    It is for the eyes of the seat that tried it: the facts may name its hidden cards.
    """

    kind: str
    data: Mapping[str, Any]
    ruling: int | None = None


class Event(NamedTuple):
    """Something that has happened, its `kind` in the past tense.

    `seat` is whom it happened to or who did it (None: the table); `to` the seats that may know of it (None: everybody).
    """

    kind: str
    seat: str | None
    data: Mapping[str, Any]
    to: tuple[str, ...] | None = None

    def visible_to(self, seat: str | None) -> bool:
        """Whether this seat (None: an onlooker) may know of it."""
        return self.to is None or seat in self.to
