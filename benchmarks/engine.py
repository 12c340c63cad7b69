"""Random playouts of Adepts and of catanatron, in turn in one run: questions answered a second, copies, JSON.

A question counts if it has two options or more; forced moves cost time but do not count, on both sides. Answering
means: list the legal moves, choose one at random, play it. Every round plays both games once with fresh seeds; the
figures are the medians of the rounds, the ratios the medians of the rounds' own ratios.

    python -m benchmarks.engine [--rounds 15] [--games 8] [--players 4]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import catanatron
from catanatron.json import GameEncoder

from game.adepts import Game

CATAN_TURNS = 1000
"""Where catanatron's own playouts stop a game that nobody wins."""


def adepts_playouts(seed: int, games: int, players: int) -> int:
    """Play whole games of Adepts; returns the questions with a choice."""
    rng = random.Random(seed)
    answered = 0
    for n in range(games):
        game = Game.new(players, "first-game", seed=f"{seed}-{n}")
        while not game.over:
            seat = game.asked[0]
            tokens = game.legal(seat)
            answered += len(tokens) > 1
            game.play(seat, rng.choice(tokens))
    return answered


def catan(seed: int, players: int) -> Any:
    """A new game of catanatron."""
    colors = list(catanatron.Color)[:players]
    return catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)


def catan_playouts(seed: int, games: int, players: int) -> int:
    """Play whole games of catanatron; returns the questions with a choice."""
    answered = 0
    for n in range(games):
        random.seed(seed * 1000 + n)  # its dice and draws come from the global generator
        game = catan(seed * 1000 + n, players)
        while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
            actions = game.state.playable_actions
            answered += len(actions) > 1
            game.execute(random.choice(actions))
    return answered


def halfway(seed: int, players: int) -> tuple[Game, Any]:
    """A game of each, well under way."""
    rng = random.Random(seed)
    adepts, other = Game.new(players, "first-game", seed=str(seed)), catan(seed, players)
    random.seed(seed)
    for _ in range(80):
        seat = adepts.asked[0]
        adepts.play(seat, rng.choice(adepts.legal(seat)))
        if other.winning_color() is None:
            other.execute(random.choice(other.state.playable_actions))
    return adepts, other


def timed(function: Callable[[], object], repeat: int) -> float:
    """Seconds a call, over a number of calls."""
    start = time.perf_counter()
    for _ in range(repeat):
        function()
    return (time.perf_counter() - start) / repeat


def rate(playouts: Callable[[int, int, int], int], seed: int, games: int, players: int) -> float:
    """Questions answered a second."""
    start = time.perf_counter()
    return playouts(seed, games, players) / (time.perf_counter() - start)


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=8, help="games of each a round")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    options = parser.parse_args()

    columns = ("questions/s", "copy us", "JSON out us", "JSON in us")
    adepts, other = [[] for _ in columns], [[] for _ in columns]  # type: ignore[var-annotated]
    for seed in range(options.rounds):
        adepts[0].append(rate(adepts_playouts, seed, options.games, options.players))
        other[0].append(rate(catan_playouts, seed, options.games, options.players))
        mine, theirs = halfway(seed, options.players)
        adepts[1].append(timed(mine.copy, 500) * 1e6)
        other[1].append(timed(theirs.copy, 500) * 1e6)
        text = json.dumps(mine.to_dict())
        adepts[2].append(timed(lambda mine=mine: json.dumps(mine.to_dict()), 100) * 1e6)  # type: ignore[misc]
        other[2].append(timed(lambda theirs=theirs: json.dumps(theirs, cls=GameEncoder), 100) * 1e6)  # type: ignore[misc]
        adepts[3].append(timed(lambda text=text: Game.from_dict(json.loads(text)), 100) * 1e6)  # type: ignore[misc]
        if sys.stderr.isatty():
            print(f"\rround {seed + 1} of {options.rounds}", end="", file=sys.stderr, flush=True)
    print(f"{options.rounds} rounds of {options.games} games for {options.players} players; medians")
    print(f"{'':14}{'adepts':>12}{'catanatron':>12}{'ratio':>8}{'min':>8}{'max':>8}")
    for name, mine, theirs in zip(columns, adepts, other, strict=True):
        if theirs:
            ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
            spread = f"{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}"
            print(f"{name:14}{statistics.median(mine):12.1f}{statistics.median(theirs):12.1f}{spread}")
        else:
            print(f"{name:14}{statistics.median(mine):12.1f}{'none':>12}")


if __name__ == "__main__":
    main()
