"""Random playouts of every game, with as many players as possible: questions answered a second, copies, JSON.

A question counts if it has two options or more. Answering means: list the legal moves, choose one at random, play it.
The figures are the medians of rounds with fresh seeds, in which all games take turns. Times are processor times, so
that other load on the machine hardly affects them.

    python -m benchmarks.games [--rounds 15] [--games 20]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

from game.core.discover import kits
from game.core.kit import Kit
from game.core.protocol import Game

HALFWAY = 60
"""Moves after which a game is copied and written."""


def playouts(kit: Kit, seed: int, games: int, players: int) -> int:
    """Play whole games with the usual options; return the number of questions with a choice."""
    rng, options, answered = random.Random(seed), kit.checked({}), 0
    for n in range(games):
        game = kit.new(players, options, f"{seed}-{n}")
        while not game.over:
            seat = game.asked[0]
            tokens = game.legal(seat)
            answered += len(tokens) > 1
            game.play(seat, rng.choice(tokens))
    return answered


def halfway(kit: Kit, seed: int, players: int) -> Game:
    """Return a game well under way."""
    rng = random.Random(seed)
    game = kit.new(players, kit.checked({}), str(seed))
    while not game.over and game.ply < HALFWAY:
        seat = game.asked[0]
        game.play(seat, rng.choice(game.legal(seat)))
    return game


def rate(playouts: Callable[[], int]) -> float:
    """Return how many questions are answered a second."""
    start = time.process_time()
    return playouts() / (time.process_time() - start)


def timed(function: Callable[[], object], repeat: int = 200) -> float:
    """Return microseconds per call, over `repeat` calls."""
    start = time.process_time()
    for _ in range(repeat):
        function()
    return (time.process_time() - start) / repeat * 1e6


def measure(kit: Kit, seed: int, games: int, players: int) -> tuple[float, float, float, float]:
    """Measure one round of one game: questions a second; microseconds for a copy, to JSON, and back."""
    game = halfway(kit, seed, players)
    text = json.dumps(game.to_dict())
    return (
        rate(lambda: playouts(kit, seed, games, players)),
        timed(game.copy),
        timed(lambda: json.dumps(game.to_dict())),
        timed(lambda: kit.restore(json.loads(text))),
    )


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=20, help="games of each a round")
    options = parser.parse_args()

    rounds: dict[str, list[tuple[float, ...]]] = {name: [] for name in kits()}
    for seed in range(options.rounds):
        for name, kit in kits().items():
            rounds[name].append(measure(kit, seed, options.games, kit.seats[-1]))
    print(f"{options.rounds} rounds of {options.games} games; medians")
    print(f"{'':14}{'questions/s':>14}{'copy us':>12}{'JSON out us':>14}{'JSON in us':>12}")
    for name, found in rounds.items():
        asked, copy, out, back = (statistics.median(column) for column in zip(*found, strict=True))
        print(f"{name:14}{asked:14,.0f}{copy:12.1f}{out:14.1f}{back:12.1f}")


if __name__ == "__main__":
    main()
