"""The board: the whole game at a glance; the field alone, with what a choice would do; tiles close up."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import DIM, TEXT
from drawing.lettering import fit
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.core.protocol import View
from game.core.words import Names
from game.harrowing.boards.battles import Battle, battle
from game.harrowing.boards.changes import Changes, changes
from game.harrowing.pictures import alt, card, field, fight, head, palette, players, words
from game.harrowing.pictures.field import Marked
from game.harrowing.pictures.tile import Look
from game.harrowing.rules.content import Face, face, tile
from game.harrowing.rules.reader import Lying, ViewReader

LEFT, GAP = 8, 8
HALF = (head.WIDTH - 3 * LEFT) // 2


def board(view: View, names: Names, previous: View | None = None, letters: bool = False) -> Picture:
    """The board of a view (notation, "Position"); `names` are by seat.

    What is new since the view `previous` is marked, and a battle since then told. With `letters` pillars also bear the
    initial of their colour.
    """
    now, before = ViewReader(view), ViewReader(previous) if previous is not None else None
    new, fought = changes(now, before), battle(now, before)
    image = paint(now, names, new, fought, letters)
    return finish(image, palette.table(), alt.board(now, names, new, fought), "board")


def paint(
    now: ViewReader, names: Names, new: Changes, fought: Battle | None = None, letters: bool = False
) -> Image.Image:
    """The board alone."""
    marked = Marked(new.fresh, battle=fought.tile if fought else "", claimable=_claimable(now))
    on = field.lay(now, marked).height if now.field else 0
    fights = fight.height(fought) if fought else 0
    canvas = Canvas(head.WIDTH, head.HEIGHT + on + fights + words.height(now) + players.height(now))
    head.draw(canvas, now, names)
    y = head.HEIGHT
    if now.field:
        y += field.draw(canvas, y, now, marked, letters)
    if fought:
        fight.draw(canvas, LEFT, y, fought, names)
        y += fights
    words.draw(canvas, y, now)
    players.draw(canvas, LEFT, y + words.height(now), now, names, letters)
    return canvas.image


def preview(
    view: View,
    names: Names,
    told: str = "",
    ways: Sequence[str] = (),
    spots: Sequence[str] = (),
    taken: str = "",
    cards: Sequence[str] = (),
    fresh: Sequence[str] = (),
    letters: bool = False,
) -> Picture:
    """The field as in `view`: tiles to choose from, and empty hexes with their coordinates, the one that is `taken`
    marked; `fresh` are tiles that a choice would change. Above it `cards`: faces ("2c1") or tiles on the field ("2c").

    `told` says in a sentence what would be, for those who hear it.
    """
    now = ViewReader(view)
    fought = battle(now, None)
    marked = Marked(fresh, ways, spots, taken, fought.tile if fought else "", () if ways else _claimable(now))
    shown = [_face(now, each) for each in cards]
    wide = HALF if len(shown) > 1 else head.WIDTH - 2 * LEFT
    high = max((card.height(each, wide) for each in shown), default=0)
    rows = (len(shown) + 1) // 2
    on = field.lay(now, marked).height if now.field else 0
    fights = fight.height(fought) if fought else 0
    canvas = Canvas(head.WIDTH, rows * high + on + fights + 2 * GAP)
    for i, (each, up) in enumerate(zip(cards, shown, strict=True)):
        lying = now.field[each] if each in now.field else card.side(up)
        look = Look(each in now.locked)
        card.draw(canvas, LEFT + (i % 2) * (HALF + LEFT), GAP + i // 2 * high, wide, lying, look, high)
    y = GAP + rows * high
    if fought:
        fight.draw(canvas, LEFT, y, fought, names)
    if now.field:
        field.draw(canvas, y + fights, now, marked, letters)
    return finish(canvas.image, palette.table(), alt.preview(now, names, told, ways, spots, shown), "preview")


def tiles(view: View, names: Names, letters: bool = False) -> Picture:
    """All tiles that lie on the field or are claimed, close up, with all that their spells do."""
    now = ViewReader(view)
    shown: dict[str, tuple[Lying, Look, str]] = {}
    for id, lying in now.field.items():
        before = shown.get(lying.face.name)  # wilds are alike: one card for all of them
        where = f"{before[2]} · {id}" if before else f"at {lying.hex}"
        shown[lying.face.name] = before[0] if before else lying, Look(id in now.locked), where
    for seat, player in now.players.items():
        whose = fit(name_of(seat, names), 170, card.SIZE)
        for each in player.claimed:
            note = f"{'sealed, ' if each.sealed else ''}{whose}"
            shown[f"{each.id} claimed"] = card.claimed(each), Look(faint=each.sealed), note
    cards = list(shown.values())
    rows = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    highs = [max(card.height(lying.face, HALF) for lying, _, _ in row) for row in rows]
    canvas = Canvas(head.WIDTH, 64 + sum(highs) + GAP)
    canvas.text(20, 34, "Tiles on the field, then claimed ones", 34, TEXT, bold=True)
    canvas.text(head.WIDTH - 20, 34, f"{now.stack_size} in the stack", 28, DIM, side="right")
    y = 64
    for row, high in zip(rows, highs, strict=True):
        for i, (lying, look, note) in enumerate(row):
            card.draw(canvas, LEFT + i * (HALF + LEFT), y, HALF, lying, look, high, note, letters)
        y += high
    return finish(canvas.image, palette.table(), alt.preview(now, names, "All tiles close up.", (), ()), "tiles")


def page(id: str) -> Picture:
    """A tile that can be looked up: both its sides."""
    faces = tile(id).faces
    wide = head.WIDTH - 2 * LEFT
    highs = [card.height(each, wide) for each in faces]
    canvas = Canvas(head.WIDTH, sum(highs) + GAP)
    y = GAP
    for each, high in zip(faces, highs, strict=True):
        card.draw(canvas, LEFT, y, wide, card.side(each), high=high)
        y += high
    return finish(canvas.image, palette.table(), f"Tile {id}: {', '.join(each.name for each in faces)}.", "tile")


def _claimable(now: ViewReader) -> Sequence[str]:
    """What whoever's turn it is could claim."""
    return now.claimable(now.active) if now.active else ()


def _face(now: ViewReader, name: str) -> Face:
    """What is up on a tile of the field, or a face by its name."""
    return now.field[name].face if name in now.field else face(name[:-1], int(name[-1]))
