"""`adepts doctor`: is everything in order?"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

import storage
from bot import remembered
from bot.config import DEFAULT_FILE, PLACEHOLDER, BadConfig, database_place, discord_settings, written
from bot.config import problems as problems_of_settings
from bot.watch.health import WAITING
from cli import asking
from cli.configuration import config_option, database, refusing
from cli.text import say
from storage.health import holders, require_settled
from storage.lease_holder import LeaseHolder
from storage.private import barred, closed, points_nowhere
from storage.sqlite import wrong_log

SOUND, WRONG, UNKNOWN = 0, 1, 2
_LEAST_FREE = 20_000_000
"""Bytes that should be free on the disk."""
_NOT_YET = "it is not there yet; the bot's first start makes it"


@click.command("doctor")
@config_option
@click.option("--alive", is_flag=True, help="Only ask whether the bot is at work: for health checks.")
@click.option("--online", is_flag=True, help="Ask Discord as well: about the token, shards and sessions.")
def command(file: Path | None, alive: bool, online: bool) -> int:
    """Check the configuration, then the database, then ask the bot, if it serves its figures; while it runs or not.

    Each problem is printed on a line of its own, in the order in which they are best fixed. The whole database is
    read: the file itself, then each game's options, moves, snapshot, log and questions, and what is stored beside the
    games; each game is played again, and must stand as it is stored. Exit status 0 if all is well, 1 if something is
    wrong or missing, 2 if it cannot be told.

    \b
    Examples:
      adepts doctor
      adepts doctor --online
      adepts doctor --alive
    """
    if alive:
        listener = asking.address(file)
        if listener is not None:
            answer = asking.ask(listener, "healthz")
            say(f"{listener}: {answer.said}")
            return SOUND if answer.well else WRONG
        with refusing():
            at_work = holders(database(file))
        _say(at_work)
        return SOUND if any(each.alive for each in at_work) else WRONG
    found = [_configuration(file), _discord(file) if online else SOUND]
    database_is, workers = _database(file)
    return max(*found, database_is, _listener(file, workers))


def _configuration(file: Path | None) -> int:
    """Print all that is wrong with the configuration, one line each. Return SOUND or WRONG."""
    wrong = (*problems_of_settings(file), *_open_secrets(file or DEFAULT_FILE))
    for problem in wrong:
        say(f"configuration: {problem}")
    if not wrong:
        say("configuration: sound")
    return WRONG if wrong else SOUND


def _open_secrets(file: Path) -> Iterator[str]:
    """Yield a problem if the file holds the token or a password and everybody on the machine may read it."""
    tables = ((written(file).get(table), key) for table, key in (("discord", "token"), ("storage", "url")))
    token, url = (str(table.get(key, "")) if isinstance(table, dict) else "" for table, key in tables)
    has_any = token not in ("", PLACEHOLDER) or _has_password(url)
    if os.name == "posix" and has_any and file.stat().st_mode & stat.S_IROTH:
        yield f"{file} is readable by everybody on this machine, and holds secrets: chmod 600"


def _has_password(url: str) -> bool:
    try:
        return len(storage.Server(url).secrets) > 1  # the first is the whole address
    except ValueError:
        return False


def _discord(file: Path | None) -> int:
    """Print what Discord says about the token. Return SOUND, WRONG or UNKNOWN."""
    try:
        settings = discord_settings(file)
    except BadConfig:
        say("Discord: it cannot be asked before the configuration is put right")
        return UNKNOWN
    answer = asking.ask_discord(settings)
    for line in answer.said.splitlines():
        say(f"Discord: {line}")
    return SOUND if answer.well else WRONG if answer.heard else UNKNOWN


def _listener(file: Path | None, at_work: Sequence[LeaseHolder] | None) -> int:
    """Print what the running bot answers at its listener, and return SOUND or WRONG; SOUND if it serves no figures.
    at_work: who uses the database; None if unknown."""
    listener = asking.address(file)
    if listener is None:
        return SOUND
    answer = asking.ask(listener, "readyz")
    for line in answer.said.splitlines():
        say(f"{listener}: {line}")
    if answer.well and at_work is not None and not any(bot.alive for bot in at_work):
        say(f"{listener}: the bot that answers there works with another database: this one's could not listen there")
        return WRONG
    if not answer.heard and (why := asking.taken(listener)):
        say(f"{listener}: the bot could not listen there: {why}")
        return WRONG
    return SOUND if answer.well or answer.said.startswith(WAITING) or not answer.heard else WRONG


def _database(file: Path | None) -> tuple[int, Sequence[LeaseHolder] | None]:
    """Print how the database is. Return the exit status, and who uses the database; None if unknown."""
    # not at the top: they load all the games, and `--alive` runs every minute
    from bot.tables.doctor import problems
    from bot.tales import doctor as tales

    try:
        place = database_place(file)
    except BadConfig:
        say("database: where it is cannot be told before the configuration is put right")
        return UNKNOWN, None
    missing = next(_missing(place), None) if isinstance(place, Path) else None
    if missing is not None:
        say(f"database: {place}: {missing}")
        return WRONG, None
    try:
        require_settled(place)
        at_work, wrong = holders(place), storage.check(place, problems, remembered.problems, tales.problems)
    except storage.Moved as error:
        say(f"database: {error}")
        return WRONG, None
    except storage.StorageError as error:
        if isinstance(error, storage.OlderSchema) and not error.found:
            say(f"database: {place}: {_NOT_YET}")
            return WRONG, None
        say(f"database: {error}")
        return UNKNOWN, None
    wrong = (*wrong, *_room(place))
    say(f"database: {place}: {'something is wrong' if wrong else 'sound'}")
    for problem in wrong:
        say(f"{place}: {problem}")
    _say(at_work)
    return WRONG if wrong or any(bot.stuck for bot in at_work) else SOUND, at_work


def _room(place: storage.Place) -> Iterator[str]:
    """Yield a problem if the file's disk is nearly full; a server looks after its own."""
    if isinstance(place, Path) and (free := shutil.disk_usage(place.parent).free) < _LEAST_FREE:
        yield f"its disk is nearly full: {free // 1000:,} kB are free, and no move can be stored once there are none"


def _missing(path: Path) -> Iterator[str]:
    """Yield why there is no database yet, or none that the bot could use."""
    if problem := barred(path, to_write=True):
        yield problem
    elif not path.parent.is_dir():
        yield f"there is no folder {path.parent}; make it"
    elif path.is_dir():
        yield "this is a folder; name a file in it"
    elif problem := wrong_log(path):
        yield problem
    elif not path.exists():
        yield points_nowhere(path) or _NOT_YET
    elif not path.is_file():
        yield "it is not a file"
    elif problem := closed(path):
        yield problem
    elif os.name == "posix" and not path.stat().st_uid and (owner := path.parent.stat().st_uid):
        yield f"it is root's, and its folder is user {owner}'s, as whom the bot could not open it: chown {owner} {path}"
    elif path.stat().st_size == 0:
        yield "this file is empty; the bot's next start begins it as new, without any game"


def _say(bots: Sequence[LeaseHolder]) -> None:
    """Print which bots use the database, one line each."""
    for bot in bots:
        where = f"process {bot.pid} on {bot.host}"
        if bot.stuck:
            since = f"{bot.expires_at:%Y-%m-%d %H:%M:%S} UTC"
            say(f"the bot is there, but its lease ran out at {since}: can it still write? ({where})")
        else:
            say(f"a bot is at work: {where}" if bot.alive else f"the bot that was at work has gone: {where}")
    if not bots:
        say("no bot is at work")
