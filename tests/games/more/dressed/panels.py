"""What can be opened beside the race's board."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import layout
from game.core.faces import Exhibit, Names
from game.core.layout import Panel, Picture
from game.core.panels import Panels
from game.core.protocol import View


def card(view: View, seat: str, _names: Names, _picture: Picture | None) -> Sequence[Panel]:
    """Return a seat's own card. The view is that of this seat, so it contains nobody else's."""
    [number] = view["players"][seat]["hand"]
    return [layout.framed(layout.text("### Your card", f"It adds **{number}** to your points at the end."))]


class RacePanels(Panels):
    """Adds an exhibit for the card; questions and board are the plain ones."""

    exhibits = (Exhibit("hand", "Card", True, card),)
