"""Whether a spell can be paid."""

from __future__ import annotations

from typing import NamedTuple

from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS


class Means(NamedTuple):
    """Whether a spell's cost could be paid now, what is missing by gem, and whether it may be cast now."""

    missing: tuple[tuple[str, int], ...]
    castable: bool

    @property
    def payable(self) -> bool:
        return not self.missing


def means(view: ViewReader, seat: str, spell: str) -> Means:
    """What a player has for a spell: gems of any stage and battery levels pay alike (ruling 5)."""
    player, card = view.players[seat], SPELLS[spell]
    missing = tuple(
        (name, lack)
        for name, count in ((GEM_NAMES[kind], count) for kind, count in card.cost)
        if (lack := count - sum(player.queue[name]) - player.battery[name]) > 0
    )
    asked = view.pending.get(seat) == "cast" and view.phase == card.phase
    return Means(missing, asked and not missing)
