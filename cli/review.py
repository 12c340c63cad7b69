"""`adepts review`: where the choices of a recorded game cost something, how lucky everybody was, and who was ahead."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import BadInput, located
from cli.files import STDOUT, write_bytes
from cli.records import RecordFile, load
from cli.terminal import track
from cli.text import say
from drawing.chart import chart
from game.core import telling
from game.core.kit import Kit
from game.core.review import Review, review


@click.command("review")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--picture",
    metavar="OUT.png",
    type=click.Path(path_type=Path),
    help="Draw everybody's expected score turn by turn; - is standard output.",
)
def command(file: Path, picture: Path | None) -> None:
    """Review the finished game recorded in FILE: what its choices cost, and what luck did.

    Each choice is weighed from what its player could see then, with what was hidden dealt anew; a gap within its error
    counts as none. It takes some 5 to 20 seconds; the same record has the same review.

    \b
    Examples:
      adepts review game.adepts
      adepts review game.adepts --picture expected.png
    """
    record = load(file)
    if record.kit.judge is None:
        raise BadInput(f"{file}: games of {record.kit.title} cannot be reviewed")
    if picture is not None and picture.resolve() == file.resolve():
        raise BadInput(f"{file}: the record would be overwritten")
    with located(file):
        game = record.recorded.replay()
    if not game.over:
        raise BadInput(f"{file}: only a game that is over can be reviewed; this one has {game.ply} moves")
    found = review(record.recorded.history(), follow=lambda items, what: track(items, len(items), what))
    names = {seat: record.names.get(seat, seat) for seat in game.seats}
    if picture is not None:
        alt = " ".join(telling.turns(found.expected, names))
        drawn = chart("Expected score", "after turn", found.expected, names, alt, "review")
        write_bytes(picture, drawn.data)
    for line in _lines(record, found, names):
        say(line, err=picture == STDOUT)


def _lines(record: RecordFile, found: Review, names: dict[str, str]) -> list[str]:
    kit, lines = record.kit, list[str]()
    for seat, name in names.items():
        lines.append(f"{name}: {telling.lost(found, kit, seat)}; {telling.luck(found, kit, seat)}")
        lines += [f"  {share}" for share in telling.shares(found, kit, seat)]
        for mistake in found.of(seat)[: telling.DEAREST]:
            said, better, much = telling.choice(mistake, kit, names)
            lines.append(f"  {telling.place(mistake, kit)} (--ply {mistake.asked.ply}): {said}")
            lines.append(f"    better by {much}: {better}")
    return [*lines, f"Expected {_unit(kit)}", *(f"  {line}" for line in telling.turns(found.expected, names))]


def _unit(kit: Kit) -> str:
    return kit.judge.unit if kit.judge is not None else "points"
