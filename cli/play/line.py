"""A line of input, with completion where the terminal has it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cli.text import say

try:
    import readline
except ImportError:  # not on every platform
    readline = None  # type: ignore[assignment]


def read(prompt: str, words: Sequence[str]) -> str:
    """Return what is typed, stripped; the Tab key completes one of the words. Raises EOFError.

    Input from a pipe is echoed, so that the output reads like a conversation.
    """
    typing = sys.stdin.isatty()
    if readline is not None and typing:
        readline.set_completer_delims(" ")
        readline.set_completer(lambda text, state: _completion(words, text, state))
        readline.parse_and_bind("tab: complete")
    line = input(prompt).strip()
    if not typing:
        say(line)
    return line


def _completion(words: Sequence[str], text: str, state: int) -> str | None:
    """Return the completion with this number, as readline asks for them; None after the last."""
    matching = [word for word in words if word.startswith(text)]
    return matching[state] if state < len(matching) else None
