"""Opponents of the ladder that are no levels of a game's own: variants of the greedy player of Adepts.

A level that beats the one below might still do worse than it against somebody who plays otherwise. `noisy` does
something at random in one answer of ten; `tuned` holds titles for worth more, which was found by play.
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
"""What the tuned player holds titles for worth, in mana: more than the greedy one does of those that tell early."""

NAMES = ("noisy", "tuned")


def opponent(name: str, kit: Kit) -> Policy:
    """One of `NAMES`, or a computer player of the game's own. Raises SetupError for an unknown one."""
    if name == "noisy":
        return noisy
    return tuned() if name == "tuned" else named(name, kit)


def noisy(view: View, decision: Decision, rng: Random, /) -> str:
    """What the greedy player answers, but for the slips."""
    if rng.random() < SLIPS:
        return rng.choice(worthwhile(decision.tokens) if decision.kind in GROUPS else decision.tokens)
    return greedy.policy(view, decision, rng)


@cache
def tuned() -> Policy:
    """The greedy player that goes for titles."""
    return with_constants({"holdings": {"_TITLES": TITLES}})


def with_constants(constants: Mapping[str, Mapping[str, Any]]) -> Policy:
    """A greedy player of its own modules, so that neither constants nor what is remembered meets the usual one's."""
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
        vars(sys.modules[package.rpartition(".")[0]])["greedy"] = greedy  # the import has put the new one there
