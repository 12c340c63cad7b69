"""Rooms of what hurts: `stress` that one takes and eases, `trouble` (complications, and what is let go), `recover`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.errors import BadArguments
from game.core.layout import Choice, Component, Panel, Style, row, rows
from game.core.signature import Values
from game.core.stage import Act, Field, Form, Step, Verb
from game.the_adept.rules.harm import UP
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.own import asking, back, own, press
from game.the_adept.stage.room import Room, Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import die_in, named
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.state import Roll
from game.the_adept.tale.texts import NAME

_HITS = (UP, "d6", "d8", "d10", "d12")


class StressRoom(Room):
    """`stress/NAME`; presses are `stress/WHAT/NAME`."""

    name = "stress"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        stress = found.sheet.get("stress", {})
        now = " · ".join(f"{type} **{stress[type]}**" for type in STRESS if type in stress) or "none"
        chosen = str(seen.notes.get("stress", ""))
        ways = [Choice(type, type.capitalize(), f"now {stress.get(type, 'none')}") for type in STRESS]
        hits = [
            press(seen, "One step up" if hit == UP else hit, f"stress/{hit}/{name}", disabled=chosen not in STRESS)
            for hit in _HITS
        ]
        ease = [press(seen, f"Ease {type}", f"stress/{type}/{name}") for type in STRESS if type in stress]
        return asking(
            [f"## Stress of {named(name)}", f"Now: {now}"],
            seen.place.select(Verb.PICKED, f"stress/type/{name}", ways, "Take stress: which?", chosen),
            row(*hits),
            *rows(ease),
            back(seen, name, press(seen, "Recover", f"recover/{name}")),
        )

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in (*STRESS, *_HITS, "type") or not slash:
            return Step(show=f"stress/{rest}")
        key, _ = own(seen, name)
        show = f"stress/{key}"
        if what == "type":
            return Step(notes={**seen.notes, "stress": str(values.get("value", ""))}, show=show)
        if what in STRESS:
            return Step((Act("ease", {"character": key, "type": what}),), show=show)
        type = str(seen.notes.get("stress", ""))
        return Step((Act("stress", {"character": key, "type": type, "hits": [what]}),), show=show)


class TroubleRoom(Room):
    """`trouble/NAME`: complications, new or a step up; assets and complications that are let go."""

    name = "trouble"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        there = complications(found.sheet)
        assets = {key: die_in(item) for key, item in found.sheet.get("assets", {}).items()}
        told = " · ".join(f"{named(key)} **{die}**" for key, die in there.items()) or "none"
        parts: list[Component] = [
            row(
                *(
                    press(
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
            parts.append(select(seen, f"trouble/up/{name}", ways, "One step up", f"trouble/{name}"))
        if there or assets:
            ways = [Choice(key, f"{key} {die}") for key, die in {**there, **assets}.items()]
            parts.append(select(seen, f"trouble/lose/{name}", ways, "Let one go, assets too", f"trouble/{name}"))
        head = f"## Complications of {named(name)}"
        return asking([head, f"Now: {told}"], *parts, back(seen, name, press(seen, "Recover", f"recover/{name}")))

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


class RecoverRoom(Room):
    """`recover/NAME`: what from, by which roll, against which; or the same in numbers."""

    name = "recover"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        from_ = _ailments(found.sheet)
        if not from_:
            return asking([f"## Recover: {named(name)}", "There is nothing to recover from."], back(seen, name))
        plan, rolls = _plan(seen), _rolls(seen)
        mine = [Choice(id, _rolled(id, roll)) for id, roll in rolls if roll.character == name][:25]
        theirs = [Choice(id, _rolled(id, roll)) for id, roll in rolls if roll.character != name][:25]
        parts: list[Component] = [
            select(seen, f"recover/what/{name}", from_, "From what?", f"recover/{name}", plan.get("what", ""))
        ]
        rule = "Roll against its die and 2d8, or doom. Won with a larger effect die it is gone, else it steps down."
        if mine and theirs:
            for what, hint, ways in (("roll", "Your roll", mine), ("against", "The roll against it", theirs)):
                parts.append(seen.place.select(Verb.PICKED, f"recover/{what}/{name}", ways, hint, plan.get(what, "")))
        ready = plan.get("what") in {each.value for each in from_}
        both = ready and all(plan.get(what) in {id for id, _ in rolls} for what in ("roll", "against"))
        parts.append(
            row(
                press(seen, "Recover", f"recover/do/{name}", style=Style.PRIMARY, disabled=not both),
                press(seen, "In numbers", f"recover/numbers/{name}", disabled=not ready),
            )
        )
        return asking([f"## Recover: {named(name)}", rule], *parts, back(seen, name))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in ("what", "roll", "against", "do", "numbers", "count") or not slash:
            return Step(show=f"recover/{rest}")
        key, _ = own(seen, name)
        plan = _plan(seen)
        if what in ("what", "roll", "against"):
            kept = {**plan, what: str(values.get("value", ""))[: 2 * NAME]}
            return Step(notes={**seen.notes, "recover": kept}, show=f"recover/{key}")
        if what == "numbers":
            return Step(form=Form("Recover", f"recover/count/{key}", _NUMBERS))
        trauma, ailment = str(plan.get("what", "")).startswith("trauma "), str(plan.get("what", "")).partition(" ")[2]
        given: dict[str, Any] = {"character": key, "what": ailment, "trauma": trauma}
        if what == "do":
            given |= _by_rolls(seen, plan)
        else:
            given |= {each: _number(str(values.get(each, ""))) for each in ("total", "difficulty", "hitches")}
            given["effect"] = str(values.get("effect", "")).strip()
        return Step((Act("recover", given),), show=f"recover/{key}", say=f"{named(key)} tried to recover.")


_NUMBERS = (
    Field("total", "Your total", most=4),
    Field("difficulty", "The difficulty", most=4),
    Field("effect", "Your effect die", value="d6", most=4),
    Field("hitches", "Your hitches", value="0", most=4),
)


def _ailments(sheet: Mapping[str, Any]) -> list[Choice]:
    """What one may recover from; the value begins with what it is."""
    found = {f"stress {key}": f"{key} {die}" for key, die in sheet.get("stress", {}).items()}
    found |= {f"trouble {key}": f"{key} {die}" for key, die in complications(sheet).items()}
    found |= {f"trauma {key}": f"trauma: {key} {die}" for key, die in sheet.get("trauma", {}).items()}
    return [Choice(value, label) for value, label in found.items()]


def _plan(seen: Seen) -> Mapping[str, str]:
    found = seen.notes.get("recover")
    return found if isinstance(found, Mapping) else {}


def _rolls(seen: Seen) -> list[tuple[str, Roll]]:
    """Rolls that everybody sees, the last first."""
    return [(id, roll) for id, roll in reversed(list(seen.tale.state.rolls.items())) if not roll.secret]


def _rolled(id: str, roll: Roll) -> str:
    return f"Roll {id}{f' of {roll.character}' if roll.character else ''}: {roll.total}, effect {roll.effect}"


def _by_rolls(seen: Seen, plan: Mapping[str, str]) -> dict[str, Any]:
    """What two rolls come to; the effect die is the one that was chosen, before heroic steps."""
    rolls = dict(_rolls(seen))
    mine, theirs = rolls[plan["roll"]], rolls[plan["against"]]
    sizes = [int(each.removeprefix("d").partition(":")[0]) for each in mine.dice.split()]
    effect = max((sizes[place - 1] for place in mine.gives), default=4)
    hitches = sum(each.endswith(":1") for each in mine.dice.split())
    return {"total": mine.total, "difficulty": theirs.total, "effect": f"d{effect}", "hitches": hitches}


def _number(written: str) -> int:
    """A number that somebody wrote; none is 0. Raises BadArguments."""
    clean = written.strip()
    if not clean.isascii() or not (clean.isdigit() or not clean):
        raise BadArguments(f"{clean!r} is no number")
    return int(clean or 0)
