"""Random games for the tests: seeded, with and without a preference for shrines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from game.core.records import Move
from game.spirit_ground import Game
from tests.games import playing

SHRINES = frozenset({"b2", "b4", "c3", "d2", "d4"})


def games(count: int, prefix: str = "playout") -> Iterator[Game]:
    """Yield new games."""
    for number in range(count):
        yield Game.new(seed=f"{prefix} {number}")


def choose(game: Game, rng: Random, eager: float) -> str:
    """Return a legal token; an eager player keeps crystals for shrines and goes there."""
    [seat] = game.asked
    tokens = game.legal(seat)
    if rng.random() < eager:
        if liked := [token for token in tokens if token in SHRINES or token == "pass"]:
            return rng.choice(liked)
        if game.kind(seat) == "enhance":
            return tokens[0]
    return rng.choice(tokens)


def plies(game: Game) -> Iterator[Game]:
    """Yield the game before each move of a random playout, and at its end."""
    rng = Random(game.seed)
    return playing.plies(game, partial(choose, eager=rng.choice((0.0, 0.5, 0.9))), rng)


def moves(game: Game) -> list[Move]:
    """Play a random playout on this game, and return its moves."""
    return playing.moves(game, partial(choose, eager=0.5), Random(game.seed))
