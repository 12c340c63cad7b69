"""The public face of a game of The Harrowing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.decisions import PASS, Decision, Event, Question
from game.core.errors import BadPosition, IllegalToken, NotAsked, UnreadableToken
from game.core.protocol import View
from game.harrowing.rules import dealing, turn
from game.harrowing.rules.explaining import explain, prompt
from game.harrowing.rules.facts import facts, source
from game.harrowing.rules.refusals import reason
from game.harrowing.rules.restore import UNKNOWN, agree, restore, whole
from game.harrowing.rules.scoring import scores
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF
from game.harrowing.rules.state import OVER, State, Taken
from game.harrowing.rules.tokens import readable
from game.harrowing.rules.view import Position, position, view


class Game:
    """A game of The Harrowing for two to four: always at a question, until it is over.

    >>> game = Game.new(2, seed="readme")
    >>> game.kind(game.asked[0]), game.legal(game.asked[0])
    ('core', ('1o', '2o', '3o', '4o'))
    """

    __slots__ = ("_question", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._question: Question | None = turn.advance(state)

    @classmethod
    def new(cls, players: int = 2, seed: str | None = None) -> Game:
        """A new game at its first question. Without a `seed` a secret one is drawn. Raises SetupError."""
        state = dealing.check(players, seed)
        dealing.deal(state)
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """A game from what `to_dict` gave. Raises BadPosition."""
        state = restore(data)
        try:
            game = cls(state)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            raise BadPosition(f"what is still to be done cannot be ({error})", "more.todo") from error
        agree(data, game.to_dict())
        return game

    @classmethod
    def from_view(cls, view: View, seed: str = UNKNOWN) -> Game:
        """A game from what anybody sees of it, to think ahead with: the stack is dealt anew by another seed, which
        rolls the dice too, so what comes of them is a guess."""
        return cls(restore(whole(view, seed)))

    def to_dict(self) -> Position:
        """The whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._question)

    def view(self, seat: str | None) -> Position:
        """The position as anybody sees it: seed and stack are hidden from all alike."""
        return view(self._state, self._question)

    def copy(self) -> Game:
        """A copy that shares nothing that moves."""
        new = Game.__new__(Game)
        new._state = self._state.copy()
        new._question = self._question
        return new

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return SEAT_NAMES[: self._state.players]

    @property
    def pending(self) -> dict[str, Decision]:
        """What the seat that must choose is being asked; empty only when the game is over.

        The `source` of a decision is the spell that asks, as it is printed: "weave", "2c1". Its `data` are what `facts`
        says of it. What is declined in another's turn can be declined ahead.
        """
        asked = self._question
        if asked is None:
            return {}
        seat, data = SEAT_NAMES[asked.seat], facts(self._state)
        ahead = PASS in asked.tokens and asked.seat != self._state.active
        text = prompt(asked.kind, data)
        return {seat: Decision(seat, asked.kind, asked.tokens, source(self._state), data, text, ahead=ahead)}

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
        """There is nothing to choose before the game."""
        return {}

    @property
    def place(self) -> str:
        """Round and phase as a record names them: "3.act"."""
        return f"{self._state.turn}.{self._state.phase}"

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
        g.ply += 1
        turn.answer(g, token)
        self._question = turn.advance(g)
        return tuple(g.events)

    def _refusal(self, seat: str, token: str) -> NotAsked | UnreadableToken | IllegalToken:
        asked = self._question
        if seat not in self.seats:
            return NotAsked("there is no such seat at this table", seat, token)
        if asked is None:
            return NotAsked("the game is over", seat, token)
        if SEAT_OF[seat] != asked.seat:
            return NotAsked(f"it is for {SEAT_NAMES[asked.seat]} to choose", seat, token)
        if not readable(token):
            return UnreadableToken("this is no token of the notation", seat, token, asked.kind, asked.tokens)
        why = reason(self._state, asked, token)
        return IllegalToken(explain(why).rstrip("."), seat, token, asked.kind, asked.tokens, why)
