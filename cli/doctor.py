"""`adepts doctor`: is everything in order?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

import storage
from bot import remembered
from bot.config import BadConfig, database_place, load
from bot.tables.doctor import problems
from cli.configuration import config_option, database, refusing
from cli.text import say
from storage.health import Holder, holders

SOUND, WRONG, UNKNOWN = 0, 1, 2


@click.command("doctor")
@config_option
@click.option("--alive", is_flag=True, help="Only ask whether a bot is at work: for health checks.")
def command(file: Path | None, alive: bool) -> int:
    """Check the configuration and then the database, while the bot runs or not.

    The whole database is read: the file itself, then each game's options, moves, snapshot, log and questions, and what
    is stored beside the games; each game is played again, and must stand as it is stored. Exit status 0 if all is well,
    1 if something is wrong or missing, 2 if it cannot be told.

    \b
    Examples:
      adepts doctor
      adepts doctor --alive
    """
    if alive:
        with refusing():
            at_work = holders(database(file))
        _say(at_work)
        return SOUND if any(each.alive for each in at_work) else WRONG
    return max(_configuration(file), _database(file))


def _configuration(file: Path | None) -> int:
    try:
        load(file)
    except BadConfig as error:
        say(f"configuration: {error}")
        return WRONG
    say("configuration: sound")
    return SOUND


def _database(file: Path | None) -> int:
    try:
        place = database_place(file)
    except BadConfig:
        say("database: where it is cannot be told before the configuration is put right")
        return UNKNOWN
    missing = next(_missing(place), None) if isinstance(place, Path) else None
    if missing is not None:
        say(f"database: {place}: {missing}")
        return WRONG
    try:
        at_work, wrong = holders(place), storage.check(place, problems, remembered.problems)
    except storage.StorageError as error:
        say(f"database: {error}")
        return UNKNOWN
    say(f"database: {place}: {'something is wrong' if wrong else 'sound'}")
    for problem in wrong:
        say(f"{place}: {problem}")
    _say(at_work)
    return WRONG if wrong else SOUND


def _missing(path: Path) -> Iterator[str]:
    """Why there is no database yet."""
    if not path.parent.is_dir():
        yield f"there is no folder {path.parent}; make it"
    elif not path.exists():
        yield "it is not there yet; the bot's first start makes it"
    elif path.is_file() and path.stat().st_size == 0:
        yield "this file is empty; the bot's next start begins it as new, without any game"


def _say(bots: Sequence[Holder]) -> None:
    """Who is at work, a line each."""
    for bot in bots:
        where = f"process {bot.pid} on {bot.host}"
        say(f"a bot is at work: {where}" if bot.alive else f"the bot that was at work has gone: {where}")
    if not bots:
        say("no bot is at work")
