"""All turns that a seat's points allow."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.decisions import PASS
from game.mana_surge.players.search.field import Field
from game.mana_surge.players.search.moment import Troops

MOST = 5000
"""The most positions looked at for one answer. It is a count and not a time, so that the same question always gets the
same answer."""


def ends(on: Field, troops: Troops, seat: int, points: int, moving: bool) -> dict[Troops, str]:
    """Return the positions in which a turn can end, each with the first answer that leads there.

    `moving` says whether the turn stands at moves, else at attacks. Ends after fewer steps come first, and no more than
    MOST are found.
    """
    found: dict[Troops, str] = {}
    layer: dict[int, str] = {troops[seat]: ""}
    taken = sum(troops) - troops[seat]
    for left in range(points, -1, -1):
        following: dict[int, str] = {}
        for own, first in layer.items():
            _fight(on, (*troops[:seat], own, *troops[seat + 1 :]), seat, left, first or (PASS if moving else ""), found)
            if not left or not moving or len(found) >= MOST:
                continue
            empty, free = on.open & ~(own | taken), own & ~on.locks
            while free:
                source = free & -free
                free ^= source
                targets = on.near[source] & empty
                while targets:
                    target = targets & -targets
                    targets ^= target
                    following.setdefault(own ^ source ^ target, first or on.moves[source, target])
        layer = following
    return found


def _fight(on: Field, troops: Troops, seat: int, left: int, first: str, found: dict[Troops, str]) -> None:
    """Add the ends reached by attacks that kill, from a position in which moving is over."""
    if troops in found or len(found) >= MOST:
        return
    found[troops] = first or PASS
    if left:
        for token, after in attacks(on, troops, seat):
            _fight(on, after, seat, left - 1, first or token, found)


def attacks(on: Field, troops: Troops, seat: int) -> Iterator[tuple[str, Troops]]:
    """Yield the attacks that kill, with the position after each."""
    own = troops[seat]
    rivals, armed = sum(troops) - own, own & on.armed & ~on.locks
    while armed:
        source = armed & -armed
        armed ^= source
        targets = on.kills[source] & rivals
        while targets:
            target = targets & -targets
            targets ^= target
            after = [each & ~target for each in troops]
            if on.dies[source] & target:
                after[seat] ^= source
            yield on.strikes[source, target], tuple(after)
