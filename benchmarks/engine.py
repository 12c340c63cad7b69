"""Compare random playouts of Adepts and of catanatron, in turn in one run: questions answered a second, copies, JSON.

A question counts if it has two options or more; forced moves cost time but do not count, on both sides. Answering
means: list the legal moves, choose one at random, play it. Every round plays both games once with fresh seeds; the
figures are the medians over the rounds, the ratios the medians of the rounds' own ratios.

    python -m benchmarks.engine [--rounds 15] [--games 8] [--players 4]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from itertools import zip_longest
from typing import Any

import catanatron
from catanatron.json import GameEncoder

from benchmarks import games
from benchmarks.games import HALFWAY, rate, timed
from game.core.discover import kit

CATAN_TURNS = 1000
"""The turn at which catanatron's own playouts stop a game that nobody wins."""


def catan(seed: int, players: int) -> Any:
    """Return a new game of catanatron."""
    colors = list(catanatron.Color)[:players]
    return catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)


def catan_playouts(seed: int, games: int, players: int) -> int:
    """Play whole games of catanatron; return the number of questions with a choice."""
    answered = 0
    for n in range(games):
        random.seed(seed * 1000 + n)  # its dice and draws come from the global generator
        game = catan(seed * 1000 + n, players)
        while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
            actions = game.state.playable_actions
            answered += len(actions) > 1
            game.execute(random.choice(actions))
    return answered


def halfway(seed: int, players: int) -> Any:
    """Return a game of catanatron well under way."""
    game = catan(seed, players)
    random.seed(seed)
    for _ in range(HALFWAY):
        if game.winning_color() is None:
            game.execute(random.choice(game.state.playable_actions))
    return game


def measure(seed: int, games: int, players: int) -> tuple[float, float, float]:
    """Measure one round of catanatron, as `benchmarks.games` measures one of ours; reading a game back is left out."""
    game = halfway(seed, players)
    return (
        rate(lambda: catan_playouts(seed, games, players)),
        timed(game.copy),
        timed(lambda: json.dumps(game, cls=GameEncoder)),
    )


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=8, help="games of each a round")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    options = parser.parse_args()

    columns = ("questions/s", "copy us", "JSON out us", "JSON in us")
    ours, theirs = [], []
    for seed in range(options.rounds):
        ours.append(games.measure(kit(), seed, options.games, options.players))
        theirs.append(measure(seed, options.games, options.players))
        if sys.stderr.isatty():
            print(f"\rround {seed + 1} of {options.rounds}", end="", file=sys.stderr, flush=True)
    print(f"{options.rounds} rounds of {options.games} games for {options.players} players; medians")
    print(f"{'':14}{'adepts':>12}{'catanatron':>12}{'ratio':>8}{'min':>8}{'max':>8}")
    rows = zip_longest(columns, zip(*ours, strict=True), zip(*theirs, strict=True))
    for name, mine, other in rows:
        if other:
            ratios = [a / b for a, b in zip(mine, other, strict=True)]
            spread = f"{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}"
            print(f"{name:14}{statistics.median(mine):12.1f}{statistics.median(other):12.1f}{spread}")
        else:
            print(f"{name:14}{statistics.median(mine):12.1f}{'none':>12}")


if __name__ == "__main__":
    main()
