"""What the effects of rolls were used for, read from the log: an asset, a hit, harm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from game.the_adept.rules.dice import NONE
from game.the_adept.stage.wording import lined
from game.the_adept.tale.acting import ALL, MASTERS
from game.the_adept.tale.state import Roll
from game.the_adept.tale.tale import Entry, Tale

Uses = Mapping[str, Sequence[str]]
"""Lines by the number of the roll."""


def uses(tale: Tale, rolls: Iterable[str], gm: bool = False) -> Uses:
    """Return what was told about all uses of these rolls' effects: to everybody, and with `gm` to masters too."""
    readers, found = {ALL, MASTERS} if gm else {ALL}, defaultdict[str, list[str]](list)
    for entry in _since(tale, {*rolls}):
        if entry.action == "use" and entry.struck is None:
            done = tale.log[entry.number : entry.number + entry.given.get("then", 0)]
            lines = [line.text.removesuffix(".") for each in done for line in each.lines if line.to in readers]
            found[entry.given["roll"]] += lines
    return found


def _since(tale: Tale, rolls: set[str]) -> Sequence[Entry]:
    """Return the entries since the first of these rolls, without going through the whole log of a long tale."""
    for entry in reversed(tale.log):
        if not rolls:
            return tale.log[entry.number :]
        rolls = rolls.difference(entry.casts)
    return tale.log


def effect_lines(roll: Roll, uses: Uses) -> list[str]:
    """Return what came of a roll's effect, as lines; if others may not know that, only that it was used."""
    told = [f"Effect · {lined(line)}" for line in uses.get(roll.cast, ())]
    return told or ["Its effect is used."] * (roll.used and roll.spent != NONE)
