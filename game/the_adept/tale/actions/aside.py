"""Rolls with which nothing more is done (specification, part 8)."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.tale.acting import MASTERS, Right, Turn, action


@action(Right.MASTER)
def lay_aside(t: Turn, roll: str = "") -> None:
    """Be done with a roll: its effect is used, and its hitches, or nobody wants them. Only masters hear of it."""
    id, made = t.roll(roll)
    if made.aside:
        raise Refused("aside", f"roll {id} is laid aside already")
    t.alter("rolls", id, aside=True)
    t.say(f"Roll {id} is laid aside.", MASTERS)
