"""The map: hexes with their names and signs, tokens, and what has happened there or would happen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, FRESH, INK, NIGHT, TEXT, Colour, mix
from drawing.lettering import outlined
from drawing.lettering import width as width_of
from drawing.shapes import hex_corners, smooth
from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.pictures import marks, strokes
from game.mana_surge.pictures.colours import SHADES, SIGNS, player
from game.mana_surge.pictures.plan import Plan, plan
from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.boards import board as board_of
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.reader import ViewReader

SIZE = 28
NAME, TOKEN, SIGN, FOOT = -0.345, -0.03, 0.05, 0.268
"""The vertical centres of a hex's name, token, sign and lowest line, relative to the hex's centre, as shares of its
height."""
FULL = 54
"""The width of a token, in hundredths of its hex's."""
BONUS = {"strong": "+1", "weak": "−1", "guard": "+1"}
WIDE = 100
"""The smallest hex width, in pixels, that has room for numbers beside the sign."""


def draw(
    canvas: Canvas,
    top: int,
    now: ViewReader,
    new: Changes,
    ghost: Ghost | None,
    marked: Sequence[Ghost],
    letters: bool,
    before: Sequence[tuple[str, str]] = (),
) -> None:
    """Draw the map with its upper left corner at (0, `top`). `before` are moves made before the ghost, as pairs of
    hexes."""
    canvas.put(ground(now.board.name), 0, top)
    _Map(canvas, top, now, letters).draw(new, ghost, marked, before)


@lru_cache(8)
def ground(name: str) -> Image.Image:
    """Return the empty map: all hexes with their names."""
    on = board_of(name)
    lie = plan(on)
    canvas = Canvas(lie.width, lie.height, NIGHT)
    for hex, (x, y) in lie.centres.items():
        kind = on.kind(hex)
        canvas.centre(tile(kind, lie.hex, lie.tall), x, y)
        canvas.text(x, y + NAME * lie.tall, hex, lie.name, named(kind), bold=True, side="middle")
    return canvas.image


def named(kind: Kind) -> Colour:
    """Return the colour of the name of a hex of this kind."""
    return mix(SHADES[kind], TEXT, 0.92)


@lru_cache(64)
def tile(kind: Kind, wide: int, tall: float) -> Image.Image:
    shade = SHADES[kind]
    high = round(tall) + 2

    def pen(draw: ImageDraw.ImageDraw, k: float) -> None:
        middle = wide * k / 2, high * k / 2
        draw.polygon(hex_corners((tall / 2 - 3) * k, middle), mix(shade, SIGNS[kind], 0.24))
        draw.polygon(hex_corners((tall / 2 - 6) * k, middle), shade)
        if kind == "pool":
            for share, light in ((0.80, 0.22), (0.66, 0.0)):
                draw.polygon(hex_corners(tall / 2 * share * k, middle), mix(shade, FRESH, light))

    return smooth(wide, high, pen)


def draw_sign(canvas: Canvas, kind: Kind, x: float, y: float, wide: int) -> None:
    """Draw a hex's sign and its bonus, centred here, for a hex of this width."""
    if kind == "plain":
        return
    bonus, tint = BONUS.get(kind, "") if wide >= WIDE else "", ACCENT if kind == "pool" else SIGNS[kind]
    size, text = round(wide * (0.44 if kind in ("pool", "corner") else 0.38)), max(SIZE, round(wide * 0.25))
    room = width_of(bonus, text, True) + 4 if bonus else 0
    canvas.centre(marks.sign(kind, size, tint), x - room / 2, y)
    if bonus:
        canvas.text(x - room / 2 + size / 2 + 4, y, bonus, text, tint, bold=True)


def draw_spawner(canvas: Canvas, x: float, y: float, wide: int, tall: float, colour: str | None) -> None:
    """Draw the hex of a player's spawner, centred here: a tower with a token in its gate."""
    canvas.centre(_filled(wide, tall, player(colour)), x, y)
    y += SIGN * tall
    canvas.centre(marks.sign("corner", round(wide * 0.46), TEXT), x, y)
    gate = round(wide * 0.24)
    canvas.centre(marks.token(colour, gate), x, y + gate * 0.28)


@lru_cache(64)
def _rim(wide: int, tall: float, tint: Colour, thick: float) -> Image.Image:
    """A bright edge around a hex."""
    high = round(tall) + 2

    def pen(draw: ImageDraw.ImageDraw, k: float) -> None:
        points = hex_corners((tall / 2 - 3 - thick / 2) * k, (wide * k / 2, high * k / 2))
        draw.line([*points, *points[:2]], tint, round(thick * k), "curve")

    return smooth(wide, high, pen)


@lru_cache(64)
def _filled(wide: int, tall: float, tint: Colour) -> Image.Image:
    """Return the hex of a spawner in its player's colour."""
    high = round(tall) + 2

    def pen(draw: ImageDraw.ImageDraw, k: float) -> None:
        middle = wide * k / 2, high * k / 2
        draw.polygon(hex_corners((tall / 2 - 3) * k, middle), mix(tint, FRESH, 0.3))
        draw.polygon(hex_corners((tall / 2 - 7) * k, middle), mix(tint, INK, 0.42))

    return smooth(wide, high, pen)


class _Map:
    """A map that is being drawn."""

    def __init__(self, canvas: Canvas, top: int, now: ViewReader, letters: bool) -> None:
        self.canvas, self.top, self.now = canvas, top, now
        self.on: Board = now.board
        self.lie: Plan = plan(self.on)
        self.token = marks.initialled if letters else marks.token

    def draw(
        self, new: Changes, ghost: Ghost | None, marked: Sequence[Ghost], before: Sequence[tuple[str, str]]
    ) -> None:
        """Draw hexes, then tokens, then what happened to them."""
        troops = dict(self.now.troops)
        if ghost and ghost.kind == "move":
            troops.pop(ghost.source, None)
        came = self._came(ghost) if ghost else []
        held = {*troops, *new.gone, *came, *((ghost.target, ghost.source) if ghost else ())}
        for hex in self.lie.centres:
            if hex not in held:
                self._sign(hex)
        self._spawners(ghost, framed=not marked)
        for hex, seat in troops.items():
            self._token(hex, seat, hex in new.fresh, faint=ghost is not None and hex in _doomed(ghost))
        self._news(new)
        for source, target in before:
            self._arrow(source, target, ACCENT)
        if ghost:
            self._ghost(ghost, came)
        for hex in (*troops, *came):
            self._foot(hex)
        for each in marked:
            self._marked(each)

    # --- what is there

    def _sign(self, hex: str) -> None:
        """Draw the sign of an empty hex. Under a token it is drawn small, at the foot."""
        kind = self.on.kind(hex)
        if kind != "corner":
            x, y = self._at(hex)
            draw_sign(self.canvas, kind, x, y + SIGN * self.lie.tall, self.lie.hex)

    def _spawners(self, ghost: Ghost | None, framed: bool) -> None:
        """Draw the spawners: a tower in the player's colour, `framed` for the active player; a dim one in a free
        corner."""
        owners = {player.corner: seat for seat, player in self.now.players.items() if player.corner}
        if ghost and ghost.kind == "corner":
            owners[ghost.target] = ghost.seat
        for corner in self.on.corners:
            hex = self.on.names[corner]
            x, y = self._at(hex)
            if (seat := owners.get(hex)) is None:
                draw_sign(self.canvas, "corner", x, y + SIGN * self.lie.tall, self.lie.hex)
                continue
            draw_spawner(self.canvas, x, y, self.lie.hex, self.lie.tall, self.now.players[seat].colour)
            self.canvas.text(x, y + NAME * self.lie.tall, hex, self.lie.name, TEXT, bold=True, side="middle")
            if framed and seat == self.now.active:
                self.canvas.centre(_rim(self.lie.hex, self.lie.tall, ACCENT, 6), x, y)

    def _token(self, hex: str, seat: str, fresh: bool = False, faint: bool = False) -> None:
        token = self.token(self.now.players[seat].colour, self.lie.share(FULL), fresh, faint)
        self.canvas.centre(token, *self._middle(hex))

    def _foot(self, hex: str) -> None:
        """Draw the foot of a hex with a token: the hex's sign, and attack and defence or a lock."""
        index = self.on.index[hex]
        kind, held = self.on.kinds[index], bool(self.on.locks >> self.on.index[hex] & 1)
        if kind == "plain":
            return
        size = max(26, self.lie.share(22))
        tint = ACCENT if kind == "pool" else SIGNS[kind]
        strength = f"{self.on.attack[index]}/{self.on.defence[index]}"
        parts = [marks.lock(size) if held else outlined(strength, SIZE)]
        if held or self.lie.hex >= WIDE:
            parts.insert(0, marks.sign(kind, size, tint, INK))
        x, y = self._at(hex)
        x -= sum(part.width for part in parts) / 2
        for part in parts:
            self.canvas.put(part, x, y + FOOT * self.lie.tall - part.height / 2)
            x += part.width

    # --- what has happened, what would

    def _news(self, new: Changes) -> None:
        """Draw what happened: arrows for moves, strikes for attacks, crosses for the dead, a plus for each spawned
        token."""
        for step in new.steps:
            if step.kind == "moved":
                self._arrow(step.data["source"], step.data["target"], self._tint(step.seat))
            elif step.kind == "attacked":
                self._strike(step.data["source"], step.data["target"], self._tint(step.seat))
        for hex, seat in new.gone.items():
            self._death(hex, seat)
        for hex in {step.data["hex"] for step in new.steps if step.kind == "spawned"} & new.fresh:
            self._badge(hex, "plus", FRESH)

    def _came(self, ghost: Ghost) -> list[str]:
        """Return the hexes where a token would appear."""
        if ghost.kind == "corner":
            return list(self.on.named(self.on.around[self.on.index[ghost.target]]))
        return [ghost.target] if ghost.kind in ("move", "spawn") else []

    def _ghost(self, ghost: Ghost, came: Sequence[str]) -> None:
        """Draw what the answer would do."""
        for hex in came:
            self._token(hex, ghost.seat, fresh=True)
        if ghost.kind == "move":
            self._token(ghost.source, ghost.seat, faint=True)
            self._arrow(ghost.source, ghost.target, ACCENT)
        elif ghost.kind == "spawn":
            self._badge(ghost.target, "plus", FRESH)
        elif ghost.kind == "attack":
            self._strike(ghost.source, ghost.target, ACCENT)
            for hex in _doomed(ghost):
                self._cross(hex)

    def _marked(self, way: Ghost) -> None:
        """Mark a token that may act and its target with bright frames, and a target of an attack with a burst."""
        if way.kind == "colour":
            return
        struck = way.kind == "attack"
        if way.source:
            self.canvas.centre(_rim(self.lie.hex, self.lie.tall, FRESH, 5), *self._at(way.source))
        self.canvas.centre(_rim(self.lie.hex, self.lie.tall, BAD if struck else ACCENT, 5), *self._at(way.target))
        if struck:
            self._badge(way.target, "burst", BAD)

    def _arrow(self, source: str, target: str, tint: Colour) -> None:
        strokes.arrow(self.canvas, self._middle(source), self._middle(target), self.lie.hex, mix(tint, FRESH, 0.2))
        x, y = self._at(source)  # its name: an arrow upwards begins there
        colour = named(self.on.kind(source))
        self.canvas.text(x, y + NAME * self.lie.tall, source, self.lie.name, colour, bold=True, side="middle")

    def _strike(self, source: str, target: str, tint: Colour) -> None:
        strokes.strike(self.canvas, self._middle(source), self._middle(target), self.lie.hex, mix(tint, FRESH, 0.2))

    def _death(self, hex: str, seat: str) -> None:
        """Draw a cross over a faint token, or a small cross beside the token that has taken its place."""
        if hex in self.now.troops:
            self._badge(hex, "cross", BAD)
            return
        self._token(hex, seat, faint=True)
        self._cross(hex)

    def _cross(self, hex: str) -> None:
        self.canvas.centre(marks.sign("cross", self.lie.share(40), BAD, INK), *self._middle(hex))

    def _badge(self, hex: str, what: str, tint: Colour) -> None:
        """Draw a small sign at the upper right of a token."""
        x, y = self._at(hex)
        self.canvas.centre(
            marks.sign(what, self.lie.share(24), tint, INK), x + self.lie.share(25), y - self.lie.share(20)
        )

    def _at(self, hex: str) -> tuple[float, float]:
        x, y = self.lie.centres[hex]
        return x, y + self.top

    def _middle(self, hex: str) -> tuple[float, float]:
        """Return the centre of a token on this hex."""
        x, y = self._at(hex)
        return x, y + TOKEN * self.lie.tall

    def _tint(self, seat: str | None) -> Colour:
        return player(self.now.players[seat].colour if seat else None)


def _doomed(ghost: Ghost) -> list[str]:
    """Return the hexes whose tokens the attack would kill; empty for other ghosts."""
    return [hex for hex, dies in ((ghost.target, ghost.kills), (ghost.source, ghost.dies)) if dies]
