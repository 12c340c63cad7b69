"""Signs that stand for icons: words show the sign; where Discord can, the icon takes its place.

A sign of ours bears an invisible mark, which no name can hold, so that a sign in somebody's name stays what it is.
"""

from __future__ import annotations

MARK = "\u2063"
"""Behind a sign of ours. Names lose it with all that cannot be seen (`names.plain`)."""

ICON = 42
"""Characters that an icon, `<:name:id>`, may take at most."""


def ours(sign: str) -> str:
    """The sign as our texts write it."""
    return f"{sign}{MARK}"


def bare(text: str) -> str:
    """The text as people see it where there are no icons."""
    return text.replace(MARK, "")


def length(text: str) -> int:
    """How many characters a text has at most when icons have taken the place of its signs."""
    return len(text) + text.count(MARK) * ICON
