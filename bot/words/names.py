"""People's names as others chose them: made harmless and short before they stand in a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import discord

LONGEST = 20
_AT_THE_START = "#-+>"
"""Signs that make a heading, list or quote where a line begins."""


def plain(name: str, longest: int = LONGEST) -> str:
    """A name on one line, shortened with an ellipsis; for labels and options, where nothing is marked up."""
    kept = "".join(" " if c.isspace() else c for c in name if c.isspace() or unicodedata.category(c)[0] != "C")
    short = " ".join(kept.split()) or "somebody"
    if len(short) > longest and not short.startswith("("):
        short = short.partition(" (")[0]  # "Ada (computer)" where there is room for "Ada" only
    return short if len(short) <= longest else short[: longest - 1].rstrip() + "…"


def shown(name: str, longest: int = LONGEST) -> str:
    """A name for a text: no markup, mention, link or list comes of it."""
    escaped = discord.utils.escape_markdown(plain(name, longest), ignore_links=False)
    escaped = discord.utils.escape_mentions(escaped).replace("://", ":\u200b//").replace("<", "‹").replace("[", "\\[")
    return f"\\{escaped}" if escaped[0] in _AT_THE_START else escaped


def plain_names(names: Mapping[str, str], longest: int = LONGEST) -> dict[str, str]:
    """All of a table, for labels."""
    return {seat: plain(name, longest) for seat, name in names.items()}


def shown_names(names: Mapping[str, str], longest: int = LONGEST) -> dict[str, str]:
    """All of a table, for texts."""
    return {seat: shown(name, longest) for seat, name in names.items()}
