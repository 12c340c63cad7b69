"""Contests: rolls against one another, in turn, until one is not beaten (rules, "Contests")."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import Refused
from game.the_adept.rules import outcome
from game.the_adept.rules.dice import NONE, pool_of, roll_of
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action
from game.the_adept.tale.actions.lying import bank_of, befell, hero_dice, unsettled
from game.the_adept.tale.contests import CHARACTER, Contest, contest_of
from game.the_adept.tale.state import Roll


@action(Right.MEMBER)
def contest(t: Turn, rolls: Sequence[str], give_in: bool = False) -> None:
    """Settle a contest of these rolls, in order, the initiator's first; the side whose turn it is may give in. A heroic
    success banks a die of the loser's last roll."""
    found = [unsettled(t, number) for number in rolls]
    if len({id for id, _ in found}) < len(found) and not t.again:
        raise Refused("duplicate", "each roll of a contest is named once, in the order in which they were made")
    _check_contest(t, [made for _, made in found], give_in)
    decided(t, found, give_in)


def decided(t: Turn, found: Sequence[tuple[str, Roll]], give_in: bool = False) -> None:
    """Settle a contest of these rolls, or say how it goes on. Raises Refused: `over`."""
    told = outcome.contest([made.total for _, made in found], give_in)
    secret = MASTERS if any(made.secret for _, made in found) else ALL
    if told["open"]:
        answers = _side(t, found[-2:-1]) if len(found) > 1 else "the other side"
        goes_on = f"{told['to_beat']} is to beat, {answers} is next"
        t.say(f"The contest goes on: {goes_on}.", secret)
        return
    last = {side: list(found[place::2])[-1:] for place, side in enumerate("AB")}
    winner, loser = last[told["winner"]], last["B" if told["winner"] == "A" else "A"]
    for id, _ in found:
        t.alter("rolls", id, success=False)
    ((won, best),) = winner
    effect = outcome.test(told["margin"], 0, best.effect)["effect"]
    t.alter("rolls", won, success=True, heroic=told["heroic"], effect=effect, conceded=give_in)
    for id, made in loser:
        t.alter("rolls", won, opposition=id)
        if told["pp"] and made.character:
            t.pay(made.character, told["pp"])
    if give_in:
        before = len(t.lines)
        paid = ": +1 PP" if told["pp"] and loser[0][1].character else ""
        side = _side(t, loser) if loser else best.aim.partition("/")[2] or "The other side"
        t.say(f"{side} gave in to {_side(t, winner)}{paid}.", secret)
        for id, _ in (*winner, *loser) if secret == ALL else ():
            befell(t, id, before)
    else:
        heroic = f", heroic {told['heroic']}, effect {effect}" if told["heroic"] else ""
        totals = f"{best.total} to {loser[0][1].total}"
        t.say(f"{_side(t, winner)} won the contest against {_side(t, loser)}, {totals}{heroic}.", secret)
    if told["heroic"]:
        bank_of(t, won, best.character, loser[0][1].dice)


def hopeless(t: Turn, id: str) -> Contest | None:
    """Return the contest that a character's last roll has lost for certain; else None.

    That is so if the character has no hero dice, and the dice in the total that all its PP can pay for, hitches' PP
    included, still do not beat the roll before.
    """
    made = t.state.rolls[id]
    contest = contest_of({key: each for key, each in t.state.rolls.items() if made.secret or not each.secret}, id)
    if contest is None or contest.stands or contest.last != id or not contest.open or not made.character:
        return None
    keep = made.keep + t.state.characters[made.character].sheet.get("pp", 0) + len(pool_of(made.hitches, none=True))
    values = sorted((each.value for each in roll_of(made.dice) if not each.hitch), reverse=True)
    hope = hero_dice(t, made.character) != NONE or sum(values[:keep]) > contest.rolls[-2][1].total
    return None if hope else contest


def _side(t: Turn, last: Sequence[tuple[str, Roll]]) -> str:
    """Return who rolled for a side."""
    ((_, made),) = last
    by = t.state.members.get(made.by)
    return made.character or made.gmc or (by.name if by else "somebody")


def _check_contest(t: Turn, rolls: Sequence[Roll], give_in: bool) -> None:
    """Check that somebody in the contest settles it, and that people give in only for their own side. Raises Refused:
    `rights`."""
    if t.master:
        return
    theirs = rolls[-2:-1] or rolls if give_in else rolls  # the side whose turn it is made the last roll but one
    mine = any(t.who in _players(t, made) for made in theirs)
    if give_in and len(rolls) == 1:  # the other side has rolled nothing yet
        kind, _, name = rolls[0].aim.partition("/")
        plays = kind == CHARACTER and name in t.state.played_by(t.who)
        mine = plays or (t.again and not mine)  # formerly anybody else could
    if not mine:
        raise Refused("rights", f"only {'whoever plays that side' if give_in else 'who is in it'} may do that")


def _players(t: Turn, made: Roll) -> set[str]:
    """Return the ids of who rolled, and of the owner of the character they rolled for."""
    found = t.state.characters.get(made.character)
    return {made.by, *([found.owner] if found else [])}
