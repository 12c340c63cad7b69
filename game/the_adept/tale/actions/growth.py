"""Advancement: XP, and records that are called and spent (rules, "Advancing")."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game.core.english import many
from game.core.errors import Refused, quoted
from game.the_adept.rules.advancing import price
from game.the_adept.rules.advancing import record as recorded
from game.the_adept.rules.dice import NONE
from game.the_adept.rules.sheet import PLAY
from game.the_adept.rules.traits import ELEMENTAL
from game.the_adept.tale.acting import Right, Turn, action, named
from game.the_adept.tale.actions.people import checked_sheet


@action(Right.OWNER)
def call(t: Turn, character: str, record: str) -> None:
    """Call an earlier session's record: in each later session it serves once as 1 PP."""
    name, found = t.character(character)
    if not (t.state.session.running or t.again):  # the next session would untick it at once
        raise Refused("session", "a record is called in a session, and none goes on")
    records = list(found.sheet.get("records", []))
    place = _place(records, record)
    records[place] = ticked(t, records[place], "call")
    t.write(name, records=records)
    t.pay(name, 1)
    t.say(f"{name} called {records[place]['name']}: +1 PP.")


@action(Right.OWNER)
def advance(t: Turn, character: str, advance: str, path: str, value: Any, records: Sequence[str] = ()) -> None:
    """Buy an advance, such as "power d8", at the `path` of the sheet; `value` is what stands there then: a die, or a
    table.

    XP pay between sessions and in bridge scenes, `records` (by name) in tag scenes; the tale's mode decides which.
    """
    name, found = t.character(character)
    before = found_at(found.sheet, path)
    rated = before.get("die") if isinstance(before, dict) else before
    now = rated if isinstance(rated, str) else NONE
    cost = price(t.state.mode, advance, now)
    if path.startswith("signature.") and isinstance(before, dict) and isinstance(value, str):
        value = {**before, "die": value}  # a signature asset keeps its SFX
    sheet = _with(found.sheet, path, value)
    if "xp" in cost:
        _check_scene(t, "bridge", running=False)
        left = price(t.state.mode, advance, now, xp=found.sheet.get("xp", 0))["left"]
        sheet = {**sheet, "xp": left}
        paid = f"{cost['xp']} XP"
    else:
        _check_scene(t, "tag", running=True)
        if len(records) != cost["sessions"]:
            raise Refused("funds", f"{advance} costs {cost['sessions']} records: {len(records)} are named")
        kept = list(found.sheet.get("records", []))
        for each in records:
            place = _place(kept, each)
            kept[place] = ticked(t, kept[place], "spend")
        sheet = {**sheet, "records": kept}
        paid = many(cost["sessions"], "record")
    if not t.again:
        _check_bought(advance, path, before, value)
    t.alter("characters", name, sheet=checked_sheet(sheet, PLAY))
    t.say(f"{name} advanced: {bought(advance, path)}, for {paid}.")


def bought(advance: str, path: str) -> str:
    """Return what was bought, or what became of a trait, as people say it: "approach force d6", "status d8", "a new SFX
    of craft"."""
    kind, _, size = advance.strip().lower().replace("-", " ").partition(" ")
    names = path.removesuffix(".die").split(".")
    if kind == "switch":
        return f"another distinction ({names[-1]})"
    if kind in ("unlock", "new"):
        word = "Limit" if "limit" in size else "SFX"
        return f"{'a new' if kind == 'new' else 'unlocked an'} {word} of {names[-2]}".replace("an Limit", "a Limit")
    if kind == "status":
        return f"status {size}"
    of = f" of {names[1]}" if kind == "power" else ""
    return f"{kind} {names[-1].removeprefix(ELEMENTAL)}{of} {size}"


_HEADS = {
    "signature": r"signature\.[^.]+(\.die)?",
    "specialty": r"specialties\.[^.]+",
    "power": r"magic\.[^.]+\.effects\.[^.]+",
    "approach": r"approaches\.[^.]+",
    "move": r"moves\.[^.]+",
    "status": r"distinctions\.concept\.die",
    "switch": r"distinctions\.[^.]+",
    "unlock": r".+\.(sfx|limits)",
    "new": r".+\.(sfx|limits)",
}
"""By advance, the pattern of the paths where it may be bought."""


def _check_bought(advance: str, path: str, before: Any, value: Any) -> None:
    """Check that place and value are those of the advance. Raises Refused: `advance`."""
    kind, _, size = advance.strip().lower().replace("-", " ").partition(" ")
    fits = re.fullmatch(_HEADS[kind], path) is not None
    match kind:
        case "switch":
            fits &= _unlocked(value) == _unlocked(before) and (value or {}).get("die") == (before or {}).get("die")
        case "unlock":
            fits &= _names(value) == _names(before) and _open(value) == _open(before) + 1
        case "new":
            fits &= _names(value)[:-1] == _names(before) and _open(value) - _open(before) in (0, 1)
        case _:
            die = value.get("die") if isinstance(value, dict) else value
            fits &= die == size and _sfx_of(value) == _sfx_of(before)
    if not fits:
        raise Refused("advance", f"{advance} does not make {path} {quoted(value)}")


def _sfx_of(asset: Any) -> list[Any]:
    return list(asset.get("sfx", ())) if isinstance(asset, dict) else []


def _unlocked(distinction: Any) -> int:
    return _open(distinction.get("sfx")) if isinstance(distinction, dict) else 0


def _open(sfx: Any) -> int:
    return sum(isinstance(each, dict) and bool(each.get("open")) for each in sfx) if isinstance(sfx, list) else 0


def _names(sfx: Any) -> list[Any]:
    return [each.get("name") for each in sfx if isinstance(each, dict)] if isinstance(sfx, list) else []


def _check_scene(t: Turn, kind: str, running: bool) -> None:
    """Check that advances can be bought now: in a scene of this `kind`, or, unless `running`, between sessions. Raises
    Refused: `scene`."""
    if t.state.scene and t.state.scene.kind == kind:
        return
    if not running and not t.state.session.running:
        return
    when = f"in a {kind} scene" if running else f"between sessions or in a {kind} scene"
    raise Refused("scene", f"that is bought {when}")


def found_at(sheet: Any, path: str) -> Any:
    """Return what stands at a dotted path of a sheet; None if nothing does."""
    for part in path.split("."):
        sheet = sheet.get(part) if isinstance(sheet, dict) else None
    return sheet


def _with(sheet: Any, path: str, value: Any) -> dict[str, Any]:
    """Return the sheet with the value at a path replaced."""
    part, dot, rest = path.partition(".")
    own = dict(sheet) if isinstance(sheet, dict) else {}
    own[part] = _with(own.get(part), rest, value) if dot else value
    return own


def _place(records: Sequence[dict[str, Any]], name: str) -> int:
    """Return the index of the record of this name, the latest if there are several. Raises Refused: `unknown`."""
    table = {each["name"]: place for place, each in enumerate(records)}
    return named(table, name, "record")[1]


def ticked(t: Turn, record: Mapping[str, Any], act: str) -> dict[str, Any]:
    """Return a record of a sheet as it is after an act. Raises Refused as `rules.advancing.record` does."""
    ticks = {key: bool(record.get(key)) for key in ("called", "ever", "spent")}
    current = t.state.session.running and record.get("session") == t.state.session.number
    return {**record, **recorded(act, **ticks, current=current)}
