"""What games have in common around their rules, above all those that ask one seat at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from game.core.decisions import Event, Question, Reason, Taken
from game.core.errors import IllegalToken, NotAsked, UnreadableToken

_NAMES = tuple(f"P{number}" for number in range(1, 10))
"""The names of seats by index, at a table of any size."""


class Progress(Protocol):
    """What every state has, besides what its game needs."""

    turn: int
    phase: str
    ply: int
    seed: str
    events: list[Event]
    taken: list[Taken]

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""


S = TypeVar("S", bound=Progress)


class Played(ABC, Generic[S]):
    """What surrounds the state of any game; only the rules change the state."""

    __slots__ = ("_state",)

    _state: S

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def standing(self) -> dict[str, dict[str, Any]]:
        """The score sheet so far."""

    @property
    def ply(self) -> int:
        """Moves made so far."""
        return self._state.ply

    @property
    def seed(self) -> str:
        """The source of all chance; secret while the game runs."""
        return self._state.seed

    @property
    def place(self) -> str:
        """Turn and phase as a record names them: "3.combat"."""
        return f"{self._state.turn}.{self._state.phase}"

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened with the last move, or during set-up if there was none yet."""
        return tuple(self._state.events)

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The choices that the last move led to and that the rules made without asking."""
        return tuple(self._state.taken)

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet by seat; None until the game is over."""
        return self.standing() if self.over else None


class Sequential(Played[S]):
    """A game that is always at one question, for one seat, until it is over: most of `game.core.protocol.Game`.

    The rules implement what is abstract here.
    """

    __slots__ = ("_question",)

    _question: Question | None

    def __init__(self, state: S) -> None:
        self._state = state
        self._question = self._advance()

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""

    @abstractmethod
    def _advance(self) -> Question | None:
        """Carry out everything that asks nobody, up to the next question. Returns that question; None at the end."""

    @abstractmethod
    def _answer(self, asked: Question, token: str) -> None:
        """Carry out a legal answer."""

    @abstractmethod
    def _readable(self, token: str) -> bool:
        """Whether it is a token of the notation."""

    @abstractmethod
    def _reason(self, asked: Question, token: str) -> Reason:
        """Return why a token of the notation is not legal here."""

    @abstractmethod
    def _explained(self, reason: Reason) -> str:
        """Put the reason into a sentence."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""
        new = type(self).__new__(type(self))
        new._state = self._state.copy()
        new._question = self._question
        return new

    @property
    def asked(self) -> list[str]:
        """The seat that must choose."""
        return [] if self._question is None else [_NAMES[self._question.seat]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._question is None

    @property
    def state(self) -> S:
        """The bare state, for computer players, who must not modify it."""
        return self._state

    def kind(self, seat: str) -> str | None:
        """Return the kind of question that a seat is being asked; None if none."""
        asked = self._question
        return asked.kind if asked is not None and seat == _NAMES[asked.seat] else None

    def legal(self, seat: str) -> tuple[str, ...]:
        """Return the seat's legal tokens in the notation's order; none if it is not being asked anything."""
        asked = self._question
        return asked.tokens if asked is not None and seat == _NAMES[asked.seat] else ()

    def play(self, seat: str, token: str) -> tuple[Event, ...]:
        """Answer a question and carry out all that follows, up to the next one.

        Returns what happened. Raises NotAsked, UnreadableToken or IllegalToken, and then nothing has changed.
        """
        asked = self._question
        if asked is None or seat != _NAMES[asked.seat] or token not in asked.tokens:
            raise self._refusal(seat, token)
        g = self._state
        g.events, g.taken = [], []
        self._answer(asked, token)
        g.ply += 1
        self._question = self._advance()
        return tuple(g.events)

    def _refusal(self, seat: str, token: str) -> NotAsked | UnreadableToken | IllegalToken:
        asked = self._question
        if seat not in self.seats:
            return NotAsked("there is no such seat at this table", seat, token)
        if asked is None:
            return NotAsked("the game is over", seat, token)
        if seat != _NAMES[asked.seat]:
            return NotAsked(f"it is for {_NAMES[asked.seat]} to choose", seat, token)
        if not self._readable(token):
            return UnreadableToken("this is not a token of the notation", seat, token, asked.kind, asked.tokens)
        why = self._reason(asked, token)
        return IllegalToken(self._explained(why).rstrip("."), seat, token, asked.kind, asked.tokens, why)
