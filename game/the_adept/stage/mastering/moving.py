"""Moving dice from doom into a crisis: as they are, one split, or two combined (rules, "Crises")."""

from __future__ import annotations

from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Component, Panel, Style, framed, rows, text
from game.the_adept.rules import doom as rules
from game.the_adept.rules.dice import NONE, Die, die_of, pool_of, written
from game.the_adept.rules.steps import taken
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import done, ways
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded

_MOST = 16
"""The most dice that are moved at once, as a path names them."""


def moving(seen: Seen, take: str, how: str, hide: str) -> Panel:
    state = seen.tale.state
    dice = _compact(take)
    left = [*pool_of(state.doom, none=True)]
    taken(left, tuple(dice))
    arrives, refused = _arrives(seen, dice, how)
    hidden = state.hidden if hide == "-" else hide == "h"
    moved = f"**Into a crisis**: {coded(written(dice))}" if dice else "**Into a crisis**: which dice?"
    head = [moved + (f", which arrive as {coded(arrives)}" if arrives and how != "as-is" else ""), refused]
    full = "-# More dice come with another move." if len(dice) >= _MOST else ""
    spare = len(left) - state.floor
    stays = "" if spare > 0 else f"-# At least {state.floor} of it must stay."
    parts: list[Component] = [text(*head, f"Doom keeps {coded(written(left))}.", stays, full)]

    def leads(those: list[Die], way: str, hid: str) -> str:
        return f"doom/move/{'.'.join(str(int(die)) for die in those) or '-'}/{way}/{hid}"

    more = [
        goes(seen, f"+{die}", leads([*dice, die], "as-is", hide))
        for die in sorted({*left} if spare > 0 and not full else ())
    ]
    if dice:
        more.append(goes(seen, "Other dice", leads([], "as-is", hide)))
    parts += rows(more)
    hows = [("As they are", "as-is"), ("Split in two", "split"), ("Join to one", "combine")]
    fitting = [(label, way) for label, way in hows if way != how and not _arrives(seen, dice, way)[1]] if dice else []
    parts += rows([goes(seen, label, leads(dice, way, hide)) for label, way in fitting])
    toggle = goes(seen, "Hidden: yes" if hidden else "Hidden: no", leads(dice, how, "o" if hidden else "h"))
    last = [back(seen, "doom")]
    if arrives:
        path = f"doom/into/{take}/{how}/{'h' if hidden else 'o'}"
        if state.crises:
            there = ways((name, each.pool) for name, each in state.crises.items())
            parts.append(select(seen, path, there, "Into one that is there"))
        last = [goes(seen, "A new crisis", path, Style.PRIMARY), toggle, *last]
    return framed(*parts, *rows(last))


def _arrives(seen: Seen, dice: list[Die], how: str) -> tuple[str, str]:
    """Return the dice that would reach the crisis and "", or "" and why they cannot."""
    if not dice:
        return "", ""
    try:
        return rules.transfer(seen.tale.state.doom, written(dice), how, NONE, seen.tale.state.floor)["crisis"], ""
    except Refused as refused:
        return "", refused.problem


def into(seen: Seen, take: str, how: str, hide: str, value: str) -> Step:
    if not value:
        field = Field("value", "What is the crisis called?", "The Fire", most=40)
        return Step(form=Form("A new crisis", f"doom/into/{take}/{how}/{hide}", (field,)))
    given = {"name": value, "take": written(_compact(take)), "how": how, "hidden": hide == "h"}
    return done(seen, Act("crisis", given), show="doom")


def _compact(take: str) -> list[Die]:
    """Return the dice in a path: "8.6"; none for "-"."""
    return [die_of(each) for each in take.split(".")] if take != "-" else []
