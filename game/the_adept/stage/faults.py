"""What is wrong with a sheet, in sentences: where on it, what stands there, and what would be good."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import Refused
from game.core.stage import Act, carried_out
from game.the_adept.stage.room import Seen
from game.the_adept.tale.texts import LINE, MOST, NAME, NOTES, TEXT

_SHOWN = 15


def told(faults: Sequence[str]) -> str:
    """All faults, a line each; of very many the first."""
    lines = [f"• {said(fault)}" for fault in faults[:_SHOWN]]
    more = len(faults) - _SHOWN
    if more > 0:
        lines.append(f"• and {more} more")
    return "\n".join(["This sheet cannot be used yet:", *lines])


def checked(seen: Seen, acts: Sequence[Act], what: str = "That") -> None:
    """Raises Refused as these do; in sentences where `what` would make a sheet wrong."""
    try:
        carried_out(seen.tale, seen.who, acts)
    except Refused as refused:
        if refused.code != "sheet":
            raise
        wrong = "; ".join(said(fault) for fault in refused.problem.split("; "))
        raise Refused("sheet", f"{what} cannot stand there: {wrong}") from refused


def said(fault: str) -> str:
    """One fault of `rules.sheet` or `tale.texts`."""
    kind, _, place = fault.partition(" ")
    where, _, counts = place.rpartition(" ")
    got, _, want = counts.partition("/")
    match kind:
        case "format":
            return "format: this is a sheet of another kind; format = 1 is read here"
        case "steps":
            return f"{where}: {got} of {want} steps are spent"
        case "count" if where == "distinctions.open":
            return f"{where}: {got} SFX are unlocked; it must be {want} of the six"
        case "count" if want == str(MOST):
            return f"{where}: {got} entries are too many; {want} is the most"
        case "count":
            return f"{where}: {got} SFX; there must be {want}"
        case "missing":
            return f"{place}: this is missing"
        case "unknown":
            return f"{place}: nothing of this kind can stand here; a place is such as moves.assess"
        case "die":
            return f"{place}: no die that may stand here; dice are d4 d6 d8 d10 d12"
        case "duplicate":
            return f"{place}: there is one hero die of each size"
        case "range":
            return f"{place}: no number that can be"
        case "long":
            return f"{place}: too long; a name has {NAME} characters, a title {LINE}, a text {TEXT}, notes {NOTES}"
        case "signs":
            return f"{place}: holds signs that cannot be seen, or a full stop in a name"
    return fault
