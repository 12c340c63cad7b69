"""Contests: rolls against one another, in turns, until somebody is not beaten (specification, part 3)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import Refused
from game.the_adept.rules import outcome
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action
from game.the_adept.tale.actions.rolls import bank_of, unsettled
from game.the_adept.tale.state import Roll


@action(Right.MEMBER)
def contest(t: Turn, rolls: Sequence[str], give_in: bool = False) -> None:
    """Settle a contest of rolls in their order, the initiator's first; whose turn it is may give in. A heroic success
    banks a die of the loser's last roll."""
    found = [unsettled(t, number) for number in rolls]
    _check_contest(t, [made for _, made in found], give_in)
    told = outcome.contest([made.total for _, made in found], give_in)
    secret = MASTERS if any(made.secret for _, made in found) else ALL
    if told["open"]:
        t.say(f"The contest goes on: {told['to_beat']} is to beat, {told['turn']} is next.", secret)
        return
    sides = {side: list(found[place::2])[-1] for place, side in enumerate("AB"[: len(found)])}
    for id, _ in found:
        t.alter("rolls", id, success=False)
    for side, (id, made) in sides.items():
        if side == told["winner"]:
            effect = outcome.test(told["margin"], 0, made.effect)["effect"]
            t.alter("rolls", id, success=True, heroic=told["heroic"], effect=effect)
        elif told["pp"] and made.character:
            t.pay(made.character, told["pp"])
    t.say(f"The contest is won by {told['winner']}, {told['margin']} above{', given in' if give_in else ''}.", secret)
    winner, loser = (sides.get(side) for side in (told["winner"], "B" if told["winner"] == "A" else "A"))
    if told["heroic"] and winner and loser:
        bank_of(t, winner[0], winner[1].character, loser[1].dice)


def _check_contest(t: Turn, rolls: Sequence[Roll], give_in: bool) -> None:
    """Those whose contest it is settle it, and who gives in does that for themselves. Raises Refused: `rights`."""
    if t.master:
        return
    theirs = rolls[-2:-1] or rolls if give_in else rolls  # the side whose turn it is made the last roll but one
    mine = any(t.who in _players(t, made) for made in theirs)
    if give_in and len(rolls) == 1:
        mine = not mine  # the other side has rolled nothing yet
    if not mine:
        raise Refused("rights", f"only {'who rolled for that side' if give_in else 'who is in it'} may do that")


def _players(t: Turn, made: Roll) -> set[str]:
    """Who rolled, and whose character it was for."""
    found = t.state.characters.get(made.character)
    return {made.by, *([found.owner] if found else [])}
