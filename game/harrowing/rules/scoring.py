"""The winner, and the ranks of the others (rulings r18 and r25)."""

from __future__ import annotations

from typing import Any

from game.harrowing.rules.content import RUNES, TILES
from game.harrowing.rules.field import RUNED, showing
from game.harrowing.rules.seats import SEAT_NAMES
from game.harrowing.rules.state import State

ENOUGH = 3
"""The number of claimed tiles with one rune that wins (ruling r18)."""
TAME = sum(1 << tile.number for tile in TILES if not tile.faces[0].wild)
"""All tiles except wilds, which count for no rune once they are claimed."""


def counts(g: State, seat: int) -> tuple[int, ...]:
    """Return, for each rune, how many of the seat's unsealed claimed tiles show it."""
    tiles = g.holds[seat] & ~g.sealed & TAME
    return tuple([(tiles & showing(g, pair)).bit_count() for pair in RUNED])


def sets_of(g: State, seat: int) -> str:
    """Return the runes of which the seat has three, such as "B" or "AC"; "" for none."""
    return "".join(rune for rune, count in zip(RUNES, counts(g, seat), strict=True) if count >= ENOUGH)


def has_won(g: State, seat: int) -> bool:
    """Return whether a player who has just claimed a tile has three of a rune."""
    return max(counts(g, seat)) >= ENOUGH


def scores(g: State) -> dict[str, dict[str, Any]]:
    """Return each seat's largest set, number of claimed tiles, tiles owned on the field, and rank; the winner is
    first."""
    lines = [(max(counts(g, seat)), len(g.claims[seat]), g.own[seat].bit_count()) for seat in range(g.players)]
    merits = [(seat == g.winner, *line) for seat, line in enumerate(lines)]
    return {
        SEAT_NAMES[seat]: {
            "set": line[0],
            "claimed": line[1],
            "tiles": line[2],
            "rank": 1 + sum(other > merits[seat] for other in merits),
        }
        for seat, line in enumerate(lines)
    }


def standing(g: State) -> dict[str, dict[str, Any]]:
    """Return the scores, each with whether the seat has won a name. A set of three does not tell that, as unsealing
    wins nothing (ruling r18)."""
    return {name: {**line, "won": seat == g.winner} for seat, (name, line) in enumerate(scores(g).items())}
