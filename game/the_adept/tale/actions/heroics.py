"""Turning heroic steps into effect dice, in a challenge (rules, "Challenges")."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules import outcome
from game.the_adept.rules.dice import NONE, roll_of, written
from game.the_adept.rules.rolling import choices
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action


@action(Right.OWNER)
def spread(t: Turn, roll: str = "") -> None:
    """Turn a heroic step of a success into one more effect die instead of a step, as challenges allow."""
    id, made = t.roll(roll)
    if not made.success or not made.heroic:
        raise Refused("extra", f"roll {id} has no heroic step that could become an effect die")
    if made.spent != NONE:
        raise Refused("used", f"of the effect of roll {id} {made.spent} is used")
    total, effects = made.total - made.bonus, made.effects + 1
    found = [each for each in choices(roll_of(made.dice), made.keep, effects) if each.total == total]
    if not found:
        raise Refused("effects", f"no die of roll {id} is left beside its total of {made.total}")
    steps = made.heroic - 1
    raised = outcome.test(steps * outcome.HEROIC, 0, written(found[0].effect))["effect"]
    uses, gives = (tuple(place + 1 for place in places) for places in (found[0].uses, found[0].gives))
    t.alter("rolls", id, effect=raised, effects=effects, heroic=steps, uses=uses, gives=gives)
    t.say(f"{made.character or t.name}: one more effect die: {raised}.", MASTERS if made.secret else ALL)
