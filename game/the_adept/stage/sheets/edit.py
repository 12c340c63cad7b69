"""The room `edit`: rewriting what stands on a sheet: names, SFX and their texts, anything by its dotted path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.core import toml
from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Option, Step
from game.core.errors import BadArguments, Refused, quoted
from game.core.layout import Choice, Component, Panel, row
from game.the_adept.rules.traits import AETHERS, DISTINCTIONS, MANA
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, without_note
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.faults import checked
from game.the_adept.stage.sheets.make_writing import distinction_form, lined, rewritten
from game.the_adept.stage.sheets.offers import written
from game.the_adept.stage.sheets.own import CHARACTER, asking, back, chosen, completed, own
from game.the_adept.stage.sheets.sheet_words import KINDS
from game.the_adept.stage.wording import named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.growth import found_at
from game.the_adept.tale.actions.people import PLAYED
from game.the_adept.tale.texts import LINE, NAME, TEXT, shown

_NOTES = "edit"


class Place(NamedTuple):
    """A text on a sheet that can be rewritten: its label, its dotted path, and its index in a list, if it is in one."""

    label: str
    path: str
    item: int | None = None

    @property
    def key(self) -> str:
        return f"{self.path}|{'' if self.item is None else self.item}"


class EditRoom(Room):
    """The room of changes to a sheet, `edit/NAME`."""

    name = "edit"
    commands = (
        Command(
            "sheet edit",
            "Change what is written on a sheet, by screens or by a dotted path",
            "edit",
            (
                CHARACTER,
                Option("path", "A dotted path, such as moves.assess or specialties.Chess", completes=True, most=100),
                Option("value", "What stands there then; nothing takes it away", most=1000),
            ),
        ),
    )

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        if option != "path":
            return completed(seen, typed)
        mine = chosen(seen, None)
        found = _paths(seen.tale.state.characters[mine].sheet) if mine else ()
        return [Choice(path, path) for path in found if typed.casefold() in path.casefold() and len(path) <= 100][:25]

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        there = [Choice(each.key, each.label[:100]) for each in _places(found.sheet)]
        aethers = [each for each in AETHERS if each != MANA]
        mastered = list(found.sheet.get("aethers", ()))
        ways = [Choice(each, f"{'✓ ' if each in mastered else ''}{each.capitalize()}") for each in aethers]
        parts: list[Component] = [
            select(seen, f"edit/place/{name}", there, "What is written anew?"),
            select(seen, f"edit/aether/{name}", ways, "An aether that is mastered"),
            row(
                goes(seen, "Notes", f"change/notes/{name}"),
                goes(seen, "By its path", f"edit/path/{name}"),
                goes(seen, "Retire", f"change/retire/{name}"),
            ),
        ]
        told = "Names, SFX and what they do. Dice grow by advancing; what was entered wrongly is set by its path."
        return asking([f"## Edit {named(name)}", told], *parts, back(seen, name))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        value = str(values.get("value", ""))
        if not slash or what not in ("place", "write", "aether", "path", "set"):
            return _opened(seen, rest, values)
        key, found = own(seen, name)
        sheet = found.sheet
        match what:
            case "place":
                place = _place(sheet, value)
                return Step(notes={**seen.notes, _NOTES: place.key}, form=_form(sheet, place, f"edit/write/{key}"))
            case "write":
                return _written(seen, key, sheet, _place(sheet, str(seen.notes.get(_NOTES, ""))), values)
            case "aether":
                has = list(sheet.get("aethers", ()))
                new = [each for each in has if each != value] if value in has else [*has, value]
                if value not in AETHERS or value == MANA:
                    raise BadArguments(f"{value!r} is not an aether that is mastered")
                return Step((_edit(key, {"aethers": new}),), show=f"edit/{key}")
            case "path":
                return Step(form=_path_form(key))
        return _set(seen, key, lined(values, "path"), str(values.get("value", "")))

    def form(self, seen: Seen, rest: str, values: Values) -> Form | None:
        name = chosen(seen, values.get("character"))
        return _path_form(own(seen, name)[0]) if not rest and name and values.get("path") else None

    def around(self, rest: str) -> Iterator[str]:
        yield f"edit/{rest.partition('/')[2]}"


def _path_form(name: str) -> Form:
    """Return the form that changes anything on a sheet by its path."""
    path = Field("path", "The dotted path", "moves.assess, specialties.Chess, magic.will.effects.time", most=100)
    value = Field("value", "What stands there then; empty: it goes", "d8, or a text", required=False, most=1000)
    return Form("A place on the sheet", f"edit/set/{name}", (path, value))


def _opened(seen: Seen, rest: str, values: Values) -> Step:
    """Return the step of the command: set the value at a path, or show the screen."""
    name = rest or chosen(seen, values.get("character"))
    if not name:
        return Step(show="sheet", say="Whose? Choose a sheet, and press Edit.")
    key, _ = own(seen, name)
    path = lined(values, "path")
    return _set(seen, key, path, str(values.get("value") or "")) if path else Step(show=f"edit/{key}")


def _edit(name: str, set: Mapping[str, Any], drop: Sequence[str] = ()) -> Act:
    return Act("edit", {"character": name, "set": dict(set), "drop": list(drop)})


def _set(seen: Seen, name: str, path: str, text: str) -> Step:
    """Return the step that sets the value at a dotted path: a text, or what TOML reads; an empty text removes it."""
    if not path or any(not part for part in path.split(".")):
        raise BadArguments(f"{path!r} is not a path: such as moves.assess, or specialties.Chess")
    act = _edit(name, {path: _value(text.strip())}) if text.strip() else _edit(name, {}, [path])
    checked(seen, (act,), quoted(text))
    return Step((act,), show=f"sheet/{name}", say=f"{named(name)}: {named(path)} is changed.")


def _value(text: str) -> Any:
    """Return a number, a boolean, a list or a table as TOML reads it; anything else as a text. Raises Refused:
    `syntax`."""
    if not (text[0] in "[{\"'" or text in ("true", "false") or text.lstrip("-").isdecimal()):
        return text
    try:
        return toml.parse(f"value = {text}\n")["value"]
    except (ValueError, KeyError):
        raise Refused(
            "syntax",
            f"{shown(text)} cannot be read: a text is written as it is, a list or a table as TOML has it",
        ) from None


# --- places


def _places(sheet: Mapping[str, Any]) -> Iterator[Place]:
    """Yield every text on a sheet that can be changed for free."""
    for kind in DISTINCTIONS:
        yield Place(f"{KINDS[kind]}: {sheet['distinctions'][kind]['name']}", f"distinctions.{kind}")
    for path, of, word, found in written(sheet):
        for item, each in enumerate(found):
            what = "Limit" if word == "limit" else "SFX"
            yield Place(f"{what} of {of}: {each['name']}", path, item)
    for part, title in (("specialties", "Specialty"), ("signature", "Signature asset")):
        for name in sheet.get(part, {}):
            yield Place(f"{title}: {name}", f"{part}.{name}")
    yield Place("For the group's map", "elements")


def _place(sheet: Mapping[str, Any], key: str) -> Place:
    """Return the place with this key. Raises Refused: `unknown`."""
    found = next((each for each in _places(sheet) if each.key == key), None)
    if found is None:
        raise Refused("unknown", "that is not on the sheet any more: choose anew")
    return found


def _form(sheet: Mapping[str, Any], place: Place, path: str) -> Form:
    title = place.label[:45]
    if place.path == "elements":
        there = ", ".join(sheet.get("elements", ()))
        return Form(title, path, (Field("elements", "With commas between", value=there, required=False, most=800),))
    if place.item is not None:
        each = found_at(sheet, place.path)[place.item]
        return Form(title, path, (
            Field("name", "Its name", value=str(each["name"]), most=LINE),
            Field("text", "What it does", value=str(each.get("text", "")), long=True, required=False, most=TEXT),
        ))  # fmt: skip
    part, _, name = place.path.partition(".")
    if part == "distinctions":
        return distinction_form(path, KINDS[name], sheet["distinctions"][name])
    return Form(title, path, (Field("name", "What it is called", value=name, most=NAME),))


def _written(seen: Seen, name: str, sheet: Mapping[str, Any], place: Place, values: Values) -> Step:
    part, _, old = place.path.partition(".")
    if part == "elements":
        elements = [" ".join(each.split()) for each in str(values.get("elements", "")).split(",") if each.strip()]
        act = _edit(name, {"elements": elements})
    elif place.item is not None:
        kept = list(found_at(sheet, place.path))
        kept[place.item] = {**kept[place.item], "name": lined(values, "name"), "text": lined(values, "text")}
        act = _edit(name, {place.path: kept})
    elif part == "distinctions":
        act = _edit(name, {place.path: rewritten(sheet["distinctions"][old], values)})
    else:
        act = _renamed(name, sheet, part, old, lined(values, "name"))
    checked(seen, (act,))
    return Step((act,), notes=without_note(seen, _NOTES), show=f"edit/{name}", say="It is written.")


def _renamed(name: str, sheet: Mapping[str, Any], part: str, old: str, new: str) -> Act:
    """Return the act that renames something and keeps its position. Raises Refused: `name`."""
    if new != old and called_like((key for key in sheet[part] if key != old), new):
        raise Refused("name", f"{new!r} is on the sheet already")
    return _edit(name, {part: {new if key == old else key: each for key, each in sheet[part].items()}})


def _paths(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield the dotted paths that may be set, for suggestions."""
    for part, value in sheet.items():
        if part not in (*PLAYED, "name", "format", "creation"):
            yield from _under(part, value)


def _under(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        for key, each in value.items():
            yield from _under(f"{path}.{key}", each)
    else:
        yield path
