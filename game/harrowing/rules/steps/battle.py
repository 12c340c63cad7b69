"""The step `battle`: who is attacked, and where."""

from __future__ import annotations

from game.harrowing.rules import battles
from game.harrowing.rules.content import TILE_OF
from game.harrowing.rules.hexes import bits
from game.harrowing.rules.seats import SEAT_OF
from game.harrowing.rules.state import State
from game.harrowing.rules.verbs import At, Tokens, others, seated, verb


def _possible(g: State, at: At) -> bool:
    if not g.fort[at.seat]:
        return False
    tiles = battles.reach(g, at.seat)
    return any(g.own[seat] & tiles for seat in others(g, at.seat))


def _tokens(g: State, at: At) -> Tokens:
    """Return all targets for which the attacker rolls at least one die (ruling r19)."""
    if not g.fort[at.seat]:
        return ()
    tiles, seats = battles.reach(g, at.seat), others(g, at.seat)
    return seated([(tile, seat) for tile in bits(tiles) for seat in seats if g.own[seat] >> tile & 1])


def _battle(g: State, at: At, token: str) -> None:
    id, _, defender = token.partition(":")
    battles.begin(g, at.seat, TILE_OF[id], SEAT_OF[defender])


verb("battle", _possible, _tokens, _battle)
