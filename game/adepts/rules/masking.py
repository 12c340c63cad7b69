"""What everybody may see of a record while the game runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.adepts.rules.spells import SPELLS
from game.core.records import Move


def masked(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the moves; what was kept in research or stolen becomes "?"."""
    private: frozenset[str] = frozenset()
    for move in moves:
        if move.kind == "cast" and move.token in SPELLS:
            private = SPELLS[move.token].private_kinds
        hidden = move.kind == "research" or move.kind in private
        yield move._replace(token="?") if hidden else move
