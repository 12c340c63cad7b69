"""Narrowing: a choice among many tokens as a walk through a few short lists.

Each legal token is a leaf of a tree; a path is the steps walked so far. All of it is worked out from the decision's
tokens, so a custom_id that carries the path is all the state a panel has.
"""

from __future__ import annotations

from functools import lru_cache

from game.adepts.rules.tokens import PASS, gems_token, read_gems
from game.core.decisions import Decision

Path = tuple[str, ...]
Tree = dict[Path, str]


def write_path(path: Path) -> str:
    """A path as a custom_id carries it."""
    return "/".join(path)


def read_path(text: str) -> Path:
    """The path back."""
    return tuple(text.split("/")) if text else ()


BY_MINE = ("assign", "again", "enter", "place")
CARDS = ("cast", "purge", "discard", "take-spell", "research")


def steps(kind: str, source: str, token: str) -> Path:
    """The steps that lead to a token: at most 25 ways at each."""
    if token == PASS:
        return (PASS,)
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


@lru_cache(maxsize=256)
def _tree(kind: str, source: str, tokens: tuple[str, ...]) -> Tree:
    return {steps(kind, source, token): token for token in tokens}


def tree(decision: Decision) -> Tree:
    """All legal tokens by the path that leads to them."""
    return _tree(decision.kind, decision.source, decision.tokens)


def options(decision: Decision, path: Path = ()) -> tuple[str, ...]:
    """The next steps from a path, in order; passing is none of them."""
    at = len(path)
    leaves = (leaf for leaf in tree(decision) if len(leaf) > at and leaf[:at] == path and leaf != (PASS,))
    return tuple(dict.fromkeys(leaf[at] for leaf in leaves))


def next_path(decision: Decision, path: Path, value: str) -> Path:
    """The path after a further step; steps with one way only are walked at once. Stays put for a step there is none."""
    if value == PASS and (PASS,) in tree(decision):
        return (PASS,)
    if value not in options(decision, path):
        return path
    return settled(decision, (*path, value))


def settled(decision: Decision, path: Path) -> Path:
    """The path, walked on as long as there is one way only; back to the start if it leads nowhere."""
    leaves = tree(decision)
    if path and path not in leaves and not options(decision, path):
        path = ()
    while path not in leaves and len(ways := options(decision, path)) == 1:
        path = (*path, ways[0])
    return path


def token_of(decision: Decision, path: Path) -> str | None:
    """The token at the end of a path; None while there is more to choose."""
    return tree(decision).get(path)
