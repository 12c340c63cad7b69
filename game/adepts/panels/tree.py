"""How tokens are taken apart: a choice among many as a walk through a few short lists (`game.core.narrowing`)."""

from __future__ import annotations

from functools import lru_cache

from game.adepts.rules.tokens import gems_token, read_gems
from game.core.decisions import Decision
from game.core.narrowing import Narrowing, Path, by_steps

BY_MINE = ("assign", "again", "enter", "place")
CARDS = ("cast", "purge", "discard", "take-spell", "research")


@lru_cache(4096)
def steps(kind: str, source: str, token: str) -> Path:
    """Return the steps that lead to a token: at most 25 ways at each."""
    if kind in BY_MINE:  # the mine, then site and miners
        mine, _, rest = token.partition(".")
        return mine, rest
    if kind == "to":  # the site, then how many
        site, _, count = token.rpartition("x")
        return site, count
    if kind == "take":  # the opponent, then gem and stage, then how many
        at = read_gems(token)
        return token.partition(":")[0], gems_token(at.gem, at.stage), str(at.number)
    if kind == "stage" and source == "9A":  # the gem, then the stage
        gem, _, stage = token.partition("@")
        return gem, stage
    if kind == "research":
        return tuple(token.split("+"))
    return (token,)


def walk(decision: Decision) -> Narrowing:
    """Return the tree of a decision's tokens."""
    return by_steps(steps, decision.kind, decision.source, decision.tokens)
