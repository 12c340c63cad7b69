"""The traits that exist (rules, "What stands on a sheet")."""

from __future__ import annotations

DISTINCTIONS = ("upbringing", "trait", "concept")
APPROACHES = ("flair", "focus", "force", "guile", "haste", "wits")
MOVES = ("assess", "defend", "engage", "influence", "support", "unleash")

METHODS = ("enchantment", "craft", "ritual", "spellcasting", "will")
EFFECTS = (
    "animation", "chaos", "senses", "flesh", "hyper", "illusion", "materialisation", "matter", "mental", "metamagic",
    "portals", "soul", "space", "summoning", "telekinesis", "time",
)  # fmt: skip
ELEMENTAL = "elemental:"
"""Prefix of an Effect of an element; the element's name follows."""

DRAINED = "drained"
STRESS = (DRAINED, "exhausted", "injured", "rattled", "shattered", "unsound")

MANA = "mana"
AETHERS = {MANA: DRAINED, "prana": "injured", "astral": "shattered", "psi": "unsound", "emosequence": "unsound"}
"""What can fuel magic, each with the type of stress that it causes (rulings 3 to 5)."""


def is_effect(name: str) -> bool:
    """Return whether there is such an Effect of magic."""
    return name in EFFECTS or (name.startswith(ELEMENTAL) and bool(name.removeprefix(ELEMENTAL).strip()))
