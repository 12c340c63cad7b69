"""The command `adepts`: its subcommands, imported only when they are run, and its errors, one per line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType

import click

from cli.errors import BadInput, report
from cli.loading import loaded
from game.core import discover
from game.core.program import NAME

COMMANDS = {
    "playground": "Play in the browser, on this machine alone.",
    "demo": "Watch a whole game in Discord, on this machine alone.",
    "run": "Run the Discord bot.",
    "play": "Play in the terminal against computer players.",
    "simulate": "Let computer players play many games, and sum them up.",
    "position": "Show the position of a recorded game.",
    "board": "Draw a position of a recorded game.",
    "replay": "Check a recorded game move by move, or draw it.",
    "review": "Review a finished game: mistakes, luck, who was ahead.",
    "scenario": "Run scenarios: positions, moves, and what must be true.",
    "rules": "Look something up in the rules.",
    "backup": "Copy the bot's database, while it runs.",
    "doctor": "Check the bot's configuration and database.",
    "migrate": "Copy the bot's database to PostgreSQL.",
    "games": "List and delete the bot's games and tales, export games.",
}
"""Each is a module of that name with a function `command`. `adepts --help` imports none of them."""

INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used; each role-playing aid has a command of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *discover.aid_names()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command: click.Command = _loaded(f"cli.{cmd_name}").command
            return command
        if cmd_name in discover.aid_names():
            made: click.Command = _loaded("cli.aid").command(cmd_name)
            return made
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))
        aids = [(name, discover.aid(name).pitch) for name in discover.aid_names()]
        if aids:
            with formatter.section("Role-playing aids"):
                formatter.write_dl(aids)


def _loaded(module: str) -> ModuleType:
    """Import the module with garbage collection off: importing makes no garbage, and looking for it takes a tenth of
    the time."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.enable()
        loaded()


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=NAME, message="%(prog)s %(version)s")
@click.pass_context
def adepts(ctx: click.Context) -> None:
    """Adepts, a board game of mines, gems and spells for two to five: play it here, or another game (--game), and work
    with what was played.

    \b
    A first game in the browser, or in the terminal:
      adepts playground
      adepts play
    Three players, other spells, your record saved at the end:
      adepts play --players 3 --spells battlefield
    A hundred games between computer players:
      adepts simulate --players 2 --games 100 --policy greedy,random

    \b
    Games are kept as records (.adepts, for other games .manasurge and so on), one move per line:
      adepts position game.adepts --ply 40
      adepts board game.adepts --ply 40 -o board.png
      adepts replay game.adepts --positions positions.jsonl

    Each command explains itself: adepts COMMAND --help
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command and exit."""
    sys.exit(run())


def run(args: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status.

    0: all is well; 1: a scenario failed, or nobody reads the output; 2: bad input, each problem having been printed on
    a line; 130: interrupted.
    """
    _open_what_is_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = adepts.main(args, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        report(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:  # such as of standard output: its reader has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1
        gone = isinstance(error, FileNotFoundError)  # which no open file is; os.getcwd() names none
        what = error.filename or ("the current directory" if gone else "standard output")
        report(BadInput(f"{what}: {error.strerror}"))
        return BadInput.exit_code
    return status if isinstance(status, int) else 0


def _open_what_is_closed() -> None:
    """Open /dev/null in place of standard streams that were closed when the process started. Otherwise the next file
    opened, perhaps a database, would get such a stream's descriptor and be written to."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # each open gets the lowest free descriptor
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # it stays open
            os.set_inheritable(stream.fileno(), True)  # child processes need it as well
            setattr(sys, name, stream)


if __name__ == "__main__":
    main()
