"""The room `file`: exporting sheets as files, importing them from anybody, and sharing them with everybody."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Kind, Option, Step
from game.core.errors import BadArguments, Refused
from game.core.layout import Choice, File, Panel, Style, row
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, is_master, without_note
from game.the_adept.stage.sheets.faults import usable
from game.the_adept.stage.sheets.own import CHARACTER, asking, chosen, completed, own
from game.the_adept.stage.sheets.sheet import everybody, one, shared
from game.the_adept.stage.wording import named
from game.the_adept.tale import files, view
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.people import PLAYED
from game.the_adept.tale.tale import Tale

_NOTES = "import"
_PASTED = 4000
"""The most characters of a form's field."""


class FileRoom(Room):
    """The paths are `file/toml/NAME`, `file/json/NAME`, `file/share/NAME`; `file/in` asks for a sheet, `file/read`
    reads it."""

    name = "file"
    commands = (
        Command(
            "sheet import",
            "Bring a character by a sheet: a file, or its text",
            "file/read",
            (
                Option("file", "A TOML or JSON file, as an export gives it", Kind.FILE),
                Option("text", "The same as text; with neither a form asks for it"),
            ),
        ),
        Command(
            "sheet export",
            "Take a sheet along as a file",
            "file/out",
            (
                CHARACTER,
                Option("format", "What kind of file", choices=(Choice("toml", "TOML"), Choice("json", "JSON"))),
            ),
        ),
    )

    def needs_seat(self, rest: str) -> bool:
        return rest in ("in", "read")

    def screen(self, seen: Seen, rest: str) -> Panel:
        if rest == "replace":
            return _asked(seen)
        what, _, name = rest.partition("/")
        return one(seen, name, 0) if what in ("toml", "json", "share") else everybody(seen)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, _, name = rest.partition("/")
        match what:
            case "toml" | "json":
                return _exported(seen, name, what)
            case "out":
                return self._out(seen, values)
            case "share":
                key, _ = own(seen, name)
                return Step(shared=shared(seen, key), say=f"Everybody here can read {named(key)}'s sheet now.")
            case "in":
                return Step(form=_FORM)
            case "read":
                written = values.get("file") or values.get("text")
                return _read(seen, written) if isinstance(written, str) else Step(form=_FORM)
            case "replace":
                return _replaced(seen)
            case "keep":
                return Step(notes=without_note(seen, _NOTES), show="sheet", say="Nothing was changed.")
        raise BadArguments(f"there is nothing at {rest!r}")

    def form(self, seen: Seen, rest: str, values: Values) -> Form | None:
        return _FORM if rest == "read" and values.get("text") else None

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        return completed(seen, typed)

    def _out(self, seen: Seen, values: Values) -> Step:
        name = chosen(seen, values.get("character"))
        if not name:
            return Step(show="sheet", say="Whose? Choose a sheet, and press Export.")
        return _exported(seen, name, "json" if values.get("format") == "json" else "toml")


_FORM = Form(
    "A sheet",
    "file/read",
    (
        Field(
            "text", "The sheet as TOML or JSON", "Longer ones come as a file with the command", long=True, most=_PASTED
        ),
    ),
)


def exported(tale: Tale, who: str) -> File:
    """Return a tale as somebody may see it, as a JSON file: no secrets, nothing of rolls to come, and of other people's
    sheets only the public part."""
    data = json.dumps(view.view(tale, who), ensure_ascii=False, indent=2)
    return File(_filename(tale.state.title, "json"), data.encode())


def _exported(seen: Seen, name: str, form: Literal["toml", "json"]) -> Step:
    key, found = own(seen, name)
    data = files.written(files.kept(found), form).encode()
    return Step(file=File(_filename(key, form), data), say=f"{named(key)}'s sheet, to be kept, changed or imported.")


def _filename(name: str, form: str) -> str:
    """Return a file name that every system accepts."""
    return f"{re.sub('[^a-z0-9]+', '-', name.casefold()).strip('-')[:40] or 'sheet'}.{form}"


def _read(seen: Seen, written: str) -> Step:
    sheet = usable(files.read(written))
    name = " ".join(sheet["name"].split())
    known = called_like(seen.tale.state.characters, name)
    if known is None:
        return Step(
            acts=(Act("enter", {"sheet": sheet}),), show=f"sheet/{name}", say=f"{named(name)} is at the table now."
        )
    if not view.reads(seen.tale, seen.who, known):
        raise Refused("name", f"{known} is at this table already, and is not yours: give the sheet another name")
    return Step(notes={**seen.notes, _NOTES: {**sheet, "name": known}}, show="file/replace")


def _pending(seen: Seen) -> dict[str, Any]:
    """Return the imported sheet that waits for confirmation. Raises Refused: `nothing`, and as finding the character
    does."""
    sheet = seen.notes.get(_NOTES)
    if not isinstance(sheet, Mapping):
        raise Refused("nothing", "no sheet waits to be imported: import it anew")
    own(seen, sheet["name"])
    return dict(sheet)


def _asked(seen: Seen) -> Panel:
    name = _pending(seen)["name"]
    kept = "" if is_master(seen) else "What has changed in play stays: PP, XP, hero dice, stress, assets and the like."
    return asking(
        [f"## {named(name)} is here already", "Replace the sheet by the imported one?", kept],
        row(
            goes(seen, "Replace", "file/replace", style=Style.PRIMARY),
            goes(seen, "Leave it", "file/keep"),
            goes(seen, "Table", "table"),
        ),
    )


def _replaced(seen: Seen) -> Step:
    """Return the step that replaces a character's sheet by the imported one; only a master replaces what changes in
    play."""
    sheet = _pending(seen)
    name, found = own(seen, sheet["name"])
    mine = () if is_master(seen) else PLAYED
    new = {key: each for key, each in sheet.items() if key not in (*mine, "name", "format", "out")}
    gone = [key for key in found.sheet if key not in (*sheet, *mine, "name", "format")]
    changed = {key: each for key, each in new.items() if found.sheet.get(key) != each}
    acts = (Act("edit", {"character": name, "set": changed, "drop": gone}),) if changed or gone else ()
    return Step(
        acts, notes=without_note(seen, _NOTES), show=f"sheet/{name}", say=f"{named(name)} has the imported sheet now."
    )
