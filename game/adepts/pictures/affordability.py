"""Whether a spell can be paid."""

from __future__ import annotations

from typing import NamedTuple

from game.adepts.passable import next_casting
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS


class Affordability(NamedTuple):
    """Whether a spell's cost could be paid now, what is missing by gem, whether it may be cast now, and whether that is
    over for this game (`late`)."""

    missing: tuple[tuple[str, int], ...]
    castable: bool
    late: bool

    @property
    def payable(self) -> bool:
        return not self.missing


def affordability(view: ViewReader, seat: str, spell: str) -> Affordability:
    """What a player has for a spell."""
    missing = view.players[seat].missing(spell)
    asked = view.pending.get(seat) == "cast" and view.phase == SPELLS[spell].phase
    late = next_casting(view, seat, SPELLS[spell].phase) is None
    return Affordability(tuple(missing.items()), asked and not missing, late)
