"""The lessons, and the functions that fill their texts from what the person sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.english import listed, number
from game.core.faces import Names
from game.core.lessons import Lessons
from game.core.text.names import shown_names
from game.harrowing.guide.topics import Moment
from game.harrowing.rules.scoring import ENOUGH

LESSONS = Lessons(__package__)
MANY = 3
"""The most tiles named in one sentence."""


def _threats(at: Moment, names: Names) -> str:
    shown = shown_names(names)
    return listed(f"{shown.get(seat, seat)} with {wants}" for seat, wants in at.threats.items())


def _claimed(at: Moment, _names: Names) -> str:
    """Say how many runes one's claimed tiles show, and how many more win. A wild one shows none, nor does one that is
    sealed."""
    count = {rune: many for rune, many in at.now.runes(at.seat).items() if many}
    if not count:
        return "It shows no rune now: three tiles with one rune win"
    most = max(count.values())
    lacks = number(max(1, ENOUGH - most))
    more = listed((f"{lacks} more with {rune}" for rune, many in count.items() if many == most), last="or")
    shown = listed(f"{many} {rune}" for rune, many in count.items())
    return f"You have {shown} now: {more} {'wins' if lacks == 'one' else 'win'}"


FILLS: Mapping[str, Callable[[Moment, Names], str]] = {
    "claimable": lambda at, _names: listed(at.claimable, last="or"),
    "threats": _threats,
    "wants": lambda at, _names: at.wants,
    "pool": lambda at, _names: str(at.pool),
    "tile": lambda at, _names: str(at.decision.data.get("tile", "")),
    "alone": lambda at, _names: f"No tile {'of yours shares a rune with it' if at.own else 'is yours yet'}",
    "kin": lambda at, _names: listed(at.kin[:MANY], last="or"),
    "claimed": _claimed,
    "shared": lambda at, _names: listed(at.shared[:2]),
}
