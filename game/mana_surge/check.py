"""Check board files: ``python -m game.mana_surge.check FILE...``.

Prints one line per file, with every fault found. The exit status is 0 if all files are valid, else 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from game.core.errors import SetupError
from game.mana_surge.rules.boards import Board, read

LARGEST = 100_000
"""The most bytes that a file may have. A board of side 13 with something on every hex has about a twentieth of that."""


def board(path: Path) -> Board:
    """Read the board in a file. Raises SetupError with what is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise SetupError(f"this has more than {LARGEST:,} bytes")
        return read(data.decode("utf-8"))
    except OSError as error:
        raise SetupError(error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise SetupError("this is not text in UTF-8") from error


def main(files: Sequence[str]) -> int:
    """Check the files and return the exit status."""
    wrong = not files
    if wrong:
        print("name one file or more: python -m game.mana_surge.check FILE...", file=sys.stderr)
    for name in files:
        try:
            found = board(Path(name))
            print(f"{name}: {found.name}, side {found.side}, {len(found.names)} hexes: valid")
        except SetupError as error:
            wrong = True
            print(f"{name}: {error}".encode("unicode_escape").decode(), file=sys.stderr)
    return 2 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
