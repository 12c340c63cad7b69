"""The map in letters: two lines for each row of hexes, no line longer than it must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.facts import USUAL, View, board, colour, locked, strength
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.hexes import lengths

CELL = 6
"""Columns of a hex: 42 in all on a board of side 4, as a phone shows them, 54 on one of side 5."""

SIGNS: Mapping[Kind, str] = {
    "strong": "+A",
    "guard": "+D",
    "weak": "-A",
    "action": "EA",
    "spawn": "ES",
    "pool": "[]",
    "corner": "@",
    "plain": "",
}
"""What stands behind the name of a hex."""

LEGEND = (
    "+A +1 Attack  -A -1 Attack  +D +1 Defence",
    "EA Extra Action  ES Extra Spawn",
    "[] Mana Pool  @ spawner  2/1 attack/defence",
    "# locked  * new  xR died here",
)
EMPTY, LOCKED, NEW, DEAD = ".", "#", "*", "x"


class Piece(NamedTuple):
    """A bit of a line: the text, and whose or what it is: a "colour", a "kind", or nothing."""

    text: str
    colour: str | None = None
    kind: Kind = "plain"


def letter(view: View, seat: str) -> str:
    """The letter of a player's tokens: the initial of the colour; before one is chosen, the seat's number."""
    return (colour(view, seat) or seat[1:])[0].upper()


def chart(view: View, new: Changes) -> list[str]:
    """The map as plain lines."""
    return ["".join(piece.text for piece in line).rstrip() for line in pieces(view, new)]


def pieces(view: View, new: Changes) -> Iterator[list[Piece]]:
    """The same in pieces, for who has colours: of each row the names of its hexes, then what stands there."""
    on = board(view)
    rows = lengths(on.side)
    owners = {player["corner"]: seat for seat, player in view["players"].items()}
    names = iter(on.names)
    for length in rows:
        indent = Piece(" " * ((max(rows) - length) * CELL // 2))
        row = [next(names) for _ in range(length)]
        yield [indent, *(_name(view, hex, owners.get(hex)) for hex in row)]
        yield [indent, *(_token(view, hex, new) for hex in row)]


def _name(view: View, hex: str, owner: str | None) -> Piece:
    """ "c3 +A", "a1 @R"."""
    kind = board(view).kind(hex)
    sign = SIGNS[kind] + (letter(view, owner) if owner else "")
    gap = " " if len(hex) + 1 + len(sign) < CELL else ""
    return Piece(f"{hex}{gap}{sign}".ljust(CELL), colour(view, owner) if owner else None, kind)


def _token(view: View, hex: str, new: Changes) -> Piece:
    """ "R 2/1", "G* #", "." where nobody stands, "xB" where somebody died."""
    seat = view["troops"].get(hex)
    if seat is None:
        dead = new.gone.get(hex)
        empty = "" if board(view).kind(hex) == "corner" else EMPTY
        text = f"{DEAD}{letter(view, dead)}" if dead else empty
        return Piece(text.ljust(CELL))
    token = letter(view, seat) + (NEW if hex in new.fresh else "")
    note = LOCKED if locked(view, hex) else strength(view, hex)
    if note == USUAL:
        return Piece(token.ljust(CELL), colour(view, seat))
    gap = " " if len(token) + 1 + len(note) < CELL else ""
    return Piece(f"{token}{gap}{note}".ljust(CELL), colour(view, seat))
