"""The smallest possible kit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from game.core.kit import Kit
from game.core.options import Option, Value
from game.core.protocol import Game
from game.core.records import Move

from .rules import Race


class Toy(Kit):
    """Two to four runners, one secret card each."""

    name = "toy"
    title = "Paper Race"
    tag = "Toy"
    suffix = ".toy"
    seats = range(2, 5)
    pitch = "a race on paper"
    options = (
        Option(
            "length", "Length", "How long the race is", (Value("short", "Short"), Value("long", "Long", "4 rounds"))
        ),
    )

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Race.new(players, options["length"], seed)

    def restore(self, data: Mapping[str, Any]) -> Game:
        return Race.restore(data)

    def masked(self, moves: Iterable[Move], game: Game) -> list[Move]:
        return [move for move in moves if game.over or move.place != game.place]


KIT = Toy()
