"""The room `make`: making a character step by step, with the option to leave and come back (rules, "Making a
character")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import UNDO, Act, Command, Form, Option, Step, Verb
from game.core.errors import BadArguments, Refused
from game.core.layout import Accent, Choice, Component, Panel, Style, framed, row, rows, text
from game.core.text.numbers import whole
from game.the_adept.rules.sheet import CREATION, PATHWAYS, QUICK
from game.the_adept.rules.traits import ELEMENTAL
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen
from game.the_adept.stage.sheets import make_steps, make_writing
from game.the_adept.stage.sheets.faults import checked, told
from game.the_adept.stage.sheets.make_steps import ELEMENT, TITLES, missing, order_of, summary
from game.the_adept.stage.sheets.make_writing import (
    form_for,
    lowered,
    named_field,
    raised,
    sfx_form,
    taken,
    toggled,
    undotted,
    words,
    written,
)
from game.the_adept.stage.sheets.own import asking
from game.the_adept.stage.sheets.suggested import models
from game.the_adept.stage.wording import named
from game.the_adept.tale.actions.creation import MAKING, STAGES
from game.the_adept.tale.state import Draft
from game.the_adept.tale.texts import NAME, faults

_WAYS = {QUICK: "by arrays", PATHWAYS: "by pathways"}
_DRAFTED = (*MAKING, "discard")
"""Actions that can be taken back here."""
_MAP = ("two elements", "one element", "", "one element, and two may be changed", "two elements")
"""What each stage adds to the group's map."""


class MakeRoom(Room):
    """The room of a draft: `make` is the overview, `make/STEP` a step; `make/at/STEP` is that step, or the next one if
    it is done."""

    name = "make"
    seated = True
    commands = (
        Command(
            "sheet new",
            "Make a character, or go on with the one you are making",
            "make",
            (
                Option("name", "What the character is called", most=NAME),
                Option("way", "How it is made", choices=tuple(Choice(way, word) for way, word in _WAYS.items())),
            ),
        ),
    )

    def screen(self, seen: Seen, rest: str) -> Panel:
        draft = seen.tale.state.drafts.get(seen.who)
        if draft is None:
            return _beginning(seen)
        lacks = missing(draft)
        if rest.startswith("at/"):
            part = rest.removeprefix("at/").partition("/")[0]
            rest = rest.removeprefix("at/") if part in lacks else next(iter(lacks), "")
        part = rest.partition("/")[0]
        return _step(seen, draft, rest) if part in TITLES else _overview(seen, draft, lacks)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        draft = seen.tale.state.drafts.get(seen.who)
        if what in ("", "begin", "model", "named"):
            return _begun(seen, what, about, values)
        if what == "undo":
            return _undone(seen)
        if draft is None:
            raise Refused("draft", "you are making no character now: begin one")
        match what:
            case "deal":
                part, number, name = words(about, 3)
                dealt, array = order_of(draft, part)
                given = {"part": part, "order": [*dealt, name], "array": array if dealt else int(number == "2") + 1}
                return Step((Act("arrange", given),), show=f"make/at/{part}")
            case "anew":
                return Step((Act("arrange", {"part": about, "order": []}),), show=f"make/{about}")
            case "up" | "larger":
                return raised(about or value)
            case "down":
                return lowered(draft, value)
            case "method":
                return Step(show=f"make/magic/{value}")
            case "effect" if value == ELEMENT:
                return Step(
                    form=Form("An element", f"make/element/{about}", (named_field("such as Fire, or Sea Ice", 25),))
                )
            case "effect":
                return raised(f"magic.{about}.{value}", f"magic/{about}")
            case "element":
                return raised(f"magic.{about}.{ELEMENTAL}{undotted(values).lower()}", f"magic/{about}")
            case "form":
                return Step(form=form_for(draft, about))
            case "assetsfx":
                return Step(form=sfx_form(f"An SFX for {value}", "make/write/asset", value))
            case "write":
                step = written(draft, about, values)
                checked(seen, step.acts)
                return step
            case "take":
                return taken(draft, about, value)
            case "unlock":
                return toggled(draft, value)
            case "next":
                return Step((Act("next-stage"),), show="make")
            case "discard":
                return Step(
                    (Act("discard"),),
                    show="make",
                    say=f"{named(draft.sheet['name'])} is given up; Undo brings it back.",
                )
            case "finish":
                return _finished(draft)
        return Step(show=f"make/{rest}")

    def around(self, rest: str) -> Iterator[str]:
        what, _, about = rest.partition("/")
        if what == "element":
            yield f"make/magic/{about}"
        if what == "write":
            yield make_writing.where(about)


# --- screens


def _beginning(seen: Seen) -> Panel:
    ways = [Choice(str(place), each.title, each.about) for place, each in enumerate(models())]
    first: list[Component] = [seen.place.select(Verb.PICKED, "make/model", ways, "Begin with somebody ready-made")]
    buttons = [
        goes(seen, "By arrays", f"make/begin/{QUICK}", style=Style.PRIMARY),
        goes(seen, "By pathways", f"make/begin/{PATHWAYS}"),
        goes(seen, "Import a sheet", "file/in"),
    ]
    return asking(
        [
            "## Make a character",
            "**Ready-made**: name one and play; everything on it can be changed first.",
            "**Arrays**: give dice to traits, quickly. **Pathways**: five stages of a life, step by step.",
            "You can leave at any time and come back.",
        ],
        *first,
        *rows(buttons),
        row(*_undo(seen), goes(seen, "Table", "table")),
    )


def _overview(seen: Seen, draft: Draft, lacks: Mapping[str, str]) -> Panel:
    lines = [f"## {named(draft.sheet['name'])}"]
    last = draft.way == QUICK or draft.stage + 1 == len(STAGES)
    if draft.way == PATHWAYS:
        lines.append(_stage(draft))
        new, there = _MAP[draft.stage], len(draft.sheet.get("elements", ()))
        lines.append(f"-# For the group's map: {new} ({there} so far), by *Notes and map*." if new else "")
    for step, title in TITLES.items():
        lines.append(f"{'○' if step in lacks else '✓'} **{title}**: {summary(draft, step)}")
        if step in lacks:
            lines.append(f"-# {lacks[step]}: tap *{title}*")
    first = next(iter(lacks), "")
    buttons = [
        goes(seen, title, f"make/{step}", style=Style.PRIMARY if step == first else Style.SECONDARY)
        for step, title in TITLES.items()
    ]
    style = Style.SECONDARY if lacks else Style.PRIMARY
    ahead = goes(seen, "Finish", "make/finish", style=style) if last else goes(
        seen, f"On to {STAGES[draft.stage + 1]}", "make/next", style=style, disabled=bool(lacks)
    )  # fmt: skip
    more = [
        goes(seen, "Name", "make/form/name"),
        goes(seen, "Notes and map", "make/form/notes"),
        *_undo(seen),
        goes(seen, "Give it up", "make/discard", style=Style.DANGER),
        goes(seen, "Table", "table"),
    ]
    return framed(text(*lines), *rows(buttons), row(ahead), row(*more), accent=Accent.ASKING)


def _stage(draft: Draft) -> str:
    return f"Stage {draft.stage + 1} of {len(STAGES)}: **{STAGES[draft.stage]}**"


def _step(seen: Seen, draft: Draft, step: str) -> Panel:
    part = step.partition("/")[0]
    lacks = missing(draft)
    words, parts = make_steps.screen(seen, draft, step)
    stage = f" · {_stage(draft)}" if draft.way == PATHWAYS else ""
    head = f"## {TITLES[part]}: {lacks.get(part, 'done')}"
    after = next((each for each in lacks if each != part), "")
    style = Style.SECONDARY if part in lacks else Style.PRIMARY
    go = goes(seen, f"Next: {TITLES[after]}", f"make/{after}", style=style) if after else goes(
        seen, "Overview", "make", style=style
    )  # fmt: skip
    ways = [go, *([goes(seen, "Overview", "make")] if after else []), *_undo(seen), goes(seen, "Table", "table")]
    return framed(
        text(f"-# {named(draft.sheet['name'])}{stage}", head, *words), *parts, row(*ways), accent=Accent.ASKING
    )


def _undo(seen: Seen) -> list[Any]:
    """Return the button that takes back one's last step, if that was one of making a character."""
    return [goes(seen, "Undo", "make/undo")] if _last(seen) else []


def _last(seen: Seen) -> int:
    """Return the number of one's last change that can be taken back, if it was made here; else 0."""
    there = seen.tale.log[seen.tale.since :]
    mine = (each for each in reversed(there) if each.who == seen.who and each.struck is None)
    last = next((each for each in mine if each.action != UNDO), None)
    return last.number if last and last.action in _DRAFTED else 0


# --- presses


def _begun(seen: Seen, what: str, about: str, values: Values) -> Step:
    """Return the step for somebody who begins, or comes back."""
    name = str(values.get("name") or "")
    if seen.who in seen.tale.state.drafts:
        return Step(show="make", say="You are making this one already: finish it or give it up first." if name else "")
    match what:
        case "" if not name:
            return Step(show="make")
        case "begin":
            return Step(form=Form("A new character", f"make/named/{about}", (named_field("such as Iltani"),)))
        case "model":
            model = _model(str(values.get("value", "")))
            return Step(form=Form(model.title, f"make/named/{values['value']}", (named_field("such as Iltani"),)))
    if what and about not in _WAYS:
        return Step((Act("create", {"name": name, "sheet": _model(about).sheet}),), show="make")
    way = about if what else str(values.get("way") or QUICK)
    return Step((Act("create", {"name": name, "way": way}),), show="make" if way == PATHWAYS else "make/at/approaches")


def _model(place: str) -> Any:
    at = whole(place)
    if at is None or at >= len(models()):
        raise BadArguments(f"{place!r} is nobody ready-made")
    return models()[at]


def _undone(seen: Seen) -> Step:
    number = _last(seen)
    if not number:
        raise Refused("nothing", "your last change was none of this character: undo it at the table")
    return Step((Act(UNDO, {"number": number}),), show="make", say="Taken back.")


def _finished(draft: Draft) -> Step:
    """Return the step that finishes the character. Raises Refused: `sheet`, with all that is missing or wrong and where
    to tap."""
    lacks = missing(draft)
    wrong = faults(draft.sheet, CREATION)
    if lacks:
        raise Refused(
            "sheet", "\n".join(["Not whole yet:", *(f"• {TITLES[step]}: {why}" for step, why in lacks.items())])
        )
    if wrong:
        raise Refused("sheet", told(wrong, draft.sheet))
    name = draft.sheet["name"]
    return Step((Act("finish"),), show=f"sheet/{name}", say=f"{named(name)} is at the table.")
