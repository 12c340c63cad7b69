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
from cli.options import game_options
from cli.terminal import stdout
from cli.text import say
from game.adepts import Game
from game.adepts.kit import KIT
from game.core.history import replay
from playground.supervisor.process import ProcessFailed

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
RECORD, TRANSCRIPT = "game.adepts", "transcript.md"
TITLE = "A whole game of Adepts in Discord, as its channel showed it"
_TURNS = 8
_PAUSE = 0.1
"""Seconds before each move, where somebody watches."""
_TYPING = (0.0, 1.0, 0.5, 0.2, 0.8)
"""How often each of them types their moves in place of clicking."""


@click.command("demo", context_settings={"default_map": {"players": 3}})
@game_options
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("adepts-demo"),
    show_default=True,
    help="Where the record, the transcript and the database are left.",
)
def command(players: int, spells: str | list[str], deck: str, seed: str | None, out: Path) -> None:
    """Watch one whole game in Discord: no account and no network are needed.

    A Discord of its own is started on this machine, the bot as a process of its own, and people who click and type.
    What the channel shows is printed as it comes, up to the score sheet. DIR then holds the record (game.adepts), all
    that the channel showed (transcript.md) and the bot's database (adepts.sqlite3).

    \b
    Examples:
      adepts demo
      adepts demo --players 5 --spells five-players --out five
    """
    with located("--seed" if seed is not None else "adepts demo"):
        Game.new(players, spells, deck, seed)  # what no game can be made of is refused before anything starts
    _check_free(out)
    make_directory(out)
    with tempfile.TemporaryDirectory(prefix="adepts-demo-") as scratch, refusing(), _failing():
        record = run_async(_play(Path(scratch), players, spells, deck, seed, out))
        storage.backup(Path(scratch) / DATABASE, out / DATABASE)
    with located(out / RECORD):
        game = replay(record)
    say(f"{out}: {RECORD} ({game.ply} moves, checked: {KIT.result(game)}), {TRANSCRIPT}, {DATABASE}")


def _check_free(out: Path) -> None:
    """Files of a former demo are replaced, nobody else's. Raises BadInput."""
    ours = out / TRANSCRIPT
    if ours.is_file() and ours.read_text(encoding="utf-8", errors="replace").startswith(f"# {TITLE}"):
        return
    for name in (RECORD, TRANSCRIPT, DATABASE):
        if (out / name).exists():
            raise BadInput(f"{out / name} is there already, and not from a demo: choose another --out")


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except ProcessFailed as error:
        raise BadInput(f"the bot has stopped: {error}") from error


async def _play(scratch: Path, seats: int, spells: str | list[str], deck: str, seed: str | None, out: Path) -> str:
    """Play a game; its record, as the bot exports it. Leaves record and transcript in `out`."""
    console, begun = stdout(), monotonic()
    rng = random.Random(seed)
    async with Stage(scratch, seed=seed, level="warning", bot_name="Adepts") as stage:
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
            options: dict[str, Any] = {
                "spells": spells if isinstance(spells, str) else " ".join(spells),
                "deck": deck,
                "seats": seats,
            }
            watch.action(NAMES[0], "/adepts new " + " ".join(f"{key}: {value}" for key, value in options.items()))
            await open_table(people, **options)
            await stage.alongside(play_out(players, lambda: is_over(onlooker)))
            watch.catch_up()
            record = await exported(people[0])
        watch.save(out / TRANSCRIPT, TITLE)
        write_text(out / RECORD, record)
        console.print(f"{len(record.splitlines())} lines of record, {monotonic() - begun:.0f} seconds")
    return record


@contextlib.contextmanager
def _progress(console: Console) -> Iterator[tuple[Console, Callable[[int], None]]]:
    """Where to print, and what to tell the turn: a bar below what is printed, in a terminal only."""
    columns = (TextColumn("turn {task.completed} of {task.total}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=_TURNS)
        yield progress.console, lambda turn: progress.update(task, completed=turn)
