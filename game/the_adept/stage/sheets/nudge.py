"""`/sheet step`: changes one thing on a sheet by one step; its only option suggests every possible change.

For people who like to type: a word or two of the character's name and the thing's are enough to find it. A suggestion
is a path of four words: the kind of thing, the change, the thing's key, and the character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Option, Step
from game.core.errors import Refused, quoted
from game.core.layout import Choice, Panel
from game.core.text.names import matches
from game.the_adept.rules.dice import Die, die_of
from game.the_adept.rules.harm import UP
from game.the_adept.rules.sheet import die_in
from game.the_adept.stage.mastering.masters import done, key, nowhere
from game.the_adept.stage.room import Room, Seen, is_master, own_characters
from game.the_adept.stage.selecting import MOST
from game.the_adept.tale.actions.harm import complications

DOWN, GONE = "down", "gone"
_XP = (1, 3, 10)
"""Amounts of XP that milestones bring (ruling 12)."""


class NudgeRoom(Room):
    name = "nudge"
    commands: ClassVar = (
        Command(
            "sheet step",
            "One thing a step up or down, or gone: stress, a complication, an asset, PP, XP",
            "nudge",
            (Option("change", "Type some of the name and of the thing", completes=True, required=True, most=100),),
        ),
    )

    def screen(self, seen: Seen, rest: str) -> Panel:
        raise nowhere(rest)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        wanted = str(values.get("change", ""))
        found = {path: (label, acts) for path, label, acts in _changes(seen)}
        if wanted not in found:
            alike = [path for path, (label, _) in found.items() if matches(wanted, label)]
            if len(alike) != 1:
                why = (
                    "choose one of the suggestions, which come as you type"
                    if alike
                    else "you can change nothing like it"
                )
                raise Refused("unknown", f"{quoted(wanted)}: {why}")
            wanted = alike[0]
        return done(seen, *found[wanted][1], show=f"sheet/{wanted.split('/', 3)[3]}")

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        return [Choice(path, label) for path, label, _ in _changes(seen) if matches(typed, label)][:MOST]


def _changes(seen: Seen) -> Iterator[tuple[str, str, tuple[Act, ...]]]:
    """Yield everything that whoever looks may change: a path, its label, and the acts."""
    for name in own_characters(seen):
        sheet = seen.tale.state.characters[name].sheet
        for type, die in sheet.get("stress", {}).items():
            yield from _steps(name, "stress", type, die, _stress(name, type, die))
        for what, die in complications(sheet).items():
            acts: dict[str, tuple[Act, ...]] = {
                UP: (Act("complication", {"character": name, "name": what, "hits": [UP]}),),
                DOWN: (Act("ease", {"character": name, "type": what}),),
                GONE: (Act("lose", {"character": name, "name": what}),),
            }
            yield from _steps(name, "comp", what, die, acts)
        for what, item in sheet.get("assets", {}).items():
            yield from _steps(name, "asset", what, die_in(item), _asset(seen, name, what, item))
        yield from _counted(seen, name, sheet)


def _steps(
    name: str, kind: str, what: str, die: str, acts: dict[str, tuple[Act, ...]]
) -> Iterator[tuple[str, str, tuple[Act, ...]]]:
    for way, chosen in acts.items():
        yield f"{kind}/{way}/{key(what)}/{name}", f"{name} · {what} {die}: {way}"[:100], chosen


def _stress(name: str, type: str, die: str) -> dict[str, tuple[Act, ...]]:
    down = Act("ease", {"character": name, "type": type})
    smaller = sum(Die.D6 <= size <= die_of(die) for size in Die)
    return {
        UP: (Act("stress", {"character": name, "type": type, "hits": [UP]}),),
        DOWN: (down,),
        GONE: (down,) * smaller,
    }


def _asset(seen: Seen, name: str, what: str, item: Any) -> dict[str, tuple[Act, ...]]:
    """Return the changes of an asset; only a master may change its die."""
    acts: dict[str, tuple[Act, ...]] = {GONE: (Act("lose", {"character": name, "name": what}),)}
    if not is_master(seen):
        return acts
    size = die_of(die_in(item))
    for way, other in ((UP, size.up if size is not Die.D12 else None), (DOWN, size.down if size > Die.D6 else None)):
        if other is not None:
            changed = {**item, "die": str(other)} if isinstance(item, dict) else str(other)
            acts[way] = (Act("edit", {"character": name, "set": _rated(seen, name, what, changed)}),)
    return acts


def _rated(seen: Seen, name: str, what: str, changed: Any) -> dict[str, Any]:
    """Return what to set for a changed asset: it by its path, or all assets if its name would be a path of its own."""
    if "." not in what:
        return {f"assets.{what}": changed}
    return {"assets": {**seen.tale.state.characters[name].sheet["assets"], what: changed}}


def _counted(seen: Seen, name: str, sheet: Any) -> Iterator[tuple[str, str, tuple[Act, ...]]]:
    """Yield the changes of PP (one more, one less, none) and, for a master, of XP."""
    pp, xp = sheet.get("pp", 0), sheet.get("xp", 0)
    for by, way in ((1, "+1"), (-1, "-1"), (-pp, "none")):
        if pp + by >= 0 and (by or way != "none"):
            yield f"pp/{way}/-/{name}", f"{name} · PP {pp}: {way}", (Act("pp", {"character": name, "by": by}),)
    if is_master(seen):
        for amount, way in [*((xp + more, f"+{more}") for more in _XP), (0, "none")]:
            act = Act("edit", {"character": name, "set": {"xp": amount}})
            yield f"xp/{way}/-/{name}", f"{name} · XP {xp}: {way}", (act,)
