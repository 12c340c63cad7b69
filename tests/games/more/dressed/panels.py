"""What is shown beside the board of the race."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import layout
from game.core.faces import Exhibit, Names
from game.core.layout import Panel, Picture
from game.core.panels import Panels
from game.core.protocol import View


def card(view: View, seat: str, _names: Names, _picture: Picture | None) -> Sequence[Panel]:
    """One's own card. The view is that of the seat, so nobody else's is in it."""
    [number] = view["players"][seat]["hand"]
    return [layout.framed(layout.text("### Your card", f"It adds **{number}** to your points at the end."))]


class RacePanels(Panels):
    """Questions and board are the plain ones."""

    exhibits = (Exhibit("hand", "Card", True, card),)
