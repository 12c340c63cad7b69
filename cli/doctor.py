"""`adepts doctor`: is everything in order?"""

from __future__ import annotations

from pathlib import Path

import click

import storage
from bot.config import BadConfig, load
from cli.configuration import config_option, database, refusing
from cli.text import say
from storage.health import holder


@click.command("doctor")
@config_option
@click.option("--alive", is_flag=True, help="Only ask whether a bot is at work: for health checks.")
def command(file: Path | None, alive: bool) -> int:
    """Check the configuration and the database, while the bot runs or not.

    The whole database is read: the file itself, then each game's moves, snapshot and questions. Exit status 0 if all is
    well, 1 if something is wrong, 2 if it cannot be told.

    \b
    Examples:
      adepts doctor
      adepts doctor --alive
    """
    path = database(file)
    with refusing():
        at_work = holder(path)
        problems = [] if alive else [f"{path}: {problem}" for problem in storage.check(path)]
    if not alive:
        say(f"{path}: {'damaged' if problems else 'sound'}")
        problems += _configuration_problems(file)
        for problem in problems:
            say(problem)
    if at_work is None:
        say("no bot is at work")
    elif at_work.alive:
        say(f"a bot is at work: process {at_work.pid} on {at_work.host}")
    else:
        say(f"the bot that was at work has gone: process {at_work.pid} on {at_work.host}")
    healthy = at_work is not None and at_work.alive if alive else not problems
    return 0 if healthy else 1


def _configuration_problems(file: Path | None) -> list[str]:
    """What keeps `adepts run` from starting, besides the database: the token, above all."""
    try:
        load(file)
    except BadConfig as error:
        return [str(error)]
    return []
