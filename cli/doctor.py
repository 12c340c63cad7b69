"""`adepts doctor`: is everything in order?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

import storage
from bot import remembered
from bot.config import BadConfig, database_path, load
from bot.tables.doctor import problems
from cli.configuration import config_option, database, refusing
from cli.text import say
from storage.health import Holder, holder

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
            at_work = holder(database(file))
        say(_at_work(at_work))
        return SOUND if at_work is not None and at_work.alive else WRONG
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
        path = database_path(file)
    except BadConfig:
        say("database: where it is cannot be told before the configuration is put right")
        return UNKNOWN
    missing = next(_missing(path), None)
    if missing is not None:
        say(f"database: {path}: {missing}")
        return WRONG
    try:
        at_work, wrong = holder(path), storage.check(path, problems, remembered.problems)
    except storage.StorageError as error:
        say(f"database: {error}")
        return UNKNOWN
    say(f"database: {path}: {'something is wrong' if wrong else 'sound'}")
    for problem in wrong:
        say(f"{path}: {problem}")
    say(_at_work(at_work))
    return WRONG if wrong else SOUND


def _missing(path: Path) -> Iterator[str]:
    """Why there is no database yet."""
    if not path.parent.is_dir():
        yield f"there is no folder {path.parent}; make it"
    elif not path.exists():
        yield "it is not there yet; the bot's first start makes it"
    elif path.is_file() and path.stat().st_size == 0:
        yield "this file is empty; the bot's next start begins it as new, without any game"


def _at_work(bot: Holder | None) -> str:
    if bot is None:
        return "no bot is at work"
    where = f"process {bot.pid} on {bot.host}"
    return f"a bot is at work: {where}" if bot.alive else f"the bot that was at work has gone: {where}"
