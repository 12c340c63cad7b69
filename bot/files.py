"""Reads whole files of unknown origin, within limits."""

from __future__ import annotations

import os
from pathlib import Path


def read_text(path: Path, largest: int) -> str:
    """Return the text of a UTF-8 file of at most `largest` bytes; a pipe without a writer counts as empty.

    Raises OSError; ValueError, whose text is one line, if it is larger or not UTF-8.
    """
    with path.open("rb") if os.name != "posix" else open(path, "rb", opener=_at_once) as file:
        if os.name == "posix":
            os.set_blocking(file.fileno(), True)
        data = file.read(largest + 1)
    if len(data) > largest:
        raise ValueError(f"this is larger than {largest // 1024:,} kB")
    try:
        text = data.decode("utf-8-sig")  # some editors begin files with a byte order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line}: this is not UTF-8 text") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer at the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)
