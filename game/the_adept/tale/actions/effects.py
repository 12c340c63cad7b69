"""Using the effect of a settled roll, each die once (rules, "Reading a roll")."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules.dice import NONE, Die, Pool, pool_of, written
from game.the_adept.rules.steps import taken
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action
from game.the_adept.tale.state import Roll, State


@action(Right.OWNER)
def use(t: Turn, roll: str = "", dice: str = "", then: int = 0) -> None:
    """Use the effect of a settled roll, or `dice` of it, each die once. The next `then` actions (two at most) are what
    it is used for: all of them are taken back together."""
    id, made = t.roll(roll)
    if not 0 <= then <= 2:
        raise Refused("count", "an effect is used for two things at most")
    if made.success is None:
        raise Refused("settled", f"roll {id} is not settled")
    if made.used:
        raise Refused("used", f"the effect of roll {id} is used")
    left = list(pool_of(left_of(t.state, made), none=True))
    wanted = pool_of(dice) if dice and (made.success or t.master) else (*left,)  # the roll that beat them may be secret
    try:
        taken(left, wanted)
    except Refused as refused:
        raise Refused(
            "used", f"the effect of roll {id} has only {left_of(t.state, made) or 'nothing'} left"
        ) from refused
    spent = written([*pool_of(made.spent, none=True), *wanted])
    t.alter("rolls", id, spent=spent, used=not left)
    what = f"{written(wanted)} of its effect" if made.success and left else "its effect"
    t.say(f"Roll {id}: {what} is used.", MASTERS if made.secret else ALL)


def effect_of(state: State, made: Roll) -> str:
    """Return the dice that a settled roll inflicts: its own effect, or after a failure that of the opposition; "" if
    unknown."""
    if made.success:
        return made.effect
    other = state.rolls.get(made.opposition)
    return other.effect if other and not other.botch else ""


def left_of(state: State, made: Roll) -> str:
    """Return the effect dice not used yet; "" for none."""
    if made.used:
        return ""
    left = list(pool_of(effect_of(state, made), none=True)) if effect_of(state, made) else []
    for die in pool_of(made.spent, none=True):
        if die in left:
            left.remove(die)
    return written(left) if left else ""


def unhit(pool: str, made: Roll, name: str) -> tuple[Pool, Pool]:
    """Return the dice of the crisis or challenge of this name that a roll's effect has not hit, and those that it has
    (ruling 17)."""
    free, struck = list(pool_of(pool)), list[Die]()
    for die in pool_of(made.struck.get(name, NONE), none=True):
        if die in free:  # or something else has hit it since
            free.remove(die)
            struck.append(die)
    return tuple(free), tuple(struck)
