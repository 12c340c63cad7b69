"""What casting is still to come for a player: when a spell can be cast, and what may be passed ahead (rulings 2 and
5)."""

from __future__ import annotations

from game.adepts.rules.casting import casts
from game.adepts.rules.gems import LAST_TURN
from game.adepts.rules.phases.turn import PHASES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.core.protocol import View
from game.core.words import ATTACK, NOTHING, PHASE, TURN


def passable(view: View, seat: str) -> tuple[str, ...]:
    """Return the ways to pass ahead that would pass something."""
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


def next_casting(now: ViewReader, seat: str, phase: str) -> int | None:
    """Return the turn in which a player can next cast a spell of this phase; None if there is none any more."""
    if now.over:
        return None
    ahead = PHASES.index(phase) - PHASES.index(now.phase)
    open_now = ahead > 0 or (ahead == 0 and now.step == "cast" and not _has_been_asked(now, seat))
    turn = now.turn if open_now and casts(now.turn, phase) else now.turn + 1
    return turn if turn <= LAST_TURN else None


def _has_been_asked(now: ViewReader, seat: str) -> bool:
    """Whether, in this casting step, the player's one opportunity has already gone by."""
    order, asked = now.turn_order, next((each for each, kind in now.pending.items() if kind == "cast"), None)
    if asked is not None:
        return order.index(seat) < order.index(asked)
    return order.index(seat) <= order.index(_caster(now))


def _caster(now: ViewReader) -> str:
    """Return the seat whose spell is being carried out: the one with a spell in play that does not last. If there is
    none, a lasting spell is being carried out, about which only its caster is asked."""
    open_now = (
        seat for seat, player in now.players.items() if not all(SPELLS[each].lasting for each in player.in_play)
    )
    return next(open_now, next(iter(now.pending)))
