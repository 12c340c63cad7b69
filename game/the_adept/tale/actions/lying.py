"""Rolls on the table: which ones stay there, who may answer them, and what other actions do to them."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules import help
from game.the_adept.rules.dice import NONE, die_of, pool_of, written
from game.the_adept.tale.acting import Turn
from game.the_adept.tale.contests import CHARACTER, answerable, not_for
from game.the_adept.tale.state import Roll

KEPT = 20
"""How many rolls stay on the table, where something can still be done with them, and at most as many again that these
answer; older ones are in the log only."""


def lay(t: Turn, made: Roll) -> None:
    """Put a new roll on the table, which pushes off the oldest ones, but none that an open roll there answers.

    Secret rolls push out only secret ones. Formerly (`acting.RULES`) an answer could push out what it answered.
    """
    alike = {id: each for id, each in t.state.rolls.items() if each.secret == made.secret}
    old = set([*alike][: max(len(alike) + 1 - KEPT, 0)])
    if old and t.rules > 2:
        old.discard(made.against_roll)
        for id in reversed(alike):
            if id not in old and alike[id].success is None:
                old.discard(alike[id].against_roll)
        old.update([*alike][: 1 - 2 * KEPT])
    t.set(rolls={**{id: each for id, each in t.state.rolls.items() if id not in old}, made.cast: made})


def check_answers(t: Turn, against: str, name: str) -> None:
    """Check that a player rolls against a roll that this character may answer now: in a contest the sides answer in
    turn. Raises Refused: `turn`."""
    id = against.removeprefix("#")
    if id == against or t.master or t.again:
        return
    rolls = {key: each for key, each in t.state.rolls.items() if not each.secret}
    if not answerable(rolls, id, f"{CHARACTER}/{name}" if name else ""):
        raise Refused("turn", not_for(rolls, id, name or t.name))


def befell(t: Turn, roll: str, since: int) -> None:
    """Note with a roll the lines told from index `since` on."""
    told = [line.text.removesuffix(".") for line in t.lines[since:]]
    t.alter("rolls", roll, befell=(*t.state.rolls[roll].befell, *told))


def bank_of(t: Turn, roll: str, name: str, opposition: str) -> None:
    """Bank the highest-rolling die of the opposition for a character, after a heroic success of a roll."""
    if not name:
        return
    banked = help.hero(opposition, hero_dice(t, name))
    t.write(name, hero=dice_of(banked["bank"]))
    if banked["gained"] != NONE:
        t.say(f"{name} has a hero die more: {banked['gained']}.")
        befell(t, roll, len(t.lines) - 1)


def unsettled(t: Turn, number: str) -> tuple[str, Roll]:
    """Return an unsettled roll with its number. Raises Refused: `settled`."""
    id, made = t.roll(number)
    if made.success is not None:
        raise Refused("settled", f"roll {id} is settled")
    return id, made


def hero_dice(t: Turn, name: str) -> str:
    return written(die_of(die) for die in t.state.characters[name].sheet.get("hero", ()))


def dice_of(bank: str) -> list[str]:
    return [str(die) for die in pool_of(bank, none=True)]
