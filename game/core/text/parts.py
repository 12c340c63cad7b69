"""Long texts split into parts that Discord accepts."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.text.signs import length, space

LIMIT = 3500
"""Maximum characters of a part, counted with icons (`length`); a message holds 4,000, and some are left for a heading
and buttons."""


def parts(lines: Iterable[str], limit: int = LIMIT) -> list[str]:
    """The lines joined into as few texts as hold them, none longer than `limit`."""
    made: list[str] = []
    for line in lines:
        whole = line if space(line) <= limit else within(line, limit - 1) + "…"
        if made and length(made[-1]) + 1 + length(whole) <= limit:
            made[-1] += "\n" + whole
        else:
            made.append(whole)
    return [part for part in made if part.strip()]


def within(text: str, limit: int) -> str:
    """Return as much of the beginning of a text as takes no more space than that."""
    kept = text[:limit]
    while (taken := space(kept)) > limit:
        kept = kept[: len(kept) * limit // taken]
    return kept


def opening(lines: Iterable[str], limit: int) -> str:
    """Return the first of the lines, as many as there is room for, with an ellipsis below them if there are more."""
    first, *more = parts(lines, limit - 2) or [""]
    return f"{first}\n…" if more else first


def cut(text: str, limit: int) -> str:
    """Return the text, cut at a word with an ellipsis if it is longer."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit // 2 else head).rstrip(" ,;") + "…"
