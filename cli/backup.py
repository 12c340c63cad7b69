"""`adepts backup`: a copy of the database, while the bot runs."""

from __future__ import annotations

from pathlib import Path

import click

import storage
from cli.configuration import config_option, database, refusing
from cli.errors import BadInput
from cli.files import NAMED
from cli.text import say


@click.command("backup")
@click.argument("target", metavar="FILE", type=NAMED)
@config_option
def command(target: Path, file: Path | None) -> int:
    """Copy the database to FILE, as it is at this instant, while the bot runs or not.

    The copy is a single file that appears whole or not at all; an earlier FILE is replaced, but never a database
    that a bot has used. It holds hands and seeds of running games: keep it as safe as the database. To go back to it,
    stop the bot, remove what lies beside the database under its name with -wal and -shm, and put the copy in its place.

    A database of PostgreSQL is copied by pg_dump, and brought back by pg_restore: docs/operating.md says how.

    A damaged file is not copied. Wrong rows do not keep the rest from being copied: the backup is written, and each
    problem is printed. Exit status 0 if all is well, 1 if the backup is written and something in
    it is wrong (`adepts doctor` says more), 2 if it is not written.

    \b
    Examples:
      adepts backup adepts-$(date +%F).sqlite3
      adepts backup --config /etc/adepts.toml /backup/adepts.sqlite3
    """
    place = database(file)
    if isinstance(place, storage.Server):
        raise BadInput(f"{place} is a server's database, which pg_dump copies: see docs/operating.md")
    with refusing():
        wrong = storage.backup(place, target)
    say(f"{target}: a copy of {place}, {target.stat().st_size:,} bytes")
    for problem in wrong:
        say(f"{target}: {problem}", err=True)
    return 1 if wrong else 0
