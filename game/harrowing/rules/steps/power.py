"""Steps that touch power, and what is claimed: `gain`, `muster`, `free`, `rout`, `seal`."""

from __future__ import annotations

from game.harrowing.rules import field, returning, spells
from game.harrowing.rules.content import MUSTER, TILE_OF
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, Seat
from game.harrowing.rules.state import State
from game.harrowing.rules.verbs import At, Tokens, others, verb


def _gain(g: State, at: At, _: str) -> None:
    count = min(at.step.most, g.supply)
    g.supply -= count
    g.pool[at.seat] += count
    if count:
        g.tell("gained", at.seat, {"count": count})


_NUMBERS = tuple(map(str, range(100)))


def _musters(g: State, at: At) -> Tokens:
    pool = g.pool[at.seat]
    return _NUMBERS[1 : 1 + min(at.step.most + spells.bonus(g, at.seat, MUSTER), pool)] if pool else ()


def _muster(g: State, at: At, token: str) -> None:
    count = int(token)
    g.pool[at.seat] -= count
    g.fort[at.seat] += count
    g.tell("mustered", at.seat, {"count": count, "fort": g.fort[at.seat]})


def _frees(g: State, at: At) -> Tokens:
    return tuple([spells.name_of(spell) for spell in spells.powered(g, at.seat) if spell != at.spell])


def _free(g: State, at: At, token: str) -> None:
    returning.return_power(g, at.seat, spells.spell_named(at.seat, token))


def _routs(g: State, seat: Seat) -> Tokens:
    return tuple([SEAT_NAMES[other] for other in others(g, seat) if g.fort[other]])


def _rout(g: State, at: At, token: str) -> None:
    victim = SEAT_OF[token]
    count = g.fort[victim]
    g.fort[victim] = 0
    g.pool[victim] += count
    g.tell("routed", at.seat, {"seat": token, "count": count})


def _seals(g: State, seat: Seat) -> int:
    """Return others' claimed tiles that are not sealed yet."""
    found = 0
    for other in others(g, seat):
        found |= g.holds[other]
    return found & ~g.sealed


def _seal(g: State, at: At, token: str) -> None:
    tile = TILE_OF[token]
    [owner] = spells.owners(g, tile)
    returning.return_power(g, at.seat, tile)
    g.sealed |= 1 << tile
    g.tell("sealed", at.seat, {"tile": token, "seat": SEAT_NAMES[owner]})


verb("gain", lambda g, _: g.supply > 0, None, _gain)
verb("muster", lambda g, at: g.pool[at.seat] > 0, _musters, _muster)
verb("free", lambda g, at: any(spell != at.spell for spell in spells.powered(g, at.seat)), _frees, _free)
verb("rout", lambda g, at: bool(_routs(g, at.seat)), lambda g, at: _routs(g, at.seat), _rout)
verb("seal", lambda g, at: _seals(g, at.seat) != 0, lambda g, at: field.ids(_seals(g, at.seat)), _seal)
