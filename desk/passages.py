"""Chooses the part of a text to show in search results: its beginning, or the passage with the words searched for."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from itertools import accumulate

from desk.ranking import shortened

_MARK = re.compile(r"^(?:[-*#]+|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?])\s+")


def passage(text: str, most: int, wanted: Set[str], stems: Callable[[str], Set[str]]) -> str:
    """Return the text on one line, in at most `most` characters. It begins with the sentence that has most of the
    `wanted` stems, unless the sentences which fit from the text's beginning have as many. `stems` returns those of a
    text."""
    lines = (_MARK.sub("", line.strip()) for line in text.splitlines())
    pieces = [piece for line in lines for piece in _END.split(line) if piece]
    had = [len(wanted & stems(piece)) for piece in pieces] if wanted else []
    best = had.index(max(had)) if had else 0
    lengths = accumulate(len(piece) + 1 for piece in pieces)
    whole = " ".join(piece for piece, length in zip(pieces, lengths, strict=True) if length <= most + 1)
    if best == 0 or had[best] <= len(wanted & stems(whole)):
        return shortened(" ".join(pieces), most)
    return shortened(f"… {' '.join(pieces[best:])}", most)
