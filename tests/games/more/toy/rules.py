"""In each round all players bid in secret, and the highest bidder runs. At the end the one ahead wins; a secret card
counts too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from game.core.chance import new_seed, order
from game.core.decisions import PASS, Decision, Event
from game.core.errors import BadPosition, MoveError, SetupError

ROUNDS = {"short": 2, "long": 4}
BIDS = tuple(f"bid:{coins}" for coins in range(31))
RUNS = ("walk", "jump", PASS)
CARDS = tuple(range(1, 10))


@dataclass
class Race:
    """A game of the race, running or over. Its fields are plain data, and are all there is to it."""

    players: int
    length: str
    seed: str
    turn: int = 1
    ply: int = 0
    runner: str = ""
    bids: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    events: Sequence[Event] = ()

    @classmethod
    def new(cls, players: int, length: str, seed: str | None) -> Self:
        if players not in range(2, 5):
            raise SetupError("two to four can run")
        game = cls(players, length, seed or new_seed())
        game.cards = dict(zip(game.seats, order(game.seed, 0, CARDS), strict=False))
        game.points = dict.fromkeys(game.seats, 0)
        game.events = [Event("dealt", seat, {"card": card}, (seat,), reveals=True) for seat, card in game.cards.items()]
        return game

    @classmethod
    def restore(cls, data: Mapping[str, Any]) -> Self:
        try:
            return cls(**data)
        except TypeError as error:
            raise BadPosition(str(error)) from None

    def to_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "events"}

    def copy(self) -> Self:
        return replace(self, bids=dict(self.bids), points=dict(self.points), cards=dict(self.cards))

    @property
    def seats(self) -> Sequence[str]:
        return [f"P{number}" for number in range(1, self.players + 1)]

    @property
    def setup(self) -> Mapping[str, Any]:
        return {"length": self.length}

    @property
    def phase(self) -> str:
        return "run" if self.runner else "bid"

    @property
    def place(self) -> str:
        return f"{self.turn}.{self.phase}"

    @property
    def over(self) -> bool:
        return self.turn > ROUNDS[self.length]

    @property
    def pending(self) -> Mapping[str, Decision]:
        if self.over:
            return {}
        if self.runner:
            return {self.runner: Decision(self.runner, "run", RUNS, "", {}, "How do you run?", ahead=False)}
        return {
            seat: Decision(seat, "bid", BIDS, "", {}, "How much do you bid?", private=True)
            for seat in self.seats
            if seat not in self.bids
        }

    @property
    def asked(self) -> Sequence[str]:
        return list(self.pending)

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        return self._sheet({seat: self.points[seat] + self.cards[seat] for seat in self.seats}) if self.over else None

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        return self.scores or self._sheet(self.points)

    def _sheet(self, points: Mapping[str, int]) -> Mapping[str, Mapping[str, Any]]:
        return {
            seat: {"rank": 1 + sum(other > points[seat] for other in points.values()), "points": points[seat]}
            for seat in self.seats
        }

    def kind(self, seat: str) -> str | None:
        return self.pending[seat].kind if seat in self.pending else None

    def legal(self, seat: str) -> Sequence[str]:
        return self.pending[seat].tokens if seat in self.pending else ()

    def play(self, seat: str, token: str) -> Sequence[Event]:
        if token not in self.legal(seat):
            raise MoveError("this is none of the answers", seat, token, self.kind(seat), tuple(self.legal(seat)))
        self.ply += 1
        self.events = self._run(seat, token) if self.runner else self._bid(seat, int(token.removeprefix("bid:")))
        return self.events

    def _bid(self, seat: str, coins: int) -> list[Event]:
        self.bids[seat] = coins
        mine = Event("chose", seat, {"coins": coins}, (seat,))  # all that is heard of it until all have bid
        if len(self.bids) < self.players:
            return [mine]
        told = [mine, *(Event("bid", each, {"coins": self.bids[each]}, reveals=True) for each in self.seats)]
        self.runner = max(self.seats, key=lambda each: self.bids[each])
        self.bids = {}
        return told

    def _run(self, seat: str, token: str) -> list[Event]:
        jumped = order(self.seed, self.turn, range(6))[0]
        steps = {"walk": 2, "jump": jumped, PASS: 0}[token]
        self.points[seat] += steps
        self.turn, self.runner = self.turn + 1, ""
        return [Event("ran", seat, {"steps": steps}, reveals=token == "jump")]

    def view(self, seat: str | None) -> dict[str, Any]:
        """In a round of bids everybody else sees the moment before it, and who has bid."""
        return {
            "turn": min(self.turn, ROUNDS[self.length]),
            "phase": self.phase,
            "over": self.over,
            "ply": self.ply - len(self.bids),
            "players": {
                each: {"points": self.points[each]}
                | ({"hand": [self.cards[each]]} if self.over or each == seat else {})
                | ({"coins": self.bids[each]} if each == seat and each in self.bids else {})
                for each in self.seats
            },
            "pending": {each: decision.kind for each, decision in self.pending.items()},
        }
