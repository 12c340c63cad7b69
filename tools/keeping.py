"""Keeping the results of long work in a file, so that another run resumes from there."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def kept(make: Callable[[int], T], count: int, file: Path | None, read: Callable[[Any], T]) -> Iterator[T]:
    """Yield the first `count` results that `make` makes by number: those in the file are read, the others made and
    appended.

    Results are stored as JSON, one a line; `read` turns what JSON gives back into a result.
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
    """Return the command-line parser of a tool that keeps its games and writes its result to `out` by default. `about`
    is the tool's docstring; its first paragraph is the description."""
    parser = ArgumentParser(prog=f"python -m tools.{tool}", description=(about or "").partition("\n\n")[0])
    parser.add_argument("--rows", type=Path, help="a folder to keep what was played in")
    parser.add_argument("--out", type=Path, default=out)
    return parser
