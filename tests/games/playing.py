"""Random games of any game for the tests: seeded by the game's own seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from game.core.protocol import Game
from game.core.records import Move

G = TypeVar("G", bound=Game)
Choose = Callable[[G, Random], str]
"""A legal token of whoever is asked first."""


def plies(game: G, choose: Choose[G], rng: Random) -> Iterator[G]:
    """The game before each move of a random playout, and at its end."""
    yield game
    while not game.over:
        game.play(game.asked[0], choose(game, rng))
        yield game


def moves(game: G, choose: Choose[G], rng: Random) -> list[Move]:
    """The moves of a random playout, which the game has then made."""
    made: list[Move] = []
    while not game.over:
        seat = game.asked[0]
        move = Move(game.place, seat, game.kind(seat) or "", choose(game, rng))
        game.play(seat, move.token)
        made.append(move)
    return made
