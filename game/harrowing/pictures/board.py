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
from game.harrowing.pictures.tile import PLAIN, Look
from game.harrowing.rules.content import SETS, Face, face, tile
from game.harrowing.rules.reader import Lying, ViewReader
from game.harrowing.words import sets

LEFT, GAP = 8, 8
WIDE, HALF = head.WIDTH - 2 * LEFT, (head.WIDTH - 3 * LEFT) // 2
"""How wide a card is, and one of two beside each other."""
TITLE = 64
"""How high the title of a sheet of cards is."""
FEW = 6
"""Tiles that are shown close up one below the other, in large print."""


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
    """The field as in `view`: tiles to choose from, and empty hexes with their coordinates, the one that is `taken`
    marked; `fresh` are tiles that a choice would change, or that are looked at. Above it `cards`: faces ("2c1") or
    tiles on the field ("2c"); a core that is alone is a card itself.

    `told` says in a sentence what would be, for those who hear it.
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
    return finish(canvas.image, palette.table(), alt.preview(now, names, told, ways, spots, faces), "preview")


def tiles(view: View, names: Names, letters: bool = False) -> Picture:
    """All tiles that lie on the field or are claimed, close up, with all that their spells do."""
    now = ViewReader(view)
    shown: dict[str, tuple[Lying, Look, str]] = {}
    for id, lying in now.field.items():
        before = shown.get(lying.face.name)  # wilds are alike: one card for all of them
        where = (f"{before[2]}, {id}" if before[2] else f"also {id}") if before else ""
        shown[lying.face.name] = before[0] if before else lying, Look(id in now.locked), where
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
    """A set that can be chosen: both sides of each of its tiles beside each other, and the wild."""
    faces = sets.faces(number)
    cards = [(card.side(each), PLAIN, "three of them" if each.wild else "") for each in faces]
    canvas = _sheet(cards, 2, f"Set {number}: {SETS[number]}, both sides of each tile", letters)
    return finish(canvas.image, palette.table(), alt.brought(number, faces), "set")


def _sheet(cards: Sequence[tuple[Lying, Look, str]], across: int, title: str, letters: bool) -> Canvas:
    """Cards in rows below a title: tiles, how they look, a note on each."""
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
    """A tile that can be looked up: both its sides. Nobody's pillars stand there, so `letters` change nothing."""
    faces = tile(id).faces
    highs = [card.height(each, WIDE) for each in faces]
    canvas = Canvas(head.WIDTH, sum(highs) + GAP)
    y = GAP
    for each, high in zip(faces, highs, strict=True):
        card.draw(canvas, LEFT, y, WIDE, card.side(each), high=high, letters=letters)
        y += high
    return finish(canvas.image, palette.table(), alt.page(id), "tile")


def _alone(now: ViewReader) -> Lying | None:
    """The core, while there is nothing beside it."""
    return next(iter(now.field.values())) if len(now.field) == 1 else None


def _claimable(now: ViewReader) -> Sequence[str]:
    """What whoever's turn it is could claim."""
    return now.claimable(now.active) if now.active else ()


def _face(now: ViewReader, name: str) -> Face:
    """What is up on a tile of the field, or a face by its name."""
    return now.field[name].face if name in now.field else face(name[:-1], int(name[-1]))
