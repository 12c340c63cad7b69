"""Helpers to play any game: random playouts seeded by the game's own seed, and games of computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from game.core.decisions import Decision
from game.core.faces import Policy
from game.core.protocol import Game, View
from game.core.records import Move

G = TypeVar("G", bound=Game)
Choose = Callable[[G, Random], str]
"""Chooses a legal token of the seat that is asked first."""


def plies(game: G, choose: Choose[G], rng: Random) -> Iterator[G]:
    """Play a random playout, and yield the game before each move and at its end."""
    yield game
    while not game.over:
        game.play(game.asked[0], choose(game, rng))
        yield game


def moves(game: G, choose: Choose[G], rng: Random) -> list[Move]:
    """Play a random playout on this game, and return its moves."""
    made: list[Move] = []
    while not game.over:
        seat = game.asked[0]
        move = Move(game.place, seat, game.kind(seat) or "", choose(game, rng))
        game.play(seat, move.token)
        made.append(move)
    return made


def at_random(_view: View, decision: Decision, rng: Random, /) -> str:
    """A computer player that answers at random."""
    return rng.choice(decision.tokens)


def won(new: Callable[[str], Game], one: Policy, other: Policy, count: int) -> float:
    """Return the share of `count` games that `one` wins against players of `other`; a shared victory counts in part.

    `new` makes a game from a seed. Each deal is played with `one` in every seat.
    """
    found, seats = 0.0, new("seats").seats
    for number in range(count):
        game, rng, me = new(f"match {number // len(seats)}"), Random(number), seats[number % len(seats)]
        while not game.over:
            [(seat, decision)] = game.pending.items()
            game.play(seat, (one if seat == me else other)(game.view(seat), decision, rng))
        best = [seat for seat, line in (game.scores or {}).items() if line["rank"] == 1]
        found += (me in best) / len(best)
    return found


def answers_alike(policy: Policy, at: Game) -> None:
    """Assert that the player answers legally, equally with an equal generator, and without changing the view."""
    for decision in at.pending.values():
        view = at.view(decision.seat)
        chosen = {policy(view, decision, Random(1)) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(decision.tokens)
        assert view == at.view(decision.seat)
