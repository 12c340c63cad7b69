"""Text as a terminal can show it, whoever wrote it: names, titles, files and their names, what was typed."""

from __future__ import annotations

import re

import click

LONGEST = 4_000
"""Characters of an error at most: it may quote what was read."""

_JOINERS = "\u200c\u200d"  # invisible, but parts of names in some scripts, and of emojis


def printable(text: str) -> str:
    r"""The text on one line, in which signs that would steer a terminal stand as \x1b or the like.

    Those are control characters, line breaks, and the ones that turn the direction of writing.
    """
    return "".join(map(_sign, text))


def lines(text: str) -> str:
    """The same with its line breaks."""
    return "\n".join(map(printable, text.split("\n")))


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and end if it is longer."""
    if len(text) <= longest:
        return text
    return f"{text[: longest * 3 // 4]} … {text[-longest // 8 :]} ({len(text):,} characters)"


def say(text: str, *, err: bool = False) -> None:
    """Write one line to standard output, or standard error."""
    click.echo(printable(text), err=err)


def _sign(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def words(text: str) -> str:
    """The text with every gap, line breaks too, as one space; then printable."""
    return printable(re.sub(r"\s+", " ", text).strip())
