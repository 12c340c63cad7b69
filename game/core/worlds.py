"""Answers to a question, weighed in one world that could be the real one: the same for all of them.

It knows no game: what answers come to says the game's `Judge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from game.core.decisions import Decision
from game.core.faces import Judge
from game.core.protocol import View


def worth(judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random) -> dict[str, float]:
    """By how much whoever is asked can expect to be ahead with each of these answers."""
    return {token: judge.ahead(world)[decision.seat] for token, world in _after(judge, view, decision, tokens, rng)}


def terms(
    judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random
) -> dict[str, Mapping[str, float]]:
    """The same by what it comes of."""
    return {token: judge.terms(world, decision.seat) for token, world in _after(judge, view, decision, tokens, rng)}


def _after(
    judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random
) -> Iterable[tuple[str, Any]]:
    """What becomes of the world with each of these answers; what is hidden there is dealt anew."""
    world = judge.deal(view, decision, rng)
    return ((token, judge.after(world, decision.seat, token)) for token in tokens)
