"""Rooms of harm: `stress`, taken and eased, and `trouble`, for complications and for removing these and assets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step, Verb
from game.core.layout import Choice, Component, Panel, Style, row, rows
from game.the_adept.rules.harm import UP
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.rolling.recover import helpless
from game.the_adept.stage.room import Room, Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.own import asking, back, own
from game.the_adept.stage.wording import named
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.texts import NAME

_HITS = (UP, "d6", "d8", "d10", "d12")


class StressRoom(Room):
    """The room `stress/NAME`; presses are `stress/WHAT/NAME`."""

    name = "stress"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        stress = found.sheet.get("stress", {})
        lines = [f"## Stress of {named(name)}", f"Now: {_rated(stress) or 'none'}"]
        lines += [f"Trauma: {trauma}"] if (trauma := _rated(found.sheet.get("trauma", {}))) else []
        lines += helpless(seen.tale.state, name)
        lines += ["Magic is shut down."] if found.sheet.get("magic_off") else []
        chosen = str(seen.notes.get("stress", ""))
        ways = [Choice(type, type.capitalize(), f"now {stress.get(type, 'none')}") for type in STRESS]
        hits = [
            goes(seen, label, f"stress/{hit}.{stress.get(chosen, '')}/{name}", disabled=chosen not in STRESS)
            for hit, label in ((hit, "One step up" if hit == UP else hit) for hit in _HITS)
        ]
        ease = [goes(seen, f"Ease {type}", f"stress/{type}/{name}") for type in STRESS if type in stress]
        return asking(
            lines,
            seen.place.select(Verb.PICKED, f"stress/type/{name}", ways, "Take stress: which?", chosen),
            row(*hits),
            *rows(ease),
            back(seen, name, goes(seen, "Recover", f"recover/{name}")),
        )

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        what, _, seen_as = what.partition(".")
        if what not in (*STRESS, *_HITS, "type") or not slash:
            return Step(show=f"stress/{rest}")
        key, found = own(seen, name)
        show = f"stress/{key}"
        if what == "type":
            return Step(notes={**seen.notes, "stress": str(values.get("value", ""))}, show=show)
        if what in STRESS:
            return Step((Act("ease", {"character": key, "type": what}),), show=show)
        type = str(seen.notes.get("stress", ""))
        now = found.sheet.get("stress", {}).get(type, "")
        if seen_as != now:
            return Step(show=show, say=f"That has changed: {type} is {now or 'gone'} now.")
        return Step((Act("stress", {"character": key, "type": type, "hits": [what]}),), show=show)


def _rated(table: Mapping[str, str]) -> str:
    return " · ".join(f"{type} **{table[type]}**" for type in STRESS if type in table)


class TroubleRoom(Room):
    """The room `trouble/NAME`: new complications or a step up; complications and assets that are removed."""

    name = "trouble"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        there = complications(found.sheet)
        assets = {key: die_in(item) for key, item in found.sheet.get("assets", {}).items()}
        told = " · ".join(f"{named(key)} **{die}**" for key, die in there.items()) or "none"
        parts: list[Component] = [
            row(
                *(
                    goes(
                        seen,
                        f"New {die}",
                        f"trouble/{die}/{name}",
                        style=Style.PRIMARY if die == "d6" else Style.SECONDARY,
                    )
                    for die in _HITS[1:]
                )
            )
        ]
        if there:
            ways = [Choice(key, f"{key} {die}") for key, die in there.items()]
            parts.append(select(seen, f"trouble/up/{name}", ways, "One step up"))
        if there or assets:
            ways = [Choice(key, f"{key} {die}") for key, die in {**there, **assets}.items()]
            parts.append(select(seen, f"trouble/lose/{name}", ways, "Let one go, assets too"))
        head = f"## Complications of {named(name)}"
        lines = [head, f"Now: {told}", *helpless(seen.tale.state, name)]
        return asking(lines, *parts, back(seen, name, goes(seen, "Recover", f"recover/{name}")))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in (*_HITS[1:], UP, "lose", "named") or not slash:
            return Step(show=f"trouble/{rest}")
        key, _ = own(seen, name)
        show, value = f"trouble/{key}", str(values.get("value", ""))
        match what:
            case "up":
                return Step((Act("complication", {"character": key, "name": value, "hits": [UP]}),), show=show)
            case "lose":
                return Step((Act("lose", {"character": key, "name": value}),), show=show)
            case "named":
                given = {"character": key, "name": str(values.get("name", "")), "hits": [str(values.get("die", ""))]}
                return Step((Act("complication", given),), show=show)
        fields = (
            Field("name", "What hinders", "such as A Sprained Ankle", most=NAME),
            Field("die", "Its die", value=what, most=4),
        )
        return Step(form=Form("A complication", f"trouble/named/{key}", fields))

    def around(self, rest: str) -> Iterator[str]:
        yield f"trouble/{rest.partition('/')[2]}"
