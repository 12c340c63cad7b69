"""Forms for making a character, and what each tap and form of a step does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import BadArguments, Refused, quoted
from game.core.text.numbers import whole
from game.the_adept.rules.traits import DISTINCTIONS, METHODS
from game.the_adept.stage.sheets.make_steps import UNLOCKED, unlocked
from game.the_adept.stage.sheets.sheet_words import KINDS
from game.the_adept.stage.sheets.suggested import distinctions as suggested
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.state import Draft
from game.the_adept.tale.texts import LINE, NAME, NOTES, TEXT


def words(about: str, count: int) -> list[str]:
    """Return the first `count` - 1 words of a path, and the rest. Raises BadArguments."""
    found = about.split("/", count - 1)
    if len(found) != count:
        raise BadArguments(f"there is nothing at {about!r}")
    return found


def raised(path: str, step: str = "") -> Step:
    """Return the step that raises a trait and goes on: with the same step of making, or the next one if it is done."""
    part = path.partition(".")[0]
    step = step or ("extras" if part in ("specialties", "signature") else part)
    return Step((Act("raise", {"path": path}),), show=f"make/at/{step}")


def lowered(draft: Draft, path: str) -> Step:
    """Return the step that lowers a trait, or removes an SFX or a Limit."""
    part, *rest = path.split(".")
    step = (
        "extras" if part in ("specialties", "signature") else f"magic/{rest[0]}" if part == "magic" and rest else part
    )
    if len(rest) != 3:
        return Step((Act("raise", {"path": path, "by": -1}),), show=f"make/{step}")
    name, own, place = rest
    kept = list(draft.sheet.get(part, {}).get(name, {}).get(own, ()))
    at = whole(place)
    if at is None or at >= len(kept):
        raise BadArguments(f"there is nothing at {path!r}")
    del kept[at]
    return Step((Act("fill", {"path": f"{part}.{name}.{own}", "value": kept}),), show=f"make/{step}")


def named_field(hint: str, most: int = NAME) -> Field:
    """Return a field for a name."""
    return Field("name", "Name", hint, most=most)


def form_for(draft: Draft, about: str) -> Form:
    """Return the form for a part of the draft, filled with what is there. Raises BadArguments."""
    what, _, method = about.partition("/")
    sheet = draft.sheet
    match what:
        case "sfx" | "limits" if method in METHODS:
            return sfx_form("Your own SFX" if what == "sfx" else "Your own Limit", f"make/write/{what}/{method}")
        case "specialty":
            return Form("A specialty", "make/write/specialty", (named_field("such as Old Languages"),))
        case "signature":
            return Form("A signature asset", "make/write/signature", (named_field("such as Grandmother's Staff"),))
        case "name":
            return Form("The name", "make/write/name", (Field("name", "Name", value=str(sheet["name"]), most=NAME),))
        case "notes":
            elements = Field("elements", "For the group's map, with commas between", "Places, people, quarrels",
                             ", ".join(sheet.get("elements", ())), required=False, most=800)  # fmt: skip
            notes = Field("notes", "Notes", "", str(sheet.get("notes", "")), long=True, required=False, most=NOTES)
            return Form("Notes and map", "make/write/notes", (elements, notes))
    if what in DISTINCTIONS:
        return distinction_form(f"make/write/{what}", KINDS[what], sheet["distinctions"].get(what))
    raise BadArguments(f"there is nothing at {about!r}")


def where(about: str) -> str:
    """Return the path of the screen that opens the form."""
    what, _, method = about.partition("/")
    if what in ("specialty", "signature", "asset"):
        return "make/extras"
    if what in ("sfx", "limits"):
        return f"make/magic/{method}"
    return "make/distinctions" if what in DISTINCTIONS else "make"


def distinction_form(path: str, title: str, written: Mapping[str, Any] | None, heading: str = "") -> Form:
    """Return the form for a distinction and its two SFX, filled as `written`; `heading` replaces the form's title."""
    sfx = [*(written or {}).get("sfx", ()), {}, {}][:2]
    fields = [Field("name", title, "In a few words of yours", str((written or {}).get("name", "")), most=LINE)]
    for number, each in enumerate(sfx, 1):
        fields.append(Field(f"sfx{number}", f"SFX {number}: its name", "", str(each.get("name", "")), most=LINE))
        fields.append(Field(f"text{number}", f"SFX {number}: what it does", "When …, …", str(each.get("text", "")),
                            long=True, required=False, most=TEXT))  # fmt: skip
    return Form((heading or title)[:45], path, tuple(fields))


def sfx_form(title: str, path: str, of: str = "") -> Form:
    """Return the form for a new SFX or Limit; `of` is what it belongs to, if the path does not say so."""
    fields = [Field("of", "Of what", value=of, most=NAME)] if of else []
    fields += [
        Field("name", "Its name", most=LINE),
        Field("text", "What it does", long=True, required=False, most=TEXT),
    ]
    return Form(title[:45], path, tuple(fields))


def lined(values: Values, name: str) -> str:
    """Return what was written in a field, on one line."""
    return " ".join(str(values.get(name, "")).split())


def undotted(values: Values) -> str:
    """Return the name that was written in a form, to be part of a dotted path. Raises Refused: `name`."""
    name = lined(values, "name")
    if "." in name:
        raise Refused("name", f"{quoted(name)}: the name of a trait on a sheet has no full stop")
    return name


def written(draft: Draft, about: str, values: Values) -> Step:
    """Return the step that a form leads to. Raises Refused, BadArguments."""
    what, _, method = about.partition("/")
    name = lined(values, "name")
    new = {"name": name, "text": lined(values, "text"), "open": True}
    match what:
        case "specialty" | "signature":
            part, name = "specialties" if what == "specialty" else what, undotted(values)
            return raised(f"{part}.{called_like(draft.sheet[part], name) or name}")
        case "name":
            return Step((Act("fill", {"path": "name", "value": name}),), show="make")
        case "notes":
            elements = [" ".join(each.split()) for each in str(values.get("elements", "")).split(",") if each.strip()]
            notes = str(values.get("notes", "")).replace("\r\n", "\n").strip()
            acts = (
                Act("fill", {"path": "elements", "value": elements}),
                Act("fill", {"path": "notes", "value": notes}),
            )
            return Step(acts, show="make")
        case "asset":
            of = lined(values, "of")
            if of not in draft.sheet["signature"]:
                raise Refused("unknown", f"there is no signature asset called {of!r}")
            kept = [*draft.sheet["signature"][of].get("sfx", ()), new]
            return Step((Act("fill", {"path": f"signature.{of}.sfx", "value": kept}),), show="make/at/extras")
        case "sfx" | "limits":
            kept = [*draft.sheet["magic"].get(method, {}).get(what, ()), new]
            return Step(
                (Act("fill", {"path": f"magic.{method}.{what}", "value": kept}),), show=f"make/at/magic/{method}"
            )
    return _distinction(draft, what, rewritten(draft.sheet["distinctions"].get(what), values))


def rewritten(before: Mapping[str, Any] | None, values: Values) -> dict[str, Any]:
    """Return a distinction as written in a form; unlocked SFX stay unlocked, and SFX beyond the form's two are kept."""
    old = [*(before or {}).get("sfx", ())]
    sfx = [
        {"name": lined(values, f"sfx{number}"), "text": lined(values, f"text{number}"),
         "open": bool(len(old) >= number and old[number - 1].get("open"))}
        for number in (1, 2)
    ]  # fmt: skip
    return {**(before or {}), "name": lined(values, "name"), "sfx": [*sfx, *old[2:]]}


def taken(draft: Draft, kind: str, name: str) -> Step:
    """Return the step that takes a suggested distinction. Raises BadArguments."""
    if kind not in DISTINCTIONS or name not in suggested(kind):
        raise BadArguments(f"{name!r} is not a suggestion")
    return _distinction(draft, kind, dict(suggested(kind)[name]))


def _distinction(draft: Draft, kind: str, new: dict[str, Any]) -> Step:
    """Return the step that writes a distinction. Its first SFX is unlocked if fewer than two are unlocked elsewhere;
    not for the High Concept."""
    others = [each for each in unlocked(draft.sheet) if each[0] != kind]
    if kind != "concept" and len(others) < UNLOCKED and not any(each.get("open") for each in new["sfx"]):
        first, *rest = new["sfx"]
        new = {**new, "sfx": [{**first, "open": True}, *rest]}
    return Step((Act("fill", {"path": f"distinctions.{kind}", "value": new}),), show="make/at/distinctions")


def toggled(draft: Draft, value: str) -> Step:
    """Return the step that unlocks or locks an SFX of a distinction. Raises BadArguments."""
    kind, _, place = value.partition(".")
    written = draft.sheet["distinctions"].get(kind)
    if not written or place not in ("0", "1"):
        raise BadArguments(f"{value!r} is not an SFX here")
    sfx = [{**each, "open": bool(each.get("open")) != (str(at) == place)} for at, each in enumerate(written["sfx"])]
    given = {"path": f"distinctions.{kind}", "value": {**written, "sfx": sfx}}
    return Step((Act("fill", given),), show="make/distinctions")
