"""The computer players by name. A player's module is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

from agents.policy import Policy
from game.core.errors import SetupError

_MODULES = {
    "random": "agents.uniform",
    "greedy": "game.adepts.players.greedy",
}
"""Each module has a function `policy`; weakest first."""


def names() -> tuple[str, ...]:
    """The names of all computer players, weakest first."""
    return tuple(_MODULES)


def named(name: str) -> Policy:
    """A computer player. Raises SetupError, which lists the names, for an unknown one."""
    if name not in _MODULES:
        raise SetupError(f"no computer player is called {name!r}; there is: {', '.join(_MODULES)}")
    policy: Policy = import_module(_MODULES[name]).policy
    return policy
