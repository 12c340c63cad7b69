"""What the effect of a roll was used for, as the log tells it: an asset, a hit, harm."""

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
    """What was told of all that the effects of these rolls were used for: to everybody, or to masters as well."""
    readers, found = {ALL, MASTERS} if gm else {ALL}, defaultdict[str, list[str]](list)
    for entry in _since(tale, {*rolls}):
        if entry.action == "use" and entry.struck is None:
            done = tale.log[entry.number : entry.number + entry.given.get("then", 0)]
            lines = [line.text.removesuffix(".") for each in done for line in each.lines if line.to in readers]
            found[entry.given["roll"]] += lines
    return found


def _since(tale: Tale, rolls: set[str]) -> Sequence[Entry]:
    """What was done since the first of these rolls: the log of a long tale is not gone through from its beginning."""
    for entry in reversed(tale.log):
        if not rolls:
            return tale.log[entry.number :]
        rolls = rolls.difference(entry.casts)
    return tale.log


def effect_lines(roll: Roll, uses: Uses) -> list[str]:
    """What came of a roll's effect, a line each: of one that others may not know of, that it is used."""
    told = [f"Effect · {lined(line)}" for line in uses.get(roll.cast, ())]
    return told or ["Its effect is used."] * (roll.used and roll.spent != NONE)
