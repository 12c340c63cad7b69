"""Finding games outside the program's own folder: `tests/games/more` is a second one while tests need it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game
from game.core import discover

MORE = str(Path(__file__).with_name("more"))


def forget() -> None:
    """Clear the caches of `discover`, so that games are looked for again."""
    discover.names.cache_clear()
    discover.kits.cache_clear()


@contextmanager
def more() -> Iterator[None]:
    """Add the games of `tests/games/more` for the duration of the block, each as `game.<name>`."""
    game.__path__.append(MORE)
    forget()
    try:
        yield
    finally:
        game.__path__.remove(MORE)
        forget()


def names() -> list[str]:
    """Return the names of all games, including those of `more`."""
    with more():
        return list(discover.kits())
