"""The public face of a game of Spirit Ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.decisions import Decision, Question, Reason
from game.core.protocol import View
from game.core.restoring import UNKNOWN, agree
from game.core.sequential import Sequential
from game.spirit_ground.rules import dealing, turn
from game.spirit_ground.rules.content import USUAL
from game.spirit_ground.rules.explaining import explain, prompt
from game.spirit_ground.rules.facts import facts
from game.spirit_ground.rules.refusals import reason
from game.spirit_ground.rules.restore import restore, whole
from game.spirit_ground.rules.scoring import scores
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.rules.state import State
from game.spirit_ground.rules.tokens import readable
from game.spirit_ground.rules.view import Position, position, view


class Game(Sequential[State]):
    """A game of Spirit Ground for two: always at a question, until it is over.

    >>> game = Game.new(seed="readme")
    >>> game.asked, game.kind("P1"), len(game.legal("P1"))
    (['P1'], 'pair', 3)
    """

    __slots__ = ()

    @classmethod
    def new(cls, players: int = 2, content: str = USUAL, seed: str | None = None) -> Game:
        """Return a new game at its first question. Without a `seed` a secret one is drawn. Raises SetupError."""
        state = dealing.check(players, content, seed)
        dealing.deal(state)
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """Return a game from what `to_dict` gave. Raises BadPosition."""
        game = cls(restore(data))
        agree(data, game.to_dict())
        return game

    @classmethod
    def from_view(cls, view: View, seed: str = UNKNOWN) -> Game:
        """Return a game from a view, to think ahead with. Decks and bag are dealt anew with another seed, so what is
        drawn from them is a guess."""
        return cls(restore(whole(view, seed)))

    def to_dict(self) -> Position:
        """The whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._question)

    def view(self, seat: str | None) -> Position:
        """Return the position as anybody sees it: seed, decks and the order in the bag are hidden from everybody
        alike."""
        return view(self._state, self._question)

    @property
    def seats(self) -> tuple[str, ...]:
        """Both seats: P1 plays the first tribe of the content, P2 the second."""
        return SEAT_NAMES

    @property
    def pending(self) -> dict[str, Decision]:
        """The decision of the seat that must choose; empty only when the game is over.

        The `data` of a decision come from `facts`.
        """
        asked = self._question
        if asked is None:
            return {}
        seat, data = SEAT_NAMES[asked.seat], facts(self._state, asked)
        return {seat: Decision(seat, asked.kind, asked.tokens, "", data, prompt(asked.kind, data))}

    @property
    def setup(self) -> dict[str, Any]:
        """Empty, as there is nothing to choose: one content, two players."""
        return {}

    @property
    def content(self) -> str:
        """The name of the content that is played with."""
        return self._state.content.name

    def standing(self) -> dict[str, dict[str, Any]]:
        """The score sheet so far."""
        return scores(self._state)

    def _advance(self) -> Question | None:
        return turn.advance(self._state)

    def _answer(self, asked: Question, token: str) -> None:
        turn.answer(self._state, asked, token)

    def _readable(self, token: str) -> bool:
        return readable(token)

    def _reason(self, asked: Question, token: str) -> Reason:
        return reason(self._state, asked, token)

    def _explained(self, reason: Reason) -> str:
        return explain(reason)
