"""The room `change`: what a tap on a sheet changes, at once, by a form or after a question: PP, notes, retiring."""

from __future__ import annotations

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import BadArguments
from game.core.layout import Panel, Style
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen
from game.the_adept.stage.sheets.own import asking, back, done, own
from game.the_adept.stage.sheets.sheet import one
from game.the_adept.stage.wording import named
from game.the_adept.tale.texts import NOTES


class ChangeRoom(Room):
    """Changes of a sheet, at `change/WHAT/.../NAME`."""

    name = "change"

    def screen(self, seen: Seen, rest: str) -> Panel:
        """Return the question whether a character retires, or else the sheet that the path is about."""
        what, _, name = rest.partition("/")
        return _retiring(seen, name) if what == "retire" else one(seen, name or what, 0)

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
            case "retire":
                return Step(show=f"change/retire/{own(seen, rest)[0]}")
            case "retired":
                name, _ = own(seen, rest)
                return Step((Act("retire", {"character": name}),), show="table", say=f"{named(name)} left the tale.")
        raise BadArguments(f"there is nothing at {rest!r}")


def _retiring(seen: Seen, name: str) -> Panel:
    """Return the question whether a character retires."""
    key, _ = own(seen, name)
    told = f"Retire **{named(key)}**? The character leaves the tale with its sheet: *Export* first to keep that."
    sure = goes(seen, "Retire", f"change/retired/{key}", style=Style.DANGER)
    return asking([told], back(seen, key, sure, goes(seen, "Export", f"file/toml/{key}")))
