"""Questions that a game asks, and the events that follow: two different things, both plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

PASS = "pass"
"""The token that declines, in every game."""


class Question(NamedTuple):
    """A question as the rules put it: the seat's index (from 0), a kind, the legal tokens in order.

    `source` is what asks it, such as a card; "" where the phase itself asks.
    """

    seat: int
    kind: str
    tokens: tuple[str, ...]
    source: str = ""


class Taken(NamedTuple):
    """A choice that the rules made without asking, because there was only one token or the choice could not matter."""

    seat: str
    kind: str
    token: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to a seat, for whoever answers it.

    `kind` is one of the notation's kinds, `tokens` are the legal answers in order, `source` is what asks, such as a
    card (or ""), `data` are further facts about the question, `text` is the question in words.

    `private`: it is answered in secret while other seats are asked at the same time. Others may see that somebody has
    answered, but not what or how often; until all have answered, each may take back their own answers. `ahead`: a
    player may want to pass it before it is asked, and then each time it is asked, until another player answers with
    more than a pass.
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
        """The tokens by what picks them from a list: numbers from 1 on. If any token is itself a number, each token
        stands for itself instead, since a number could mean two tokens."""
        if any(token.isdecimal() for token in self.tokens):
            return {token: token for token in self.tokens}
        return {str(number): token for number, token in enumerate(self.tokens, 1)}


class Reason(NamedTuple):
    """Why a token is not legal here: a kind, the facts, and the ruling behind it (None if there is none).

    Only the seat that tried the token may see it: the facts may name its hidden cards.
    """

    kind: str
    data: Mapping[str, Any]
    ruling: int | None = None


OTHER = "other"
"""The kind of a reason that says no more than what is asked for, mostly because the token is no such thing."""


class Event(NamedTuple):
    """Something that has happened; its `kind` is in the past tense.

    `seat`: whom it happened to or who did it (None: the table). `to`: the seats that may know of it (None: everybody).
    `reveals`: something hidden was shown or drawn, so nobody can undo a move before it.
    """

    kind: str
    seat: str | None
    data: Mapping[str, Any]
    to: tuple[str, ...] | None = None
    reveals: bool = False

    def visible_to(self, seat: str | None) -> bool:
        """Whether this seat (None: an onlooker) may know of it."""
        return self.to is None or seat in self.to
