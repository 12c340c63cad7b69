"""Check whether mistakes cost what a review says, by playing out both answers many times.

    python -m tools.truth greedy --game harrowing --games 20 --playouts 60 --keep truth/

Computer players play games. The costliest mistakes that the review of each game finds are played out from the position
in which they were made, once with the answer given and once with the better one; then every seat is played by the same
computer player. Hidden things are dealt anew for each pair, the same for both answers. Results are in the judge's unit:
chances of winning, or points ahead of the mean of the others. Errors are standard errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from agents import named
from game.adepts.sampling import sample
from game.core.decisions import Decision
from game.core.discover import kit
from game.core.history import History
from game.core.judging.review import Mistake, review
from game.core.judging.scale import scale
from game.core.kit import Kit
from game.core.program import USUAL
from game.core.protocol import Game, View
from game.harrowing import Game as Harrowing
from game.mana_surge import Game as ManaSurge
from game.spirit_ground import Game as SpiritGround
from tools.calibration import lead
from tools.keeping import kept
from tools.ladder import error

DEALS: Mapping[str, Callable[[View, Decision, Random], Game]] = {
    "adepts": sample,
    "mana-surge": lambda view, _decision, _rng: ManaSurge.from_view(view),
    "spirit-ground": lambda view, _decision, rng: SpiritGround.from_view(view, str(rng.random())),
    "harrowing": lambda view, _decision, rng: Harrowing.from_view(view, str(rng.random())),
}
"""By game, a function that makes a game that could be the one a seat sees."""
STEPS = (5.0, 10.0, 20.0, 40.0)
"""The lower bounds of the classes of costs."""


class Cost(NamedTuple):
    """A mistake's cost as the review says, its cost when played out, and the error of that."""

    told: float
    came: float
    error: float


def costs(game: str, players: int, name: str, by: str, dearest: int, playouts: int, number: int) -> list[Cost]:
    """Return the costs of the `dearest` costliest mistakes of one game between players called `name`, played out by
    players called `by`."""
    which = kit(game)
    playing = which.new(players, which.checked({}), f"truth/{number}")
    moves = _played_on(which, playing, name, Random(f"truth/{number}"))
    found = review(History(game, players, playing.setup, playing.seed, tuple(moves)))
    return [Cost(each.lost, *played_out(which, each, by, playouts)) for each in found.mistakes[:dearest]]


def played_out(which: Kit, mistake: Mistake, by: str, playouts: int) -> tuple[float, float]:
    """Return what a mistake costs compared with the better answer, and the error of that."""
    asked = mistake.asked
    gaps = list[float]()
    for number in range(playouts):
        title = f"{asked.ply}/{number}"
        better, worse = (
            _came(which, asked.view, asked.decision, token, by, title) for token in (mistake.better, asked.token)
        )
        gaps.append(better - worse)
    return fmean(gaps), error(gaps)


def _came(which: Kit, view: View, decision: Decision, token: str, by: str, title: str) -> float:
    """Return the result of an answer for the player who gave it."""
    assert which.judge is not None
    game = DEALS[which.name](view, decision, Random(title))
    game.play(decision.seat, token)
    _played_on(which, game, by, Random(title))
    return lead(scale(which).reached(which, game.scores or {}), decision.seat, which.judge.unit)


def _played_on(which: Kit, game: Game, name: str, rng: Random) -> list[tuple[str, str]]:
    """Play a game to its end, every seat by the same computer player; return the answers with their seats."""
    policy, moves = named(name, which), list[tuple[str, str]]()
    while not game.over:
        seat, decision = next(iter(game.pending.items()))
        moves.append((seat, policy(game.view(seat), decision, rng)))
        game.play(*moves[-1])
    return moves


def told(found: Sequence[Cost]) -> str:
    """Return lines by classes of predicted costs: how many mistakes, the mean prediction, and the mean of what came."""
    lines = [f"{'told':>10}  mistakes    mean            came"]
    for least, most in zip(STEPS, (*STEPS[1:], float("inf")), strict=True):
        lines += _line(f"{least:.0f} to {most:.0f}", [each for each in found if least <= each.told < most])
    return "\n".join([*lines, *_line("all", found)])


def _line(name: str, rows: Sequence[Cost]) -> list[str]:
    if not rows:
        return []
    came = [row.came for row in rows]
    return [
        f"{name:>10}  {len(rows):8}  {fmean(row.told for row in rows):6.1f}  {fmean(came):6.1f} ± {error(came):.1f}"
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tools.truth", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("name", metavar="player")
    parser.add_argument("--by", help="who plays on; without it the same")
    parser.add_argument("--game", default=USUAL)
    parser.add_argument("--players", type=int, help="without it as few as can play")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--dearest", type=int, default=3, help="mistakes of a game that are played out")
    parser.add_argument("--playouts", type=int, default=60, help="of each answer")
    parser.add_argument("--keep", type=Path, help="a folder to keep what was found in, and to go on from")
    asked = parser.parse_args(words)
    players, by = asked.players or kit(asked.game).seats[0], asked.by or asked.name
    file = asked.keep and asked.keep / f"{asked.game}-{asked.name}-{by}-{players}.jsonl"
    make = partial(costs, asked.game, players, asked.name, by, asked.dearest, asked.playouts)
    so_far = list[Cost]()
    for rows in kept(make, asked.games, file, lambda rows: [Cost(*row) for row in rows]):
        so_far += rows
        print("; ".join(f"told {row.told:.1f}, came {row.came:.1f} ± {row.error:.1f}" for row in rows), flush=True)
    print(told(so_far))


if __name__ == "__main__":
    main()
