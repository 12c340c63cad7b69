"""`adepts simulate`: games between computer players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from cli.errors import located
from cli.files import NAMED, make_directory, write_text
from cli.flags import GameCommand, described, policy_option, seated
from cli.simulate.games import Plan, playing
from cli.simulate.summary import Summary
from cli.terminal import stdout, track
from cli.text import say
from game.core.chance import new_seed
from game.core.english import many
from game.core.kit import Kit


@click.command(
    "simulate",
    cls=GameCommand,
    made=[policy_option("Computer players by seat, repeated round the table; each game moves them on by one seat.")],
)
@click.option(
    "--games", metavar="G", type=click.IntRange(min=1), default=100, show_default=True, help="How many games."
)
@click.option(
    "--jobs", metavar="J", type=click.IntRange(min=1), default=1, show_default=True, help="Processes at work."
)
@click.option(
    "--out",
    metavar="DIR",
    type=NAMED,
    help="Write a record of each game there (game-0001, ...), over what has that name.",
)
def command(
    kit: Kit,
    players: int,
    options: dict[str, Any],
    seed: str | None,
    games: int,
    policies: Sequence[str],
    jobs: int,
    out: Path | None,
) -> None:
    """Let computer players play games against each other, and sum them up.

    The summary has scores and wins by policy and by seat, and what else the game counts. The same --seed gives the same
    games and the same summary, with any --jobs.

    \b
    Examples:
      adepts simulate --players 2 --games 1000 --policy greedy,random --jobs 2
      adepts simulate --players 4 --games 50 --seed demo
      adepts simulate --games 10 --out records
    """
    plan = Plan(kit.name, seated(policies, players), options, new_seed() if seed is None else seed)
    with located("simulate"):
        first = plan.new(1)
    if out is not None:
        make_directory(out)
    began = perf_counter()
    summary = Summary(kit.terminal.tally(first, options))
    with playing(plan, games, jobs) as all_played:
        for played in track(all_played, games, "Games"):
            summary.add(played)
            if out is not None:
                write_text(out / f"game-{played.number:0{max(4, len(str(games)))}}{kit.suffix}", played.record)
    seconds = perf_counter() - began
    chosen = described(options)
    say(f"{many(games, 'game')} of {players} players, {chosen}{', ' if chosen else ''}seed {plan.seed}")
    stdout().print(summary.tables())
    say(f"Time: {seconds:.1f} s, {games / seconds:.1f} games a second, --jobs {jobs}", err=True)
