"""The public face of a game of The Harrowing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.decisions import PASS, Decision, Question, Reason
from game.core.errors import BadPosition
from game.core.protocol import View
from game.core.restoring import UNKNOWN, agree
from game.core.sequential import Sequential
from game.harrowing.rules import dealing, turn
from game.harrowing.rules.explaining import explain, prompt
from game.harrowing.rules.facts import facts, source
from game.harrowing.rules.refusals import reason
from game.harrowing.rules.restore import restore, whole
from game.harrowing.rules.scoring import standing
from game.harrowing.rules.seats import SEAT_NAMES
from game.harrowing.rules.state import State
from game.harrowing.rules.tokens import readable
from game.harrowing.rules.view import Position, position, view


class Game(Sequential[State]):
    """A game of The Harrowing for two to four: always at a question, until it is over.

    >>> game = Game.new(2, seed="readme")
    >>> game.kind(game.asked[0]), game.legal(game.asked[0])
    ('core', ('1o', '2o', '3o', '4o'))
    """

    __slots__ = ()

    @classmethod
    def new(cls, players: int = 2, seed: str | None = None) -> Game:
        """Return a new game at its first question. Without a `seed` a secret one is drawn. Raises SetupError."""
        state = dealing.check(players, seed)
        dealing.deal(state)
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """Return a game from what `to_dict` gave. Raises BadPosition."""
        state = restore(data)
        try:
            game = cls(state)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            raise BadPosition(f"what is still to be done cannot be ({error})", "more.todo") from error
        agree(data, game.to_dict())
        return game

    @classmethod
    def from_view(cls, view: View, seed: str = UNKNOWN) -> Game:
        """Return a game from a view, to think ahead with. The stack is dealt anew with another seed, which also
        determines the dice, so both are guesses."""
        return cls(restore(whole(view, seed)))

    def to_dict(self) -> Position:
        """The whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._question)

    def view(self, seat: str | None) -> Position:
        """Return the position as anybody sees it: seed and stack are hidden from everybody alike."""
        return view(self._state, self._question)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return SEAT_NAMES[: self._state.players]

    @property
    def pending(self) -> dict[str, Decision]:
        """The decision of the seat that must choose; empty only when the game is over.

        The `source` of a decision is the spell that asks, as it is printed: "weave", "2c1". Its `data` come from
        `facts`. What can be declined in another player's turn can be declined ahead.
        """
        asked = self._question
        if asked is None:
            return {}
        seat, data = SEAT_NAMES[asked.seat], facts(self._state)
        ahead = PASS in asked.tokens and asked.seat != self._state.active
        text = prompt(asked.kind, data)
        return {seat: Decision(seat, asked.kind, asked.tokens, source(self._state), data, text, ahead=ahead)}

    @property
    def setup(self) -> dict[str, Any]:
        """Empty, as there is nothing to choose before the game."""
        return {}

    def standing(self) -> dict[str, dict[str, Any]]:
        """Return the score sheet so far, with who has `won` a name."""
        return standing(self._state)

    def _advance(self) -> Question | None:
        return turn.advance(self._state)

    def _answer(self, asked: Question, token: str) -> None:
        turn.answer(self._state, token)

    def _readable(self, token: str) -> bool:
        return readable(token)

    def _reason(self, asked: Question, token: str) -> Reason:
        return reason(self._state, asked, token)

    def _explained(self, reason: Reason) -> str:
        return explain(reason)
