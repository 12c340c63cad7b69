"""Check whether reviews blame the right player: in games of a stronger player against a weaker one, and for planted
blunders.

    python -m tools.reviews strong greedy --games 100 --keep reviews/

Games with odd numbers are played as they come; in them the weaker player should have lost more by its choices. In the
others one choice of the stronger player, drawn at random, is replaced by another answer, drawn at random: the review
should list it among the mistakes. Not every such answer is a blunder: what it costs compared with the player's own is
measured separately, in other worlds than the review's.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from agents import named
from game.core.discover import kit
from game.core.history import History
from game.core.judging.review import review
from game.core.program import USUAL
from tools.keeping import kept

WORLDS = 32
"""The number of worlds in which the cost of a planted answer is measured."""
COSTS = (float("-inf"), 1.0, 2.0, 5.0)
"""Least costs in points of the groups of planted answers that are counted."""
ANSWERS = {USUAL: 60}
"""The planted answer is drawn from this many first answers of a player, fewer than a player gives in any game."""
FEW = 25
"""The same for games not listed in `ANSWERS`."""


class Found(NamedTuple):
    """The result of a game: points lost by the stronger player and, on average, by the weaker ones; for a planted
    answer also its cost, and what the review says it cost (None: nothing)."""

    star: float
    other: float
    cost: float | None = None
    said: float | None = None


def reviewed(game: str, star: str, other: str, number: int) -> Found:
    """Play a game with as few players as possible, and review it."""
    which = kit(game)
    assert which.judge is not None
    players, rng = which.seats[0], Random(f"reviews/{number}")
    playing = which.new(players, which.checked({}), f"reviews/{number}")
    mine = playing.seats[number // 2 % players]
    policies = {seat: named(star if seat == mine else other, which) for seat in playing.seats}
    plant, cost, planted, moves = None, None, -1, list[tuple[str, str]]()
    if not number % 2:
        plant = rng.randrange(ANSWERS.get(game, FEW))
    while not playing.over:
        seat, decision = next(iter(playing.pending.items()))
        view = playing.view(seat)
        token = policies[seat](view, decision, rng)
        if plant is not None and seat == mine and len(decision.tokens) > 1:
            plant -= 1
            if plant == 0:
                own, token = token, rng.choice([each for each in decision.tokens if each != token])
                gaps = list[float]()
                for _ in range(WORLDS):
                    world = which.judge.deal(view, decision, rng)
                    worth = [which.judge.ahead(which.judge.after(world, seat, each))[seat] for each in (own, token)]
                    gaps.append(worth[0] - worth[1])
                planted, cost = playing.ply, fmean(gaps)
        moves.append((seat, token))
        playing.play(seat, token)
    found = review(History(game, players, playing.setup, playing.seed, tuple(moves)))
    theirs = fmean(found.lost(seat) for seat in playing.seats if seat != mine)
    said = next((each.lost for each in found.mistakes if each.asked.ply == planted), None)
    return Found(found.lost(mine), theirs, cost, said)


def told(found: Sequence[Found]) -> str:
    """Return the results so far, in a line."""
    plain = [each for each in found if each.cost is None]
    planted = [(each.cost, each.said) for each in found if each.cost is not None]
    blamed = sum(each.other > each.star for each in plain)
    lines = [f"larger loss on the weaker player in {blamed} of {len(plain)} games"]
    if plain:
        lines.append(f"lost on the mean {fmean(e.star for e in plain):.1f} and {fmean(e.other for e in plain):.1f}")
    for least in COSTS:
        said = [each for cost, each in planted if cost >= least]
        what = f"planted that cost {least:.0f}" if least > 0 else "planted"
        lines.append(f"{what}: {sum(each is not None for each in said)} of {len(said)} found")
    return "; ".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tools.reviews", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("star")
    parser.add_argument("other")
    parser.add_argument("--game", default=USUAL)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="a folder to keep what was found in, and to go on from")
    asked = parser.parse_args(words)
    file = asked.keep and asked.keep / f"{asked.game}-{asked.star}-{asked.other}.jsonl"
    so_far = list[Found]()

    def make(at: int) -> Found:
        return reviewed(asked.game, asked.star, asked.other, at + 1)

    for found in kept(make, asked.games, file, lambda row: Found(*row)):
        so_far.append(found)
        print(told(so_far), flush=True)


if __name__ == "__main__":
    main()
