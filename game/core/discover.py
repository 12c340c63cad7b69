"""Finds the games, which are all folders of `game` with a kit, and the aids, which are all with an `aid`. There is no
list.

Each is imported when it is first asked for, so that playing one game does not load all the others.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import game
from game.core.errors import SetupError
from game.core.program import USUAL

if TYPE_CHECKING:
    from game.core.aids.aid import Aid
    from game.core.kit import Kit


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, the default one first. A game is named after its folder, with hyphens."""
    found = [folder.replace("_", "-") for folder in _with("kit")]
    return tuple(sorted(found, key=lambda name: (name != USUAL, name)))


def _with(module: str) -> list[str]:
    """Return the folders that have this module, without importing it."""
    folders = [found.name for found in iter_modules(game.__path__) if found.ispkg and found.name != "core"]
    return [folder for folder in folders if _has(folder, module)]


def _has(folder: str, module: str) -> bool:
    places = [str(Path(place) / folder) for place in game.__path__]
    return PathFinder.find_spec(f"game.{folder}.{module}", places) is not None


@cache
def kits() -> dict[str, Kit]:
    """Return all kits by name: the default game first, then by title."""
    return {found.name: found for found in sorted(map(kit, names()), key=lambda kit: (kit.name != USUAL, kit.title))}


def kit(name: str = USUAL) -> Kit:
    """The kit of a game. Raises SetupError, which lists the games, for an unknown name."""
    if name not in names():
        raise SetupError(f"no game is called {name!r}; there is: {', '.join(names())}")
    found: Kit = import_module(f"game.{name.replace('-', '_')}.kit").KIT
    return found


def by_tag(tag: str) -> Kit | None:
    """Return the kit of the game whose records have this as their first tag; None if there is none."""
    return next((kit for kit in kits().values() if kit.tag == tag), None)


@cache
def _aids() -> dict[str, str]:
    """Return the aids' folders by the names of the aids: `the_adept` by "adept"."""
    return {folder.removeprefix("the_").replace("_", "-"): folder for folder in _with("aid")}


def aid_names() -> tuple[str, ...]:
    """Return the names of all role-playing aids. An aid is named after its folder, without an article, with hyphens."""
    return tuple(_aids())


def aid(name: str) -> Aid:
    """The aid of this name. Raises SetupError, which lists the aids, for an unknown one."""
    if name not in _aids():
        raise SetupError(f"no aid is called {name!r}; there is: {', '.join(_aids())}")
    found: Aid = import_module(f"game.{_aids()[name]}.aid").AID
    return found


def played_aids() -> list[Aid]:
    """Return the aids whose tales can be played in a chat."""
    return [found for found in map(aid, aid_names()) if found.plays]
