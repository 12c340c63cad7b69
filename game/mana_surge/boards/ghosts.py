"""What an answer would do, shown on the board as a ghost before it is chosen."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import PASS
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import COLOURS
from game.mana_surge.rules.tokens import STRIKE, ends


class Ghost(NamedTuple):
    """What an answer would do.

    `kind` is "colour", "corner", "spawn", "move" or "attack". `target` is the hex (or the colour) chosen, `source`
    where a move or an attack comes from. For an attack, `victim` is the seat of the token attacked, `kills` says
    whether that token dies and `dies` whether the attacker does.
    """

    seat: str
    kind: str
    target: str
    source: str = ""
    victim: str = ""
    kills: bool = False
    dies: bool = False


def read(now: ViewReader, seat: str, token: str) -> Ghost | None:
    """Return the ghost of a seat's answer; None for `pass`. Raises ValueError for an answer that is impossible here."""
    if token == PASS:
        return None
    on = now.board
    if token in COLOURS:
        return Ghost(seat, "colour", token)
    if token in on.index:
        return Ghost(seat, "corner" if on.kind(token) == "corner" else "spawn", token)
    if (two := ends(token)) is None or not set(two) <= on.index.keys():
        raise ValueError(f"{token!r} is nothing that can be shown on this board")
    source, target = two
    troops, near = now.troops, on.around[on.index[source]] >> on.index[target] & 1
    victim = troops.get(target)
    fits = victim not in (None, seat) if STRIKE in token else victim is None
    if troops.get(source) != seat or not near or not fits:
        raise ValueError(f"{token!r} is nothing that {seat} could do here")
    if victim is None:
        return Ghost(seat, "move", target, source)
    outcome = now.outcome(source, target)
    return Ghost(seat, "attack", target, source, victim, outcome.target, outcome.attacker)
