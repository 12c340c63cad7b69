"""`adepts demo`: one whole game in Discord, played on this machine alone."""

from __future__ import annotations

import contextlib
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import storage
from cli.configuration import refusing, run_async
from cli.demo.player import Player, play_out
from cli.demo.stage import CHANNEL, DATABASE, Stage, exported, is_over, open_table
from cli.demo.watch import Watch
from cli.errors import BadInput, located
from cli.files import make_directory, write_text
from cli.flags import GameCommand
from cli.terminal import stdout
from cli.text import say
from game.core.history import replay
from game.core.kit import Kit
from game.core.program import TITLE
from playground.supervisor.process import ProcessFailed

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
TRANSCRIPT = "transcript.md"
_PAUSE = 0.1
"""Seconds before each move, where somebody watches."""
_TYPING = (0.0, 1.0, 0.5, 0.2, 0.8)
"""How often each of them types their moves in place of clicking."""


@click.command("demo", cls=GameCommand, players=3)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("adepts-demo"),
    show_default=True,
    help="Where the record, the transcript and the database are left.",
)
def command(kit: Kit, players: int, options: dict[str, Any], seed: str | None, out: Path) -> None:
    """Watch one whole game in Discord: no account and no network are needed.

    A Discord of its own is started on this machine, the bot as a process of its own, and people who click and type.
    What the channel shows is printed as it comes, up to the score sheet. DIR then holds the record, all that the
    channel showed (transcript.md) and the bot's database (adepts.sqlite3).

    \b
    Examples:
      adepts demo
      adepts demo --players 5 --out five
    """
    with located("--seed" if seed is not None else "adepts demo"):
        kit.new(players, options, seed)  # what no game can be made of is refused before anything starts
    record_file = f"game{kit.suffix}"
    title = f"A whole game of {kit.title} in Discord, as its channel showed it"
    _check_free(out, record_file, title)
    make_directory(out)
    with tempfile.TemporaryDirectory(prefix="adepts-demo-") as scratch, refusing(), _failing():
        record = run_async(_play(Path(scratch), kit, players, options, seed, out, title))
        storage.backup(Path(scratch) / DATABASE, out / DATABASE)
    write_text(out / record_file, record)
    with located(out / record_file):
        game = replay(record)
    say(f"{out}: {record_file} ({game.ply} moves, checked: {kit.result(game)}), {TRANSCRIPT}, {DATABASE}")


def _check_free(out: Path, record_file: str, title: str) -> None:
    """Files of a former demo are replaced, nobody else's. Raises BadInput."""
    ours = out / TRANSCRIPT
    if ours.is_file() and ours.read_text(encoding="utf-8", errors="replace").startswith(f"# {title}"):
        return
    for name in (record_file, TRANSCRIPT, DATABASE):
        if (out / name).exists():
            raise BadInput(f"{out / name} is there already, and not from a demo: choose another --out")


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except ProcessFailed as error:
        raise BadInput(f"the bot has stopped: {error}") from error


async def _play(
    scratch: Path, kit: Kit, seats: int, options: dict[str, Any], seed: str | None, out: Path, title: str
) -> str:
    """Play a game; its record, as the bot exports it. Leaves the transcript in `out`."""
    console, begun = stdout(), monotonic()
    rng = random.Random(seed)
    async with Stage(scratch, seed=seed, level="warning", bot_name=TITLE) as stage:
        people = [await stage.pg.person(name) for name in NAMES[:seats]]
        onlooker = await stage.pg.person("Onlooker")
        names = {person.id: name for person, name in zip(people, NAMES, strict=False)}
        with _progress(console) as (shown, moved):
            watch = Watch(shown, onlooker, names)

            def told(name: str, action: str) -> None:
                watch.action(name, action)
                moved(watch.turn)

            pause = _PAUSE if console.is_terminal else 0.0
            players = [
                Player(person, name, CHANNEL, random.Random(rng.random()), typing, pause, told)
                for person, name, typing in zip(people, NAMES, _TYPING, strict=False)
            ]
            wishes: dict[str, Any] = {
                name: value if isinstance(value, str) else " ".join(value) for name, value in options.items()
            } | ({"seats": seats} if len(kit.seats) > 1 else {})  # else there is nothing to choose
            told_wishes = " ".join(f"{name}: {value}" for name, value in wishes.items())
            watch.action(NAMES[0], f"/{kit.name} new {told_wishes}")
            await open_table(people, game=kit.name, **wishes)
            await stage.alongside(play_out(players, lambda: is_over(onlooker)))
            watch.catch_up()
            record = await exported(people[0])
        watch.save(out / TRANSCRIPT, title)
        console.print(f"{len(record.splitlines())} lines of record, {monotonic() - begun:.0f} seconds")
    return record


@contextlib.contextmanager
def _progress(console: Console) -> Iterator[tuple[Console, Callable[[int], None]]]:
    """Where to print, and what to tell the turn: a bar below what is printed, in a terminal only."""
    columns = (TextColumn("turn {task.completed}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield progress.console, lambda turn: progress.update(task, completed=turn)
