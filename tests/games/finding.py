"""Games found beside the program's own: while it is wanted, `tests/games/more` is a further place of games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game
from game.core.discover import kits

MORE = str(Path(__file__).with_name("more"))


@contextmanager
def more() -> Iterator[None]:
    """The games of `tests/games/more` are there too, each as `game.<name>`."""
    game.__path__.append(MORE)
    kits.cache_clear()
    try:
        yield
    finally:
        game.__path__.remove(MORE)
        kits.cache_clear()


def names() -> list[str]:
    """All games, those of `more` too."""
    with more():
        return list(kits())
