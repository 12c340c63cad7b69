"""Signs that stand for icons: words show the sign; where Discord can, the icon takes its place.

A sign of ours bears an invisible mark. No name can hold it, so a sign in somebody's name stays what it is; and nobody
sees it, for whoever shows a text takes it out at last (`bare`).
"""

from __future__ import annotations

MARK = "\u2063"
"""Behind a sign of ours. Names lose it with all that cannot be seen (`names.shown`)."""

ICON = 28
"""Characters that an icon, `<:name:id>`, takes more than its sign: half of them a few more, half a few less."""


def ours(sign: str) -> str:
    """The sign as our texts write it."""
    return f"{sign}{MARK}"


def bare(text: str) -> str:
    """The text as people see it where there are no icons."""
    return text.replace(MARK, "")


def length(text: str) -> int:
    """How many characters a text has, or nearly so, when icons have taken the place of its signs."""
    return len(text) + text.count(MARK) * ICON
