"""`adepts migrate`: from a SQLite file to PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import click

from cli.configuration import config_option, database, refusing, run_async
from cli.errors import BadInput
from cli.text import say
from storage import Server, Storage, StorageError, check
from storage.health import require_settled
from storage.place import place
from storage.postgresql import copy, require_unused
from storage.sqlite import clear_moved


@click.command("migrate")
@click.option("--to", "target", metavar="URL", help="Where to: postgresql://user@host/database.")
@click.option("--undo", is_flag=True, help="Let the file count again, as it was; the other database stays as it is.")
@config_option
def command(target: str | None, undo: bool, file: Path | None) -> int:
    """Copy the database, a SQLite file, to an empty database of PostgreSQL. The bot must be stopped.

    All is copied in one transaction: games, moves, positions, messages, settings. Before it counts, every row is read
    again and compared. The file stays as it is, so one of an older version is refused: the bot's start brings it up to
    date. Set storage.url afterwards, and start the bot. The password is best kept in ~/.pgpass or PGPASSWORD: others on
    the machine can see a command's arguments.

    A copied file is marked, so that no bot with the old configuration goes on using it; --undo removes the mark.

    Exit status 0 if all was copied; 1 if it was, but the file could not be marked, or there are rows in it that were
    wrong before, or nobody could look whether there are any (`adepts doctor` says more); 2 if nothing was copied, or
    the connection was lost so late that nobody can tell, which is said.

    \b
    Examples:
      adepts migrate --to postgresql://adepts@localhost/adepts
      adepts migrate --to "$URL" --config /etc/adepts.toml
      adepts migrate --undo
    """
    if undo == (target is not None):
        raise click.UsageError("say which: --to URL, or --undo")
    source = database(file)
    if not isinstance(source, Path):
        raise BadInput(f"{source} is a server's database already: unset storage.url, so that storage.path counts")
    if target is None:
        with refusing():
            was_moved = clear_moved(source)
        say(f"{source}: {'counts again, as it was when its games were copied' if was_moved else 'was not moved'}")
        return 0
    try:
        server = place(target)
    except ValueError as error:
        raise BadInput(f"--to: {error}") from None
    if not isinstance(server, Server):
        raise BadInput("--to: this is not an address such as postgresql://adepts@localhost/adepts")
    with refusing():
        require_settled(source)
        run_async(_made_ready(source, server))
        copied = copy(source, server)
    for table, count in copied.rows.items():
        say(f"{table}: {count:,} {'row' if count == 1 else 'rows'}")
    say(f"{server}: holds all of {source}, compared row by row; storage.url makes the bot use it")
    wrong = [f"{server}: {problem}" for problem in _wrong(server)]
    if copied.unmarked:
        wrong.append(f"{source}: cannot be marked ({copied.unmarked}): see to it that no bot goes on using it")
    for problem in wrong:
        say(problem, err=True)
    return 1 if wrong else 0


def _wrong(server: Server) -> tuple[str, ...]:
    """Return what is wrong with the copy, as it was with the file, one line per problem."""
    try:
        return check(server)
    except StorageError as error:  # all is copied nevertheless
        return (f"whether rows in it are wrong could not be found out, which adepts doctor does: {error}",)


async def _made_ready(source: Path, server: Server) -> None:
    """Make sure that no bot uses either database, that nothing is in the server's, and that their schemas fit;
    otherwise raises an error that says so."""
    async with await Storage.open(source, upgrade=False) as former:
        require_unused(server)  # before it is brought up to date, after which no older program could open it
        async with await Storage.open(server) as later:
            for each in (former, later):
                await each.lease.acquire()
                await each.lease.release()
