"""The games there are: every folder of `game` with a kit. Nobody lists them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import game
from game.core.errors import SetupError
from game.core.kit import Kit
from game.core.program import USUAL


@cache
def kits() -> dict[str, Kit]:
    """All kits by name: the usual game first, then by title."""
    found = [
        import_module(f"game.{module.name}.kit").KIT
        for module in iter_modules(game.__path__)
        if module.ispkg and module.name != "core" and find_spec(f"game.{module.name}.kit")
    ]
    return {kit.name: kit for kit in sorted(found, key=lambda kit: (kit.name != USUAL, kit.title))}


def kit(name: str = USUAL) -> Kit:
    """The kit of a game. Raises SetupError, which lists the games, for an unknown name."""
    if name not in kits():
        raise SetupError(f"no game is called {name!r}; there is: {', '.join(kits())}")
    return kits()[name]


def by_tag(tag: str) -> Kit | None:
    """The game whose records begin with this tag."""
    return next((kit for kit in kits().values() if kit.tag == tag), None)
