"""Rolls with which nothing more is done (specification, part 8)."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.tale.acting import MASTERS, Right, Turn, action


@action(Right.MASTER)
def lay_aside(t: Turn, roll: str = "", effect: bool = False) -> None:
    """Be done with a roll, or with its `effect` alone: it is used, or nobody wants it. Only masters hear of it."""
    id, made = t.roll(roll)
    if made.aside:
        raise Refused("aside", f"roll {id} is laid aside already")
    t.alter("rolls", id, **({"used": True} if effect else {"aside": True}))
    t.say(f"Roll {id}: its effect is used." if effect else f"Roll {id} is laid aside.", MASTERS)
