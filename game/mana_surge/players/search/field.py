"""A board as sets of hexes, for players that look at many positions: which hexes are near, attackable and useful.

A set of hexes is an integer, as in `rules.hexes`; a single hex is a set of one here.
"""

from __future__ import annotations

from functools import cache

from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.hexes import hexes
from game.mana_surge.rules.tokens import STEP, STRIKE, play


class Field:
    """Everything that does not change during a game."""

    def __init__(self, board: Board, fierce: bool) -> None:
        ends = play(board, fierce).ends
        self.pool, self.action, self.spawn, self.locks = board.pool, board.action, board.spawn, board.locks
        self.open = board.open
        self.near = {1 << each: board.around[each] & board.open for each in hexes(board.open)}
        self.kills = dict.fromkeys(self.near, 0)
        """By hex, the hexes where an attack from there kills."""
        self.dies = dict.fromkeys(self.near, 0)
        """By hex, the hexes where an attack from there kills the attacker."""
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
        """The hexes from which an attack can kill."""
        self.ready = sum(each for each, found in self.kills.items() if found & board.pool)
        """The hexes from which an attack can kill a token on the Pool."""
        self.rings = self._rings()
        """The sets of hexes at each distance from the Pool, from 1 on."""

    def _rings(self) -> list[int]:
        found, seen, edge = list[int](), self.pool, self.pool
        while True:
            edge = self.around(edge) & ~seen
            if not edge:
                return found
            seen |= edge
            found.append(edge)

    def around(self, some: int) -> int:
        """Return the hexes next to any of these."""
        found = 0
        while some:
            each = some & -some
            some ^= each
            found |= self.near[each]
        return found

    def steps(self, start: int, goal: int, empty: int, most: int) -> int | None:
        """Return the number of steps over empty hexes from the nearest hex of `start` to the nearest of `goal`; None if
        it takes more than `most`. No way leads over a hex that locks, though one may end there."""
        seen = edge = start
        for count in range(most + 1):
            if edge & goal:
                return count
            edge = self.around(edge & ~self.locks) & empty & ~seen
            if not edge:
                break
            seen |= edge
        return None

    def struck(self, some: int) -> int:
        """Return the hexes where attacks from these would kill."""
        found, some = 0, some & self.armed & ~self.locks
        while some:
            each = some & -some
            some ^= each
            found |= self.kills[each]
        return found


@cache
def field(board: Board, fierce: bool) -> Field:
    """Return the field of a board; computed once for each, with and without Fierce."""
    return Field(board, fierce)
