"""Random games of Adepts for the tests: seeded, over all numbers of players, selections and decks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game.adepts import Game
from game.adepts.rules.cards import DECKS, SELECTIONS
from game.core.decisions import Event
from game.core.records import Move

EAGER = {"cast", "research", "enter", "draw"}
"""Kinds of questions at which a random player rarely passes, so that games see many spells."""


class Setting(NamedTuple):
    """The settings of a random game."""

    players: int
    spells: str | Sequence[str]
    deck: str
    seed: str

    def start(self) -> Game:
        return Game.new(self.players, self.spells, self.deck, self.seed)


def settings(count: int, prefix: str = "playout") -> Iterator[Setting]:
    """Yield settings that go through all 48 combinations, again and again with new seeds."""
    combinations = [(p, s, d) for p in (2, 3, 4, 5) for s in SELECTIONS for d in DECKS]
    for i in range(count):
        players, spells, deck = combinations[i % len(combinations)]
        yield Setting(players, spells, deck, f"{prefix}-{i}")


def some_settings(prefix: str, every: int = 5) -> list[Setting]:
    """Return every fifth or so of all combinations; each number of players, selection and deck is among them."""
    return list(settings(48, prefix))[::every]


def choose(game: Game, rng: random.Random) -> tuple[str, str]:
    """Return a seat that is asked, by chance, and one of its legal tokens."""
    seat = rng.choice(game.asked)
    tokens = game.legal(seat)
    token = rng.choice(tokens)
    if token == "pass" and len(tokens) > 1 and game.pending[seat].kind in EAGER and rng.random() < 0.8:
        token = rng.choice(tokens[:-1])
    return seat, token


def playout(
    setting: Setting, after: Callable[[Game, Move, tuple[Event, ...]], None] | None = None
) -> tuple[Game, list[Move]]:
    """Play a random game to its end, and return it with its moves. `after` is called after each move."""
    rng = random.Random(setting.seed)
    game, moves = setting.start(), []
    while not game.over:
        seat, token = choose(game, rng)
        move = Move(game.place, seat, game.pending[seat].kind, token)
        events = game.play(seat, token)
        moves.append(move)
        if after:
            after(game, move, events)
    return game, moves
