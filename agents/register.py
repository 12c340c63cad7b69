"""The computer players of a game by name: one that plays every game, and the game's own."""

from __future__ import annotations

from agents import uniform
from agents.policy import Policy
from game.core.errors import SetupError
from game.core.kit import Kit

RANDOM = "random"
"""Plays every game."""


def names(kit: Kit) -> tuple[str, ...]:
    """The names of all computer players of a game, weakest first."""
    return (RANDOM, *kit.players)


def named(name: str, kit: Kit) -> Policy:
    """A computer player. A game's own is imported when it is asked for. Raises SetupError, which lists the names, for
    an unknown one."""
    if name == RANDOM:
        return uniform.policy
    if name not in kit.players:
        raise SetupError(f"no computer player is called {name!r}; there is: {', '.join(names(kit))}")
    return kit.policy(name)
