"""The colours of Mana Surge: of the players, and of the kinds of hexes, which also differ in how light they are."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.colours import DIM, EDGE, GOLD, INK, NIGHT, PANEL, SEATS, SLOT, TEXT, Colour, mix, rgb
from game.mana_surge.rules.boards.board import Kind

USUAL: Mapping[str, str] = {"red": "P1", "blue": "P2", "green": "P3"}
"""Whose these colours are in the other games."""
PLAYERS: Mapping[str, Colour] = {colour: SEATS[seat] for colour, seat in USUAL.items()}
"""By the colour that a player has chosen."""
NOBODY = rgb("7c869f")
"""Of a player who has not chosen yet."""

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
"""The ground of a hex."""

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
"""The sign on it."""


def player(colour: str | None) -> Colour:
    """A player's colour, or that of nobody."""
    return PLAYERS.get(colour or "", NOBODY)
