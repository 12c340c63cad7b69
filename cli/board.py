"""`adepts board`: a picture of one position of a record."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import BadInput
from cli.files import NAMED, NAMED_OR_STDOUT, STDOUT, ending, write_bytes
from cli.flags import any_seat
from cli.records import Moment, RecordFile, load, moment
from cli.text import say
from game.core.faces import Sketch
from game.core.text.names import label

BOARD, SCORE = "board", "score"


@click.command("board")
@click.argument("file", type=NAMED)
@click.option("--ply", metavar="N", type=click.IntRange(min=0), help="After N moves (default: after all).")
@click.option("--seat", type=any_seat(), help="As this seat sees it (default: as an onlooker does).")
@click.option(
    "--what",
    metavar="NAME",
    default=BOARD,
    show_default=True,
    help="Also the score, or what else the game shows: a hand, queues. What is a player's own needs --seat.",
)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=NAMED_OR_STDOUT,
    required=True,
    help="The file to write: .png is a picture, .txt sums it up in words; - is a picture on standard output.",
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
    kind = ending(out, ".png", ".txt")
    record = load(file)
    _check(record, what, seat)
    now = moment(record, ply, seat)
    sketch = _sketch(record, now, seat, what)
    if sketch is None:
        if kind == ".png":
            raise BadInput(f"{record.kit.title} has no picture of its {what}: write it in words, into a .txt")
        data, lines = None, "\n".join(_words(record, now, seat, what)).splitlines()
    else:
        picture = sketch()
        data, lines = picture.data, picture.alt.splitlines()
    write_bytes(out, data if data is not None and kind == ".png" else "".join(f"{line}\n" for line in lines).encode())
    for line in lines:
        say(line, err=out == STDOUT)


def _check(record: RecordFile, what: str, seat: str | None) -> None:
    """Refuse what cannot be shown. Raises BadInput."""
    exhibits = {exhibit.name: exhibit for exhibit in record.kit.panels.exhibits}
    if what not in (BOARD, SCORE, *exhibits):
        raise BadInput(f"--what: there is no {what!r}; there is: {', '.join((BOARD, *exhibits, SCORE))}")
    if what in exhibits and exhibits[what].private and seat is None:
        raise BadInput(f"--what {what}: say whose with --seat")


def _sketch(record: RecordFile, now: Moment, seat: str | None, what: str) -> Sketch | None:
    """Return the sketch of the picture; None if the game has no such picture."""
    view, names, pictures = now.game.view(seat), record.names, record.kit.pictures
    if what not in (BOARD, SCORE):
        exhibit = next(exhibit for exhibit in record.kit.panels.exhibits if exhibit.name == what)
        return exhibit.sketch(view, seat or "", names)
    if pictures is None:
        return None
    return (
        pictures.board(view, names, now.before.view(seat) if now.before else None)
        if what == BOARD
        else pictures.score(view, names)
    )


def _words(record: RecordFile, now: Moment, seat: str | None, what: str) -> list[str]:
    """Return the same in words, for a game without pictures."""
    words, names = record.kit.words, record.names
    if what == BOARD:
        return [label(line) for line in words.lines(now.game.view(seat), names)]
    told = words.result if now.game.over else words.standing
    return [label(line) for line in told(now.game.standing(), names)]
