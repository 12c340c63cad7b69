"""Three rounds in which everybody takes coins: the least that is a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from game.core.chance import new_seed
from game.core.decisions import PASS, Decision, Event
from game.core.errors import BadPosition, NotAsked, UnreadableToken
from game.core.kit import Kit
from game.core.options import Option, Value

COUNTS = {"one": 1, "two": 2, PASS: 0}
ROUNDS = 3


class Game:
    """`moves` are seats and tokens so far."""

    def __init__(self, players: int, purse: str, seed: str, moves: Iterable[tuple[str, str]] = ()) -> None:
        self.seats = [f"P{number}" for number in range(1, players + 1)]
        self.setup = {"purse": purse}
        self.seed = seed
        self.coins = dict.fromkeys(self.seats, 0)
        self.moves: list[tuple[str, str]] = []
        self.events: tuple[Event, ...] = ()
        for seat, token in moves:
            self.play(seat, token)

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def place(self) -> str:
        return f"{self.ply // len(self.seats) + 1}.take"

    @property
    def over(self) -> bool:
        return self.ply == ROUNDS * len(self.seats)

    @property
    def asked(self) -> list[str]:
        return [] if self.over else [self.seats[self.ply % len(self.seats)]]

    @property
    def pending(self) -> dict[str, Decision]:
        text = "How many coins do you take?"
        return {seat: Decision(seat, "take", self.legal(seat), "", {}, text) for seat in self.asked}

    @property
    def scores(self) -> dict[str, dict[str, Any]] | None:
        return self.standing() if self.over else None

    def standing(self) -> dict[str, dict[str, Any]]:
        order = sorted(self.coins.values(), reverse=True)
        return {seat: {"coins": coins, "rank": order.index(coins) + 1} for seat, coins in self.coins.items()}

    def kind(self, seat: str) -> str | None:
        return "take" if seat in self.asked else None

    def legal(self, seat: str) -> tuple[str, ...]:
        return tuple(COUNTS) if seat in self.asked else ()

    def play(self, seat: str, token: str) -> tuple[Event, ...]:
        if seat not in self.asked:
            raise NotAsked("it is for somebody else to choose", seat, token)
        if token not in COUNTS:
            raise UnreadableToken("this is no token", seat, token, "take", tuple(COUNTS))
        self.coins[seat] += COUNTS[token]
        self.moves.append((seat, token))
        self.events = (Event("took", seat, {"count": COUNTS[token]}),)
        return self.events

    def view(self, seat: str | None) -> dict[str, Any]:
        return {
            "turn": self.ply // len(self.seats) + 1,
            "phase": "take",
            "over": self.over,
            "ply": self.ply,
            "players": {seat: {} for seat in self.seats},
            "coins": dict(self.coins),
            "pending": dict.fromkeys(self.asked, "take"),
        }

    def to_dict(self) -> dict[str, Any]:
        return self.view(None) | {"purse": self.setup["purse"], "seed": self.seed, "more": list(map(list, self.moves))}

    def copy(self) -> Game:
        return Game(len(self.seats), self.setup["purse"], self.seed, self.moves)


class Coins(Kit):
    name = "coins"
    title = "Coins"
    tag = "Coins"
    suffix = ".coins"
    seats = range(2, 4)
    options = (Option("purse", "Purse", "How coins are kept", (Value("flat", "Flat"), Value("deep", "Deep"))),)

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Game(players, options["purse"], seed or new_seed())

    def restore(self, data: Mapping[str, Any]) -> Game:
        try:
            return Game(len(data["players"]), data["purse"], data["seed"], data["more"])
        except (LookupError, TypeError, ValueError) as error:
            raise BadPosition("this is no game of coins") from error

    def points(self, line: Mapping[str, Any]) -> int:
        return int(line["coins"])


KIT = Coins()
