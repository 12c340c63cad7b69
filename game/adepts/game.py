"""The public face of a game of Adepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.adepts.rules import new_game
from game.adepts.rules.gems import SEAT_NAMES, SEAT_OF, Seat
from game.adepts.rules.pending import check
from game.adepts.rules.phases.turn import set_up
from game.adepts.rules.refusals import reason
from game.adepts.rules.restore import restore
from game.adepts.rules.scoring import scores
from game.adepts.rules.state import State
from game.adepts.rules.tasks import do
from game.adepts.rules.tokens import readable
from game.adepts.rules.view import Position, position, view
from game.adepts.words import wording
from game.adepts.words.explaining import explain
from game.core.decisions import Decision, Event, Question, Taken
from game.core.errors import BadPosition, IllegalToken, NotAsked, SetupError, UnreadableToken, quoted
from game.core.sequential import Played


class Game(Played[State]):
    """A game of Adepts for two to five players, which waits at a question until it is over.

    >>> game = Game.new(players=2, spells="first-game", seed="readme")
    >>> [seat] = game.pending
    >>> game.legal(seat)[:3]
    ('topaz.1x2', 'topaz.1x3', 'topaz.1x4')
    """

    __slots__ = ("_pending",)

    def __init__(self, state: State) -> None:
        self._state = state
        self._pending: dict[Seat, Question] = {}
        self._advance()

    @classmethod
    def new(
        cls,
        players: int = 2,
        spells: str | Sequence[str] = "first-game",
        deck: str = "rulebook",
        seed: str | None = None,
    ) -> Game:
        """Return a new game at its first question.

        `spells` is a named selection or twenty ids, `deck` is "rulebook" or "digital"; without a `seed` a secret one is
        drawn. Raises SetupError.
        """
        state = State(new_game.check(players, spells, deck, seed))
        state.push(do(set_up))
        return cls(state)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """Return the game that `to_dict` gave as data, in which cards may have been exchanged or left out. What follows
        from the rest, such as `hand_size`, is not read. Raises BadPosition."""
        state = restore(data)
        waiting = state.agenda[:]
        try:
            game = cls(state)
            pending = game.pending
            asked = {seat: decision.kind for seat, decision in pending.items()}
            if asked != data.get("pending") or bool(asked) == game.over:
                raise BadPosition(f"it says {quoted(data.get('pending'))}, the rules {quoted(asked)}", "pending")
            if state.agenda != waiting:
                raise BadPosition("what is to be done next asks nobody", "more.agenda")
            if pending:
                check(state, next(iter(pending.values())))
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration, SetupError) as error:
            raise BadPosition(f"what is still to be done makes no sense ({error!r})", "more.agenda") from error
        return game

    def to_dict(self) -> Position:
        """Return the whole state as JSON-ready data (notation, "Position")."""
        return position(self._state, self._pending.values())

    def view(self, seat: str | None) -> Position:
        """Return the position as a seat sees it; None: as an onlooker does."""
        return view(self._state, self._pending.values(), None if seat is None else self._seat(seat))

    def copy(self) -> Game:
        """Return a copy that shares nothing mutable."""
        new = Game.__new__(Game)
        new._state = self._state.copy()
        new._pending = self._pending.copy()
        return new

    def bare(self) -> State:
        """Return a copy of the bare state that notes no events: for callers that play on from there and may know
        everything."""
        return self._state.copy(quiet=True)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return SEAT_NAMES[: self._state.players]

    @property
    def pending(self) -> dict[str, Decision]:
        """What each seat that must choose is being asked, by seat; empty only when the game is over."""
        return {SEAT_NAMES[seat]: wording.decision(self._state, q) for seat, q in self._pending.items()}

    @property
    def asked(self) -> list[str]:
        """The seats that must choose."""
        return [SEAT_NAMES[seat] for seat in self._pending]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def setup(self) -> dict[str, Any]:
        """The options that reproduce this game with the same seed."""
        return {"spells": list(self.spells), "deck": self.deck}

    @property
    def spells(self) -> tuple[str, ...]:
        """The twenty spells of this game in number order."""
        return self._state.spells

    @property
    def deck(self) -> str:
        """ "rulebook" or "digital"."""
        return self._state.deck

    @property
    def turn(self) -> int:
        """1 to 8."""
        return self._state.turn

    @property
    def phase(self) -> str:
        """ "I" to "V"."""
        return self._state.phase

    @property
    def first(self) -> str:
        """The holder of the first player pawn."""
        return SEAT_NAMES[self._state.first]

    @property
    def step(self) -> str:
        """The step of the phase (notation, "Steps")."""
        return self._state.step

    def standing(self) -> dict[str, dict[str, Any]]:
        """Return the score sheet as if the game ended now, without what lies in queues; once it is over, the final
        one."""
        return {SEAT_NAMES[seat]: line.to_dict() for seat, line in scores(self._state).items()}

    def kind(self, seat: str) -> str | None:
        """Return the kind of question that a seat is being asked; None if none."""
        question = self._pending.get(self._seat(seat))
        return question.kind if question else None

    def legal(self, seat: str) -> tuple[str, ...]:
        """Return the seat's legal tokens in the notation's order; none if it is not being asked anything."""
        question = self._pending.get(self._seat(seat))
        return question.tokens if question else ()

    def play(self, seat: str, token: str) -> tuple[Event, ...]:
        """Answer a question and carry out all that follows, up to the next one.

        Returns what happened. Raises NotAsked, UnreadableToken or IllegalToken, and then nothing has changed.
        """
        question = self._check(seat, token)
        g = self._state
        g.events, g.taken = [], []
        g.agenda.pop().answer(g, question, token)
        g.ply += 1
        self._advance()
        return tuple(g.events)

    def _seat(self, seat: str, token: str = "") -> Seat:
        found = SEAT_OF.get(seat)
        if found is None or found >= self._state.players:
            raise NotAsked("there is no such seat at this table", seat, token)
        return found

    def _check(self, seat: str, token: str) -> Question:
        question = self._pending.get(self._seat(seat, token))
        if question is None:
            problem = "the game is over" if self.over else f"it is for {' and '.join(self.asked)} to choose"
            raise NotAsked(problem, seat, token)
        if token not in question.tokens:
            if readable(token):
                why = reason(self._state, question, token)
                problem = explain(why).rstrip(".")
                raise IllegalToken(problem, seat, token, question.kind, question.tokens, why)
            raise UnreadableToken("this is not a token of the notation", seat, token, question.kind, question.tokens)
        return question

    def _advance(self) -> None:
        """Carry out everything that asks nobody. A choice with one option is made at once (ruling 4), except casting
        (ruling 6)."""
        g = self._state
        agenda = g.agenda
        while agenda:
            task = agenda.pop()
            questions = task.run(g)
            if not questions:
                continue
            for question in questions:
                if len(question.tokens) == 1 and question.kind != "cast":
                    g.taken.append(Taken(SEAT_NAMES[question.seat], question.kind, question.tokens[0]))
                    task.answer(g, question, question.tokens[0])
                    break
            else:
                agenda.append(task)
                self._pending = {Seat(question.seat): question for question in sorted(questions)}
                return
        self._pending = {}
