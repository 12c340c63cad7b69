"""Random games for the tests, seeded, over all boards and options; and single positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random

from game.core.records import Move
from game.mana_surge import Game
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from tests.games import playing
from tests.games.positions import by_hand

SETTINGS = [
    {"board": board, "colours": colours, "fierce": fierce}
    for board, colours, fierce in product(boards(), ("chosen", "seated"), (False, True))
]


def games(count: int) -> Iterator[Game]:
    """Yield new games, through all settings again and again."""
    for number in range(count):
        yield Game.new(seed=f"playout {number}", **SETTINGS[number % len(SETTINGS)])  # type: ignore[arg-type]


def position(**keys: object) -> Game:
    """Return a position in which P1 moves, on the usual board."""
    return by_hand(ManaSurgeScenarios(), **{"phase": "move", "turn": 9} | keys)


def plies(game: Game, rng: Random | None = None) -> Iterator[Game]:
    """Yield the game before each move of a random playout, and at its end; players pass more rarely in some games than
    in others."""
    rng = rng or Random(game.seed)
    return playing.plies(game, partial(_choose, eager=rng.random()), rng)


def moves(game: Game) -> list[Move]:
    """Play a random playout on this game, and return its moves."""
    return playing.moves(game, _choose, Random(game.seed))


def _choose(game: Game, rng: Random, eager: float = 0.0) -> str:
    """Return a legal token; an eager player passes less."""
    tokens = game.legal(game.asked[0])
    token = rng.choice(tokens)
    return rng.choice(tokens[:-1]) if token == "pass" and rng.random() < eager else token
