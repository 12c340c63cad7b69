"""Plays games between computer players, in one process or several, with the same outcome."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from agents import named
from cli.flags import computer_names
from game.core.discover import kit
from game.core.faces import Played
from game.core.history import play, write
from game.core.kit import Kit
from game.core.protocol import Game
from game.core.records import Move

BATCH = 4
"""Games given to a process at once, at most: an interrupt has to wait for them."""


class Plan(NamedTuple):
    """What is played: `policies` by seat in game 1; each further game moves them on by one seat."""

    game: str
    policies: tuple[str, ...]
    options: Mapping[str, Any]
    seed: str

    @property
    def kit(self) -> Kit:
        """The kit of the game."""
        return kit(self.game)

    def new(self, number: int) -> Game:
        """Return game `number` (from 1) before its first move. Raises SetupError."""
        return self.kit.new(len(self.policies), self.options, f"{self.seed}/{number}")

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the policies by seat in this game."""
        shift = (number - 1) % len(self.policies)
        return self.policies[-shift:] + self.policies[:-shift] if shift else self.policies


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    """Play games 1 to `games`; yields them in order, whatever the number of processes."""
    one = partial(play_game, plan)
    numbers = range(1, games + 1)
    if jobs == 1:
        yield from map(one, numbers)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(jobs, games), context, _leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(one, numbers, chunksize=max(1, min(BATCH, games // (4 * jobs))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_game(plan: Plan, number: int) -> Played:
    """Play one game to its end. All its chance comes from the plan's seed and this number."""
    game = plan.new(number)
    policies = plan.seating(number)
    players = {
        seat: (named(policy, plan.kit), Random(f"{game.seed} {seat}"))
        for seat, policy in zip(game.seats, policies, strict=True)
    }
    moves: list[Move] = []
    while not game.over:
        seat, decision = next(iter(game.pending.items()))
        policy, rng = players[seat]
        play(game, moves, seat, policy(game.view(seat), decision, rng))
    scores = game.scores or {}
    winners = [seat for seat in game.seats if scores[seat]["rank"] == 1]
    return Played(
        number,
        policies,
        tuple(plan.kit.points(scores[seat]) for seat in game.seats),
        tuple(1 / len(winners) if seat in winners else 0.0 for seat in game.seats),
        tuple(moves),
        write(plan.kit, game, moves, list(computer_names(dict(zip(game.seats, policies, strict=True))).values())),
    )


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
