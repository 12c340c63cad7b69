"""Identifies the version of the program, as far as it determines what messages look like."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_FOLDERS = ("bot", "drawing", "game")
"""The packages that words, panels and pictures come from."""


@cache
def program() -> str:
    """Return a digest of the program's files: 16 hex digits. The first call blocks for some hundredths of a second."""
    found = hashlib.sha256()
    for name in _FOLDERS:
        _add(files(name), found)
    return found.hexdigest()[:16]


def _add(folder: Traversable, found: hashlib._Hash) -> None:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            if each.name != "__pycache__":
                _add(each, found)
        else:
            content = each.read_bytes()
            found.update(f"{each.name} {len(content)} ".encode())
            found.update(content)
