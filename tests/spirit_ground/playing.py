"""Random games for the tests: seeded, with and without a taste for shrines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.core.records import Move
from game.spirit_ground import Game

SHRINES = frozenset({"b2", "b4", "c3", "d2", "d4"})


def games(count: int, prefix: str = "playout") -> Iterator[Game]:
    """New games."""
    for number in range(count):
        yield Game.new(seed=f"{prefix} {number}")


def choose(game: Game, rng: Random, eager: float) -> str:
    """A legal token; whoever is eager keeps crystals for shrines and goes there."""
    [seat] = game.asked
    tokens = game.legal(seat)
    if rng.random() < eager:
        if liked := [token for token in tokens if token in SHRINES or token == "pass"]:
            return rng.choice(liked)
        if game.kind(seat) == "enhance":
            return tokens[0]
    return rng.choice(tokens)


def plies(game: Game) -> Iterator[Game]:
    """The game before each move of a random playout, and at its end."""
    rng = Random(game.seed)
    eager = rng.choice((0.0, 0.5, 0.9))
    yield game
    while not game.over:
        [seat] = game.asked
        game.play(seat, choose(game, rng, eager))
        yield game


def moves(game: Game) -> list[Move]:
    """The moves of a random playout, which the game has then made."""
    made: list[Move] = []
    rng = Random(game.seed)
    while not game.over:
        [seat] = game.asked
        move = Move(game.place, seat, game.kind(seat) or "", choose(game, rng, 0.5))
        game.play(seat, move.token)
        made.append(move)
    return made
