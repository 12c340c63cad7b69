"""Names as people chose them, of themselves or of a table: made harmless and short before they stand in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from bot.words import signs

LONGEST = 20
_MARKUP = re.compile(r"[\\*_~`|\[\]]|^[#\-+>]")
"""Signs that mark up text anywhere, or make a heading, list or quote where a line begins."""
_LINKS = (("<", "‹"), ("@", "@\u200b"), ("://", ":\u200b//"))
"""What mentions, times and addresses begin with."""


def plain(name: str, longest: int = LONGEST) -> str:
    """A name on one line, shortened with an ellipsis; for labels and options, where nothing is marked up."""
    kept = "".join(" " if c.isspace() else c for c in name if c.isspace() or unicodedata.category(c)[0] != "C")
    short = " ".join(kept.split()) or "somebody"
    if len(short) > longest and not short.startswith("("):
        short = short.partition(" (")[0]  # "Ada (computer)" where there is room for "Ada" only
    return short if len(short) <= longest else short[: longest - 1].rstrip() + "…"


def shown(name: str, longest: int = LONGEST) -> str:
    """A name for a text: no markup, mention, link, list or icon comes of it."""
    harmless = _MARKUP.sub(r"\\\g<0>", plain(name, longest))
    for beginning, other in _LINKS:
        harmless = harmless.replace(beginning, other)
    return signs.foreign(harmless)


def table_name(name: str) -> str:
    """The name of a table for a text."""
    return shown(name, 60)


def plain_names(names: Mapping[str, str], longest: int = LONGEST) -> dict[str, str]:
    """All of a table, for labels."""
    return {seat: plain(name, longest) for seat, name in names.items()}


def shown_names(names: Mapping[str, str], longest: int = LONGEST) -> dict[str, str]:
    """All of a table, for texts."""
    return {seat: shown(name, longest) for seat, name in names.items()}
