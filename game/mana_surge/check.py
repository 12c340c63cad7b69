"""Whether files are valid boards: ``python -m game.mana_surge.check FILE...``.

Says a line for each, with all that is wrong; exit status 0 if all are valid, else 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from game.core.errors import SetupError
from game.mana_surge.rules.boards import Board, read

LARGEST = 100_000
"""Bytes of a file that is read: a board of side 13 with something on every hex has a twentieth of it."""


def board(path: Path) -> Board:
    """The board of a file. Raises SetupError, which says what is wrong."""
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
    """Check the files; the exit status."""
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
