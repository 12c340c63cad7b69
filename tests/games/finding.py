"""Games found beside the program's own: while it is wanted, `tests/games/more` is a further place of games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game
from game.core import discover

MORE = str(Path(__file__).with_name("more"))


def forget() -> None:
    """What was found is found anew."""
    discover.names.cache_clear()
    discover.kits.cache_clear()


@contextmanager
def more() -> Iterator[None]:
    """The games of `tests/games/more` are there too, each as `game.<name>`."""
    game.__path__.append(MORE)
    forget()
    try:
        yield
    finally:
        game.__path__.remove(MORE)
        forget()


def names() -> list[str]:
    """All games, those of `more` too."""
    with more():
        return list(discover.kits())
