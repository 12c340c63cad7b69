"""The public face of a game of Mana Surge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.decisions import Decision, Event, Question
from game.core.errors import IllegalToken, NotAsked, UnreadableToken
from game.core.protocol import View
from game.mana_surge.rules import options, setting, turn
from game.mana_surge.rules.boards import USUAL
from game.mana_surge.rules.explaining import explain, prompt
from game.mana_surge.rules.options import CHOSEN, OFF, ON
from game.mana_surge.rules.refusals import reason
from game.mana_surge.rules.restore import agree, restore, whole
from game.mana_surge.rules.scoring import scores
from game.mana_surge.rules.seats import SEAT_NAMES, SEAT_OF, SEATS
from game.mana_surge.rules.state import OVER, SETUP, State, Taken
from game.mana_surge.rules.tokens import readable
from game.mana_surge.rules.view import Position, position, view


class Game:
    """A game of Mana Surge for three players: always at a question, until it is over.

    >>> game = Game.new(seed="readme")
    >>> game.asked, game.legal("P1")
    (['P1'], ('red', 'green', 'blue'))
    """

    __slots__ = ("_question", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._question: Question | None = None
        self._advance()

    @classmethod
    def new(
        cls,
        players: int = 3,
        board: str = USUAL,
        colours: str = CHOSEN,
        fierce: bool = False,
        seed: str | None = None,
    ) -> Game:
        """A new game at its first question.

        `board` is the name of one, `colours` "chosen" or "seated"; `fierce`: an attack equal to the defence kills too.
        Without a `seed` a secret one is drawn. Raises SetupError.
        """
        state = State(options.check(players, board, colours, fierce, seed))
        setting.set_up(state)
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """A game from what `to_dict` gave. Raises BadPosition."""
        game = cls(restore(data))
        agree(data, game.to_dict())
        return game

    @classmethod
    def from_view(cls, view: View) -> Game:
        """A game from what anybody sees of it, to think ahead with; only in the set-up does its seed matter."""
        return cls.from_dict(whole(view))

    def to_dict(self) -> Position:
        """The whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._question)

    def view(self, seat: str | None) -> Position:
        """The position as anybody sees it: only the seed is hidden."""
        return view(self._state, self._question)

    def copy(self) -> Game:
        """A copy that shares nothing that moves."""
        new = Game.__new__(Game)
        new._state = self._state.copy()
        new._question = self._question
        return new

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order in which people sat down; turns go by corners."""
        return SEAT_NAMES

    @property
    def pending(self) -> dict[str, Decision]:
        """What the seat that must choose is being asked; empty only when the game is over.

        The `data` of a decision say what is left of points and spawns; while one may move, also the `attacks` that
        would be legal if moving ended now.
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
    def asked(self) -> list[str]:
        """The seat that must choose."""
        return [] if self._question is None else [SEAT_NAMES[self._question.seat]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == OVER

    @property
    def ply(self) -> int:
        """Moves made so far."""
        return self._state.ply

    @property
    def seed(self) -> str:
        """What all chance comes from: a secret while the game runs."""
        return self._state.seed

    @property
    def setup(self) -> dict[str, Any]:
        """The options that give this game again, with its seed."""
        g = self._state
        return {"board": g.board.name, "colours": g.choice, "fierce": ON if g.fierce else OFF}

    @property
    def place(self) -> str:
        """Turn and phase as a record names them: "3.combat"."""
        return f"{self._state.turn}.{self._state.phase}"

    @property
    def turn(self) -> int:
        """The round, 1 to 40; 0 in the set-up."""
        return self._state.turn

    @property
    def order(self) -> tuple[str, ...]:
        """All seats in the order of a round, clockwise by corner from the first player; none in the set-up."""
        return tuple(SEAT_NAMES[seat] for seat in self._state.clockwise())

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened with the last move, or in setting up before there was one."""
        return tuple(self._state.events)

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The choices that the last move brought about and that were taken without asking."""
        return tuple(self._state.taken)

    @property
    def scores(self) -> dict[str, dict[str, Any]] | None:
        """The score sheet by seat; None until the game is over."""
        return scores(self._state) if self.over else None

    def standing(self) -> dict[str, dict[str, Any]]:
        """The score sheet so far."""
        return scores(self._state)

    @property
    def state(self) -> State:
        """The bare state, for computer players; who reads it changes nothing."""
        return self._state

    def kind(self, seat: str) -> str | None:
        """What kind of question a seat is asked; None if none."""
        asked = self._question
        return asked.kind if asked is not None and SEAT_OF.get(seat) == asked.seat else None

    def legal(self, seat: str) -> tuple[str, ...]:
        """The seat's legal tokens in the notation's order; none if it is asked nothing."""
        asked = self._question
        return asked.tokens if asked is not None and SEAT_OF.get(seat) == asked.seat else ()

    def play(self, seat: str, token: str) -> tuple[Event, ...]:
        """Answer a question and carry out all that follows, up to the next one.

        Returns what happened. Raises NotAsked, UnreadableToken or IllegalToken, and then nothing has changed.
        """
        asked = self._question
        if asked is None or SEAT_OF.get(seat) != asked.seat or token not in asked.tokens:
            raise self._refusal(seat, token)
        g = self._state
        g.events, g.taken = [], []
        (setting if g.phase == SETUP else turn).answer(g, asked, token)
        g.ply += 1
        self._advance()
        return tuple(g.events)

    def _refusal(self, seat: str, token: str) -> NotAsked | UnreadableToken | IllegalToken:
        asked = self._question
        if seat not in SEAT_OF:
            return NotAsked("there is no such seat at this table", seat, token)
        if asked is None:
            return NotAsked("the game is over", seat, token)
        if SEAT_OF[seat] != asked.seat:
            return NotAsked(f"it is for {SEAT_NAMES[asked.seat]} to choose", seat, token)
        if not readable(token):
            return UnreadableToken("this is no token of the notation", seat, token, asked.kind, asked.tokens)
        why = reason(self._state, asked, token)
        return IllegalToken(explain(why).rstrip("."), seat, token, asked.kind, asked.tokens, why)

    def _advance(self) -> None:
        """Carry out all that asks nobody."""
        g = self._state
        self._question = (setting.advance(g) if g.phase == SETUP else None) or turn.advance(g)
