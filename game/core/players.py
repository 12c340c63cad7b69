"""What a game says of each of its computer players."""

from __future__ import annotations

from typing import NamedTuple


class Player(NamedTuple):
    """A computer player of a game's own, as the kit declares it."""

    name: str
    """As it is stored and typed, for ever: "greedy"."""
    title: str
    """What people call that level: "Regular". It may be typed too."""
    suits: str
    """Whom it suits, in a line that begins small: "for your second game"."""
    module: str
    """Its function `policy` is the player (`Policy`)."""
    takes: float = 0.0
    """Seconds that an answer may take of one core. 0: a few thousandths at most, so that no other process is needed."""
    clocked: bool = False
    """Its `policy` can be given a clock (`faces.Clocked`)."""
