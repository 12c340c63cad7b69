"""Making a character, by arrays or by pathways, in a draft that can be left and taken up again (rules, "Pathways")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import Die, die_of
from game.the_adept.rules.sheet import BUDGETS, CREATION, FORMAT, PATHWAYS, QUICK, spent
from game.the_adept.rules.traits import APPROACHES, DISTINCTIONS, MOVES
from game.the_adept.tale.acting import Right, Turn, action, new_character
from game.the_adept.tale.actions.growth import bought
from game.the_adept.tale.actions.people import PLAYED, enter, table_at
from game.the_adept.tale.state import Draft
from game.the_adept.tale.texts import faults, shown

ARRAYS = {
    "approaches": ((12, 10, 8, 8, 6, 4), (10, 10, 8, 8, 6, 6)),
    "moves": ((10, 8, 8, 8, 6, 4),),
}
STAGES = ("Origin", "Youth", "Focus", "Road", "Event")
MAKING = ("create", "arrange", "raise", "fill", "next-stage")
"""Steps of making a character; after each its author is told what is left to spend."""
_BY_STAGE = {
    "approaches": (0, 3, 3, 3, 3),
    "moves": (2, 2, 2, 2, 2),
    "extras": (2, 0, 2, 0, 2),
    "magic": (0, 0, 0, 9, 0),
}
"""Steps that each stage of the pathways gives."""
_RATED = {
    "approaches": "approach",
    "moves": "move",
    "magic": "power",
    "specialties": "specialty",
    "signature": "signature",
}
"""Parts that have steps, and the name of a trait of each."""
_WRONG = ("die", "count", "long", "signs")
"""Kinds of faults that do not disappear when more of the sheet is made."""
_BRINGS = {0: "upbringing", 2: "trait", 4: "concept"}
"""The distinctions that stages bring."""


def brought(draft: Draft) -> list[str]:
    """Return the distinctions that must be written by now."""
    return [kind for stage, kind in _BRINGS.items() if draft.way == QUICK or stage <= draft.stage]


def left(draft: Draft) -> dict[str, int]:
    """Return the steps still to be spent, by part; with pathways those up to the current stage."""
    used = spent(draft.sheet)
    if draft.way == QUICK:
        return {part: budget - used[part] for part, budget in BUDGETS.items()}
    return {part: sum(by_stage[: draft.stage + 1]) - used[part] for part, by_stage in _BY_STAGE.items()}


def steps_left(draft: Draft) -> str:
    """Return what is still to be spent, in a sentence."""
    stage = f" ({STAGES[draft.stage]})" if draft.way == PATHWAYS else ""
    steps = ", ".join(f"{count} of {part}" for part, count in left(draft).items() if count) or "none"
    return f"{draft.sheet['name']}{stage}: steps left: {steps}."


@action(Right.MEMBER)
def create(
    t: Turn, name: str, way: Literal["quick", "pathways"] = "quick", sheet: Mapping[str, Any] | None = None
) -> None:
    """Begin to make a character: by arrays (quick), or by pathways in five stages; `sheet` is what is there already."""
    if t.who in t.state.drafts:
        raise Refused("draft", f"you are making {t.state.drafts[t.who].sheet['name']}: finish or discard that first")
    begun = {
        "distinctions": {},
        "approaches": dict.fromkeys(APPROACHES, "d4"),
        "moves": dict.fromkeys(MOVES, "d4"),
        "magic": {},
        "specialties": {},
        "signature": {},
        **deepcopy(dict(sheet or {})),
    }
    head = {"format": FORMAT, "name": new_character(t, name), "creation": way}
    made = {**head, **begun, **head}
    wrong = [fault for fault in faults(made, CREATION) if fault.partition(" ")[0] in ("unknown", *_WRONG)]
    if played := [key for key in PLAYED if key in made] or wrong:
        raise Refused("sheet", "; ".join(wrong) or f"{', '.join(played)} come in play")
    _keep(t, Draft(way=way, sheet=made), " is being made")


@action(Right.MEMBER)
def arrange(t: Turn, part: Literal["approaches", "moves"], order: Sequence[str], array: int = 1) -> None:
    """Give the dice of an array (1, or 2 for the other one of approaches) to traits, the best first. Traits that are
    not named wait with d4, or get what is left if all remaining dice are equal."""
    draft = _draft(t)
    traits = APPROACHES if part == "approaches" else MOVES
    if draft.way == PATHWAYS:
        raise Refused("stage", "pathways raise traits stage by stage: there are no arrays")
    if len(set(order)) < len(order) or not set(order) <= set(traits):
        raise Refused("order", f"name each once, of {', '.join(traits)}")
    if not 1 <= array <= len(ARRAYS[part]):
        raise Refused("array", f"array {array}: there is 1 to {len(ARRAYS[part])}")
    sizes = ARRAYS[part][array - 1]
    left = set(sizes[len(order) :])
    dice = dict.fromkeys(traits, f"d{left.pop() if len(left) == 1 else 4}")
    dice |= {name: f"d{size}" for name, size in zip(order, sizes, strict=False)}
    given = ", ".join(f"{name} {dice[name]}" for name in order) or "all d4"
    _keep(t, draft.model_copy(update={"sheet": {**draft.sheet, part: dice}}), f": {part} {given}")


@action(Right.MEMBER)
def raise_(t: Turn, path: str, by: Literal[1, -1] = 1) -> None:
    """Step a trait of the draft up or down: `approaches.wits`, `magic.will.time`, `specialties.Chess`,
    `signature.Staff`; a trait that is not there yet begins with d6."""
    draft = _draft(t)
    part, *rest = path.split(".")
    if part not in _RATED or len(rest) != 1 + (part == "magic"):
        raise Refused("unknown", f"{quoted(path)} is not a trait that has steps")
    sheet = deepcopy(dict(draft.sheet))
    above = [part, rest[0], "effects"] if part == "magic" else [part]
    table, name = table_at(sheet, above), rest[-1]
    found = table.get(name)
    now = found["die"] if isinstance(found, dict) else found
    lowest = Die.D4 if part in ("approaches", "moves") else Die.D6
    die = die_of(now) if now else None
    if die is None and by < 0 and not t.again:
        raise Refused("unknown", f"{quoted(path)} is not there: raise it, and it is d6")
    changed = _stepped(die, by, lowest)
    if changed is None:
        table.pop(name, None)
        if part == "magic" and not table:
            del sheet["magic"][rest[0]]
    elif part == "signature":
        table[name] = {**(found if isinstance(found, dict) else {"sfx": []}), "die": str(changed)}
    else:
        table[name] = str(changed)
    did = bought(f"{_RATED[part]} {changed or 'gone'}", path)
    _keep(t, draft.model_copy(update={"sheet": sheet}), f": {did}", path)


@action(Right.MEMBER)
def fill(t: Turn, path: str, value: Any) -> None:
    """Write a part of the draft that has no steps: `distinctions.trait` (name and two SFX), `magic.will.sfx`,
    `signature.Staff.sfx`, `notes`, `elements`, or the name."""
    draft = _draft(t)
    if path == "name":
        called = {**draft.sheet, "name": new_character(t, value)}
        _keep(t, draft.model_copy(update={"sheet": called}), f" was {draft.sheet['name']} before")
        return
    parts = path.split(".")
    written = parts[0] in ("distinctions", "notes", "elements") or parts[-1] in ("sfx", "limits")
    if not written:
        raise Refused("unknown", f"{quoted(path)} is not written: traits are raised step by step")
    if parts[0] == "distinctions" and len(parts) == 2 and isinstance(value, Mapping) and parts[1] in DISTINCTIONS:
        value = {**value, "die": "d6" if parts[1] == "concept" else "d8"}
    sheet = deepcopy(dict(draft.sheet))
    table = table_at(sheet, parts[:-1])
    did = f"{_called(parts)} {'changed' if table.get(parts[-1]) else 'written'}"
    table[parts[-1]] = value
    _keep(t, draft.model_copy(update={"sheet": sheet}), f": {did}", path)


@action(Right.MEMBER)
def next_stage(t: Turn) -> None:
    """Go on to the next stage of the pathways, when all steps of this one are spent and its distinction is written."""
    draft = _draft(t)
    if draft.way == QUICK or draft.stage + 1 == len(STAGES):
        raise Refused("stage", "there is no further stage: finish the character")
    open_ = [f"{count} of {part}" for part, count in left(draft).items() if count]
    if open_:
        raise Refused("steps", f"{STAGES[draft.stage]}: steps are left: {', '.join(open_)}")
    brings = next((kind for kind in brought(draft) if kind not in draft.sheet["distinctions"]), None)
    if brings:
        raise Refused("distinction", f"{STAGES[draft.stage]}: distinctions.{brings} is still to be written")
    after = draft.model_copy(update={"stage": draft.stage + 1})
    _keep(t, after, f": on to {STAGES[after.stage]}")


@action(Right.MEMBER)
def finish(t: Turn) -> None:
    """Bring the character that one has made into the tale, if its sheet is good."""
    draft = _draft(t)
    t.put("drafts", t.who, None)
    begun = {"pp": max(draft.sheet.get("pp", 0), 1)} if t.state.session.running else {}
    enter(t, {**draft.sheet, **begun}, new=True)


@action(Right.MEMBER)
def discard(t: Turn) -> None:
    """Give up making a character."""
    name = _draft(t).sheet["name"]
    t.put("drafts", t.who, None)
    t.say(f"{name} is not made.", t.who)


def _stepped(die: Die | None, by: int, lowest: Die) -> Die | None:
    if die is None:
        return lowest if by > 0 else None
    if by > 0:
        if die is Die.D12:
            raise Refused("die", "d12 is the largest")
        return die.up
    if die is lowest:
        return die if lowest is Die.D4 else None
    return die.down


def _draft(t: Turn) -> Draft:
    """Return the actor's draft. Raises Refused: `draft`."""
    if t.who not in t.state.drafts:
        raise Refused("draft", "you are making no character: begin with create")
    return t.state.drafts[t.who]


def _called(path: Sequence[str]) -> str:
    """Return people's name for what is at a path: "trait", "notes", "SFX of Staff"."""
    words = {"sfx": "SFX", "limits": "Limits"}.get(path[-1])
    return f"{words} of {path[-2]}" if words and len(path) > 1 else path[-1]


def _keep(t: Turn, draft: Draft, did: str, path: str = "") -> None:
    """Keep a draft, and tell its author what was done (`did` follows the draft's name) and which steps are left.

    Raises Refused: `steps` for too many, `sheet` for faults at the path that was changed.
    """
    wrong = [error for error in faults(draft.sheet, CREATION) if _about(error, path)] if path else []
    if wrong:
        raise Refused("sheet", "; ".join(wrong))
    over = [f"{part} {-count}" for part, count in left(draft).items() if count < 0]
    if over:
        raise Refused("steps", f"too many steps: {', '.join(over)}")
    t.put("drafts", t.who, draft)
    t.say(f"{draft.sheet['name']}{did}.", t.who)
    t.say(steps_left(draft), t.who)


def _about(error: str, path: str) -> bool:
    kind, _, place = error.partition(" ")
    place = place.partition(" ")[0] if kind in ("count", "steps") else place
    place = place.replace(".effects.", ".", 1)  # paths of steps leave it out
    named = ".".join(map(shown, path.split(".")))  # as faults quote it
    ours = place == named or place.startswith(f"{named}.")
    return ours and kind in ("unknown", "missing", *_WRONG)
