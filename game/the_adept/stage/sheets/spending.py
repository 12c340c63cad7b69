"""A character's plot points: what they buy, and how they are gained (rules, "Plot points (PP)")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused, quoted
from game.core.layout import Accent, Component, Panel, Style, framed, rows, text
from game.core.layout import Choice as Way
from game.core.text.parts import cut
from game.the_adept.rules.dice import NONE, Die, pool_of, written
from game.the_adept.rules.sheet import die_in
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.room import Seen, is_master, own_characters
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.sheet_words import records_pay
from game.the_adept.stage.wording import character_line
from game.the_adept.tale.actions.help import lasting
from game.the_adept.tale.state import SCENE, SESSION, Character, Roll

_ASSETS: dict[str, tuple[str, dict[str, Any]]] = {
    "scene": ("d6 asset · 1 PP", {}),
    "session": ("for the session · 2", {"lasts": SESSION}),
    "open": ("open to all · 2", {"open": True}),
    "both": ("both of that · 3", {"lasts": SESSION, "open": True}),
}
"""Kinds of new assets: the button, and the arguments it adds to the action."""


def screen(seen: Seen, name: str) -> Panel:
    """Return the screen of what a character's PP can buy; without a name it is the first one of the person's own."""
    own = own_characters(seen)
    if not own:
        make = goes(seen, "Make a character", "make", Style.PRIMARY)
        return framed(text("**Spend PP**", "You play no character yet."), *rows([make, back(seen)]))
    name = name or own[0]
    if name not in own:
        raise Refused("unknown", f"you play no {quoted(name)}")
    found = seen.tale.state.characters[name]
    parts: list[Component] = [text("**Spend and gain PP**", character_line(name, found))]
    if len(own) > 1:
        parts.append(select(seen, "table/pp", [Way(each, each) for each in own], "Of whom", name))
    has = found.sheet.get("pp", 0)
    new = [
        goes(seen, label, f"table/spend/new-{kind}/{name}", disabled=has < 1 + len(more))
        for kind, (label, more) in _ASSETS.items()
    ]
    lying = _opportunities(seen)
    if lying and not list(_chances(seen, found.sheet)):
        words = "they would step an asset up, or stress or a complication down, and there is none."
        parts.append(text(f"Opportunities lie there ({'; '.join(lying)}): {words}"))
    parts += [text("A new asset:" if has else "Without PP nothing can be bought."), *rows(new)]
    for hint, path, ways in _selects(seen, found):
        parts.append(select(seen, f"table/spend/{path}/{name}", ways, hint))
    plain = [
        goes(seen, "1 PP for something", f"table/spend/less/{name}", disabled=has < 1),
        goes(seen, "+1 PP", f"table/spend/more/{name}"),
    ]
    if found.sheet.get("magic") and not found.sheet.get("magic_off"):
        plain.append(goes(seen, "Out of mana: +1 PP", f"table/spend/mana/{name}"))
    return framed(*parts, *rows([*plain, back(seen)]), accent=Accent.ASKING)


def press(seen: Seen, rest: str, values: Values) -> Step:
    """Return the step that buys or gains something and shows the same screen again."""
    kind, _, name = rest.partition("/")
    if name not in own_characters(seen):
        raise Refused("rights", f"you play no {quoted(name)}")
    value = str(values.get("value", ""))
    if kind.startswith("new-") and kind.removeprefix("new-") in _ASSETS:
        more = _ASSETS[kind.removeprefix("new-")][1]
        if "name" not in values:
            about = Field("name", "What the asset is", hint="such as Fog, or A Loose Board", most=40)
            return Step(form=Form("A new asset", f"table/spend/{kind}/{name}", (about,)))
        return _done(name, Act("asset", {"character": name, "name": str(values["name"]), **more}))
    match kind:
        case "less" | "more":
            return _plain(kind, name, values)
        case "mana":
            return _done(name, Act("out-of-mana", {"character": name}))
        case "sfx":
            return _done(name, Act("pp", {"character": name, "by": -1, "why": value}))
        case "gain":
            return _done(name, Act("pp", {"character": name, "by": 1, "why": value}))
        case "record":
            return _done(name, Act("call", {"character": name, "record": value}))
        case "extend":
            how, _, asset = value.partition("/")
            flags = {"lasts": True} if how == "lasts" else {"open": True}
            return _done(name, Act("extend", {"character": name, "name": asset, **flags}))
        case "chance":
            return _chance(name, value)
    raise Refused("unknown", f"there is nothing at {quoted(kind)} of the PP")


def _plain(kind: str, name: str, values: Values) -> Step:
    if kind == "more":
        return _done(name, Act("pp", {"character": name, "by": 1}))
    if "why" not in values:
        why = Field("why", "What for", hint="may stay empty", required=False, most=100)
        return Step(form=Form("1 PP for something", f"table/spend/less/{name}", (why,)))
    return _done(name, Act("pp", {"character": name, "by": -1, "why": str(values["why"])}))


def _chance(name: str, value: str) -> Step:
    """Return the step that uses an opportunity: roll, dice and use, as `_chances` wrote them."""
    id, _, rest = value.partition("/")
    dice, _, what = rest.partition("/")
    given = {"character": name, "roll": id, "take": dice.replace("+", " "), "what": what}
    return _done(name, Act("opportunity", given))


def _done(name: str, act: Act) -> Step:
    return Step((act,), show=f"table/pp/{name}")


# --- what there is


def _selects(seen: Seen, found: Character) -> Iterator[tuple[str, str, list[Way]]]:
    sheet = found.sheet
    bought = (
        ("Use an opportunity · 1 PP", "chance", [*_chances(seen, sheet)]),
        ("Keep or open an asset · 1 PP", "extend", [*_assets(sheet)]),
        ("Use an SFX · 1 PP", "sfx", [*_unlocked(sheet, "sfx")]),
    )
    gained = (
        ("Gain 1 PP: a Limit", "gain", [*_unlocked(sheet, "limits"), *_method_limits(sheet)]),
        ("Call a record: +1 PP", "record", [*callable_records(seen, sheet)]),
    )
    there = [*(bought if sheet.get("pp", 0) else ()), *gained]
    yield from ((hint, path, ways) for hint, path, ways in there if ways)


def _chances(seen: Seen, sheet: Mapping[str, Any]) -> Iterator[Way]:
    """Yield the opportunities of rolls on the table: one or all dice of a roll, to change an asset, stress or a
    complication by as many steps."""
    assets = {name: die_in(item) for name, item in sheet.get("assets", {}).items()}
    ways = {name: f"{name} {die} up" for name, die in assets.items() if die != str(Die.D12)}
    ways |= {type: f"{type} {die} down" for type, die in sheet.get("stress", {}).items()}
    ways |= {name: f"{name} {die_in(item)} down" for name, item in sheet.get("complications", {}).items()}
    for id, roll in _with_opportunities(seen):
        dice = pool_of(roll.hitches)
        for taken in [dice[:1], dice] if len(dice) > 1 else [dice]:
            for what, label in ways.items():
                steps = f" by {len(taken)}" if len(taken) > 1 else ""
                yield Way(
                    f"{id}/{written(taken).replace(' ', '+')}/{what}",
                    cut(label + steps, 90),
                    f"{written(taken)} of roll {id}",
                )


def _with_opportunities(seen: Seen) -> list[tuple[str, Roll]]:
    """Return the rolls that have opportunities, newest first."""
    rolls = reversed([*seen.tale.state.rolls.items()])
    lying = [(id, roll) for id, roll in rolls if roll.opposes and (is_master(seen) or not roll.secret)]
    return [(id, roll) for id, roll in lying if roll.hitches != NONE]


def _opportunities(seen: Seen) -> list[str]:
    return [f"{roll.hitches} of roll {id}" for id, roll in _with_opportunities(seen)[:5]]


def _assets(sheet: Mapping[str, Any]) -> Iterator[Way]:
    for name, item in sheet.get("assets", {}).items():
        if lasting(item) == SCENE:
            yield Way(f"lasts/{name}", f"{name}: lasts the session")
        if not (isinstance(item, Mapping) and item.get("open")):
            yield Way(f"open/{name}", f"{name}: open to all")


def _unlocked(sheet: Mapping[str, Any], kind: str) -> Iterator[Way]:
    """Yield the unlocked SFX or Limits of the whole sheet, each name once."""
    seen = set[str]()
    for part in ("distinctions", "magic", "signature"):
        for item in _tables(sheet.get(part)):
            for each in _tables(item.get(kind)):
                name = cut(str(each.get("name", "")), 90)
                if name and each.get("open", True) and name not in seen:
                    seen.add(name)
                    yield Way(name, name, cut(str(each.get("text", "")), 90))


def _tables(value: object) -> list[Mapping[str, Any]]:
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [each for each in items if isinstance(each, Mapping)]


def _method_limits(sheet: Mapping[str, Any]) -> Iterator[Way]:
    if "spellcasting" in sheet.get("magic", {}):
        yield Way("Exact Spells", "Exact Spells", "a memorised spell is bent to another end: its power steps down")


def callable_records(seen: Seen, sheet: Mapping[str, Any]) -> Iterator[Way]:
    """Yield the records that a character may call now, each for 1 PP."""
    session, pays = seen.tale.state.session, records_pay(seen.tale.state.mode)
    names = dict[str, str]()
    for each in sheet.get("records", []) if session.running else ():
        if not (each.get("called") or each.get("spent") or each.get("session") == session.number):
            names[str(each["name"])[:90]] = "" if each.get("ever") or not pays else "never called: can be spent then"
    yield from (Way(name, name, note) for name, note in names.items())
