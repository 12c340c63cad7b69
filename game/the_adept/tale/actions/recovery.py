"""Tests to recover, from the opposition's roll to the result (rules, "Recovery and rest")."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules.dice import NONE, written
from game.the_adept.rules.dice import pool_of as dice_of
from game.the_adept.tale.acting import Right, Turn, action
from game.the_adept.tale.actions.harm import COMPLICATIONS, STRESS, TRAUMA, ailment
from game.the_adept.tale.actions.rolls import able, roll
from game.the_adept.tale.contests import CHARACTER
from game.the_adept.tale.state import Ailment, State

USUAL = "2d8"
"""The dice that oppose a recovery, beside the die to recover from, unless doom does."""


@action(Right.OWNER)
def tend(t: Turn, character: str, patient: str, what: str, trauma: bool = False, doom: bool = False) -> None:
    """Begin a test to recover, oneself or somebody else: the opposition is rolled, which is the die of the harm with
    2d8, or with `doom`. The character's next roll against it carries the recovery out once it is settled."""
    name, _ = able(t, character)
    whom, found = t.character(patient)
    stressed = what.strip().lower() in found.sheet.get("stress", {})
    part = TRAUMA if trauma else STRESS if stressed else COMPLICATIONS
    key, die = ailment(found, part, what)
    heals = Ailment(part=part, what=key, whom=whom)
    if lying := under_way(t.state, name, heals):
        raise Refused("twice", f"{name} is at that already: roll against roll {lying}")
    against = t.state.seen_doom if doom else USUAL
    if against == NONE:
        raise Refused("empty", "doom has no dice: roll against 2d8")
    told = f"{whom}'s {key}{' trauma' if part == TRAUMA else ''} {die}, {'doom' if doom else USUAL}"
    pool = written(dice_of(f"{die} {against}"))
    roll(t, pool, opposes=True, what=told, aim=f"{CHARACTER}/{name}")
    t.alter("rolls", [*t.state.rolls][-1], heals=heals)


def under_way(state: State, name: str, heals: Ailment) -> str:
    """Return the number of the roll that a character has yet to beat for this recovery; "" for none."""
    aim = f"{CHARACTER}/{name}"
    found = (id for id, each in state.rolls.items() if each.heals == heals and each.aim == aim and not each.aside)
    return next(found, "")
