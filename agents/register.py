"""The computer players of a game by name: one that plays every game, and the game's own."""

from __future__ import annotations

from functools import partial
from typing import cast

from agents import uniform
from agents.policy import Policy
from game.core.errors import SetupError
from game.core.faces import Clocked
from game.core.kit import Kit
from game.core.search import Late

RANDOM = "random"
"""Plays every game."""


def names(kit: Kit) -> tuple[str, ...]:
    """The names of all computer players of a game, weakest first."""
    return (RANDOM, *(player.name for player in kit.players))


def named(name: str, kit: Kit) -> Policy:
    """A computer player, by its name or its title. A game's own is imported when it is asked for.

    Raises SetupError, which lists the names, for an unknown one.
    """
    if name.lower() == RANDOM:
        return uniform.policy
    player = kit.player(name)
    if player is None:
        raise SetupError(f"no computer player is called {name!r}; there is: {', '.join(names(kit))}")
    return kit.policy(player)


def hurried(name: str, kit: Kit, late: Late) -> Policy:
    """The same; one that goes by a clock gives its best so far when it is late. Raises SetupError."""
    policy, player = named(name, kit), kit.player(name)
    return partial(cast(Clocked, policy), late=late) if player and player.clocked else policy


def takes(name: str, kit: Kit) -> float:
    """Seconds that an answer may take; 0 for those that are quick, and for one that there is not."""
    player = kit.player(name)
    return player.takes if player else 0.0
