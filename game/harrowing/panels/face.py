"""The panels of The Harrowing, as the kit offers them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core import layout
from game.core.decisions import Decision
from game.core.faces import Exhibit, Names, Sketch
from game.core.layout import Panel, Picture, Place
from game.core.narrowing import Narrowing, Path
from game.core.panels import Panels, legend
from game.core.protocol import View
from game.core.text.parts import parts
from game.harrowing import pictures
from game.harrowing.panels import outlook
from game.harrowing.panels.decision import DecisionPanel
from game.harrowing.panels.plan import Plan
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import board, spells
from game.harrowing.words.terms import called, runes

MOST = 16
"""The most tiles that one picture shows close up."""


def _tiles(view: View, _seat: str, _names: Names, picture: Picture | None) -> Sequence[Panel]:
    """Return all tiles close up: as a picture, or with the full text of their spells."""
    heading = "## Tiles close up"
    if picture is not None:
        return [layout.bare(layout.text(heading), layout.gallery([picture]))]
    now = ViewReader(view)
    claimed = [each.face for player in now.players.values() for each in player.claimed]
    faces = [*(lying.face for lying in now.field.values()), *claimed]
    lines = [
        " ".join(filter(None, (f"- **{called(face)}**", runes(face.runes), f"{face.kind}: {spells.told(face)}")))
        for face in faces
    ]
    return [layout.bare(layout.text(part)) for part in parts([heading, *lines])]


def _sheet(view: View, _seat: str, names: Names) -> Sketch | None:
    """Return the sketch of all tiles if they are few enough to be readable in one picture; else None, and their words
    are shown."""
    now = ViewReader(view)
    shown = {lying.face.name for lying in now.field.values()}
    count = len(shown) + sum(len(player.claimed) for player in now.players.values())
    return partial(pictures.tiles, view, names) if 0 < count <= MOST else None


class HarrowingPanels(Panels):
    """The panel of a question covers the whole spell. The board's panel is the inherited one: its picture, or its
    words, say everything."""

    exhibits = (
        Exhibit("tiles", "Tiles", False, _tiles, _sheet),
        legend(board.legend, pictures.legend),
    )

    def narrowing(self, decision: Decision, view: View) -> Narrowing:
        return Plan(decision, view)

    def decision(
        self,
        place: Place,
        decision: Decision,
        view: View,
        names: Names,
        path: Path = (),
        table: str = "",
        picture: Picture | None = None,
    ) -> Panel:
        walk = Plan(decision, view)
        return DecisionPanel(self.words, place, walk, view, names, path, picture is not None).panel(table, picture)

    def sketch(self, decision: Decision, view: View, names: Names, path: Path = ()) -> Sketch | None:
        return outlook.sketch(self.words, Plan(decision, view), names, path)
