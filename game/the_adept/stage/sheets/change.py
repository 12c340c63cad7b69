"""The room `change`: what a tap on a sheet changes, at once or by a form: PP, notes."""

from __future__ import annotations

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import BadArguments
from game.core.layout import Panel
from game.the_adept.stage.room import Room, Seen
from game.the_adept.stage.sheets.own import done, own
from game.the_adept.stage.sheets.sheet import one
from game.the_adept.stage.wording import named
from game.the_adept.tale.texts import NOTES


class ChangeRoom(Room):
    """Changes of a sheet, at `change/WHAT/.../NAME`."""

    name = "change"

    def screen(self, seen: Seen, rest: str) -> Panel:
        """Return the sheet that the path is about; this room has no screen of its own."""
        return one(seen, rest.split("/", 1)[-1], 0)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, _, rest = rest.partition("/")
        match what:
            case "pp":
                by, _, rest = rest.partition("/")
                name, found = own(seen, rest)
                step = 1 if by == "1" else -1
                has = found.sheet.get("pp", 0) + step
                return done(name, f"{named(name)} has {has} PP now.", Act("pp", {"character": name, "by": step}))
            case "notes":
                name, found = own(seen, rest)
                there = str(found.sheet.get("notes", ""))
                field = Field(
                    "notes", "Notes", "Whatever you want to keep", there, long=True, required=False, most=NOTES
                )
                return Step(form=Form(f"{name}: notes"[:45], f"change/noted/{name}", (field,)))
            case "noted":
                name, _ = own(seen, rest)
                written = str(values.get("notes", "")).replace("\r\n", "\n").strip()
                given = {"set": {"notes": written}} if written else {"drop": ["notes"]}
                return done(name, "The notes are kept.", Act("edit", {"character": name, **given}))
        raise BadArguments(f"there is nothing at {rest!r}")
