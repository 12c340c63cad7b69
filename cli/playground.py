"""`adepts playground`: a Discord on this machine, in the browser, with the real bot."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets
import sys
import webbrowser
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import click

from cli.child import BotProcess
from cli.configuration import run_async
from cli.errors import BadInput
from cli.files import NAMED, make_directory
from cli.stopping import stop_asked
from cli.text import say
from game.core import discover
from game.core.discover import kits
from game.core.program import TITLE
from playground import Playground
from playground.guard import is_loopback
from playground.supervisor.process import ProcessFailed
from playground.supervisor.supervisor import Phase
from playground.world.saved import CannotLoad

PORT = 8123
DATABASE, WORLD = "adepts.sqlite3", "world.sqlite3"
CHANNELS = ("table-one", "table-two", "lobby")
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")
"""The first of them owns the server."""
_TRIED = 20
"""How many ports are tried, from the default one on, if none is named."""
_SPEED = 10.0
"""How many times faster than Discord's the rate limits reset: here they need not restrain anybody."""
_KEPT = 2000


@click.command("playground")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Where it listens (default: {PORT} or the next free one).")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address it listens at.")
@click.option(
    "--allow-host",
    "names",
    metavar="NAME",
    multiple=True,
    help="A name or address by which browsers may reach it, besides this machine's loopback; may be repeated.",
)
@click.option(
    "--data",
    metavar="DIR",
    type=NAMED,
    default=Path("adepts-playground"),
    show_default=True,
    help="Where the games and all that was written are kept.",
)
@click.option("--open/--no-open", "opens", default=None, help="Open the browser (default: in a terminal on a desktop).")
@click.option(
    "--seed", hidden=True, help="What all chance of every game comes from, the same for each: for demos and tests."
)
@click.option(
    "--prepare/--no-prepare",
    "prepares",
    default=True,
    hidden=True,
    help="Whether the bot makes ready what nobody has asked for: for tests.",
)
def command(
    port: int | None,
    host: str,
    names: tuple[str, ...],
    data: Path,
    opens: bool | None,
    seed: str | None,
    prepares: bool,
) -> None:
    """Play in the browser: no account and no network are needed.

    A Discord of its own is served on this machine, with a few people, whom you can all be, and with the real bot.
    Ctrl-C ends it; what DIR holds goes on the next time, in the middle of a game too.

    It listens on this machine alone. Whoever can reach it can be everybody in it: think twice before you name another
    --host.

    \b
    Examples:
      adepts playground
      adepts playground --port 9000 --data /tmp/another
    """
    make_directory(data)
    if opens is None:
        opens = sys.stdout.isatty() and _has_desktop()
    run_async(serve(port, host, names, data, opens, seed, prepares))


async def serve(
    port: int | None, host: str, names: tuple[str, ...], data: Path, opens: bool, seed: str | None, prepares: bool
) -> None:
    """Serve until a signal asks it to stop. Raises BadInput if it cannot start."""
    settings: dict[str, Any] = {"host": host, "hosts": names, "file": data / WORLD}
    async with _listening(port, settings) as pg:
        asked = asyncio.create_task(stop_asked())
        if not is_loopback(host):
            _warn(
                f"whoever can reach {host} can play as anybody here, and stop the bot;"
                " browsers elsewhere must call it by a name that --allow-host gave"
            )
        if seed is not None:
            _warn(
                "every table and every rematch deals by this one seed, which a finished game's sheet prints: there is"
                " nothing secret in chance here"
            )
        if pg.saved is not None and pg.saved.set_aside is not None:
            _warn(f"{data / WORLD} cannot be read; it is now {pg.saved.set_aside}")
        if not pg.world.guilds:
            _set_scene(pg)
        bot = BotProcess(
            pg,
            database=data / DATABASE,
            seed=seed,
            requests=0,  # no rate limit: the bot need not be restrained here
            prepares=prepares,
        )
        working = asyncio.create_task(_work(pg, bot, data, opens))
        await asyncio.wait({asked, working}, return_when=asyncio.FIRST_COMPLETED)
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working


async def _work(pg: Playground, bot: BotProcess, data: Path, opens: bool) -> None:
    """Start the bot, print where the page is, then print a warning whenever the bot crashes; never returns. Raises
    BadInput if the bot does not start."""
    try:
        await (await pg.supervise(bot)).ready()
    except ProcessFailed as error:
        said = str(error).rpartition("\n")[2].removeprefix("adepts: ")
        raise BadInput(f"the bot does not start: {said}") from None
    say(f"{TITLE} is at {pg.url} - Ctrl-C ends it; everything is kept in {data}")
    if opens:
        await asyncio.to_thread(webbrowser.open, pg.url)
    seen = 0
    while True:
        for entry in await pg.log.news(seen):
            seen = entry.n + 1
            if (entry.kind, entry.what) == ("bot", Phase.CRASHED):
                _warn(f"the bot has ended with status {entry.data['status']}; the page's inspector starts it again")


def _warn(words: str) -> None:
    say(f"adepts: {words}", err=True)


@contextlib.asynccontextmanager
async def _listening(port: int | None, settings: dict[str, Any]) -> AsyncIterator[Playground]:
    """Give a running playground at this port; if None, at the default one or one of the next. Raises BadInput."""
    host = settings["host"]
    ports = range(PORT, PORT + _TRIED) if port is None else (port,)
    for number in ports:
        pg = Playground(
            token=secrets.token_urlsafe(32),
            bot_name=TITLE,
            owner_name=PEOPLE[0],
            port=number,
            speed=_SPEED,
            kept=_KEPT,
            about=_about(),
            **settings,
        )
        try:
            await pg.start()
        except CannotLoad as error:
            raise BadInput(str(error)) from None
        except UnicodeError:
            raise BadInput(f"cannot listen at {host}: this is not the name of a host") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BadInput(f"cannot listen at {host}, port {number}: {error.strerror or error}") from None
            continue
        if number != ports[0]:
            _warn(f"port {ports[0]} is taken")
        try:
            yield pg
        finally:
            await pg.stop()
        return
    raise BadInput(f"port {ports[0]} is taken: name another with --port, or --port 0 for any that is free")


def _about() -> dict[str, Any]:
    """Return what the page says and offers, with shortcuts into each game: against computer players, or guided."""
    shortcuts: list[dict[str, Any]] = []
    for kit in kits().values():
        others = min(2, kit.seats[-1] - 1)
        against = f"against {'two computer players' if others == 2 else 'a computer player'}"
        shortcuts.append(
            {
                "label": f"Play {kit.title}",
                "hint": f"Opens a table here {against}, and starts.",
                "steps": [
                    {"do": "command", "line": f"{kit.name} new", "values": {"computers": others}},
                    {"do": "click", "label": "Start"},
                ],
            }
        )
        if kit.guide is not None:
            shortcuts.append(
                {
                    "label": f"Learn {kit.title}",
                    "hint": "The bot leads you through your first turns, step by step.",
                    "steps": [{"do": "command", "line": f"{kit.name} tutorial", "values": {}}],
                }
            )
    for aid in (found for found in map(discover.aid, discover.aid_names()) if found.plays):
        shortcuts += [
            {
                "label": f"Open {aid.title}",
                "hint": "Opens a tale of which you are the game master; the others join.",
                "steps": [{"do": "command", "line": "tale new", "values": {}}],
            },
            {
                "label": f"Learn {aid.title}",
                "hint": "Leads you, as player and game master at once, through a first scene.",
                "steps": [{"do": "command", "line": "tale tutorial", "values": {}}],
            },
        ]
    hint = "Begin with one of these."
    return {"name": TITLE, "hint": hint, "shortcuts": shortcuts}


def _set_scene(pg: Playground) -> None:
    guild = pg.guild(TITLE)
    for name in CHANNELS:
        pg.channel(name, guild)
    for name in PEOPLE[1:]:
        pg.user(name)


def _has_desktop() -> bool:
    """Whether a browser would open in a window of its own, rather than in this terminal."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
