"""What somebody is told, and nobody else, of passing ahead."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.rules.spells import SPELLS
from game.core.text.names import shown

PASSING = "You pass the coming casting steps until somebody casts a spell; nobody else is told."
DUE = "-# You pass ahead: choose now, or in a moment I pass for you, as late as people do. Nobody else is told."


def over(ended: tuple[str, str] | None, names: Mapping[str, str]) -> list[str]:
    """That a spell has ended it, `ended` being its caster and the spell; nothing if none has."""
    if ended is None:
        return []
    caster, spell = ended
    return [f"-# Your **Pass ahead** is over: {shown(names[caster])} has cast {SPELLS[spell].name}."]
