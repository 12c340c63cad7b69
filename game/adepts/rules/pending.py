"""What a game still has to do when a seat is asked something, worked out from the board and the question.

A stored game has its agenda written down, and is damaged if that is another; those who know only a view have no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.adepts.rules.bonuses import EnrichMine, Enter, NameType
from game.adepts.rules.cards import SpellId, known
from game.adepts.rules.casting import Cast, Pay, begin_spell, end_phase, put_away
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, GEMS, HAND_LIMIT, SEAT_OF, SEATS, Seat
from game.adepts.rules.phases.adepts import Discard, Draw
from game.adepts.rules.phases.assignment import Again, Assign
from game.adepts.rules.phases.processing import (
    Realigning,
    Siphoning,
    end_processing,
    levels_made,
    process_seat,
    siphons,
)
from game.adepts.rules.phases.production import produce_all
from game.adepts.rules.phases.research import Study, end_research
from game.adepts.rules.phases.turn import PHASES, act, begin_phase, end_turn
from game.adepts.rules.spells.base import SPELLS, Choice
from game.adepts.rules.state import State
from game.adepts.rules.tasks import Task, do
from game.adepts.rules.tokens import readable
from game.core.decisions import Decision
from game.core.errors import BadPosition

Tasks = list[Task[State]]


def agenda(g: State, decision: Decision) -> Tasks:
    """Return everything that is still to be done, beginning with what asks this question."""
    me = SEAT_OF[decision.seat]
    later = PHASES[PHASES.index(g.phase) + 1 :]
    rest: Tasks = [do(end_phase), *(do(begin_phase, phase) for phase in later), do(end_turn)]
    if g.step == "cast":
        return [*_casting(g, me, decision), do(act, g.phase), *rest]
    return [*_acting(g, me, decision), *rest]


def check(g: State, decision: Decision) -> None:
    """Check the agenda of a stored game, of whose questions this is one. Raises BadPosition if anything on it does not
    follow from the board and the question, or an error that data of the wrong form causes."""
    now = g.agenda[-1]
    _check_answers(g, now, decision)
    asks, *rest = agenda(g, decision)
    if isinstance(now, Study):
        asks = now  # who else is asked, and for what, is in the questions
    elif isinstance(now, Assign):
        asks = Assign(now.seat, now.idle)  # how many were passed over does not matter any more
    if g.agenda != [*reversed(rest), asks]:
        raise BadPosition("what is still to be done does not follow from the question", "more.agenda")


def _check_answers(g: State, now: Task[State], decision: Decision) -> None:
    """Check what a task has kept of former answers, as far as nothing else tells of it."""
    match now:
        case Study(over_limit=rows):
            fits = all(
                len(g.hands[seat]) > HAND_LIMIT and not Counter(of) - Counter(g.hands[seat]) for seat, of in rows
            )
        case Realigning(seat=seat, tracks=tracks) | Siphoning(seat=seat, tracks=tracks):
            fits = min(tracks) >= 0 and sum(tracks) <= sum(levels_made(g, seat))
        case Choice() if now.chosen:
            then = g.copy(quiet=True)
            SPELLS[now.spell].act(then, now, decision.tokens[0])  # fails if another spell asked for what was chosen
            fits = all(map(readable, now.chosen)) and min(map(min, then.queues)) >= 0
        case _:
            fits = True
    if not fits:
        raise BadPosition(f"{now} is impossible there", "more.agenda")


def held(hand: Sequence[SpellId], tokens: Sequence[str]) -> tuple[SpellId, ...]:
    """Return which cards of a hand that became too large in research were there before, as far as the question of what
    to discard tells. A card that is no token was kept in research; if all are tokens, one of those held twice counts as
    kept."""
    found = [card for card in hand if card in tokens]
    if len(found) == len(hand):
        found.remove(next(iter(Counter(found) - Counter(set(found)))))
    return tuple(found)


def _casting(g: State, me: Seat, decision: Decision) -> Tasks:
    """Return the rest of a casting step: a spell that is chosen, paid for or takes effect; then the others' casting."""
    if decision.kind == "cast":
        return [Cast(me), *_casts_after(g, me)]
    spell = known(decision.source)
    caster = me if spell in g.in_play[me] else next(seat for seat in SEATS[: g.players] if spell in g.in_play[seat])
    after: Tasks = [do(put_away, spell, caster), *_casts_after(g, caster)]
    if decision.kind == "pay":
        return [Pay(spell, me), do(begin_spell, spell, me), *after]
    chosen = tuple(decision.data.get("chosen", ()))
    victim = SEAT_OF[decision.data["victim"]] if "victim" in decision.data else me if me != caster else None
    befalls = g.opponents(caster)
    others = befalls[befalls.index(victim) + 1 :] if victim is not None else []
    asking: Tasks = [Choice(spell, caster, me, victim, chosen)]
    return [*asking, *(Choice(spell, caster, caster if me == caster else seat, seat) for seat in others), *after]


def _casts_after(g: State, seat: Seat) -> Tasks:
    return [Cast(each) for each in _after(g, seat)]


def _after(g: State, seat: Seat) -> list[Seat]:
    """Return the seats whose turn comes after this seat's."""
    order = g.turn_order()
    return order[order.index(seat) + 1 :]


def _acting(g: State, me: Seat, decision: Decision) -> Tasks:
    """Return what is left of a phase's actions."""
    draws: Tasks = [Draw(seat) for seat in _after(g, me) if seat not in g.adepts]
    match g.step, decision.kind:
        case "assign", "enter":
            return [Enter(me), Assign(g.first)]
        case "assign", "again":
            return [Again(me), Assign(g.next_seat(me))]
        case "assign", _:
            return [Assign(me)]
        case "produce", _:
            return [EnrichMine(me), do(produce_all)]
        case "research", kind:
            others = [] if g.sealed is None else [seat for seat in g.sealed.seats if seat != me]
            if kind == "research":
                return [Study((me, *others), ()), do(end_research)]
            return [Study(tuple(others), ((me, held(g.hands[me], decision.tokens)),)), do(end_research)]
        case "adepts", "discard":
            return [Discard(me), *draws]
        case "adepts", _:
            return [Draw(me), *draws]
        case _:
            return _processing(g, me, decision)


def _processing(g: State, me: Seat, decision: Decision) -> Tasks:
    """Return a question of phase V, and the processing that is left."""
    victim, about = g.processing, decision.data
    if victim is None:
        return [NameType(me), *(do(process_seat, seat) for seat in g.turn_order()), do(end_processing)]
    after: Tasks = [*(do(process_seat, seat) for seat in _after(g, victim)), do(end_processing)]
    if decision.kind == "realign":
        levels, tracks = levels_made(g, victim), about["tracks"]
        left = tuple((gem, levels[gem]) for gem in GEMS[GEM_OF[about["gem"]] :] if levels[gem])
        return [Realigning(victim, left, _tracks(tracks), siphons(g, victim)), *after]
    casters = siphons(g, victim)
    return [Siphoning(victim, _tracks(about["levels"]), casters[casters.index(me) :]), *after]


def _tracks(levels: dict[str, int]) -> tuple[int, ...]:
    return tuple(levels.get(name, 0) for name in GEM_NAMES)
