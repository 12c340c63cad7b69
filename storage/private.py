"""Keeps files that hold hands and seeds readable by their owner alone."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal")
"""The suffixes of a database file and of those that SQLite keeps beside it."""
_LET_THEM = "as the bot must: let them (chown, chmod)"


def make_private(path: Path) -> bool:
    """Create the file, empty, with mode 0600; return False if it was there already.

    SQLite gives the files that it makes beside it the same mode. Raises OSError.
    """
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    return True


def barred(path: Path, *, to_write: bool) -> str:
    """Return which folder on the way to the file denies this user access, and what to do; "" if none does."""
    elsewhere = "name a file elsewhere as storage.path"
    try:
        for folder in reversed(path.parents):
            writes = to_write and folder == path.parent  # SQLite creates files beside its own
            if folder.is_dir() and not os.access(folder, os.X_OK | (os.W_OK if writes else 0)):
                if writes and _is_read_only(folder):
                    where = f"the folder {folder}, whose file system is read-only here"
                    return f"nothing can be written to {where}: {elsewhere}"
                may_not = "may not write to" if writes else "may not enter"
                return f"this user {may_not} the folder {folder}, {_LET_THEM}, or {elsewhere}"
        path.stat()
    except PermissionError:
        return f"a link leads to it through a folder that this user may not enter, {_LET_THEM}, or {elsewhere}"
    except OSError:  # it is not there, say
        pass
    return ""


def closed(path: Path) -> str:
    """Return which of the database's files this user may not read and write, and what to do; "" if all are open."""
    for file, end in zip(files_of(path), BESIDE, strict=True):
        if file.is_file() and not os.access(file, os.R_OK | os.W_OK):
            return f"this user may not read and write {f'{file.name} beside it' if end else 'it'}, {_LET_THEM}"
    return ""


def points_nowhere(path: Path) -> str:
    """Return what to do about a symbolic link to a file that does not exist; "" for anything else."""
    if not path.is_symlink() or path.exists():
        return ""
    return f"it is a link to {path.readlink()}, where there is no file: put the database there, or remove the link"


def _is_read_only(folder: Path) -> bool:
    """Whether the folder's file system is mounted read-only, also if only for this process."""
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def keep_private(path: Path) -> None:
    """Take group's and others' permissions from the database and the files beside it, as far as they are ours."""
    for file in open_to_others(path):
        with suppress(PermissionError):  # it is somebody else's file
            file.chmod(stat.S_IMODE(file.stat().st_mode) & 0o700)


def open_to_others(path: Path) -> list[Path]:
    """Return those of the database's files that others than their owner may read or write."""
    if os.name != "posix":
        return []
    return [file for file in files_of(path) if _is_open(file)]


def files_of(path: Path) -> list[Path]:
    """Return the paths of the database and of what SQLite may keep beside it, whether they exist or not."""
    real = Path(os.path.realpath(path))  # `resolve` raises where links go round in a circle
    return [real.with_name(real.name + end) for end in BESIDE]


def _is_open(file: Path) -> bool:
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return False
    return stat.S_ISREG(mode) and bool(mode & 0o077)
