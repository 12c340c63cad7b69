"""`adepts demo`: one whole game in Discord, played on this machine alone."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, Self

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import storage
from cli.configuration import refusing, run_async
from cli.demo.processes import Processes
from cli.demo.stage import DATABASE, Stage, failing
from cli.demo.table import Table, Wanted
from cli.demo.watch import check_free
from cli.errors import BadInput, located
from cli.files import NAMED, make_directory, write_text
from cli.flags import GameCommand
from cli.terminal import stdout
from cli.text import say
from game.core.history import replay
from game.core.kit import Kit
from game.core.program import TITLE
from storage import Server
from storage.postgresql import require_unused

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou", "Max", "Nell", "Otto")
MOST = 4
"""Processes that may be started: each takes 100 MB and much of a processor."""
Played = tuple[Table, str]
"""A table, and the record of the game played at it."""


def _server(_: click.Context, __: click.Parameter, text: str | None) -> Server | None:
    if text is None:
        return None
    try:
        return Server(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command("demo", cls=GameCommand, players=3)
@click.option(
    "--out",
    metavar="DIR",
    type=NAMED,
    default=Path("adepts-demo"),
    show_default=True,
    help="Where the record, the transcript and the database are left.",
)
@click.option(
    "--database",
    "server",
    metavar="URL",
    callback=_server,
    help="An empty database of PostgreSQL, postgresql://..., to keep the games in (default: a file of their own).",
)
@click.option(
    "--processes",
    type=click.IntRange(1, MOST),
    default=1,
    show_default=True,
    help="Processes of the bot that share the database, each with a server of its own, in which a game is played.",
)
@click.option(
    "--words", is_flag=True, hidden=True, help="The boards are shown in words, and nothing is drawn: for tests."
)
def command(
    kit: Kit,
    players: int,
    options: dict[str, Any],
    seed: str | None,
    out: Path,
    server: Server | None,
    processes: int,
    words: bool,
) -> None:
    """Watch one whole game in Discord: no account and no network are needed.

    A Discord of its own is started on this machine, the bot as a process of its own, and people who click and type.
    What the channel shows is printed as it comes, up to the score sheet. DIR then holds the record, all that the
    channel showed (transcript.md) and the bot's database (adepts.sqlite3).

    With --processes a game is played in each of so many servers at once, each by a process of its own; direct messages
    all come to the first. The files are then numbered, and the games stay in the database of --database.

    \b
    Examples:
      adepts demo
      adepts demo --players 5 --out five
      adepts demo --database postgresql://me@localhost/demo --processes 2
    """
    with located("--seed" if seed is not None else "adepts demo"):
        kit.new(players, options, seed)  # fails before anything is started if these options allow no game
    if processes > 1 and server is None:
        raise BadInput("--processes: several share a database of PostgreSQL: name one that is empty with --database")
    if players * processes > len(NAMES):
        raise BadInput(f"--processes: there are {len(NAMES)} people in all, not {players * processes}")
    title = f"A whole game of {kit.title} in Discord, as its channel showed it"
    wanted = Wanted(kit, players, options, title, words)
    files = [_Files.of(kit, number if processes > 1 else None) for number in range(1, processes + 1)]
    left = [*(name for names in files for name in names), *([DATABASE] if server is None else [])]
    check_free(out / files[0].transcript, wanted.title, [out / name for name in left])
    make_directory(out)
    with tempfile.TemporaryDirectory(prefix="adepts-demo-") as scratch, refusing(), failing():
        settings: dict[str, Any] = {"seed": seed, "level": "warning", "bot_name": TITLE}
        if server is None:
            stage = Stage(Path(scratch), **settings)
        else:
            require_unused(server)
            spans = [f"{shard}/{processes}" for shard in range(processes)]
            stage = Processes(Path(scratch), server, spans, **settings)
        played = run_async(_play(stage, wanted, random.Random(seed)))
        if server is None:
            storage.backup(Path(scratch) / DATABASE, out / DATABASE)
    for (table, record), names in zip(played, files, strict=True):
        table.save(out / names.transcript)
        write_text(out / names.record, record)
        with located(out / names.record):
            game = replay(record)
        kept = DATABASE if server is None else f"in {server}"
        say(f"{out}: {names.record} ({game.ply} moves, checked: {kit.result(game)}), {names.transcript}, {kept}")


class _Files(NamedTuple):
    """The names of the files left of a table."""

    record: str
    transcript: str

    @classmethod
    def of(cls, kit: Kit, number: int | None) -> Self:
        behind = "" if number is None else f"-{number}"
        return cls(f"game{behind}{kit.suffix}", f"transcript{behind}.md")


async def _play(stage: Stage, wanted: Wanted, rng: random.Random) -> list[Played]:
    """Play a game in each channel of the stage, all at the same time."""
    console, begun = stdout(), monotonic()
    async with stage:
        with _progress(console) as (shown, moved):
            tables = [
                await Table.laid(stage, place, NAMES[n : n + wanted.seats], wanted, shown, moved, rng)
                for place, n in zip(stage.places, count(0, wanted.seats))
            ]
            records = await stage.alongside(_played(tables))
        for record in records:
            console.print(f"{len(record.splitlines())} lines of record, {monotonic() - begun:.0f} seconds")
    return list(zip(tables, records, strict=True))


async def _played(tables: Sequence[Table]) -> list[str]:
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(table.play()) for table in tables]
    return [task.result() for task in playing]


@contextlib.contextmanager
def _progress(console: Console) -> Iterator[tuple[Console, Callable[[int], None]]]:
    """Give a console to print to, and a function that takes the current turn, for a progress bar in a terminal."""
    columns = (TextColumn("turn {task.completed}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield progress.console, lambda turn: progress.update(task, completed=turn)
