"""The words in the pictures."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.rules.spells import SPELLS

Names = Mapping[str, str]

ROMAN = ("I", "II", "III", "IV", "V")
PHASES = {"I": "Assignment", "II": "Production", "III": "Research", "IV": "Adepts", "V": "Processing"}

ASKED = {
    "cast": "to cast",
    "pay": "to pay",
    "enter": "to enter a mine",
    "assign": "to assign",
    "again": "to assign again",
    "place": "to place",
    "research": "to research",
    "draw": "to draw",
    "discard": "to discard",
}
"""What somebody is about to do, in a word or two, by the kind of question; other kinds are choices."""


def asked(kind: str) -> str:
    """Return what somebody who is asked this is about to do."""
    return ASKED.get(kind, "to choose")


def source_name(source: str) -> str:
    """Return the name of what laid down a row that is in force: a spell or an adept."""
    return SPELLS[source].name if source in SPELLS else f"{source.capitalize()} adept"
