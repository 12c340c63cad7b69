"""Signs that stand for icons: texts contain the sign; where Discord can show the icon, that takes its place.

A sign of ours carries an invisible mark. No name can contain the mark, so a sign in somebody's name stays what it is;
and nobody gets to see it, since whoever shows a text removes it last (`bare`).
"""

from __future__ import annotations

MARK = "\u2063"
"""Follows a sign of ours. It is removed from names with all other invisible characters (`names.shown`)."""

ICON = 28
"""Characters that an icon, `<:name:id>`, takes more than its sign; half of the icons take a few more, half a few
less."""


def ours(sign: str) -> str:
    """The sign as our texts write it."""
    return f"{sign}{MARK}"


def bare(text: str) -> str:
    """The text as people see it where there are no icons."""
    return text.replace(MARK, "")


def space(text: str) -> int:
    """Return how many of the 4,000 characters of a message a text takes: its own, or half its bytes if these are more,
    as with emojis, Chinese or Thai. Discord can keep only some 10,000 bytes of a message, and buttons need a fifth."""
    return max(len(text), len(text.encode()) // 2)


def length(text: str) -> int:
    """Return how much space a text takes, approximately, once icons have replaced its signs."""
    return space(text) + text.count(MARK) * ICON


def weight(*texts: str) -> int:
    """Return how many bytes texts take, approximately, once icons have replaced their signs."""
    written = "".join(texts)
    return len(written.encode()) + written.count(MARK) * ICON
