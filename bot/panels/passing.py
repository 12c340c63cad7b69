"""What somebody is told, and nobody else, of passing ahead."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.text.names import shown
from game.core.words import Words

DUE = "-# You pass ahead: choose now, or I pass for you after a while, when you might have. Nobody else is told."


def over(words: Words, ended: tuple[str, str] | None, names: Mapping[str, str]) -> list[str]:
    """That somebody has ended it, `ended` being the seat and its token; nothing if nobody has."""
    if ended is None:
        return []
    seat, token = ended
    return [f"-# Your **Pass ahead** is over: {shown(names[seat])} {words.instead(token)}."]
