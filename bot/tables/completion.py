"""Autocompletion of /play: the legal moves in plain words, by what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain, zip_longest

from rapidfuzz import fuzz

from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.narrowing import Beyond, Narrowing
from game.core.protocol import View
from game.core.text.names import label
from game.core.text.parts import cut

MOST = 25
"""Choices that Discord shows."""

ALIKE = 75
"""Of 100: from here on a word counts as a misspelling of another."""

_WORD = re.compile(r"[a-z0-9]+")


def choices(kit: Kit, decision: Decision, view: View, names: Names, typed: str = "") -> list[tuple[str, str]]:
    """Up to 25 (label, value) pairs that fit what was typed, its words in any order.

    The value is the move without the seat: "assign topaz.2x3". Misspelt words count where nothing else fits.
    """
    walk = kit.panels.narrowing(decision, view)
    moves = {
        value: (label(kit.words.move(way.decision, way.view, names, way.token)), value)
        for value, way in ways(walk, decision, view).items()
    }
    text = " ".join(typed.lower().split())
    wanted = _WORD.findall(text)
    found = [value for value in moves if text and value.startswith(text)]
    for fits in (_begins, _resembles):
        found = found or [value for value, move in moves.items() if _all_fit(wanted, move, fits)]
    own = {f"{decision.kind} {token}": token for token in decision.tokens}
    also = [value for value in found if value not in own][: MOST // 2]
    spread = _spread(walk, [own[value] for value in found if value in own], MOST - len(also))
    shown = [*also, *(f"{decision.kind} {token}" for token in spread)]
    return [(cut(name, 100), value) for name, value in map(moves.__getitem__, shown)]


def ways(walk: Narrowing, decision: Decision, view: View) -> dict[str, Beyond]:
    """All that can be chosen now, by the move without the seat: first what the rules would ask only later."""
    asked = [*walk.beyond(), *(Beyond(decision, view, (token,)) for token in decision.tokens)]
    return {f"{way.decision.kind} {way.token}": way for way in asked}


def _all_fit(wanted: Iterable[str], move: tuple[str, str], fits: Callable[[str, str], bool]) -> bool:
    words = _WORD.findall(" ".join(move).lower().replace("x", "x "))
    return all(any(fits(word, piece) for word in words) for piece in wanted)


def _begins(word: str, piece: str) -> bool:
    return word.startswith(piece)


def _resembles(word: str, piece: str) -> bool:
    return word.startswith(piece) or fuzz.ratio(word, piece) >= ALIKE


def _spread(walk: Narrowing, tokens: list[str], most: int) -> list[str]:
    """As many as there is room for, from every mine or other first step alike; declining is always among them."""
    if len(tokens) <= most:
        return tokens
    wanted = set(tokens)
    groups: dict[str, list[str]] = {}
    for path, token in walk.leaves.items():
        if token in wanted:
            groups.setdefault(path[0], []).append(token)
    last = groups.pop(PASS, [])
    in_turn = [token for token in chain.from_iterable(zip_longest(*groups.values())) if token]
    chosen = set(in_turn[: most - len(last)])
    return [token for token in tokens if token in chosen or token == PASS]
