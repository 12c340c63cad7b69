"""Files that are read whole, and files that are written whole or not at all."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from secrets import token_hex
from typing import Protocol, TextIO

from bot import files
from cli.errors import BadInput

STDOUT = Path("-")
LARGEST = 2 * 1024 * 1024
"""Bytes of a file that is read: a record has some 5,000, a long scenario file 50,000."""


def read_text(path: Path) -> str:
    """The text of a file. Raises BadInput."""
    try:
        with _refusing(path):
            return files.read_text(path, LARGEST)
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole. Raises BadInput, and then nothing has changed."""
    with replacing([path]) as [file]:
        file.write(text)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole that is no text; ``-`` is standard output. Raises BadInput, and then nothing has changed."""
    with replacing([path]) as [file]:
        file.buffer.write(data)


def ending(path: Path, *known: str) -> str:
    """Which of these a file to be written has, in small letters; ``-`` has the first. Raises BadInput for others."""
    found = known[0] if path == STDOUT else path.suffix.lower()
    if found not in known:
        raise BadInput(f"{path}: its ending says what is written: {' or '.join(known)}")
    return found


@contextmanager
def replacing(paths: Sequence[Path]) -> Iterator[list[TextIO]]:
    """Files that take the places of `paths` together, if the block ends well; ``-`` is standard output.

    Raises BadInput for what cannot be written, before the block where possible.
    """
    drafts: list[_Draft] = []
    try:
        for path in paths:
            with _refusing(path):
                drafts.append(_begin(path))
        with _refusing(*paths):
            yield [draft.file for draft in drafts]
        for path, draft in zip(paths, drafts, strict=True):
            with _refusing(path):
                draft.finish()
        for path, draft in zip(paths, drafts, strict=True):
            with _refusing(path):
                draft.publish()
    finally:
        for draft in drafts:
            draft.clear()


def make_directory(path: Path) -> None:
    """A directory that can be written to, made for its owner alone if it is not there. Raises BadInput."""
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path}: this is not a directory")
    with _refusing(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = path / _temporary("probe")
        probe.touch()
        probe.unlink()


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """A directory to be filled, which is at `path` only if the block ends well.

    Raises BadInput, before the block, if something is there already that is no empty directory.
    """
    target = path.resolve()
    if not target.name:
        raise BadInput(f"{path}: this is there already; name a directory that is new or empty")
    draft = target.with_name(_temporary(target.name))
    with _refusing(path):
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            raise BadInput(f"{path}: this is there already; name a directory that is new or empty")
        draft.mkdir(mode=0o700, parents=True)
    try:
        yield draft
        with _refusing(path):
            if target.exists():
                target.rmdir()
            draft.replace(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _refusing(*paths: Path) -> Iterator[None]:
    """Turn what the system refuses into bad input. A pipe closed by its reader is not one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"{', '.join(map(str, paths))}: {error.strerror or error}") from error


def _temporary(name: str) -> str:
    return f".{name}.{token_hex(4)}.tmp"


class _Draft(Protocol):
    """What will take a file's place."""

    @property
    def file(self) -> TextIO: ...

    def finish(self) -> None: ...

    def publish(self) -> None: ...

    def clear(self) -> None: ...


def _begin(path: Path) -> _Draft:
    target = path.resolve()
    if path == STDOUT or (target.exists() and not target.is_file() and not target.is_dir()):
        return _StreamDraft(path)
    return _FileDraft(target)


class _FileDraft:
    """A file beside the target."""

    def __init__(self, target: Path) -> None:
        if target.exists():
            target.open("a").close()  # a directory, or a file that may not be written, is refused now
        self.target = target
        self.path = target.with_name(_temporary(target.name))
        self.path.touch(mode=0o600, exist_ok=False)  # records, positions and pictures of hands tell what is hidden
        self.file = self.path.open("w", encoding="utf-8", newline="\n")
        if target.exists():
            self.path.chmod(target.stat().st_mode & 0o777)

    def finish(self) -> None:
        self.file.close()

    def publish(self) -> None:
        self.path.replace(self.target)

    def clear(self) -> None:
        with suppress(OSError):
            self.file.close()
        self.path.unlink(missing_ok=True)


class _StreamDraft:
    """What is kept until it can be written to standard output, a pipe or a device."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept = BytesIO()
        self.file = TextIOWrapper(self.kept, encoding="utf-8", newline="\n")

    def finish(self) -> None:
        self.file.flush()

    def publish(self) -> None:
        if self.path == STDOUT:
            sys.stdout.flush()
            sys.stdout.buffer.write(self.kept.getvalue())
            sys.stdout.buffer.flush()
        else:
            self.path.write_bytes(self.kept.getvalue())

    def clear(self) -> None:
        self.file.close()
