"""Files that hold hands and seeds are their owner's alone."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal")
"""How the names of a database and of what SQLite keeps beside it end."""


def make_private(path: Path) -> bool:
    """Make the file, empty, readable and writable by its owner alone; whether it was not there.

    What SQLite then makes beside it has the same mode. Raises OSError.
    """
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    return True


def barred(path: Path, *, to_write: bool) -> str:
    """Which folder on the way keeps this user from the file, and what to do; nothing if none that is there does."""
    for folder in reversed(path.parents):
        writes = to_write and folder == path.parent  # SQLite makes files beside its own
        if folder.is_dir() and not os.access(folder, os.X_OK | (os.W_OK if writes else 0)):
            may_not = "may not write to" if writes else "may not enter"
            return (
                f"this user {may_not} the folder {folder}, as the bot must: let them (chown, chmod), or name a"
                " file elsewhere as storage.path"
            )
    return ""


def keep_private(path: Path) -> None:
    """Take a database that is there from all but its owner, with what SQLite has beside it, as far as that is ours."""
    for file in open_to_others(path):
        with suppress(PermissionError):  # somebody else's
            file.chmod(stat.S_IMODE(file.stat().st_mode) & 0o700)


def open_to_others(path: Path) -> list[Path]:
    """Those of the database's files that others than their owner may read or write."""
    if os.name != "posix":
        return []
    return [file for file in files_of(path) if _is_open(file)]


def files_of(path: Path) -> list[Path]:
    """The database, and what SQLite may keep beside it, there or not."""
    real = path.resolve()
    return [real.with_name(real.name + end) for end in BESIDE]


def _is_open(file: Path) -> bool:
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return False
    return stat.S_ISREG(mode) and bool(mode & 0o077)
