"""`adepts position`: one position of a record, for people or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.files import NAMED
from cli.flags import any_seat
from cli.records import load, moment
from cli.terminal import stdout
from cli.text import say
from game.core.protocol import Game, View


@click.command("position")
@click.argument("file", type=NAMED)
@click.option("--ply", metavar="N", type=click.IntRange(min=0), help="After N moves (default: after all).")
@click.option("--seat", type=any_seat(), help="As this seat sees it (default: with all hidden cards).")
@click.option("--json", "as_json", is_flag=True, help="As JSON, on one line.")
def command(file: Path, ply: int | None, seat: str | None, as_json: bool) -> None:
    """Show a position of the game recorded in FILE as a board.

    Without --seat it is the whole position, all hands included (as JSON also the library and the seed): a record tells
    everything. With --ply only the moves up to there are checked.

    \b
    Examples:
      adepts position game.adepts
      adepts position game.adepts --ply 40 --seat P2
      adepts position game.adepts --ply 0 --json
    """
    record = load(file)
    game = moment(record, ply, seat).game
    if as_json:
        say(json.dumps(game.to_dict() if seat is None else game.view(seat), separators=(",", ":")))
    else:
        view = _of_all(game) if seat is None else game.view(seat)
        console = stdout()
        console.print(record.kit.terminal.position(game, view, record.names, console.width))


def _of_all(game: Game) -> View:
    """Return a view that combines what each seat sees of itself: a stored position need not be shaped like a view."""
    return {**game.view(None), "players": {seat: game.view(seat)["players"][seat] for seat in game.seats}}
