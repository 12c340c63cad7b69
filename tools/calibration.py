"""Check turn by turn whether what a game's judge expects comes true, in games of computer players.

    python -m tools.calibration greedy --players 2 --games 300
    python -m tools.calibration strong greedy --players 3 --keep calibration/

The players take the seats in turn. For each turn it prints how many points more the judge expected than came, on
average over all seats; by how much it expected its favourite to be ahead of the mean of the others, and how far the
favourite was ahead; and how often the favourite won. For judges that count in chances, the favourite's chance is used
in place of its lead. Errors are standard errors over games.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from agents import named
from game.core.discover import kit
from game.core.faces import PERCENT, Judge
from game.core.judging.scale import scale
from game.core.kit import Kit
from game.core.program import USUAL
from game.core.protocol import SETUP, turn_of
from tools.keeping import kept
from tools.ladder import error


class Turn(NamedTuple):
    """What was expected after a turn, and what came: `excess` points per seat; the favourite's lead; and whether the
    favourite won (a shared victory counts as its share)."""

    excess: float
    expected: float
    came: float
    won: float


class Ended(NamedTuple):
    """A finished game: the judge's worlds at the end of each turn but the last; points by seat; the seats that won."""

    worlds: list[Any]
    points: Mapping[str, float]
    winners: Sequence[str]


def ended(which: Kit, judge: Judge, players: int, options: Mapping[str, Any], names: Sequence[str], seed: str) -> Ended:
    """Play a game between computer players, named in the order of seats."""
    now = which.new(players, which.checked(options), seed)
    policies = {seat: named(name, which) for seat, name in zip(now.seats, names, strict=True)}
    rngs, worlds = {seat: Random(f"{seed}/{seat}") for seat in now.seats}, []
    while not now.over:
        seat, decision = next(iter(now.pending.items()))
        token = policies[seat](now.view(seat), decision, rngs[seat])
        before = now.copy()
        now.play(seat, token)
        if not now.over and SETUP != turn_of(before.place) != turn_of(now.place):
            # what the turn itself brings is known; the judge must not know later cards
            worlds.append(judge.after(judge.real(before, rngs[seat]), seat, token))
    scores = now.scores or {}
    return Ended(
        worlds, scale(which).reached(which, scores), [seat for seat, line in scores.items() if line["rank"] == 1]
    )


def played(game: str, players: int, names: Sequence[str], options: Mapping[str, Any], number: int) -> list[Turn]:
    """Play one game and return its turns, except the last. Options that are not given have their defaults."""
    which = kit(game)
    judge = which.judge
    if judge is None:
        raise SystemExit(f"nobody judges {game}")
    seated = [names[(at + number) % len(names)] for at in range(players)]
    worlds, points, winners = ended(which, judge, players, options, seated, f"calibration/{number}")
    turns = []
    for guess in map(judge.expected, worlds):
        favourite = max(guess, key=guess.__getitem__)
        ahead, came = (lead(have, favourite, judge.unit) for have in (guess, points))
        excess = fmean(guess[seat] - points[seat] for seat in points)
        turns.append(Turn(excess, ahead, came, 1 / len(winners) if favourite in winners else 0.0))
    return turns


def lead(have: Mapping[str, float], seat: str, unit: str) -> float:
    """Return a chance as it is, or points as the lead over the mean of the others."""
    return have[seat] - (0.0 if unit == PERCENT else fmean(points for each, points in have.items() if each != seat))


def told(games: Sequence[Sequence[Turn]]) -> str:
    """Return a table with a line for each turn."""
    lines = ["turn  points too many  favourite ahead: expected      came     too many      won"]
    for turn, reached in enumerate(zip_longest(*games), 1):  # a race may end in any turn
        excess, expected, came, won = zip(*(row for row in reached if row is not None), strict=True)
        gaps = [a - b for a, b in zip(expected, came, strict=True)]
        lines.append(
            f"{turn:4}  {_mean(excess):>15}  {fmean(expected):25.1f}  {fmean(came):8.1f}  {_mean(gaps):>11}"
            f"  {100 * fmean(won):5.1f} %"
        )
    return "\n".join(lines)


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):+.1f} ± {error(values):.1f}"


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.calibration", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument("names", nargs="+", metavar="player")
    parser.add_argument("--game", default=USUAL)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--spells", help="an option of the game: its selection")
    parser.add_argument("--keep", type=Path, help="a folder to keep the games in, and to go on from")
    asked = parser.parse_args(words)
    options = {"spells": asked.spells} if asked.spells else {}
    name = "-".join([asked.game, *asked.names, str(asked.players), *options.values()])
    file = asked.keep and asked.keep / f"{name}.jsonl"
    make = partial(played, asked.game, asked.players, asked.names, options)
    print(told(list(kept(make, asked.games, file, lambda rows: [Turn(*row) for row in rows]))))


if __name__ == "__main__":
    main()
