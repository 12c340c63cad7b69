"""The room `asset`, for a new asset by a test, for PP, or by the SFX of a Method; and `gear`, for signature assets
given up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step, Verb
from game.core.errors import BadArguments, Refused
from game.core.layout import Choice, Component, Panel, Style, rows
from game.core.text.numbers import whole
from game.core.text.parts import cut
from game.the_adept.rules.dice import Die, pool_of
from game.the_adept.rules.help import drop
from game.the_adept.rules.methods import BY_METHOD
from game.the_adept.rules.sheet import die_in
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, without_note
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.own import asking, back, done, own
from game.the_adept.stage.wording import named
from game.the_adept.tale.state import SESSION, Dropped
from game.the_adept.tale.texts import NAME

_NOTES = "asset"
_PAID = "pp"
_GIVEN_UP = "gear"
"""Key in the notes: the signature asset being replaced."""
_RULE = "Give one up, and in the next scene new ones take its place: one as large, or several smaller ones."


class AssetRoom(Room):
    """The room of a new asset: `asset/NAME` shows it; presses are `asset/WHAT/NAME`."""

    name = "asset"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        plan = _plan(seen)
        die, method, session, everybody = plan["die"], plan["method"], plan["session"], plan["open"]
        cost = (die == _PAID) + (session and not method) + everybody
        how = "d6, bought" if die == _PAID else f"{die}, made by a test"
        if method:
            how += f" with {BY_METHOD[method].sfx.name}"
        users = "all may" if everybody else "nobody else may"
        told = f"It lasts the {'session' if session else 'scene'}, and {users} use it."
        has = found.sheet.get("pp", 0)
        ways = [Choice(value, label) for value, label in _dice(seen, name, found.sheet)]
        kept = [
            goes(seen, "Name it", f"asset/name/{name}", style=Style.PRIMARY, disabled=cost > has),
            goes(seen, f"Lasts: {'session' if session else 'scene'}", f"asset/session/{name}", disabled=bool(method)),
            goes(seen, f"Open: {'all' if everybody else 'own'}", f"asset/open/{name}"),
        ]
        return asking(
            [f"## A new asset for {named(name)}", how, told, f"Costs **{cost} PP** of {has}."],
            seen.place.select(Verb.PICKED, f"asset/die/{name}", ways, "Where it comes from", f"{die} {method}".strip()),
            *rows(kept),
            back(seen, name),
        )

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in ("die", "session", "open", "name", "named") or not slash:
            return Step(show=f"asset/{rest}")
        key, _ = own(seen, name)
        plan, show = _plan(seen), f"asset/{key}"
        match what:
            case "die":
                die, _, method = str(values.get("value", _PAID)).partition(" ")
                lasts = bool(method and BY_METHOD[method].sfx.lasts) if method in BY_METHOD else plan["session"]
                plan = {**plan, "die": die, "method": method if method in BY_METHOD else "", "session": lasts}
            case "session" | "open":
                plan = {**plan, what: not plan[what]}
            case "name":
                field = Field("name", "What the asset is", "such as Fog, or A Loose Board", most=NAME)
                return Step(form=Form("A new asset", f"asset/named/{key}", (field,)))
            case "named":
                return _made(seen, key, str(values.get("name", "")), plan)
        return Step(notes={**seen.notes, _NOTES: plan}, show=show)

    def around(self, rest: str) -> Iterator[str]:
        yield f"asset/{rest.partition('/')[2]}"


def _plan(seen: Seen) -> dict[str, Any]:
    """Return what is chosen for the asset so far."""
    usual = {"die": _PAID, "method": "", "session": False, "open": False}
    found = seen.notes.get(_NOTES)
    return {**usual, **found} if isinstance(found, Mapping) else usual


def _dice(seen: Seen, name: str, sheet: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield where an asset may come from, as a value and in words; the last roll comes first if it was won."""
    yield _PAID, "1 PP: d6"
    mine = [roll for roll in seen.tale.state.rolls.values() if roll.character == name and not roll.secret]
    last = max(pool_of(mine[-1].effect)) if mine and mine[-1].success else None
    for die in sorted(Die, key=lambda each: each is not last):
        yield str(die), f"A test with effect {die}{', as the last roll' if die is last else ''}"
    for method in sheet.get("magic", {}):
        sfx = BY_METHOD[method].sfx
        if sfx.pp < 0 and sfx.lasts:
            yield f"{_PAID} {method}", f"{sfx.name}: d6 for the session, 1 PP"
        elif sfx.lasts or sfx.effect:
            for die in Die:
                yield f"{die} {method}", f"{sfx.name}: a test with effect {die}"


def _made(seen: Seen, key: str, name: str, plan: Mapping[str, Any]) -> Step:
    given: dict[str, Any] = {"character": key, "name": name, "method": plan["method"], "open": plan["open"]}
    given |= {"effect": plan["die"]} if plan["die"] != _PAID else {}
    given |= {"lasts": SESSION} if plan["session"] else {}
    step = done(key, f"{named(key)} has a new asset: {named(' '.join(name.split()))}.", Act("asset", given))
    return replace(step, notes=without_note(seen, _NOTES))


class GearRoom(Room):
    """The room `gear/NAME`: signature assets that are given up, and what takes their place in the next scene."""

    name = "gear"

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        signature = found.sheet.get("signature", {})
        there = [Choice(key, f"{key} {die_in(item)}", _goes_with(item)) for key, item in signature.items()]
        now = " · ".join(f"{named(key)} **{die_in(item)}**" for key, item in signature.items())
        lines = [f"## Signature assets of {named(name)}", f"Now: {now or 'none'}"]
        parts: list[Component] = []
        if there:
            lines.append(_RULE)
            parts.append(select(seen, f"gear/drop/{name}", there, "Give one up"))
        for each in found.dropped:
            told = "was given up: say now what takes its place" if each.ready else "is replaced in the next scene"
            lines.append(f"{named(each.name)} {each.die} {told}.")
        first = {each.name: each for each in reversed(found.dropped) if each.ready}  # of those of one name
        ways = [
            Choice(f"{number} {each.name}", _new(number, dice), f"in place of {each.name} {each.die}")
            for each in reversed(first.values())
            for number, dice in _replacements(each)
        ]
        if ways:
            parts.append(select(seen, f"gear/new/{name}", ways, "Take new ones"))
        return asking(lines, *parts, back(seen, name))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in ("drop", "new", "named") or not slash:
            return Step(show=f"gear/{rest}")
        key, found = own(seen, name)
        value = str(values.get("value", ""))
        match what:
            case "drop":
                act = Act("drop", {"character": key, "name": value})
                return Step((act,), show=f"gear/{key}", say=f"{named(key)} gave {named(value)} up.")
            case "new":
                number, _, called = value.partition(" ")
                count = whole(number)
                old = next((each for each in found.dropped if each.ready and each.name == called), None)
                dice = dict(_replacements(old)) if old else {}
                if old is None or count is None or count not in dice:
                    raise BadArguments(f"{value!r} is not a choice here")
                form = _form(key, old, count, str(pool_of(dice[count])[0]))
                return Step(notes={**seen.notes, _GIVEN_UP: old.name}, form=form)
        names = [str(values[each]) for each in sorted(values) if each.startswith("name") and str(values[each]).strip()]
        given_up = str(seen.notes.get(_GIVEN_UP, ""))
        act = Act("replace", {"character": key, "dropped": given_up, "names": names})
        return done(
            key, f"{named(key)} has {'a new signature asset' if len(names) == 1 else 'new signature assets'}.", act
        )

    def around(self, rest: str) -> Iterator[str]:
        yield f"gear/{rest.partition('/')[2]}"


def _goes_with(item: object) -> str:
    """Return what is lost with a signature asset besides its die, in words; "" if nothing is."""
    written = item.get("sfx", ()) if isinstance(item, Mapping) else ()
    names = [str(each.get("name", "")) for each in written if isinstance(each, Mapping)]
    return cut(f"its SFX {'go' if len(names) > 1 else 'goes'} with it: {', '.join(names)}", 100) if names else ""


def _new(number: int, dice: str) -> str:
    return f"One new, {dice}" if number == 1 else f"{number} new ones, {dice}"


def _form(name: str, old: Dropped, number: int, die: str) -> Form:
    """Return the form that asks for the names of the new assets."""
    labels = (
        [f"The new one, {die}"]
        if number == 1
        else [f"New one {each} of {number}, {die}" for each in range(1, number + 1)]
    )
    fields = [Field(f"name{at}", label, most=NAME) for at, label in enumerate(labels, 1)]
    return Form(cut(f"In place of {old.name} {old.die}", 45), f"gear/named/{name}", tuple(fields))


def _replacements(old: Dropped) -> Iterator[tuple[int, str]]:
    """Yield how many new assets may replace an old one, and their dice."""
    for number in range(1, 5):
        try:
            yield number, drop(old.die, number)["dice"]
        except Refused:
            return
