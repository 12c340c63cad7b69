"""What of casting is still to come for a player, who may pass it ahead (rulings 2 and 5)."""

from __future__ import annotations

from game.adepts.rules.casting import casts
from game.adepts.rules.gems import LAST_TURN
from game.adepts.rules.phases.turn import PHASES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.core.protocol import View
from game.core.words import ATTACK, NOTHING, PHASE, TURN


def passable(view: View, seat: str) -> tuple[str, ...]:
    """The ways to pass ahead that would pass something."""
    now = ViewReader(view)
    if now.over:
        return ()
    here = casts(now.turn, now.phase) and now.step == "cast" and not _has_been_asked(now, seat)
    later = any(casts(now.turn, phase) for phase in PHASES[PHASES.index(now.phase) + 1 :])
    kinds = [PHASE] if here else []
    if here or later:
        kinds.append(TURN)
    if here or later or now.turn < LAST_TURN:
        kinds += [ATTACK, NOTHING]
    return tuple(kinds)


def _has_been_asked(now: ViewReader, seat: str) -> bool:
    """Whether this player's one opportunity in this phase has gone by, in the casting step."""
    order, asked = now.turn_order, next((each for each, kind in now.pending.items() if kind == "cast"), None)
    if asked is not None:
        return order.index(seat) < order.index(asked)
    return order.index(seat) <= order.index(_caster(now))


def _caster(now: ViewReader) -> str:
    """Whose spell is carried out: it lies open. Of one that lasts, and lies there after that, only its caster is asked
    anything."""
    open_now = (
        seat for seat, player in now.players.items() if not all(SPELLS[each].lasting for each in player.in_play)
    )
    return next(open_now, next(iter(now.pending)))
