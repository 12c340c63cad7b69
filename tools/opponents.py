"""Opponents for the ladder that are no levels of a game: variants of the greedy player of Adepts.

A level that beats the one below might still do worse than that against somebody who plays differently. `noisy` answers
one question in ten at random; `tuned` values titles higher, by values found in play.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from agents import Policy, named
from game.adepts.players import greedy
from game.adepts.players.strong.playing import GROUPS, worthwhile
from game.adepts.rules.gems import AMETHYST, CITRINE, DIAMOND, EMERALD, ONYX, RUBY, SAPPHIRE, TOPAZ
from game.core.decisions import Decision
from game.core.kit import Kit
from game.core.protocol import View

SLIPS = 0.1
"""How often the noisy player answers at random; of groups it takes none that is plainly worse than another."""

TITLES = {TOPAZ: 1.0, RUBY: 12.0, CITRINE: 12.0, EMERALD: 12.0, AMETHYST: 5.0, SAPPHIRE: 3.0, ONYX: 6.0, DIAMOND: 4.0}
"""What titles are worth to the tuned player, in mana: more than to the greedy one for titles that pay off early."""


def opponent(name: str, kit: Kit) -> Policy:
    """Return the player `noisy` or `tuned`, or one of the game's. Raises SetupError for an unknown name."""
    if name == "noisy":
        return noisy
    return tuned() if name == "tuned" else named(name, kit)


def noisy(view: View, decision: Decision, rng: Random, /) -> str:
    """Answer as the greedy player does, but sometimes at random."""
    if rng.random() < SLIPS:
        return rng.choice(worthwhile(decision.tokens) if decision.kind in GROUPS else decision.tokens)
    return greedy.policy(view, decision, rng)


@cache
def tuned() -> Policy:
    """Return the greedy player with higher values of titles."""
    return with_constants({"holdings": {"_TITLES": TITLES}})


def with_constants(constants: Mapping[str, Mapping[str, Any]]) -> Policy:
    """Return a greedy player with other constants. It has its own copies of the modules, so that it shares neither
    constants nor caches with the usual one."""
    package = greedy.__name__
    usual = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    for name in usual:
        del sys.modules[name]
    try:
        policy: Policy = import_module(package).policy
        for module, values in constants.items():
            for name, value in values.items():
                if not hasattr(sys.modules[f"{package}.{module}"], name):
                    raise AttributeError(f"{module} has no {name}")
                setattr(sys.modules[f"{package}.{module}"], name, value)
        return policy
    finally:
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
            del sys.modules[name]
        sys.modules.update(usual)
        vars(sys.modules[package.rpartition(".")[0]])["greedy"] = greedy  # undo what the import has put there
