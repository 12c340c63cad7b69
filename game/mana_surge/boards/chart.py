"""The map as text, two lines for each row of hexes, as narrow as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.facts import USUAL
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.hexes import lengths
from game.mana_surge.rules.reader import ViewReader

CELL = 6
"""Characters per hex: 42 in a row on a board of side 4, which fits a phone, and 54 on one of side 5."""

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
"""The sign after the name of a hex, by kind."""

LEGEND = (
    "+A +1 Attack  -A -1 Attack  +D +1 Defence",
    "EA Extra Action  ES Extra Spawn",
    "[] Mana Pool  @ spawner  2/1 attack/defence",
    "# locked  * new  xR died here",
)
EMPTY, LOCKED, NEW, DEAD = ".", "#", "*", "x"


class Piece(NamedTuple):
    """A piece of a line: its text, and either the player's `colour` or the `kind` of hex that it shows, to choose its
    style."""

    text: str
    colour: str | None = None
    kind: Kind = "plain"


def letter(now: ViewReader, seat: str) -> str:
    """Return the letter of a player's tokens: the initial of their colour, or the seat's number before one is
    chosen."""
    return (now.players[seat].colour or seat[1:])[0].upper()


def pieces(now: ViewReader, new: Changes) -> Iterator[list[Piece]]:
    """Yield the lines of the map in pieces, for output with colours: for each row of hexes a line of their names, then
    a line of the tokens on them."""
    on = now.board
    rows = lengths(on.side)
    owners = {player.corner: seat for seat, player in now.players.items()}
    names = iter(on.names)
    for length in rows:
        indent = Piece(" " * ((max(rows) - length) * CELL // 2))
        row = [next(names) for _ in range(length)]
        yield [indent, *(_name(now, hex, owners.get(hex)) for hex in row)]
        yield [indent, *(_token(now, hex, new) for hex in row)]


def _name(now: ViewReader, hex: str, owner: str | None) -> Piece:
    """Return the name of a hex with its sign: "c3 +A", "a1 @R" for a spawner."""
    kind = now.board.kind(hex)
    sign = SIGNS[kind] + (letter(now, owner) if owner else "")
    gap = " " if len(hex) + 1 + len(sign) < CELL else ""
    return Piece(f"{hex}{gap}{sign}".ljust(CELL), now.players[owner].colour if owner else None, kind)


def _token(now: ViewReader, hex: str, new: Changes) -> Piece:
    """Return what stands on a hex: "R 2/1", "G* #", "." if it is empty, "xB" if a token died there."""
    seat = now.troops.get(hex)
    if seat is None:
        dead = new.gone.get(hex)
        empty = "" if now.board.kind(hex) == "corner" else EMPTY
        text = f"{DEAD}{letter(now, dead)}" if dead else empty
        return Piece(text.ljust(CELL))
    token = letter(now, seat) + (NEW if hex in new.fresh else "")
    note = LOCKED if now.locked(hex) else now.strength(hex)
    if note == USUAL:
        return Piece(token.ljust(CELL), now.players[seat].colour)
    gap = " " if len(token) + 1 + len(note) < CELL else ""
    return Piece(f"{token}{gap}{note}".ljust(CELL), now.players[seat].colour)
