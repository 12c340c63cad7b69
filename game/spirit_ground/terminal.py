"""Spirit Ground on a terminal: the ground in colours, and answers by number."""

from __future__ import annotations

from rich.console import RenderableType

from game.core.faces import Names
from game.core.protocol import View
from game.core.terminal import Terminal
from game.spirit_ground.boards.screen import screen


class SpiritGroundTerminal(Terminal):
    """A warrior is shown by its tribe's letter and its strength, with arrows and gems beside them."""

    example = "b3, e, energyx2, pass"

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        return screen(view, names)
