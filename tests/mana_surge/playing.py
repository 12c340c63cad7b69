"""Random games for the tests: seeded, over all boards and options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from game.core.records import Move
from game.mana_surge import Game
from game.mana_surge.rules.boards import boards

SETTINGS = [
    {"board": board, "colours": colours, "fierce": fierce}
    for board, colours, fierce in product(boards(), ("chosen", "seated"), (False, True))
]


def games(count: int) -> Iterator[Game]:
    """New games, through all settings again and again."""
    for number in range(count):
        yield Game.new(seed=f"playout {number}", **SETTINGS[number % len(SETTINGS)])  # type: ignore[arg-type]


def plies(game: Game, rng: Random | None = None) -> Iterator[Game]:
    """The game before each move of a random playout, and at its end; some like to pass less than others."""
    rng = rng or Random(game.seed)
    eager = rng.random()
    yield game
    while not game.over:
        [seat] = game.asked
        tokens = game.legal(seat)
        token = rng.choice(tokens)
        if token == "pass" and rng.random() < eager:
            token = rng.choice(tokens[:-1])
        game.play(seat, token)
        yield game


def moves(game: Game) -> list[Move]:
    """The moves of a random playout, which the game has then made."""
    made: list[Move] = []
    rng = Random(game.seed)
    while not game.over:
        [seat] = game.asked
        move = Move(game.place, seat, game.kind(seat) or "", rng.choice(game.legal(seat)))
        game.play(seat, move.token)
        made.append(move)
    return made
