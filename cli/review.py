"""`adepts review`: where the choices of a recorded game cost something, how lucky everybody was, and who was ahead."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import BadInput, located
from cli.files import NAMED, NAMED_OR_STDOUT, STDOUT, ending, replacing
from cli.records import load
from cli.terminal import track
from cli.text import say
from drawing.chart import chart
from drawing.picture import ALT_LIMIT
from game.core.judging import telling
from game.core.judging.review import review
from game.core.judging.telling import Report
from game.core.text.names import label


@click.command("review")
@click.argument("file", type=NAMED)
@click.option(
    "--picture",
    metavar="OUT.png",
    type=NAMED_OR_STDOUT,
    help="Draw turn by turn what everybody could expect; - is standard output.",
)
def command(file: Path, picture: Path | None) -> None:
    """Review the finished game recorded in FILE: what its choices cost, and what luck did.

    Each choice is weighed from what its player could see then, with what was hidden dealt anew; a gap within its error
    counts as none. It takes some 5 to 30 seconds, for a very long game minutes; the same record has the same review.

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
    if picture is not None:
        ending(picture, ".png")
    with located(file):
        game = record.recorded.replay()
    if not game.over:
        raise BadInput(f"{file}: only a game that is over can be reviewed; this one has {game.ply} moves")
    names = {seat: record.names.get(seat, seat) for seat in game.seats}
    with replacing([picture] if picture else []) as pictures:
        found = review(record.recorded.history(), follow=lambda items, what: track(items, len(items), what))
        told = telling.report(found, record.kit, lambda _: names)
        for out in pictures:
            alt, colours = telling.briefly(told, names, ALT_LIMIT), record.kit.colours(game.view(None))
            out.buffer.write(chart(told.heading, told.after, told.expected, names, colours, alt, "review").data)
    for line in _lines(told, names):
        say(line, err=picture == STDOUT)


def _lines(told: Report, names: dict[str, str]) -> list[str]:
    lines = list[str]()
    for seat, account in told.accounts.items():
        lines.append(f"{names[seat]}: {account.lost}; {account.luck}")
        lines += [f"  {share}" for share in account.shares]
        for mistake in account.costliest:
            lines.append(f"  {mistake.place} (--ply {mistake.ply}): {label(mistake.chosen)}")
            lines.append(f"    {mistake.lost} worse than {mistake.beside(label(mistake.better))}")
    expected = (f"  {line}" for line in telling.turns(told, names))
    return [*lines, told.heading, *expected, "", *told.about]
