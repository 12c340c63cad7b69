"""One term for each thing, its emoji, and the wording of tiles and crystals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.english import listed, many
from game.core.text.signs import ours
from game.spirit_ground.rules.content import CONVERT, ELDER, Tile
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.ground import DIRECTIONS

SIGNS = {"fen": ours("⭕"), "crag": ours("🔷"), "energy": ours("⚡"), "spirit": ours("🤍"), "relic": ours("🏺")}
"""Emojis beside names and numbers. They never carry information alone. Each has its icon."""
TRIBES = {"P1": SIGNS["fen"], "P2": SIGNS["crag"]}

PHASES = {"choose": "choosing a pair", "first": "first turn", "second": "second turn", "over": "the end"}

FACING = {"n": "north", "e": "east", "s": "south", "w": "west"}
POINTS = {
    "n": "north",
    "ne": "northeast",
    "e": "east",
    "se": "southeast",
    "s": "south",
    "sw": "southwest",
    "w": "west",
    "nw": "northwest",
}
TURNS = {"n": "▲", "e": "▶", "s": "▼", "w": "◀"}
"""The sign for each direction of a tile's top."""

SPECIALS: Mapping[str, str] = {
    ELDER: "Elder: +1 strength for each ally beside it",
    CONVERT: "Convert: +1 strength for each enemy corner to corner with it",
}


def crystals(some: Crystals) -> str:
    """Return "2 energy and 1 spirit", or "nothing"."""
    parts = [f"{some.energy} energy"] if some.energy else []
    return listed([*parts, many(some.spirit, "spirit")] if some.spirit else parts)


def printed(tile: Tile) -> str:
    """Return what a tile has, in short: "3 claws, 1 gem, arrow north"."""
    arrows = [POINTS[DIRECTIONS[arrow]] for arrow in sorted(tile.arrows)]
    arrow = f"{'arrow' if len(arrows) == 1 else 'arrows'} {listed(arrows)}" if arrows else "no arrow"
    parts = [many(tile.claws, "claw"), many(tile.gems, "gem"), arrow]
    return ", ".join([*parts, tile.special] if tile.special else parts)


def tie(standing: Mapping[str, Mapping[str, Any]]) -> str:
    """Say by what players with equal points rank (ruling r21): "equal points: more living is ahead"; "" if by their
    points, or equally."""
    one, other = standing.values()
    if one["total"] != other["total"] or one["rank"] == other["rank"]:
        return ""
    if one["living"] != other["living"]:
        return "equal points: more living is ahead"
    return "equal points and living: the last relic is ahead"
