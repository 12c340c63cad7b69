"""What of a text is shown where it was found: its beginning, or the passage that has what was looked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from desk.ranking import shortened

_MARK = re.compile(r"^(?:[-*#]+|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?])\s+")


def passage(text: str, most: int, wanted: Set[str] = frozenset(), stems: Callable[[str], Set[str]] = set) -> str:
    """The text on one line, in at most so many characters: from the sentence on that has most of the `wanted` stems,
    where its beginning has fewer of them. `stems` are those of a text."""
    lines = (_MARK.sub("", line.strip()) for line in text.splitlines())
    pieces = [piece for line in lines for piece in _END.split(line) if piece]
    beginning = shortened(" ".join(pieces), most)
    had = [len(wanted & stems(piece)) for piece in pieces] if wanted else []
    if max(had, default=0) <= len(wanted & stems(beginning)):
        return beginning
    return shortened(f"… {' '.join(pieces[had.index(max(had)) :])}", most)
