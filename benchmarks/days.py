"""Measure how long games over days take, and what they ask of people, with the features for that off and on.

    python -m benchmarks.days [--games 20] [--players 2,3,4,5] [--features off,on] [--answering 0.5] [--json FILE]

Whole games run through the real bot, its database and its clock, in the playground: simulated people look in three
times a day, and one person of each table vanishes for a week. All games of a line are played at once, in one bot, each
in a guild of its own; no real time passes between two visits. docs/days.md explains the model and the figures.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import agents
from benchmarks.weeks.features import ALL, Features
from benchmarks.weeks.figures import Figures, Summary, summary
from benchmarks.weeks.group import Group
from benchmarks.weeks.world import START, world
from cli.configuration import run_async
from game.core.discover import kit

LONGEST = timedelta(days=250)
"""When a game that is not over is counted as it is."""
ANSWERING = 0.5
"""The probability that a call by day brings somebody within the hour; the others see it at their next visit."""
_TURNS = 1000
_WAITS = 6
"""How many of the longest waits are shown."""
_MEMORY = Path("/dev/shm")
_FILES = _MEMORY if _MEMORY.is_dir() else None
"""Where databases are: in memory if possible, as syncing to disk makes everything take twice as long."""
_HEAD = "players  features      days p50   p90  over  visits  busy  calls  questions  share  calls/visit"


async def played(
    features: Features,
    players: int,
    games: int,
    seed: str = "days",
    *,
    vanishing: bool = True,
    answering: float = ANSWERING,
    turns: int = _TURNS,
) -> list[Figures]:
    """Play `games` games at once with these features, and return their figures; each is broken off after `turns`."""
    rules = kit()
    policy = agents.named(rules.usual_player, rules)
    with tempfile.TemporaryDirectory(dir=_FILES) as directory:
        async with world(Path(directory), f"{seed}/{players}") as life:
            groups = [
                await Group.gathered(
                    life, features, f"{seed}/{players}/{n}", players, policy,
                    vanishing=vanishing, answering=answering, turns=turns,
                )
                for n in range(games)
            ]  # fmt: skip
            for n, group in enumerate(groups):
                await group.begin(f"{seed}/{players}/{n}")

            async def on() -> bool:
                for group in groups:
                    await group.look()
                return not all(group.over for group in groups)

            await life.run(on, START + LONGEST)
            for group in groups:
                await group.end()
            return [group.figures for group in groups]


def line(features: Features, players: int, found: Summary) -> str:
    return (
        f"{players:7}  {features.name:12}  {found.median_days:8}  {found.p90_days:4}  {found.finished:4}"
        f"  {found.visits:6}  {found.busy:4}  {found.calls:5}  {found.questions:9}  {found.share:5.0%}"
        f"  {found.calls_a_visit:11}"
    )


def waits(found: Summary) -> list[str]:
    """Return lines about what a table waits longest for, in days per game."""
    return [f"{'':10}{days:6} d  {phase:4} {kind}: {why}" for phase, kind, why, days in found.waits[:_WAITS]]


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20, help="for each number of players")
    parser.add_argument("--players", default="2,3,4,5", help="how many play, one after the other")
    parser.add_argument("--features", default="off,on", help=f"what people use; there is: {', '.join(ALL)}")
    parser.add_argument("--answering", type=float, default=ANSWERING, help="how likely a call by day brings somebody")
    parser.add_argument("--nobody-vanishes", action="store_true", help="all look in every day")
    parser.add_argument("--turns", type=int, default=_TURNS, help="after which a game is broken off")
    parser.add_argument("--seed", default="days", help="what all chance comes from")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    options = parser.parse_args()
    print(_HEAD)
    kept = []
    for players in map(int, options.players.split(",")):
        for name in options.features.split(","):
            begun = time.perf_counter()
            figures = run_async(
                played(
                    ALL[name], players, options.games, options.seed, vanishing=not options.nobody_vanishes,
                    answering=options.answering, turns=options.turns,
                )
            )  # fmt: skip
            found = summary(figures)
            print(line(ALL[name], players, found), *waits(found), sep="\n", flush=True)
            took = time.perf_counter() - begun
            print(f"{'':10}{took:.0f} s, choices a game {found.choices}", flush=True)
            kept.append({"players": players, "features": name, **found.to_dict()})
    if options.json:
        options.json.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
