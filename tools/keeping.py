"""What long work has done so far, in a file: called again, it goes on from there."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def kept(make: Callable[[int], T], count: int, file: Path | None, read: Callable[[Any], T]) -> Iterator[T]:
    """The first so many of what `make` makes by number: those in the file are read from it, the others made and kept.

    They are kept as JSON, one a line; `read` makes one of what JSON gives back.
    """
    done = file.read_text().splitlines() if file and file.exists() else []
    for line in done[:count]:
        yield read(json.loads(line))
    for number in range(len(done), count):
        made = make(number)
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a") as out:
                print(json.dumps(made), file=out)
        yield made


def parser_of(tool: str, about: str | None, out: Path) -> ArgumentParser:
    """The command line of a tool that keeps what was played, and writes what comes of it to `out` if no other file is
    named; `about` is the tool's docstring, which begins with what it is."""
    parser = ArgumentParser(prog=f"python -m tools.{tool}", description=(about or "").partition("\n\n")[0])
    parser.add_argument("--rows", type=Path, help="a folder to keep what was played in")
    parser.add_argument("--out", type=Path, default=out)
    return parser
