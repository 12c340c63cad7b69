"""Reads files whole, and writes files whole or not at all."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol, TextIO

import click

from bot import files
from cli.errors import BadInput

STDOUT = Path("-")
LARGEST = 2 * 1024 * 1024
"""Bytes of a file that may be read: a record has some 5,000, a long scenario file 50,000."""


class _Named(click.Path):
    """The type of a parameter that names a file or directory. ``-`` is refused: taken as a name, what was meant for a
    pipe would be left in a file that is hard to get rid of."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == str(STDOUT):
            self.fail("'-' names nothing: neither standard input nor standard output is used here.", param, ctx)
        return super().convert(value, param, ctx)


NAMED = _Named(path_type=Path)
NAMED_UNREAD = _Named(path_type=Path, readable=False)
"""The type of a parameter for a file of which others say what is wrong with it, and with what else."""
NAMED_OR_STDOUT = click.Path(path_type=Path)
"""The type of a parameter for what is written to a file, or for ``-`` to standard output."""


def read_text(path: Path) -> str:
    """Return the text of a file. Raises BadInput."""
    try:
        with refusing(path):
            return files.read_text(path, LARGEST)
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a text file whole, never to standard output. Raises BadInput; then nothing has changed."""
    if path == STDOUT:
        raise BadInput(f"{path}: name a file")
    try:
        with replacing([path]) as [file]:
            file.write(text)
    except UnicodeEncodeError:  # of an argument in another encoding
        raise BadInput(f"{path}: what was given is not UTF-8, so nothing is written") from None


def write_bytes(path: Path, data: bytes) -> None:
    """Write a binary file whole; ``-`` is standard output. Raises BadInput; then nothing has changed."""
    with replacing([path]) as [file]:
        file.buffer.write(data)


def ending(path: Path, *known: str) -> str:
    """Return the suffix of a file to be written, in lower case; for ``-`` the first of `known`. Raises BadInput for
    others."""
    found = known[0] if path == STDOUT else path.suffix.lower()
    if found not in known:
        raise BadInput(f"{path}: its ending says what is written: {' or '.join(known)}")
    return found


@contextmanager
def replacing(paths: Sequence[Path]) -> Iterator[list[TextIO]]:
    """Give files to write to, which replace those at `paths` together if the block ends well; ``-`` is standard output.

    Raises BadInput if one cannot be written, before the block where possible.
    """
    drafts: list[_Draft] = []
    try:
        for path in paths:
            with refusing(path):
                drafts.append(_begin(path))
        with refusing(*paths):
            yield [draft.file for draft in drafts]
        for path, draft in zip(paths, drafts, strict=True):
            with refusing(path):
                draft.finish()
        for path, draft in zip(paths, drafts, strict=True):
            with refusing(path):
                draft.publish()
    finally:
        for draft in drafts:
            draft.clear()


def make_directory(path: Path) -> None:
    """Make sure that this is a directory we can write to; create it, for its owner alone, if needed. Raises
    BadInput."""
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path}: this is not a directory")
    with refusing(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = path / _temporary("probe")
        probe.touch()
        probe.unlink()


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """Give a new directory to fill, which is moved to `path` if the block ends well and deleted if not.

    Raises BadInput before the block if `path` exists and is not an empty directory.
    """
    target = path.resolve()
    if not target.name:
        raise BadInput(f"{path}: this is there already; name a directory that is new or empty")
    draft = target.with_name(_temporary(target.name))
    with refusing(path):
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            raise BadInput(f"{path}: this is there already; name a directory that is new or empty")
        draft.mkdir(mode=0o700, parents=True)
    try:
        yield draft
        with refusing(path):
            if target.exists():
                target.rmdir()
            draft.replace(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def refusing(*paths: Path) -> Iterator[None]:
    """Turn an OSError into BadInput that names these files, except that a pipe's reader has closed it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"{', '.join(map(str, paths))}: {error.strerror or error}") from error


def _temporary(name: str) -> str:
    return f".{name}.{token_hex(4)}.tmp"


class _Draft(Protocol):
    """New content that is to take a file's place."""

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
    """A draft in a temporary file beside the target."""

    def __init__(self, target: Path) -> None:
        if target.exists():
            target.open("a").close()  # fails now for a directory, or a file that may not be written
        self.target = target
        self.path = target.with_name(_temporary(target.name))
        self.path.touch(mode=0o600, exist_ok=False)  # records, positions and pictures of hands contain secrets
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
    """A draft in memory, for standard output, a pipe or a device."""

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
