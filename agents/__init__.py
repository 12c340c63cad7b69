"""Computer players: `policy(view, decision, rng) -> token`, from what a seat sees and is asked.

>>> from random import Random
>>> from agents import named
>>> from game.core.discover import kit
>>> adepts = kit("adepts")
>>> game = adepts.new(2, adepts.checked({}), seed="readme")
>>> [(seat, decision)] = game.pending.items()
>>> token = named("greedy", adepts)(game.view(seat), decision, Random(1))
>>> token in decision.tokens
True
"""

from __future__ import annotations

from agents.cautious import cautious
from agents.register import hurried, known, named, names, takes
from game.core.faces import Policy

__all__ = ["Policy", "cautious", "hurried", "known", "named", "names", "takes"]
