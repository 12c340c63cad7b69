"""A board: the hexagon and what lies on its hexes (rulings, "Board")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from game.mana_surge.rules.hexes import Hex, bits, grid, hexes

Kind = Literal["strong", "guard", "weak", "action", "spawn", "pool", "corner", "plain"]

KINDS: tuple[Kind, ...] = ("strong", "guard", "weak", "action", "spawn")
"""The kinds of hexes that a file lists."""
ABILITIES: tuple[Kind, ...] = ("action", "spawn")
"""The kinds that give their player an ability and lock the token there."""
ATTACK: Mapping[Kind, int] = {"strong": 2, "weak": 0}
DEFENCE: Mapping[Kind, int] = {"guard": 2}
"""Attack and defence on the kinds of hexes where they are not 1 (ruling r10)."""


class Board:
    """A valid board (see `check`). Sets of hexes are integers, as in `hexes`.

    `kinds`, `attack` and `defence` are by hex; `pool` is the set of that one hex, `open` the hexes where tokens may
    stand, `locks` those where they are locked.
    """

    def __init__(self, name: str, title: str, about: str, side: int, lists: Mapping[Kind, tuple[Hex, ...]]) -> None:
        self.name, self.title, self.about, self.side = name, title, about, side
        self.grid = grid(side)
        self.names, self.index, self.around = self.grid.names, self.grid.index, self.grid.around
        self.pool = 1 << self.grid.centre
        self.corners = self.grid.corners
        kinds: list[Kind] = ["plain"] * len(self.names)
        for kind, there in (*lists.items(), ("pool", (self.grid.centre,)), ("corner", self.corners)):
            for each in there:
                kinds[each] = kind
        self.kinds = tuple(kinds)
        self.attack = tuple(ATTACK.get(kind, 1) for kind in kinds)
        self.defence = tuple(DEFENCE.get(kind, 1) for kind in kinds)
        self.action = bits(lists["action"])
        self.spawn = bits(lists["spawn"])
        self.locks = self.action | self.spawn | self.pool
        self.open = bits(map(Hex, range(len(self.names)))) & ~bits(self.corners)
        self.rooms = tuple(self.around[corner] for corner in self.corners)
        """The hexes around each corner, where its spawner places new tokens."""

    def named(self, found: int) -> tuple[str, ...]:
        """Return the names of the hexes in a set, in hex order."""
        return tuple(self.names[each] for each in hexes(found))

    def kind(self, name: str) -> Kind:
        """Return the kind of a hex. Raises KeyError."""
        return self.kinds[self.index[name]]
