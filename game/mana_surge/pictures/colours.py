"""The colours of players and of kinds of hexes. Kinds also differ in brightness."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.colours import DIM, EDGE, GOLD, INK, NIGHT, PANEL, SEATS, SLOT, TEXT, Colour, mix, rgb
from game.mana_surge.rules.boards.board import Kind

USUAL: Mapping[str, str] = {"red": "P1", "blue": "P2", "green": "P3"}
"""The seat that has the same colour in the other games."""
PLAYERS: Mapping[str, Colour] = {colour: SEATS[seat] for colour, seat in USUAL.items()}
"""The players' colours, by the name of the colour they chose."""
NOBODY = rgb("7c869f")
"""The colour of a player who has not chosen yet."""

VIOLET = rgb("8a4fe8")
ORANGE = rgb("f58a1f")
STEEL = rgb("4d8fd6")
LEAF = rgb("58d68d")

SHADES: Mapping[Kind, Colour] = {
    "plain": PANEL,
    "strong": mix(PANEL, ORANGE, 0.42),
    "guard": mix(PANEL, STEEL, 0.42),
    "weak": SLOT,
    "action": mix(PANEL, GOLD, 0.34),
    "spawn": mix(PANEL, LEAF, 0.26),
    "pool": mix(INK, VIOLET, 0.72),
    "corner": mix(NIGHT, EDGE, 0.28),
}
"""The background of a hex, by kind."""

SIGNS: Mapping[Kind, Colour] = {
    "plain": DIM,
    "strong": rgb("ffc08a"),
    "guard": rgb("b5d8ff"),
    "weak": rgb("8d96ad"),
    "action": GOLD,
    "spawn": rgb("a5efc4"),
    "pool": TEXT,
    "corner": mix(EDGE, DIM, 0.5),
}
"""The sign on a hex, by kind."""


def player(colour: str | None) -> Colour:
    """Return a player's colour; NOBODY if they have not chosen one."""
    return PLAYERS.get(colour or "", NOBODY)
