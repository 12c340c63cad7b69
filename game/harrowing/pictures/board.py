"""The picture of the board with the whole game, that of the field alone with what a choice would do, and tiles close
up."""

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
from game.harrowing.pictures.tile import PLAIN, Look
from game.harrowing.rules.content import FACE_OF, SETS, Face, tile
from game.harrowing.rules.reader import Lying, ViewReader
from game.harrowing.words import sets

LEFT, GAP = 8, 8
WIDE, HALF = head.WIDTH - 2 * LEFT, (head.WIDTH - 3 * LEFT) // 2
"""The width of a card, and of one of two side by side."""
TITLE = 64
"""The height of the title of a sheet of cards."""
FEW = 6
"""The most tiles that are shown close up in large print, one below the other."""


def board(view: View, names: Names, previous: View | None = None, letters: bool = False) -> Picture:
    """Draw the board of a view (notation, "Position"); `names` are by seat.

    What is new since the view `previous` is marked, and a battle fought since then is shown. With `letters`, pillars
    also show the initial of their colour.
    """
    now, before = ViewReader(view), ViewReader(previous) if previous is not None else None
    new, fought = changes(now, before), battle(now, before)
    image = paint(now, names, new, fought, letters)
    return finish(image, palette.table(), alt.board(now, names, new, fought), "board")


def paint(
    now: ViewReader, names: Names, new: Changes, fought: Battle | None = None, letters: bool = False
) -> Image.Image:
    """Draw the board, as an image without description."""
    marked = Marked(new.fresh, battle=fought.tile if fought else "", claimable=_claimable(now))
    core = _alone(now)
    on = card.height(core.face, WIDE) if core else field.lay(now, marked).height if now.field else 0
    fights = fight.height(fought) if fought else 0
    canvas = Canvas(head.WIDTH, head.height(now) + on + fights + words.height(now) + players.height(now))
    head.draw(canvas, now, names)
    y = head.height(now)
    if core:
        card.draw(canvas, LEFT, y, WIDE, core)
    elif now.field:
        field.draw(canvas, y, now, marked, letters)
    y += on
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
    """Draw the field of `view`.

    `told` says in sentences what would happen, for the alternative text. `ways` are tiles to choose from, `spots` empty
    hexes, shown with their coordinates; `taken` is the chosen one of these. `fresh` are tiles that a choice would
    change, or that are looked at. `cards` are shown above the field: faces ("2c1") or tiles on the field ("2c"). A core
    that lies alone is drawn as a card.
    """
    now = ViewReader(view)
    fought = battle(now, None)
    marked = Marked(fresh, ways, spots, taken, fought.tile if fought else "", () if ways else _claimable(now))
    alone = _alone(now) if not spots else None
    shown = [*cards, *([alone.id] if alone and alone.id not in cards else [])]
    faces = [_face(now, each) for each in shown]
    highs = [card.height(each, WIDE) for each in faces]
    on = field.lay(now, marked).height if now.field and not alone else 0
    fights = fight.height(fought) if fought else 0
    canvas = Canvas(head.WIDTH, sum(highs) + on + fights + 2 * GAP)
    y = GAP
    for each, up, high in zip(shown, faces, highs, strict=True):
        lying = now.field[each] if each in now.field else card.side(up)
        card.draw(canvas, LEFT, y, WIDE, lying, Look(each in now.locked), high, letters=letters)
        y += high
    if fought:
        fight.draw(canvas, LEFT, y, fought, names)
    if on:
        field.draw(canvas, y + fights, now, marked, letters)
    return finish(canvas.image, palette.table(), alt.preview(now, names, told, ways, spots, faces, fought), "preview")


def tiles(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw all tiles on the field and all claimed ones close up, with the full text of their spells."""
    now = ViewReader(view)
    shown: dict[str, tuple[Lying, Look, str]] = {}
    for id, lying in now.field.items():
        first, look, note = shown.get(lying.face.name, (lying, Look(id in now.locked), ""))
        if first is not lying:  # wilds are alike: the card of the first stands for all of them
            note = f"{note}, {id}" if note else f"also {id}"
        shown[lying.face.name] = first, look, note
    for seat, player in now.players.items():
        whose = fit(name_of(seat, names), 170, card.SMALL.text)
        for each in player.claimed:
            note = f"{'sealed, ' if each.sealed else ''}{whose}"
            shown[f"{each.id} claimed"] = card.claimed(each), Look(faint=each.sealed), note
    cards = list(shown.values())
    canvas = _sheet(cards, 1 if len(cards) <= FEW else 2, "Tiles on the field, then claimed ones", letters)
    canvas.text(head.WIDTH - 20, 34, f"{now.stack_size} in the stack", 28, DIM, side="right")
    return finish(canvas.image, palette.table(), alt.preview(now, names, "All tiles close up.", (), ()), "tiles")


def brought(number: int, letters: bool = False) -> Picture:
    """Draw a set that can be chosen: both sides of each of its tiles side by side, and the wild once."""
    faces = sets.faces(number)
    cards = [(card.side(each), PLAIN, "three of them" if each.wild else "") for each in faces]
    canvas = _sheet(cards, 2, f"Set {number}: {SETS[number]}, both sides of each tile", letters)
    return finish(canvas.image, palette.table(), alt.brought(number, faces), "set")


def _sheet(cards: Sequence[tuple[Lying, Look, str]], across: int, title: str, letters: bool) -> Canvas:
    """Draw cards in rows below a title. Each is a tile, how it looks, and a note."""
    wide = WIDE if across == 1 else HALF
    rows = [cards[at : at + across] for at in range(0, len(cards), across)]
    highs = [max(card.height(lying.face, wide) for lying, _, _ in row) for row in rows]
    canvas = Canvas(head.WIDTH, TITLE + sum(highs) + GAP)
    canvas.text(20, 34, title, 34, TEXT, bold=True)
    y = TITLE
    for row, high in zip(rows, highs, strict=True):
        for i, (lying, look, note) in enumerate(row):
            card.draw(canvas, LEFT + i * (HALF + LEFT), y, wide, lying, look, high, note, letters)
        y += high
    return canvas


def page(id: str, letters: bool = False) -> Picture:
    """Draw both sides of a tile, for the desk. They have no pillars, so `letters` changes nothing."""
    faces = tile(id).faces
    highs = [card.height(each, WIDE) for each in faces]
    canvas = Canvas(head.WIDTH, sum(highs) + GAP)
    y = GAP
    for each, high in zip(faces, highs, strict=True):
        card.draw(canvas, LEFT, y, WIDE, card.side(each), high=high, letters=letters)
        y += high
    return finish(canvas.image, palette.table(), alt.page(id), "tile")


def _alone(now: ViewReader) -> Lying | None:
    """Return the core while no other tile is on the field, else None."""
    return next(iter(now.field.values())) if len(now.field) == 1 else None


def _claimable(now: ViewReader) -> Sequence[str]:
    """Return the tiles that the active player could claim."""
    return now.claimable(now.active) if now.active else ()


def _face(now: ViewReader, name: str) -> Face:
    """Return the side that is up of a tile on the field, or a face by its id."""
    return now.field[name].face if name in now.field else FACE_OF[name]
