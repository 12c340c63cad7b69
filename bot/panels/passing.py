"""What somebody is told, and nobody else, of what they have set down ahead."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.context import Context
from game.core.text.names import shown
from game.core.words import Words

DUE = "-# You pass ahead: choose now, or I pass for you after a while, when you might have. Nobody else is told."


def over(words: Words, context: Context, seat: str, names: Mapping[str, str]) -> list[str]:
    """That somebody has ended what the seat had set down, and how; nothing if nobody has."""
    ended, unplanned = context.ended.get(seat), context.unplanned.get(seat)
    if ended == unplanned:
        return _over("**Pass ahead** and your **plan** are", words, ended, names)
    return [
        *_over("**Pass ahead** is", words, ended, names),
        *_over("**plan** is", words, unplanned, names),
    ]


def _over(what: str, words: Words, ended: tuple[str, str] | None, names: Mapping[str, str]) -> list[str]:
    """`ended`: the seat that did it, and its token."""
    if ended is None:
        return []
    by, token = ended
    return [f"-# Your {what} over: {shown(names[by])} {words.instead(token)}."]
