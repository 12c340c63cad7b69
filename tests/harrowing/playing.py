"""Random games for the tests: seeded, with a preference for building and claiming, so that more happens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from game.core import scenario
from game.core.records import Move
from game.harrowing import Game
from game.harrowing.players import greedy
from game.harrowing.rules.scenario import HarrowingScenarios
from tests.games import playing

EAGER = {
    "invoke": ("claim", "weave", "raise"),
    "raise": (),
    "claim": (),
}
"""Answers that an eager player prefers, by kind of question."""


def games(count: int, prefix: str = "playout") -> Iterator[Game]:
    """Yield new games for two, three and four players in turn."""
    for number in range(count):
        yield Game.new(2 + number % 3, seed=f"{prefix} {number}")


def at(text: str, *moves: str) -> Game:
    """Return a position set up by hand, after some moves of P1."""
    of_game, [table] = scenario.read(f'game = "harrowing"\n[[scenario]]\ntitle = "t"\n{text}')
    assert isinstance(of_game, HarrowingScenarios)
    game = of_game.set_up(table)
    for move in moves:
        game.play("P1", move)
    return game


def choose(game: Game, rng: Random, eager: float) -> str:
    """Return a legal token; an eager player builds, claims and battles."""
    [seat] = game.asked
    tokens = game.legal(seat)
    if rng.random() < eager:
        liked = [token for token in EAGER.get(game.kind(seat) or "", ()) if token in tokens]
        if liked:
            return liked[0] if "claim" in liked else rng.choice(liked)
        return rng.choice([token for token in tokens if token not in ("pass", "meditate")] or tokens)
    return rng.choice(tokens)


def plies(game: Game) -> Iterator[Game]:
    """Yield the game before each move of a random playout, and at its end."""
    rng = Random(game.seed)
    return playing.plies(game, partial(choose, eager=rng.choice((0.0, 0.5, 0.9))), rng)


def moves(game: Game) -> list[Move]:
    """Play a random playout on this game, and return its moves."""
    return playing.moves(game, partial(choose, eager=0.6), Random(game.seed))


def greedy_game(number: int) -> Game:
    """Return a finished game of two greedy players, who mostly win by runes."""
    game, rng = Game.new(2, f"greedy {number}"), Random(number)
    while not game.over:
        [(seat, decision)] = game.pending.items()
        game.play(seat, greedy.policy(game.view(seat), decision, rng))
    return game
