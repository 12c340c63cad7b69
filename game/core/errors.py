"""Every error of a game, as one tree.

GameError
├── SetupError          options no game can be made of
├── BadPosition         data that is not a position of this game
├── BadRecord           a record or scenario with a bad line; knows the line
├── BadArguments        arguments that an operation does not accept
├── Refused             an operation that cannot be carried out; has a code
└── MoveError           a move that was refused; the game is as it was
    ├── NotAsked        this seat is not being asked anything
    ├── UnreadableToken no token of the notation
    └── IllegalToken    a token of the notation, but not legal here

All can be pickled, so that they come back from worker processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from game.core import faults
from game.core.decisions import Reason

_SHOWN = 12
_QUOTED = 120


def shortened(tokens: Sequence[str]) -> str:
    """The tokens on one line, the middle left out where there are many."""
    if len(tokens) <= _SHOWN:
        return " ".join(tokens) or "nothing"
    return f"{' '.join(tokens[: _SHOWN - 2])} … {tokens[-1]} ({len(tokens)} in all)"


def quoted(given: object) -> str:
    """What was read or given, as error messages quote it: only the beginning, if it is long."""
    text = repr(given)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}… ({len(text):,} characters)"


class GameError(Exception):
    """Anything a game refuses."""


class SetupError(GameError):
    """Options that no game can be made of."""


class BadPosition(GameError):
    """Data that is not a position of this game. `where` is a path such as ``players.P1.hand``."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(problem, where)
        self.problem = problem
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem


class BadRecord(GameError):
    """A record with a bad line.

    `line` counts from 1; 0 stands for the record as a whole. `legal` are the tokens that would be legal there.
    """

    def __init__(self, problem: str, line: int = 0, legal: Sequence[str] = ()) -> None:
        super().__init__(problem, line, legal)
        self.problem = problem
        self.line = line
        self.legal = tuple(legal)

    @classmethod
    def of_table(cls, fault: Mapping[str, Any]) -> Self:
        """Make the error of a fault that pydantic found in a file of tables (an entry of `ValidationError.errors`)."""
        return cls(faults.placed(fault))

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}" if self.line else self.problem


class BadArguments(GameError):
    """Arguments that an operation does not accept: an unknown or missing name, or a value of the wrong type."""


class Refused(GameError):
    """An operation that cannot be carried out; nothing has changed.

    `code` is for programs; `problem` is for people: it quotes what was given and says what is possible.
    """

    def __init__(self, code: str, problem: str = "") -> None:
        super().__init__(code, problem)
        self.code = code
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem} [{self.code}]" if self.problem else self.code


class MoveError(GameError):
    """A refused move: `seat` and `token` as they were tried, `kind` and `legal` as the game asks that seat.

    The message quotes all four. It may name hidden cards, so only that seat may see it.
    """

    def __init__(self, problem: str, seat: str, token: str, kind: str | None = None, legal: Sequence[str] = ()) -> None:
        super().__init__(problem, seat, token, kind, legal)
        self.problem = problem
        self.seat = seat
        self.token = token
        self.kind = kind
        self.legal = tuple(legal)

    def __str__(self) -> str:
        asked = f"is asked: {self.kind}; legal: {shortened(self.legal)}" if self.kind else "is asked nothing"
        return f"{self.seat} {self.token!r}: {self.problem} ({self.seat} {asked})"


class NotAsked(MoveError):
    """The seat is not being asked anything now."""


class UnreadableToken(MoveError):
    """The text is no token of the notation."""


class IllegalToken(MoveError):
    """A token of the notation that is not legal here. `problem` puts `reason` in words that call players by their
    seats."""

    def __init__(
        self, problem: str, seat: str, token: str, kind: str | None, legal: Sequence[str], reason: Reason
    ) -> None:
        super().__init__(problem, seat, token, kind, legal)
        self.args = (problem, seat, token, kind, legal, reason)
        self.reason = reason

    def __str__(self) -> str:
        said = super().__str__()
        return said if self.reason.ruling is None else f"{said} [ruling {self.reason.ruling}]"
