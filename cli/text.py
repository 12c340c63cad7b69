"""Makes text from any source safe for a terminal: names, titles, files and their names, what was typed."""

from __future__ import annotations

import re

import click

LONGEST = 4_000
"""Characters of an error that are printed: it may quote what was read."""

_JOINERS = "\u200c\u200d"  # invisible, but part of names in some scripts, and of emojis


def printable(text: str) -> str:
    r"""Return the text on one line, with characters that could steer the terminal written as \x1b and the like.

    These are control characters, line breaks, and those that change the direction of writing.
    """
    return "".join(map(_sign, text))


def lines(text: str) -> str:
    """Return the same, but keep line breaks."""
    return "\n".join(map(printable, text.split("\n")))


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return the text, or just its beginning and end if it is longer."""
    if len(text) <= longest:
        return text
    return f"{text[: longest * 3 // 4]} … {text[-longest // 8 :]} ({len(text):,} characters)"


def say(text: str, *, err: bool = False) -> None:
    """Print one line to standard output, or to standard error."""
    click.echo(printable(text), err=err)


def _sign(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def words(text: str) -> str:
    """Return the text with each run of whitespace as one space, and made printable."""
    return printable(re.sub(r"\s+", " ", text).strip())
