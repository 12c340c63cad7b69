"""One term for each thing, its emoji, and the wording of tiles and spells."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.text.signs import ours
from game.harrowing.rules.content import BOARD_OF, RUNES, Face, face
from game.harrowing.rules.reader import ViewReader

SIGNS: Mapping[str, str] = {
    "rune_a": ours("🅰️"),
    "rune_b": ours("🅱️"),
    "rune_c": ours("🇨"),
    "pillar_1": ours("🟥"),
    "pillar_2": ours("🟦"),
    "pillar_3": ours("❇️"),
    "pillar_4": ours("🟪"),
    "power": ours("🧊"),
    "lock": ours("🔒"),
    "hit": ours("💥"),
    "clash": ours("✖️"),
    "blank": ours("▫️"),
}
"""Emojis beside names and numbers. They never carry information alone. Each has its icon."""
PILLARS = {f"P{number}": SIGNS[f"pillar_{number}"] for number in range(1, 5)}
RUNE = {rune: SIGNS[f"rune_{rune.lower()}"] for rune in RUNES}
PHASES = {"setup": "set-up", "start": "start of the turn", "act": "", "end": "end of the turn", "over": "the end"}


def runes(letters: str) -> str:
    """Return the signs of runes, which are their letters; "" for the core, which has none."""
    return " ".join(RUNE[letter] for letter in letters)


def kept(up: Face) -> str:
    """Return the runes of a claimed tile, in brackets: a wild has none then (ruling r18)."""
    return "(wild: no rune)" if up.wild else f"({runes(up.runes)})"


def called(up: Face) -> str:
    """Return what a face is called: "2c Waking Dream", "Weave"."""
    return up.name if up.source in BOARD_OF else f"{up.source} {up.name}"


def tile(now: ViewReader, id: str) -> str:
    """Return a tile by its id and the name of the side that is up: "2c Waking Dream". It is on the field or claimed."""
    return called(up(now, id))


def up(now: ViewReader, name: str) -> Face:
    """Return the face of the spell of this name: one of the board, or the side of a tile that is up, wherever it is."""
    if name in BOARD_OF:
        return face(name)
    if name in now.field:
        return now.field[name].face
    claimed = (each for player in now.players.values() for each in player.claimed if each.id == name)
    return next((each.face for each in claimed), face(name))
