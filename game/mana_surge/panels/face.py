"""The panels of Mana Surge, as the kit offers them."""

from __future__ import annotations

from game.core.decisions import Decision
from game.core.faces import Names, Sketch
from game.core.layout import Panel, Picture, Place
from game.core.narrowing import Narrowing, Path
from game.core.panels import Panels, legend
from game.core.protocol import View
from game.mana_surge import pictures
from game.mana_surge.panels.decision import DecisionPanel, sketch
from game.mana_surge.panels.plan import Plan
from game.mana_surge.words import board


class ManaSurgePanels(Panels):
    """The panel of a question covers the whole turn. The board's panel is the inherited one: its picture, or the map in
    letters, says everything."""

    exhibits = (legend(board.legend, pictures.legend),)

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
        return DecisionPanel(self.words, place, Plan(decision, view), view, names, path).panel(table, picture)

    def sketch(self, decision: Decision, view: View, names: Names, path: Path = ()) -> Sketch | None:
        return sketch(Plan(decision, view), view, names, path)
