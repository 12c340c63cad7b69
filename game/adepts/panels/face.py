"""The panels of Adepts, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from game.adepts import boards, pictures
from game.adepts.panels.decision import decision_panel
from game.adepts.panels.hand import hand_panel
from game.adepts.panels.sketches import sketch
from game.adepts.panels.tree import walk
from game.core import layout
from game.core.decisions import Decision
from game.core.faces import Exhibit, Names, Sketch
from game.core.layout import Component, Panel, Picture, Place
from game.core.narrowing import Narrowing, Path
from game.core.panels import Panels, legend
from game.core.protocol import View
from game.core.words import Run


class AdeptsPanels(Panels):
    """The panels of Adepts; each part is in a module of its own."""

    exhibits = (
        Exhibit(
            "hand",
            "Hand",
            True,
            lambda view, seat, names, picture: [hand_panel(view, seat, names, picture)],
            lambda view, seat, _names: partial(pictures.hand, view, seat),
        ),
        Exhibit(
            "queues",
            "Queues",
            False,
            lambda view, _seat, names, picture: _queues(view, names, picture),
            lambda view, _seat, names: partial(pictures.queues, view, names),
        ),
        legend(boards.legend, pictures.legend),
    )

    by_turns = False

    def narrowing(self, decision: Decision, view: View) -> Narrowing:
        return walk(decision)

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
        return decision_panel(place, decision, view, names, path, table, picture)

    def sketch(self, decision: Decision, view: View, names: Names, path: Path = ()) -> Sketch | None:
        return sketch(decision, view, names, path)

    def board(
        self,
        view: View,
        names: Names,
        waiting: Mapping[str, datetime],
        past: Sequence[Run],
        picture: Picture | None = None,
    ) -> Panel:
        return boards.board(view, names, waiting, past, picture)

    def final(
        self, standing: Mapping[str, Mapping[str, Any]], names: Names, seed: str, picture: Picture | None = None
    ) -> Panel:
        return boards.final(standing, names, seed, picture)

    def last(
        self, view: View, names: Names, past: Sequence[Run], picture: Picture | None = None
    ) -> Sequence[Component]:
        return ()  # the score sheet has it all


def _queues(view: View, names: Names, picture: Picture | None) -> list[Panel]:
    if picture is not None:
        return [layout.bare(layout.text("## Queues"), layout.gallery([picture]))]
    return [layout.bare(layout.text(part)) for part in boards.queues(view, names)]
