"""Laying rolls aside when nothing more is done with them."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.tale.acting import MASTERS, Right, Turn, action
from game.the_adept.tale.contests import contest_of


@action(Right.MASTER)
def lay_aside(t: Turn, roll: str = "", effect: bool = False) -> None:
    """Be done with a roll, or with its `effect` alone, because it is used or not wanted. Only masters hear of it,
    unless a contest waited for an answer to the roll: then everybody hears that the contest goes no further."""
    id, made = t.roll(roll)
    if made.aside:
        raise Refused("aside", f"roll {id} is laid aside already")
    if effect:
        t.alter("rolls", id, used=True)
        t.say(f"Roll {id}: its effect is used.", MASTERS)
        return
    public = {key: each for key, each in t.state.rolls.items() if not each.secret}
    contest = contest_of(public, id) if id in public else None
    t.alter("rolls", id, aside=True)
    if contest and contest.open and contest.last == id:
        t.say(f"The contest of roll {id} goes no further.")
    else:
        t.say(f"Roll {id} is laid aside.", MASTERS)
