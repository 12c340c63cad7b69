"""`adepts board`: a picture of one position of a record."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import BadInput
from cli.files import STDOUT, write_bytes
from cli.records import Moment, RecordFile, load, moment
from cli.text import say
from game.adepts.pictures import Picture, board, hand, queues, score_sheet
from game.adepts.rules.gems import SEAT_NAMES

ENDINGS = (".png", ".txt")
WHAT = ("board", "queues", "hand", "score")


@click.command("board")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ply", metavar="N", type=click.IntRange(min=0), help="After N moves (default: after all).")
@click.option("--seat", type=click.Choice(SEAT_NAMES), help="As this seat sees it (default: as an onlooker does).")
@click.option("--what", type=click.Choice(WHAT), default="board", show_default=True, help="A hand needs --seat.")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write: .png is a picture, .txt the same in words; - is a picture on standard output.",
)
def command(file: Path, ply: int | None, seat: str | None, what: str, out: Path) -> None:
    """Draw a position of the game recorded in FILE, as it is shown in the channel, and say it in words.

    The board marks what the last move has changed.

    \b
    Examples:
      adepts board game.adepts -o board.png
      adepts board game.adepts -o board.txt
      adepts board game.adepts --ply 40 --what queues -o queues.png
      adepts board game.adepts --ply 40 --what hand --seat P2 -o hand.png
    """
    if what == "hand" and seat is None:
        raise BadInput("--what hand: say whose with --seat")
    kind = ".png" if out == STDOUT else out.suffix.lower()
    if kind not in ENDINGS:
        raise BadInput(f"{out}: its ending says what is written: {' or '.join(ENDINGS)}")
    record = load(file)
    picture = _drawn(record, moment(record, ply, seat), seat, what)
    write_bytes(out, picture.data if kind == ".png" else f"{picture.alt}\n".encode())
    for line in picture.alt.splitlines():
        say(line, err=out == STDOUT)


def _drawn(record: RecordFile, now: Moment, seat: str | None, what: str) -> Picture:
    view, names = now.game.view(seat), record.names
    if what == "board":
        return board(view, names, now.before.view(seat) if now.before else None)
    if what == "hand" and seat is not None:
        return hand(view, seat)
    return queues(view, names) if what == "queues" else score_sheet(view, names)
