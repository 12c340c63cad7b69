"""What a master makes of the hitches of a player's roll: doom, or a complication."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Component, Line, Panel, Style, framed, rows, text
from game.core.text.numbers import whole
from game.the_adept.rules.dice import NONE, pool_of, written
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import done, nowhere, roll_lying, sizes, ways
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded, named
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.state import Roll

PRESSES = ("hitch", "comp", "compit")
_MOST = 4
"""The most hitches that are offered for one complication; more are rare."""


def offered(seen: Seen, id: str, made: Roll) -> Iterator[Component]:
    """Yield what may be done with the hitches that are left."""
    if made.hitches == NONE or not made.character:
        return
    count = len(pool_of(made.hitches))
    free = made.botch and not made.paid
    paid = "a complication is free, as it is a botch" if free else "a complication pays 1 PP, however many go into it"
    yield Line()
    yield text(f"**Hitches** {coded(made.hitches)}: each into doom pays 1 PP and adds its size; {paid}.")
    buttons = [goes(seen, f"{die} into doom", f"gm/hitch/{id}/{_each(made, die)}") for die in sizes(made.hitches)]
    if count > 1:
        buttons.append(goes(seen, "All into doom", f"gm/hitch/{id}/all"))
    times = [goes(seen, _label(n), f"gm/comp/{id}/{n}") for n in range(1, min(count, _MOST) + 1)]
    yield from rows([*buttons, *times])


def screen(seen: Seen, id: str, made: Roll, count: str) -> Panel:
    """Return the screen that makes a complication of `count` hitches: a new one, or a step up of an existing one."""
    there = _complications(seen, made)
    hitches, now = _smallest(made, count), _left(made)
    words = f"**{named(made.character)}**: a complication of {coded(hitches)}. It is d6, or steps up one that is there."
    new = goes(seen, "A new one", f"gm/compit/{id}/{count}", Style.PRIMARY)
    parts: list[Component] = [text(words)]
    if there:
        choices = ways((name, f"{die} now") for name, die in there.items())
        parts.append(select(seen, f"gm/compit/{id}/{count}/{now}", choices, "Step one up"))
    return framed(*parts, *rows([new, back(seen, f"gm/roll/{id}")]))


def press(seen: Seen, part: str, about: str, values: Values) -> Step:
    """Return what a press on these screens does. Raises Refused: `used` for hitches that are gone."""
    id, _, rest = about.partition("/")
    made, here, value = roll_lying(seen, id), f"gm/roll/{id}", str(values.get("value", ""))
    if part == "hitch":
        die = rest.partition("/")[0]
        take = made.hitches if rest == "all" else die
        if take == NONE or rest not in ("all", *sizes(made.hitches), _each(made, die)):
            raise Refused("used", "these hitches are used already")
        return done(seen, Act("hitch", {"take": take, "roll": id}), show=here)
    count, _, before = rest.partition("/")
    if not are_left(made, count):
        raise Refused("used", "these hitches are used already")
    if value and before not in ("", _left(made)):
        raise Refused("used", f"the hitches of this roll have changed meanwhile: {made.hitches} is left")
    if part == "comp" and _complications(seen, made):
        return Step(show=f"gm/comp/{id}/{count}")
    if part == "comp" or not value:
        field = Field("value", "What is the complication called?", "Twisted Ankle", most=40)
        return Step(form=Form("A new complication", f"gm/compit/{id}/{count}/{_left(made)}", (field,)))
    given = {"take": _smallest(made, count), "roll": id, "complication": value}
    return done(seen, Act("hitch", given), show=here)


def are_left(made: Roll, count: str) -> bool:
    """Return whether this many hitches are left. Raises Refused: `unknown` if it is no number."""
    return bool(count) and _number(count) <= len(pool_of(made.hitches, none=True))


def _left(made: Roll) -> str:
    """Return how many hitches are left, for paths, so that two masters who name a complication make one."""
    return str(len(pool_of(made.hitches, none=True)))


def _each(made: Roll, die: str) -> str:
    """Return a hitch in a path, with how many of its size are left, so that two who press use only one."""
    return f"{die}/{[*map(str, pool_of(made.hitches, none=True))].count(die)}"


def _label(count: int) -> str:
    return "Complication" if count == 1 else f"Complication ×{count}"


def _smallest(made: Roll, count: str) -> str:
    """Return this many hitches, the smallest first, as larger ones are worth more to doom."""
    return written(sorted(pool_of(made.hitches, none=True))[: _number(count)])


def _complications(seen: Seen, made: Roll) -> dict[str, str]:
    """Return the complications of whoever rolled."""
    found = seen.tale.state.characters.get(made.character)
    return complications(found.sheet) if found else {}


def _number(figures: str) -> int:
    """Return a small number in a path. Raises Refused: `unknown`."""
    if (number := whole(figures, 3)) is None:
        raise nowhere(figures)
    return number
