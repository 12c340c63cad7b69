"""The panels of Spirit Ground, as the kit offers them."""

from __future__ import annotations

from game.core.decisions import Decision
from game.core.faces import Names, Sketch
from game.core.layout import Panel, Picture, Place
from game.core.narrowing import Narrowing, Path
from game.core.panels import Panels, legend
from game.core.protocol import View
from game.spirit_ground import pictures
from game.spirit_ground.panels.decision import PlacementPanel, pressed
from game.spirit_ground.panels.outlook import sketch
from game.spirit_ground.panels.plan import Plan
from game.spirit_ground.words import board

PLANNED = ("place", "pay", "rotate", "enhance")
"""The kinds of question that are planned as (the rest of) a placement. All others are answered by one press."""


class SpiritGroundPanels(Panels):
    """The panels of Spirit Ground. A placement is planned on a panel of its own; every other question takes one press.
    The board's panel is the inherited one: its picture, or the map in letters, says everything."""

    exhibits = (legend(board.legend, pictures.legend),)

    def narrowing(self, decision: Decision, view: View) -> Narrowing:
        return Plan(decision, view) if decision.kind in PLANNED else super().narrowing(decision, view)

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
        if decision.kind not in PLANNED:
            walk = self.narrowing(decision, view)
            return pressed(self.words, place, decision, walk, view, names, table, picture)
        return PlacementPanel(self.words, place, Plan(decision, view), view, names, path).panel(table, picture)

    def sketch(self, decision: Decision, view: View, names: Names, path: Path = ()) -> Sketch | None:
        walk = self.narrowing(decision, view)
        if decision.kind not in PLANNED and (token := walk.token_of(walk.settled(path))):
            path = (token,)
        return sketch(Plan(decision, view), view, names, path)
