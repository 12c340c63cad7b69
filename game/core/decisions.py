"""What a game asks, and what then happened: two different things, both plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

PASS = "pass"
"""The token that declines, in every game."""


class Question(NamedTuple):
    """A question as the rules put it: the seat's index (from 0), a kind, the legal tokens in order.

    `source` is what asks, such as a card of the game, empty where the phase itself does.
    """

    seat: int
    kind: str
    tokens: tuple[str, ...]
    source: str = ""


class Taken(NamedTuple):
    """A choice that was taken without asking: there was one token, or none that could matter."""

    seat: str
    kind: str
    token: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is being asked, for the one who answers.

    `kind` is one of the notation's kinds, `tokens` the legal answers in their order, `source` what asks, such as a
    card of the game (or ""), `data` what else the question is about, `text` the question in words.

    `private`: it is answered in secret while others are asked at the same time; that somebody has answered may show,
    what and how often may not, and until all have answered each may take the own answers back. `ahead`: somebody may
    want to pass it before it is asked, and from then on each time, until another answers with more than a pass.
    """

    seat: str
    kind: str
    tokens: tuple[str, ...]
    source: str
    data: Mapping[str, Any]
    text: str
    private: bool = False
    ahead: bool = False

    @property
    def by_number(self) -> Mapping[str, str]:
        """The tokens by what picks them from a list of all: numbers from 1 on, or, where tokens are numbers themselves,
        each by itself, as nobody could say which of two numbers is meant."""
        if any(token.isdecimal() for token in self.tokens):
            return {token: token for token in self.tokens}
        return {str(number): token for number, token in enumerate(self.tokens, 1)}


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
    `reveals`: something hidden was shown or drawn with it, so that nobody can go back before it.
    """

    kind: str
    seat: str | None
    data: Mapping[str, Any]
    to: tuple[str, ...] | None = None
    reveals: bool = False

    def visible_to(self, seat: str | None) -> bool:
        """Whether this seat (None: an onlooker) may know of it."""
        return self.to is None or seat in self.to
