"""What is wrong with a sheet, in sentences: the place, what stands there, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.aids.stage import Act, carried_out
from game.core.errors import Refused, quoted
from game.core.text.parts import cut
from game.the_adept.rules.sheet import PLAY, may_stand
from game.the_adept.stage.room import Seen
from game.the_adept.tale.texts import LINE, MOST, NAME, NOTES, TEXT, faults

_ROOM = 440
"""The most characters for all faults together, since a screen follows below."""


def told(wrong: Sequence[str], sheet: Mapping[str, Any]) -> str:
    """Return all faults of a sheet as one text: equal faults share a line with all their places; a very long text is
    cut."""
    places = dict[str, list[str]]()
    for fault in wrong:
        where, what = _read(fault)
        places.setdefault(what, []).append(where + _stands(sheet, fault))
    lines = "\n".join(f"• {_together(found)}: {what}" for what, found in places.items())
    return f"This sheet cannot be used yet:\n{cut(lines, _ROOM)}"


def usable(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet that came in a file, if it can be used. Raises Refused: `sheet`, with all that is wrong in
    sentences."""
    if wrong := faults(sheet, PLAY):
        raise Refused("sheet", told(wrong, sheet))
    return sheet


def _together(places: Sequence[str]) -> str:
    """Return places grouped by part: `moves.assess, defend; name`."""
    found = dict[str, list[str]]()
    for place in places:
        part, dot, name = place.partition(".")
        found.setdefault(part + dot, []).append(name)
    return "; ".join(part + ", ".join(names) for part, names in found.items())


def _stands(sheet: Mapping[str, Any], fault: str) -> str:
    """Return what stands at a place where such a die is not allowed; "" for other faults."""
    kind, _, place = fault.partition(" ")
    part, _, name = place.partition(".")
    if kind != "die" or part == "hero":
        return ""
    method, _, effect = name.partition(".")
    found = sheet[part][method]["effects"].get(effect) if part == "magic" else sheet[part].get(name)
    die = found.get("die") if isinstance(found, Mapping) else found
    return "" if die is None else f" = {quoted(die)}"


def checked(seen: Seen, acts: Sequence[Act], what: str = "That") -> None:
    """Check that these acts are possible. Raises Refused as they do; a fault of the sheet is told in sentences about
    `what`."""
    try:
        carried_out(seen.tale, seen.who, acts)
    except Refused as refused:
        if refused.code != "sheet":
            raise
        wrong = "; ".join(said(fault) for fault in refused.problem.split("; "))
        raise Refused("sheet", f"{what} cannot stand there: {wrong}") from refused


def said(fault: str) -> str:
    """Return a fault of `rules.sheet` or `tale.texts` in words."""
    return ": ".join(_read(fault))


def _read(fault: str) -> tuple[str, str]:
    """Return the place of a fault, and what is wrong there."""
    kind, _, place = fault.partition(" ")
    where, _, counts = place.rpartition(" ")
    got, _, want = counts.partition("/")
    match kind:
        case "format":
            return "format", "this is a sheet of another kind; format = 1 is read here"
        case "steps":
            return where, f"{got} of {want} steps are spent"
        case "count" if where == "distinctions.open":
            return where, f"{got} SFX are unlocked; it must be {want} of the six"
        case "count" if want == str(MOST):
            return where, f"{got} entries are too many; {want} is the most"
        case "count":
            return where, f"{got} SFX; there must be {want}"
        case "missing":
            return place, "missing"
        case "unknown":
            return place, "nothing of this kind can stand here; a place is such as moves.assess"
        case "die":
            return place, f"only {' '.join(map(str, may_stand(place)))} may stand here"
        case "duplicate":
            return place, "there is one hero die of each size"
        case "range":
            return place, "no number that can be"
        case "long":
            return place, f"too long; a name has {NAME} characters, a title {LINE}, a text {TEXT}, notes {NOTES}"
        case "signs":
            return place, "holds signs that cannot be seen, or a full stop in a name"
    return place, kind
