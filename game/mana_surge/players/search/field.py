"""A board as sets of hexes, for a player that looks at many positions: who reaches, kills and serves where.

A set is a whole number, as in `rules.hexes`; a hex is a set of one here.
"""

from __future__ import annotations

from functools import cache

from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.hexes import hexes
from game.mana_surge.rules.tokens import STEP, STRIKE, play


class Field:
    """All that does not change in a game."""

    def __init__(self, board: Board, fierce: bool) -> None:
        ends = play(board, fierce).ends
        self.pool, self.action, self.spawn, self.locks = board.pool, board.action, board.spawn, board.locks
        self.open = board.open
        self.near = {1 << each: board.around[each] & board.open for each in hexes(board.open)}
        self.kills = dict.fromkeys(self.near, 0)
        """What an attack from a hex kills."""
        self.dies = dict.fromkeys(self.near, 0)
        """Whom a token on a hex cannot attack and live."""
        self.moves: dict[tuple[int, int], str] = {}
        self.strikes: dict[tuple[int, int], str] = {}
        for token, end in ends.items():
            if STEP in token:
                self.moves[end.source, end.target] = token
            if STRIKE in token:
                self.strikes[end.source, end.target] = token
                if end.outcome.target:
                    self.kills[end.source] |= end.target
                if end.outcome.attacker:
                    self.dies[end.source] |= end.target
        self.armed = sum(each for each, found in self.kills.items() if found)
        """Where a token can kill somebody."""
        self.ready = sum(each for each, found in self.kills.items() if found & board.pool)
        """Where it can kill the one on the Pool."""
        self.rings = self._rings()
        """The hexes by their distance from the Pool, from 1 on."""

    def _rings(self) -> list[int]:
        found, seen, edge = list[int](), self.pool, self.pool
        while True:
            edge = self.around(edge) & ~seen
            if not edge:
                return found
            seen |= edge
            found.append(edge)

    def around(self, some: int) -> int:
        """The hexes beside those."""
        found = 0
        while some:
            each = some & -some
            some ^= each
            found |= self.near[each]
        return found

    def struck(self, some: int) -> int:
        """The hexes where tokens on those kill."""
        found, some = 0, some & self.armed & ~self.locks
        while some:
            each = some & -some
            some ^= each
            found |= self.kills[each]
        return found


@cache
def field(board: Board, fierce: bool) -> Field:
    """Made once for each board."""
    return Field(board, fierce)
