"""Claiming a tile, step by step (rulings r16 to r18)."""

from __future__ import annotations

from game.harrowing.rules import field
from game.harrowing.rules.content import IDS, SORCERY, UP
from game.harrowing.rules.returning import return_power
from game.harrowing.rules.scoring import has_won, sets_of
from game.harrowing.rules.seats import SEAT_NAMES, Seat
from game.harrowing.rules.state import OVER, State
from game.harrowing.rules.task import do, doing
from game.harrowing.rules.verbs import Resolve


def claim(g: State, seat: Seat, tile: int) -> None:
    """Begin the claim of a tile: its sorcery resolves, its power goes back, its pillars go home, then it is taken."""
    g.claiming = tile
    g.loose = g.locked = 0  # it counts as gone (ruling r17)
    face = UP[tile][g.turned >> tile & 1]
    g.tell("claiming", seat, {"tile": IDS[tile], "side": g.side(tile), "sorcery": face.kind == SORCERY})
    g.todo.append(do(take, seat, tile))
    g.todo.append(do(give_back, seat, tile))
    if face.kind == SORCERY:
        g.todo.append(Resolve(seat, tile, face.number))


@doing
def give_back(g: State, seat: Seat, tile: int) -> None:
    """Give the tile's power back while its pillars still say who owns it (ruling r9)."""
    return_power(g, seat, tile)


@doing
def take(g: State, seat: Seat, tile: int) -> None:
    """Send the tile's pillars home and give the tile to the player, who wins with three of a rune."""
    for owner, there in enumerate(g.pillars):
        if there[tile]:
            g.left[owner] += there[tile]
            field.fall(g, owner, tile, there[tile])
    field.lift(g, tile)
    g.claiming = None
    g.claims[seat] = (*g.claims[seat], tile)
    g.holds[seat] |= 1 << tile
    g.tell("claimed", seat, {"tile": IDS[tile], "side": g.side(tile)})
    if has_won(g, seat):
        g.winner = seat
        finish(g, "name")


def finish(g: State, why: str) -> None:
    """End the game and drop all remaining tasks."""
    g.phase, g.active = OVER, None
    g.todo.clear()
    winner = None if g.winner is None else SEAT_NAMES[g.winner]
    runes = "" if g.winner is None else sets_of(g, g.winner)
    g.tell("ended", None, {"why": why, "winner": winner, "runes": runes})
