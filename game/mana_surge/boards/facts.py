"""The few questions that whoever shows a view asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.boards import board as board_of
from game.mana_surge.rules.view import FIERCE

View = Mapping[str, Any]
Names = Mapping[str, str]

PHASES = {"start": "Start", "move": "Move", "combat": "Combat"}
"""Of a turn."""

ASKED = {
    "colour": "to choose a colour",
    "corner": "to choose a corner",
    "spawn": "to spawn",
    "move": "to move",
    "attack": "to attack",
}
"""What somebody is about to do."""


def board(view: View) -> Board:
    """The board that is played on."""
    return board_of(view["board"])


def fierce(view: View) -> bool:
    """Whether an attack equal to the defence kills too."""
    return any(row["source"] == FIERCE for row in view.get("effects", ()))


def colour(view: View, seat: str) -> str | None:
    """The colour that a player has chosen."""
    chosen: str | None = view["players"][seat]["colour"]
    return chosen


def clockwise(view: View) -> list[str]:
    """The seats in the order of a round, or in the set-up in their own."""
    players = view["players"]
    if view["first"] is None:
        return list(players)
    on = board(view)
    corners = [on.names[corner] for corner in on.corners]
    order = sorted(players, key=lambda seat: corners.index(players[seat]["corner"]))
    at = order.index(view["first"])
    return order[at:] + order[:at]


def locked(view: View, hex: str) -> bool:
    """Whether a token on this hex stays there until it dies (ruling r8)."""
    on = board(view)
    return bool(on.locks >> on.index[hex] & 1)


def strength(view: View, hex: str) -> str:
    """Attack and defence of a token on this hex: "2/1" (ruling r10)."""
    on = board(view)
    index = on.index[hex]
    return f"{on.attack[index]}/{on.defence[index]}"


USUAL = "1/1"
"""The strength that is not worth saying."""
