"""Answers to a question, weighed in one world that could be the real one: the same for all of them.

It works for any game: the game's `Judge` says what answers are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from game.core.decisions import Decision
from game.core.faces import Judge
from game.core.protocol import View


def worth(judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random) -> dict[str, float]:
    """Return by how much whoever is asked can expect to be ahead with each of these answers, or how likely they are to
    win."""
    return {token: judge.ahead(world)[decision.seat] for token, world in _after(judge, view, decision, tokens, rng)}


def terms(
    judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random
) -> dict[str, Mapping[str, float]]:
    """Return the same split into terms."""
    return {token: judge.terms(world, decision.seat) for token, world in _after(judge, view, decision, tokens, rng)}


def _after(
    judge: Judge, view: View, decision: Decision, tokens: Iterable[str], rng: Random
) -> Iterable[tuple[str, Any]]:
    """Yield each answer with the world after it; what is hidden in the world is dealt anew, once for all answers."""
    world = judge.deal(view, decision, rng)
    return ((token, judge.after(world, decision.seat, token)) for token in tokens)
