"""`adepts position`: one position of a record, for people or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.board import board
from cli.errors import BadInput, located
from cli.records import RecordFile, load
from cli.terminal import stdout
from game.adepts import Game
from game.adepts.gems import SEAT_NAMES
from game.adepts.record import start, steps


@click.command("position")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ply", metavar="N", type=click.IntRange(min=0), help="After N moves (default: after all).")
@click.option("--seat", type=click.Choice(SEAT_NAMES), help="As this seat sees it (default: with all hidden cards).")
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
    with located(file):
        game = _at(record, ply)
    if seat is not None and seat not in game.seats:
        raise BadInput(f"{file}: {seat} does not play; there are {len(game.seats)} players")
    position = game.to_dict() if seat is None else game.view(seat)
    if as_json:
        click.echo(json.dumps(position, ensure_ascii=False, separators=(",", ":")))
    else:
        console = stdout()
        console.print(board(position, console, record.names))


def _at(record: RecordFile, ply: int | None) -> Game:
    """The game after so many moves. Raises BadRecord, or BadInput if there are not so many."""
    game = start(record.text)
    if ply == 0:
        return game
    for step in steps(record.text):
        game = step.game
        game.play(step.move.seat, step.move.token)
        if game.ply == ply:
            return game
    if ply is not None:
        raise BadInput(f"{record.path}: there are {game.ply} moves, so there is no ply {ply}")
    return game
