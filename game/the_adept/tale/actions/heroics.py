"""Turning heroic steps into effect dice, in a challenge (rules, "Challenges")."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules import outcome
from game.the_adept.rules.dice import NONE, roll_of, written
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action
from game.the_adept.tale.actions.rolls import spare


@action(Right.OWNER)
def spread(t: Turn, roll: str = "") -> None:
    """Turn a heroic step of a success into one more effect die instead of a step, as challenges allow."""
    id, made = t.roll(roll)
    if not made.success or not made.heroic:
        raise Refused("extra", f"roll {id} has no heroic step that could become an effect die")
    if made.spent != NONE:
        raise Refused("used", f"of the effect of roll {id} {made.spent} is used")
    more = spare(made)[:1]
    if not more:
        raise Refused("effects", f"no die of roll {id} is left beside its total and its effect")
    dice, steps, gives = roll_of(made.dice), made.heroic - 1, (*made.gives, *more)
    effect = written(dice[place - 1].die for place in gives)
    raised = outcome.test(steps * outcome.HEROIC, 0, effect)["effect"]
    t.alter("rolls", id, effect=raised, effects=made.effects + 1, heroic=steps, gives=gives)
    t.say(f"{made.character or t.name}: one more effect die: {raised}.", MASTERS if made.secret else ALL)
