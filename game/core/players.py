"""What a game declares of each of its computer players."""

from __future__ import annotations

from typing import NamedTuple


class Player(NamedTuple):
    """A computer player of a game's own, as the kit declares it."""

    name: str
    """The name that is stored and typed, which never changes: "greedy"."""
    title: str
    """What people call that level: "Regular". It may be typed too."""
    suits: str
    """Whom it suits, in a line that begins with a small letter: "for your second game"."""
    module: str
    """The module whose function `policy` is the player (`faces.Policy`)."""
    takes: float = 0.0
    """Seconds of one core that an answer may take. 0: a few milliseconds at most, so that no process of its own is
    needed."""
    clocked: bool = False
    """Whether its `policy` can be given a clock (`faces.Clocked`)."""
