"""One term for each thing, its sign, and what tiles and spells are called."""

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
"""Beside a name or a number: nothing is told by them alone. Each has its icon."""
PILLARS = {f"P{number}": SIGNS[f"pillar_{number}"] for number in range(1, 5)}
RUNE = {rune: SIGNS[f"rune_{rune.lower()}"] for rune in RUNES}
PHASES = {"setup": "set-up", "start": "start of the turn", "act": "", "end": "end of the turn", "over": "the end"}


def runes(letters: str) -> str:
    """Their signs, which are their letters; empty for the core."""
    return " ".join(RUNE[letter] for letter in letters)


def kept(up: Face) -> str:
    """The runes of a claimed tile, in brackets: a wild has none then (ruling r18)."""
    return "(wild: no rune)" if up.wild else f"({runes(up.runes)})"


def called(up: Face) -> str:
    """ "2c Waking Dream", "Weave"."""
    return up.name if up.source in BOARD_OF else f"{up.source} {up.name}"


def tile(now: ViewReader, id: str) -> str:
    """A tile on the field, or one that somebody has claimed, as it lies: "2c Waking Dream"."""
    return called(up(now, id))


def up(now: ViewReader, name: str) -> Face:
    """The spell of that name: of the board, or the side of a tile that is up wherever it lies."""
    if name in BOARD_OF:
        return face(name)
    if name in now.field:
        return now.field[name].face
    claimed = (each for player in now.players.values() for each in player.claimed if each.id == name)
    return next((each.face for each in claimed), face(name))


def power(now: ViewReader, seat: str, name: str) -> str:
    """The slots of a spell of a seat, a digit each."""
    if name in BOARD_OF:
        return now.players[seat].power[name]
    if name in now.field:
        return now.field[name].power
    claimed = (each for player in now.players.values() for each in player.claimed if each.id == name)
    return next((each.power for each in claimed), "")
