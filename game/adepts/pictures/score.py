"""The score sheet: mana processed, mana of the batteries, and who is first."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, GOLD, PANEL, RAISED, TEXT, mix
from drawing.lettering import fit, wrap
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.adepts.pictures import alt, marks, palette
from game.adepts.pictures.battery import battery
from game.adepts.pictures.gems import stone
from game.adepts.pictures.words import Names
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import Player, ViewReader
from game.adepts.rules.scoring import Score, best_first, charged, ranked, tied
from game.core.protocol import View

LABELS = 222
"""The width of the rows' names."""
HEAD, NAMES, ROW, TOTAL = 76, 150, 56, 92
LEFT_OVER = "of it left over"
"""The label of a part of the row above it, which is not added once more."""
PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def score_sheet(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw the final sheet or, while the game runs, the standing with the batteries counted and the queues not.

    With `letters` gems also bear their initials.
    """
    seen = ViewReader(view)
    lines = best_first(standing(seen))
    height = HEAD + NAMES + len(_rows(seen)) * ROW + TOTAL + 12
    canvas = Canvas(1000, height)
    canvas.text(20, HEAD / 2, "Final score" if seen.over else "Score so far", 40, TEXT, bold=True)
    if not seen.over:
        canvas.text(980, HEAD / 2, f"turn {seen.turn}, queues not counted", 28, DIM, side="right")
    elif any(len({line.rank for line in equal}) > 1 for equal in tied(lines.values())):
        canvas.text(980, HEAD / 2, "equal totals: more processed is ahead", 28, DIM, side="right")
    wide = (984 - LABELS) // len(lines)
    for i, line in enumerate(lines.values()):
        x = 8 + LABELS + i * wide
        first = line.rank == 1 and line.total > 0
        edge = GOLD if first else mix(PANEL, EDGE, 0.5)
        canvas.panel(x + 4, HEAD, wide - 8, height - HEAD - 12, RAISED if first else PANEL, 16, edge, 4 if first else 2)
    _labels(canvas, height, seen, letters)
    for i, (seat, line) in enumerate(lines.items()):
        _column(canvas, 8 + LABELS + i * wide, wide, seat, seen, line, name_of(seat, names))
    return finish(canvas.image, palette.table(), alt.score(seen, lines, names), "score")


def standing(view: ViewReader) -> Mapping[str, Score]:
    """Return the view's scores; while the game runs, those as if it ended now without the queues."""
    if view.scores is not None:
        return view.scores
    return ranked({seat: Score(player.mana, 0, charged(_levels(player)), 0) for seat, player in view.players.items()})


def _levels(player: Player) -> list[int]:
    return [player.battery[gem] for gem in GEM_NAMES]


def _rows(view: ViewReader) -> dict[str, int]:
    """Return what has a row, with the y of the row's middle."""
    names = ["processed", *([LEFT_OVER] if view.over else []), *GEM_NAMES]
    return {name: HEAD + NAMES + i * ROW + ROW // 2 for i, name in enumerate(names)}


def _labels(canvas: Canvas, height: int, view: ViewReader, letters: bool) -> None:
    for name, y in _rows(view).items():
        if name == LEFT_OVER:
            canvas.text(24, y, name, 28, DIM)
        else:
            canvas.centre(stone(name, 44, letters) if name in GEM_NAMES else marks.mana(32), 40, y)
            canvas.text(72, y, name.capitalize(), 30, TEXT)
        canvas.image.paste(mix(PANEL, EDGE, 0.6), (12, y - ROW // 2, 988, y - ROW // 2 + 2))
    canvas.image.paste(DIM, (12, height - TOTAL - 12, 988, height - TOTAL - 9))
    canvas.text(20, height - TOTAL / 2 - 8, "Total mana", 34, TEXT, bold=True)


def _lines(name: str, room: int) -> list[tuple[int, str]]:
    """Return a name on one line, or on two if there is no room; each line with its distance from the middle."""
    first, *rest = wrap(name, room, 28, bold=True)
    lines = [first, " ".join(rest)] if rest else [first]
    return [(34 * i - 17 * (len(lines) - 1), fit(line, room, 28, bold=True)) for i, line in enumerate(lines)]


def _column(canvas: Canvas, x: int, wide: int, seat: str, view: ViewReader, line: Score, name: str) -> None:
    middle, first = x + wide / 2, line.rank == 1 and line.total > 0
    placed = any(each.total for each in standing(view).values())  # without any mana there are no ranks yet
    canvas.centre(marks.badge(seat, 56), middle - 26 * placed, HEAD + 44)
    if first:
        canvas.centre(marks.crown(48), middle + 34, HEAD + 42)
    elif placed:
        canvas.text(middle + 34, HEAD + 42, PLACES[line.rank - 1], 28, DIM, bold=True, side="middle")
    for below, part in _lines(name, wide - 20):
        canvas.text(middle, HEAD + 110 + below, part, 28, TEXT, bold=True, side="middle")
    values = {"processed": line.processed, LEFT_OVER: line.leftover, **line.by_gem}
    for what, y in _rows(view).items():
        charged, value = what in GEM_NAMES, values[what]
        at = middle - 34 if charged else middle
        plain = what == LEFT_OVER or not value
        canvas.text(
            at, y, str(value), 28 if what == LEFT_OVER else 34, DIM if plain else TEXT, bold=not plain, side="middle"
        )
        if charged:
            canvas.centre(battery(what, view.players[seat].battery[what]), middle + 32, y)
    y = HEAD + NAMES + len(_rows(view)) * ROW + TOTAL // 2 + 2
    canvas.text(middle, y, str(line.total), 54, ACCENT if first else TEXT, bold=True, side="middle")
