"""What a seat passes ahead, and until when."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.core.decisions import PASS, Decision
from game.core.protocol import Game, turn_of
from game.core.words import ATTACK, NOTHING, PHASE, TURN

OWN_ANSWERS = 8
"""How many of a player's answer times must be known before passes are made that depend on what they hold: such a pass
is timed like the player's own answers."""


class Ahead(NamedTuple):
    """A wish to pass ahead. `kind` is a key of `Words.passes`; `place` is where the game stood when the seat chose
    it."""

    kind: str
    place: str = ""

    def is_over(self, game: Game) -> bool:
        """Return whether the phase or turn for which it was chosen has ended."""
        if self.kind == PHASE:
            return game.place != self.place
        return self.kind == TURN and turn_of(game.place) != turn_of(self.place)

    def passes(self, decision: Decision, known: int, is_there: bool) -> bool:
        """Return whether this question is passed.

        `known`: how many answer times of the seat are known. `is_there`: its time had not run out when it was last
        asked. If a player who never answers were passed for, each pass would reveal that nothing else was possible.
        """
        if self.depends:
            return decision.ahead and decision.tokens == (PASS,) and known >= OWN_ANSWERS and is_there
        return decision.ahead

    @property
    def depends(self) -> bool:
        """Whether it depends on what the seat holds: then it must not be noticeable in any way, and no attack ends
        it."""
        return self.kind == NOTHING


def read_ahead(data: Any) -> Ahead:
    """Read it from storage. Former versions stored the turn after which it ends, 0 for none."""
    if isinstance(data, int):
        return Ahead(TURN, str(data)) if data else Ahead(ATTACK)
    return Ahead(*data)
