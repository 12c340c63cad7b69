"""Why a token of the notation is not legal here: the rule and the facts, worded in `explaining`.

This module only explains; legality is decided where tokens are listed.
"""

from __future__ import annotations

from game.core.decisions import OTHER, PASS, Question, Reason
from game.mana_surge.rules.hexes import Hex
from game.mana_surge.rules.seats import COLOURS, SEAT_NAMES, Seat
from game.mana_surge.rules.setting import COLOUR, CORNER
from game.mana_surge.rules.state import State
from game.mana_surge.rules.tokens import STRIKE, ends
from game.mana_surge.rules.turn import ATTACK, SPAWN, STEP, attacks


def reason(g: State, asked: Question, token: str) -> Reason:
    """Return the first rule that forbids the token.

    While moves are asked for, an attack comes too early only if it is legal once moving stops: to stop for it would
    else end the turn.
    """
    if token == PASS:
        return Reason("must_choose", {"kind": asked.kind}, 6 if asked.kind == SPAWN else 1)
    if asked.kind == COLOUR:
        return _colour(g, token)
    if token in COLOURS:
        return Reason("no_colour", {"kind": asked.kind})
    between = ends(token)
    if strange := [name for name in between or (token,) if name not in g.board.index]:
        return Reason("no_hex", {"hex": strange[0]})
    if asked.kind in (STEP, ATTACK):
        if between is None:
            return Reason(OTHER, {"kind": asked.kind})
        attacking, me = STRIKE in token, Seat(asked.seat)
        if token in attacks(g, me) if asked.kind == STEP else not attacking:
            return Reason("other_phase", {"kind": asked.kind}, 12)
        source, target = (g.board.index[name] for name in between)
        return _source(g, me, source, attacking) or _target(g, me, source, target, attacking)
    if between:
        return Reason(OTHER, {"kind": asked.kind})
    return (_corner if asked.kind == CORNER else _spawn)(g, Seat(asked.seat), g.board.index[token])


def _colour(g: State, token: str) -> Reason:
    if token not in COLOURS:
        return Reason("colours_only", {})
    return Reason("colour_taken", {"colour": token, "seat": SEAT_NAMES[g.colours.index(token)]}, 1)


def _corner(g: State, _me: Seat, hex: Hex) -> Reason:
    if hex not in g.board.corners:
        return Reason("no_corner", {"hex": g.board.names[hex]}, 1)
    owner = g.corners.index(g.board.corners.index(hex))
    return Reason("corner_taken", {"hex": g.board.names[hex], "seat": SEAT_NAMES[owner]}, 1)


def _spawn(g: State, me: Seat, hex: Hex) -> Reason:
    if not g.around(me) >> hex & 1:
        return Reason("not_beside_spawner", {"hex": g.board.names[hex]}, 6)
    return _occupied(g, me, hex, 6)


def _source(g: State, me: Seat, source: Hex, attacking: bool) -> Reason | None:
    """Return why this source cannot act: it must be one's own token and not locked."""
    name = g.board.names[source]
    if not g.troops[me] >> source & 1:
        owner, ruling = g.owner(source), 9 if attacking else 7
        return Reason("not_own", {"hex": name, "seat": None if owner is None else SEAT_NAMES[owner]}, ruling)
    if g.board.locks >> source & 1:
        return Reason("locked", {"hex": name, "kind": g.board.kinds[source]}, 8)
    return None


def _target(g: State, me: Seat, source: Hex, target: Hex, attacking: bool) -> Reason:
    names = g.board.names[source], g.board.names[target]
    if target in g.board.corners:
        return Reason("spawner", {"hex": names[1]}, 2)
    if not g.board.around[source] >> target & 1:
        return Reason("too_far", {"source": names[0], "target": names[1]}, 9 if attacking else 7)
    if not attacking:
        return _occupied(g, me, target, 7)
    owner = g.owner(target)
    if owner is None or owner == me:
        return Reason("no_enemy", {"hex": names[1], "own": owner == me}, 9)
    return Reason(
        "no_kill",
        {
            "source": names[0],
            "target": names[1],
            "seat": SEAT_NAMES[owner],
            "attack": (g.board.attack[source], g.board.attack[target]),
            "defence": (g.board.defence[source], g.board.defence[target]),
            "fierce": g.fierce,
        },
        11,
    )


def _occupied(g: State, me: Seat, hex: Hex, ruling: int) -> Reason:
    owner = g.owner(hex)
    assert owner is not None
    return Reason("occupied", {"hex": g.board.names[hex], "seat": SEAT_NAMES[owner], "own": owner == me}, ruling)
