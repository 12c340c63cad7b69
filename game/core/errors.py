"""Every error of a game, as one tree.

GameError
├── SetupError          options no game can be made of
├── BadPosition         data that is not a position of this game
├── BadRecord           a record or scenario with a bad line; knows the line
├── BadArguments        what an operation does not take
├── Refused             an operation that cannot be done so; knows its code
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
    """What was read or given, as an error says it: only its beginning, if it is long."""
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

    `line` counts from 1; 0 stands for the record as a whole. `legal` are the tokens that could stand there.
    """

    def __init__(self, problem: str, line: int = 0, legal: Sequence[str] = ()) -> None:
        super().__init__(problem, line, legal)
        self.problem = problem
        self.line = line
        self.legal = tuple(legal)

    @classmethod
    def of_table(cls, fault: Mapping[str, Any]) -> Self:
        """A fault that pydantic has found in a file of tables."""
        return cls(faults.placed(fault))

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}" if self.line else self.problem


class BadArguments(GameError):
    """What an operation does not take: a name that it has not, or a value of another kind."""


class Refused(GameError):
    """An operation that cannot be done so; nothing has changed.

    `code` is what programs go by; `problem` quotes what was given and says what is possible.
    """

    def __init__(self, code: str, problem: str = "") -> None:
        super().__init__(code, problem)
        self.code = code
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem} [{self.code}]" if self.problem else self.code


class MoveError(GameError):
    """A refused move: `seat` and `token` as they were asked for, `kind` and `legal` as the game asks them.

    The message quotes all four. It may name hidden cards, so it is for the eyes of that seat only.
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
    """A token of the notation that is not legal here. `problem` words the `reason` for somebody who thinks in seats."""

    def __init__(
        self, problem: str, seat: str, token: str, kind: str | None, legal: Sequence[str], reason: Reason
    ) -> None:
        super().__init__(problem, seat, token, kind, legal)
        self.args = (problem, seat, token, kind, legal, reason)
        self.reason = reason

    def __str__(self) -> str:
        said = super().__str__()
        return said if self.reason.ruling is None else f"{said} [ruling {self.reason.ruling}]"
