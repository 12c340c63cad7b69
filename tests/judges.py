"""A judge whose values are known: tests prescribe what each answer is worth, and by how much that varies between
worlds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import pytest

from bot.tables.history.holders import Succession
from game.adepts import Game
from game.adepts.kit import KIT
from game.core.decisions import Decision
from game.core.faces import Counts
from game.core.history import History
from game.core.judging import telling
from game.core.judging.review import review
from game.core.judging.telling import Report
from game.core.protocol import Game as AnyGame
from game.core.protocol import View

Worth = Callable[[int, str], float]


class World(NamedTuple):
    """A sampled world: its seats, ply and noise (-1 to 1), and the answer that was given in it."""

    seats: Sequence[str]
    ply: int
    noise: float
    seat: str = ""
    token: str = ""


class Known:
    """Values each answer at `worth(ply, token)`, plus the world's noise (-1 to 1) times `noise(ply, token)`."""

    unit = "mana"
    counts = Counts()

    def __init__(
        self, worth: Callable[[int, str], float], noise: Callable[[int, str], float] = lambda _ply, _token: 0.0
    ) -> None:
        self.worth, self.noise = worth, noise

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        return decision.tokens[:4]

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        return ()

    def deal(self, view: View, decision: Decision, rng: Random) -> World:
        return World(list(view["players"]), view["ply"], rng.uniform(-1, 1))

    def real(self, game: AnyGame, rng: Random | None = None) -> World:
        return World(game.seats, game.ply, rng.uniform(-1, 1) if rng else 0.0)

    def after(self, world: World, seat: str, token: str) -> World:
        return world._replace(seat=seat, token=token)

    def ahead(self, world: World) -> Mapping[str, float]:
        value = self.worth(world.ply, world.token) + world.noise * self.noise(world.ply, world.token)
        return {seat: value if seat == world.seat else -value for seat in world.seats}

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        value = self.ahead(world)[seat]
        return {"gems": value - 2 * len(world.token), "letters": 2 * len(world.token)}

    def expected(self, world: World) -> Mapping[str, float]:
        return dict.fromkeys(world.seats, 100 + world.noise)


def played(players: int = 2, seed: str = "review") -> tuple[History, Game]:
    """Return a finished game of random answers, and its history."""
    game, rng, moves = Game.new(players, seed=seed), Random(seed), list[tuple[str, str]]()
    while not game.over:
        seat = game.asked[0]
        moves.append((seat, rng.choice(game.legal(seat))))
        game.play(*moves[-1])
    return History(KIT.name, players, game.setup, game.seed, tuple(moves)), game


def quickly(history: History, succession: Succession) -> Report:
    """Return a review in which the first choice of the game cost 9 mana. Works in any process."""
    [(_, first), *_] = history.moves
    judge = Known(lambda ply, token: -9.0 if (ply, token) == (0, first) else 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KIT, "judge", judge)
        found = review(history, Counts(8, 2, 1, 2, 1))
        return telling.report(found, KIT, lambda ply: succession.at(ply).names, succession.late)


def lasting(_history: History, _succession: Succession) -> Report:
    """Take longer over a review than any test."""
    time.sleep(600)
    raise AssertionError


def dying(_history: History, _succession: Succession) -> Report:
    """End the process, as if the review had crashed it."""
    os._exit(1)
