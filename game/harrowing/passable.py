"""What a player will still be asked in other players' turns, and can pass ahead (rulings r7 and r12)."""

from __future__ import annotations

from game.core.protocol import View
from game.core.words import ATTACK, PHASE, TURN
from game.harrowing.rules.content import OTHERS_END, OTHERS_START, ROUNDS
from game.harrowing.rules.reader import ViewReader
from game.harrowing.rules.state import END, START


def passable(view: View, seat: str) -> tuple[str, ...]:
    """Return the ways to pass ahead that would pass anything with the spells now in force: in this part of a turn, in
    this round, in later ones.

    There is no way for when one could do nothing: a seat is only asked if it could do something.
    """
    now = ViewReader(view)
    at_start, at_end = now.waits_for(seat, OTHERS_START), now.waits_for(seat, OTHERS_END)
    if now.over or now.active is None or not (at_start or at_end):
        return ()
    is_others = seat != now.active
    here = is_others and now.triggers_for(seat) and (at_start if now.phase == START else at_end)
    in_round = here or (is_others and at_end and now.phase != END) or any(each != seat for each in now.to_come)
    later = in_round or now.turn < ROUNDS
    return tuple(kind for kind, passes in ((PHASE, here), (TURN, in_round), (ATTACK, later)) if passes)
