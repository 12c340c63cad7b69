"""The public face of a game of Mana Surge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.decisions import Decision, Question, Reason
from game.core.protocol import View
from game.core.restoring import agree
from game.core.sequential import Sequential
from game.mana_surge.rules import options, setting, turn
from game.mana_surge.rules.boards import USUAL
from game.mana_surge.rules.explaining import explain, prompt
from game.mana_surge.rules.options import CHOSEN, OFF, ON
from game.mana_surge.rules.refusals import reason
from game.mana_surge.rules.restore import restore, whole
from game.mana_surge.rules.scoring import scores
from game.mana_surge.rules.seats import SEAT_NAMES, SEATS
from game.mana_surge.rules.state import SETUP, State
from game.mana_surge.rules.tokens import readable
from game.mana_surge.rules.view import Position, position, view


class Game(Sequential[State]):
    """A game of Mana Surge for three players: always at a question, until it is over.

    >>> game = Game.new(seed="readme")
    >>> game.asked, game.legal("P1")
    (['P1'], ('red', 'green', 'blue'))
    """

    __slots__ = ()

    @classmethod
    def new(
        cls,
        players: int = 3,
        board: str = USUAL,
        colours: str = CHOSEN,
        fierce: bool = False,
        seed: str | None = None,
    ) -> Game:
        """Return a new game at its first question.

        `board` is the name of a board, `colours` "chosen" or "seated"; with `fierce`, an attack equal to the defence
        kills too. Without a `seed` a secret one is drawn. Raises SetupError.
        """
        state = State(options.check(players, board, colours, fierce, seed))
        setting.set_up(state)
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """Return a game from what `to_dict` gave. Raises BadPosition."""
        game = cls(restore(data))
        agree(data, game.to_dict())
        return game

    @classmethod
    def from_view(cls, view: View) -> Game:
        """Return a game from a view, to think ahead with. The seed is not in a view, which matters only in the set-
        up."""
        return cls.from_dict(whole(view))

    def to_dict(self) -> Position:
        """The whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._question)

    def view(self, seat: str | None) -> Position:
        """The position as anybody sees it: only the seed is hidden."""
        return view(self._state, self._question)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order in which people sat down. The order of turns depends on corners."""
        return SEAT_NAMES

    @property
    def pending(self) -> dict[str, Decision]:
        """The decision of the seat that must choose; empty only when the game is over.

        The `data` of a decision say how many points and spawns are left; at a move, also the `attacks` that would be
        legal if moving ended now.
        """
        asked, g = self._question, self._state
        if asked is None:
            return {}
        data: dict[str, Any] = {"points": g.points, "spawns": g.spawns}
        if asked.kind == turn.STEP:
            data["attacks"] = turn.attacks(g, SEATS[asked.seat])
        seat = SEAT_NAMES[asked.seat]
        return {seat: Decision(seat, asked.kind, asked.tokens, "", data, prompt(asked.kind, data))}

    @property
    def setup(self) -> dict[str, Any]:
        """The options that, with the seed, give this game again."""
        g = self._state
        return {"board": g.board.name, "colours": g.choice, "fierce": ON if g.fierce else OFF}

    @property
    def turn(self) -> int:
        """The round, 1 to 40; 0 in the set-up."""
        return self._state.turn

    @property
    def order(self) -> tuple[str, ...]:
        """All seats in the order of a round, clockwise by corner from the first player; none in the set-up."""
        return tuple(SEAT_NAMES[seat] for seat in self._state.clockwise())

    def standing(self) -> dict[str, dict[str, Any]]:
        """The score sheet so far."""
        return scores(self._state)

    def _advance(self) -> Question | None:
        g = self._state
        return (setting.advance(g) if g.phase == SETUP else None) or turn.advance(g)

    def _answer(self, asked: Question, token: str) -> None:
        g = self._state
        (setting if g.phase == SETUP else turn).answer(g, asked, token)

    def _readable(self, token: str) -> bool:
        return readable(token)

    def _reason(self, asked: Question, token: str) -> Reason:
        return reason(self._state, asked, token)

    def _explained(self, reason: Reason) -> str:
        return explain(reason)
