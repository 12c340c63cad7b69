"""The Harrowing on a terminal: the field in colours, and answers by number."""

from __future__ import annotations

from types import MappingProxyType

from rich.console import RenderableType

from game.core.faces import Command, Names
from game.core.protocol import View
from game.core.terminal import Terminal
from game.harrowing.boards.screen import screen
from game.harrowing.rules.content import tile
from game.harrowing.words import spells


def _look(_view: View, _seat: str, typed: str) -> str:
    """Return both sides of a tile with the full text of their spells."""
    try:
        faces = tile(typed.strip()).faces
    except KeyError:
        return "There is no such tile; one is called 2c."
    return "\n".join(f"{face.id} {face.name} {face.runes} ({face.kind}): {spells.told(face)}" for face in faces)


class HarrowingTerminal(Terminal):
    """A tile is shown by its id and runes, with the pillars below, by their players' numbers."""

    example = "weave, 2c1, 1,-1, meditate, pass"
    commands = MappingProxyType({"tile": Command("tile 2c", "both sides of a tile", _look)})

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        return screen(view, names)
