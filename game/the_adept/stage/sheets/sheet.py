"""The room `sheet`: a character's sheet to read, and buttons to everything that is done with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.aids.signature import Values
from game.core.aids.stage import Command, Step
from game.core.english import many
from game.core.layout import Choice, Component, Panel, Style, bare, framed, row, rows, text
from game.core.text.numbers import whole
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, own_characters
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.own import CHARACTER, called, chosen, completed
from game.the_adept.stage.sheets.sheet_words import pages, public
from game.the_adept.tale.view import reads


class SheetRoom(Room):
    """The room of sheets: `sheet` lists all, `sheet/NAME` is one."""

    name = "sheet"
    commands = (Command("sheet show", "Read a character's sheet", "sheet", (CHARACTER,)),)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        name = rest or chosen(seen, values.get("value") or values.get("character"))
        return Step(show=f"sheet/{called(seen, name)[0]}" if name else "sheet")

    def screen(self, seen: Seen, rest: str) -> Panel:
        return one(seen, rest, 0) if rest else everybody(seen)

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        return completed(seen, typed, everybody=True)


class PageRoom(Room):
    """The room `page/N/NAME`: a page of a long sheet, counted from 1; `page` lists all sheets."""

    name = "page"

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        return Step(show=f"page/{rest}" if rest else "sheet")

    def screen(self, seen: Seen, rest: str) -> Panel:
        if not rest:
            return everybody(seen)
        number, _, name = rest.partition("/")
        return one(seen, name, (whole(number) or 1) - 1)


def everybody(seen: Seen) -> Panel:
    """Return the list of all sheets."""
    others = list(_others(seen, ""))
    making = goes(seen, "Make a character", "make", style=Style.SECONDARY if others else Style.PRIMARY)
    ways = row(making, goes(seen, "Import a sheet", "file/in"), goes(seen, "Table", "table"))
    if not others:
        return framed(text("## Sheets", "Nobody has brought a character yet. Make one, or import a sheet."), ways)
    told = f"{many(len(others), 'character')} at this table. Others' sheets show what lies open."
    return framed(text("## Sheets", told), select(seen, "sheet", others, "Whose sheet?"), ways)


def one(seen: Seen, name: str, page: int) -> Panel:
    """Return a page of a sheet, counted from 0. Raises Refused: `unknown`."""
    key, _ = called(seen, name)
    found = pages(seen, key)
    page = max(0, min(page, len(found) - 1))
    parts: list[Component] = [text(found[page])]
    if len(found) > 1:
        turns = [(page, "◀ Page"), (page + 2, "Page ▶")]
        parts.append(
            row(*(goes(seen, f"{label} {to}", f"page/{to}/{key}") for to, label in turns if 0 < to <= len(found)))
        )
    if reads(seen.tale, seen.who, key):
        parts += _ways(seen, key)
    others = list(_others(seen, key))
    if others:
        parts.append(select(seen, "sheet", others, "Another sheet"))
    parts.append(row(goes(seen, "All sheets", "page"), goes(seen, "Table", "table")))
    return framed(*parts)


def shared(seen: Seen, name: str) -> Panel:
    """Return a sheet for everybody in the channel to read, without buttons."""
    return bare(text(public(seen, called(seen, name)[0])))


def _ways(seen: Seen, name: str) -> list[Component]:
    ways = {
        "Roll": f"pool/for/{name}",
        "Spend PP": f"table/pp/{name}",
        "Asset": f"asset/{name}",
        "Stress": f"stress/{name}",
        "Complications": f"trouble/{name}",
        "Recover": f"recover/{name}",
        "PP +1": f"change/pp/1/{name}",
        "PP −1": f"change/pp/-1/{name}",
        "Notes": f"change/notes/{name}",
        "Signature assets": f"gear/{name}",
        "Advance": f"grow/{name}",
        "Edit": f"edit/{name}",
        "Export": f"file/toml/{name}",
        "Share": f"file/share/{name}",
    }
    first = next(iter(ways))
    styles = {first: Style.PRIMARY}
    return rows([goes(seen, label, path, style=styles.get(label, Style.SECONDARY)) for label, path in ways.items()])


def _others(seen: Seen, name: str) -> Iterator[Choice]:
    """Yield all characters but this one, the person's own first."""
    everybody, mine = seen.tale.state.characters, own_characters(seen)
    for key in [*mine, *(each for each in everybody if each not in mine)]:
        if key != name:
            member = seen.tale.state.members.get(everybody[key].owner)
            yield Choice(key, key, f"played by {member.name if member else 'the game master'}")
