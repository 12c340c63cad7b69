"""A tile is claimed, step by step (rulings r16 to r18)."""

from __future__ import annotations

from game.harrowing.rules import field
from game.harrowing.rules.content import IDS, SORCERY, UP
from game.harrowing.rules.returning import return_power
from game.harrowing.rules.scoring import has_won
from game.harrowing.rules.seats import SEAT_NAMES, Seat
from game.harrowing.rules.state import OVER, State
from game.harrowing.rules.task import do, doing
from game.harrowing.rules.verbs import Resolve


def claim(g: State, seat: Seat, tile: int) -> None:
    """The tile is chosen: its sorcery, its power, its pillars, then it is taken."""
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
    """Its power, while its pillars still say whose that is (ruling r9)."""
    return_power(g, seat, tile)


@doing
def take(g: State, seat: Seat, tile: int) -> None:
    """Its pillars go home, the tile goes to the player, and who has three of a rune has won."""
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
    """The game is over; whatever was still to be done is not."""
    g.phase, g.active = OVER, None
    g.todo.clear()
    g.tell("ended", None, {"why": why, "winner": None if g.winner is None else SEAT_NAMES[g.winner]})
