"""What a seat passes ahead: until when, or as long as what."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.core.decisions import PASS, Decision
from game.core.protocol import Game, turn_of
from game.core.words import ATTACK, NOTHING, PHASE, TURN

OWN_ANSWERS = 8
"""Answers of one's own that have to be known before passes that depend on what one holds are made: those come in one's
own time alone."""


class Ahead(NamedTuple):
    """`kind` is one of the keys of `Words.passes`; `place` is where the game stood when the seat chose it."""

    kind: str
    place: str = ""

    def is_over(self, game: Game) -> bool:
        """Whether the phase or the turn for which it was chosen has ended."""
        if self.kind == PHASE:
            return game.place != self.place
        return self.kind == TURN and turn_of(game.place) != turn_of(self.place)

    def passes(self, decision: Decision, known: int, is_there: bool) -> bool:
        """Whether this question is passed; so many of the seat's own answers are known, and its time was not up when it
        was asked last: who does not answer at all would tell by each pass that nothing else was possible."""
        if self.depends:
            return decision.ahead and decision.tokens == (PASS,) and known >= OWN_ANSWERS and is_there
        return decision.ahead

    @property
    def depends(self) -> bool:
        """Whether it depends on what the seat holds: then it may show in nothing, and no attack changes it."""
        return self.kind == NOTHING


def read_ahead(data: Any) -> Ahead:
    """From what is stored. Former versions had the turn after which it ends, 0 for none."""
    if isinstance(data, int):
        return Ahead(TURN, str(data)) if data else Ahead(ATTACK)
    return Ahead(*data)
