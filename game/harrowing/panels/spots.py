"""The empty hexes to choose from, in the order in which menu and picture number them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from game.core.decisions import Decision
from game.harrowing.rules.content import FACE_OF, IT, RUNES, Face, face, tile
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import moves


def ranked(asked: Decision, now: ViewReader, hexes: Iterable[str]) -> dict[str, str]:
    """Return the hexes in order, those that make a pattern first, then those beside more tiles; each with the patterns
    it makes, "" if none."""
    ups, id = faces(asked) if _becomes_own(asked, now) else (), asked.data["tile"]
    found = {hex: "; ".join(_patterns(now, asked.seat, hex, ups, id)) for hex in hexes}
    return dict(sorted(found.items(), key=lambda row: (not row[1], -len(moves.near(now, row[0])))))


def faces(asked: Decision) -> Sequence[Face]:
    """Return the sides that may be up of the tile that is placed or moved."""
    id = asked.data["tile"]
    return tile(id).faces if asked.kind == "side" else (face(id, asked.data["side"]),)


def _becomes_own(asked: Decision, now: ViewReader) -> bool:
    """Return whether the tile will be the seat's own on the field, as only own tiles make a pattern (ruling r15): it
    has a pillar of the seat's, or the spell raises one on it."""
    if asked.data["tile"] in now.own(asked.seat):
        return True
    steps = FACE_OF[asked.source].steps
    return now.players[asked.seat].pillars > 0 and any(step.verb == "raise" and step.what == IT for step in steps)


def _patterns(now: ViewReader, seat: str, hex: str, ups: Sequence[Face], without: str) -> Iterator[str]:
    """Yield the patterns that the seat's tile would make on a hex with each possible side up: "C with 2c and 3a"."""
    own = [id for id in moves.near(now, hex) if id != without and id in now.own(seat)]
    for one, two in combinations(own, 2):
        if two not in moves.near(now, now.field[one].hex):
            continue
        for up in ups:
            three = (up, now.field[one].face, now.field[two].face)
            if shared := [rune for rune in RUNES if all(rune in each.runes for each in three)]:
                which = f"{up.name}: " if len(ups) > 1 else ""
                yield f"{which}{''.join(shared)} with {one} and {two}"
