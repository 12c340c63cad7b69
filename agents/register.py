"""The computer players of a game by name: `random`, which plays every game, and the game's own."""

from __future__ import annotations

from functools import partial
from typing import cast

from agents import uniform
from game.core.errors import SetupError
from game.core.faces import Clocked, Policy
from game.core.kit import Kit
from game.core.search import Late

RANDOM = "random"
"""The player that can play every game."""


def names(kit: Kit) -> tuple[str, ...]:
    """Return the names of all computer players of a game, weakest first."""
    return (RANDOM, *(player.name for player in kit.players))


def known(name: str, kit: Kit) -> str:
    """Return the name of the computer player of this name or title, in any letter case.

    Raises SetupError, which lists the names, if there is none.
    """
    player = kit.player(name)
    if player is None and name.lower() != RANDOM:
        raise SetupError(f"no computer player is called {name!r}; there is: {', '.join(names(kit))}")
    return player.name if player else RANDOM


def named(name: str, kit: Kit) -> Policy:
    """Return a computer player by its name or title. A game's own is imported only now. Raises SetupError as `known`
    does."""
    player = kit.player(known(name, kit))
    return kit.policy(player) if player else uniform.policy


def hurried(name: str, kit: Kit, late: Late) -> Policy:
    """Return the same player; if it thinks by the clock, it answers with its best so far once `late` says so. Raises
    SetupError."""
    policy, player = named(name, kit), kit.player(name)
    return partial(cast(Clocked, policy), late=late) if player and player.clocked else policy


def takes(name: str, kit: Kit) -> float:
    """Return the seconds that an answer may take; 0 for quick players, and for unknown ones."""
    player = kit.player(name)
    return player.takes if player else 0.0
