"""Hitches of a roll: masters use those of characters, players those of the opposition (rules, "Hitches, and what the
master does with them")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.errors import Refused
from game.the_adept.rules import harm as rules
from game.the_adept.rules.dice import NONE, Die, die_of, pool_of, written
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.steps import step, taken
from game.the_adept.tale.acting import Right, Turn, action, named
from game.the_adept.tale.actions.doom import tell_really
from game.the_adept.tale.actions.harm import complicate, complications, relieve
from game.the_adept.tale.actions.lying import befell
from game.the_adept.tale.state import Roll


@action(Right.MASTER)
def hitch(t: Turn, take: str, roll: str = "", complication: str = "") -> None:
    """Use hitches of a character's roll: for 1 PP each doom gains dice of their sizes; or they make a `complication`,
    for which the first hitch pays 1 PP (none for a botch) and further ones step it up."""
    id, made = t.roll(roll)
    if not made.character:
        raise Refused("unknown", "this roll is no character's: its hitches are opportunities")
    dice, left = pool_of(take), list(pool_of(made.hitches, none=True))
    taken(left, dice)
    t.alter("rolls", id, hitches=written(left))
    before = len(t.lines)
    if complication:
        free = made.botch and not made.paid
        if free:
            t.alter("rolls", id, paid=True)
        else:
            t.pay(made.character, 1)
        why = [*_of(made, dice), "free, as it is a botch" if free else "+1 PP"]
        complicate(t, made.character, complication, [rules.UP] * len(dice), ", ".join(why))
    else:
        t.pay(made.character, len(dice))
        t.set(doom=written(pool_of(written([*pool_of(t.state.doom, none=True), *dice]))))
        why = [*_of(made, dice), f"{made.character}: +{len(dice)} PP"]
        t.say(f"Doom grew by {written(dice)}: {t.state.seen_doom} ({', '.join(why)}).")
    befell(t, id, before)
    if not complication:
        tell_really(t)


def _of(made: Roll, dice: Sequence[Die]) -> list[str]:
    """Return which hitches were used, in words; nothing if the roll is secret."""
    return [] if made.secret else [f"of the {'hitch' if len(dice) == 1 else 'hitches'} {written(dice)}"]


@action(Right.OWNER)
def opportunity(t: Turn, character: str, take: str, what: str, roll: str = "") -> None:
    """Use opportunities, hitches of a roll against characters, for 1 PP: per die an asset steps up, or stress or a
    complication down."""
    name, found = t.character(character)
    id, made = t.roll(roll)
    if not made.opposes:
        raise Refused("unknown", "only what is rolled against a character has opportunities")
    left, steps = list(pool_of(made.hitches, none=True)), len(pool_of(take))
    taken(left, pool_of(take))
    t.pay(name, -1)
    t.alter("rolls", id, hitches=written(left))
    assets: dict[str, Any] = dict(found.sheet.get("assets", {}))
    stress = found.sheet.get("stress", {})
    if what in assets:
        item = assets[what]
        former = die_in(item)
        die = max(pool_of(step(former, steps)["dice"]))
        if str(die) == former:
            raise Refused("die", f"{what} is {former} already: nothing is larger")
        assets[what] = {**(item if isinstance(item, dict) else {}), "die": str(die)}
        t.write(name, assets=assets)
        now = str(die)
    elif what.lower() in stress:
        now = _lower(stress[what.lower()], steps)
        relieve(t, name, what.lower(), now)
    else:
        table = complications(found.sheet)
        what, die_ = named(table, what, "asset, stress or complication")
        now = _lower(die_, steps)
        t.write(name, complications={key: each for key, each in {**table, what: now}.items() if each != NONE})
    before = len(t.lines)
    ends = "is gone" if now == NONE else f"becomes {now}"
    t.say(f"{name}: an opportunity{'' if made.secret else f', {written(pool_of(take))}'}: {what} {ends} (1 PP).")
    befell(t, id, before)


def _lower(die: str, steps: int) -> str:
    now: Die | None = die_of(die)
    for _ in range(steps):
        now = rules.eased(now) if now else None
    return written([now] if now else [])
