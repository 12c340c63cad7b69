"""The games this program knows, by name. A game's module is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from game.core.errors import SetupError

_MODULES = {"adepts": "game.adepts"}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


def game_class(name: str) -> Any:
    """The class of a game, with `new` and `from_dict`. Raises SetupError for an unknown name."""
    if name not in _MODULES:
        raise SetupError(f"no game is called {name!r}; there is: {', '.join(_MODULES)}")
    return import_module(_MODULES[name]).Game
