"""What other actions do to rolls on the table."""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules import help
from game.the_adept.rules.dice import NONE, die_of, pool_of, written
from game.the_adept.tale.acting import Turn
from game.the_adept.tale.state import Roll


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
