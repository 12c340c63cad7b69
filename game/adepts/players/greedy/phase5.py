"""Phase V: the choices about processing, and what the spells of the phase are worth.

A function of a token scores that answer (`kinds.Scorer`); one of the observation alone says what casting a spell brings
(`gains.Gain`).
"""

from __future__ import annotations

from game.adepts.players.greedy.holdings import holding
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import swing
from game.adepts.rules.bonuses import Diamond
from game.adepts.rules.gems import GEM_OF, GEMS, LAST_TURN, MAJOR, MINOR, TOP_LEVEL, VALUE, Gem, Seat
from game.adepts.rules.spells import phase5 as printed
from game.adepts.rules.tokens import PASS


def mutability(s: Observation) -> float:
    """A mana for each type."""
    return float(len(s.last_stage(s.me)))


def overload(s: Observation, token: str) -> float:
    """This seat gives up a gem of stage 3."""
    return swing(s, s.me, GEM_OF[token], third=-1)


def overloading(s: Observation) -> float:
    """Each opponent gives up the one they would miss least."""
    return sum(
        min(swing(s, seat, gem, third=-1) for gem in s.last_stage(seat)) for seat in s.opponents if s.last_stage(seat)
    )


def moratorium(s: Observation, token: str) -> float:
    """The gems of a type come a turn later; in the last turn those in stage 3 are left over."""
    gem = GEM_OF[token]
    (one, two, three), battery = s.queues[s.me][gem], s.batteries[s.me][gem]
    if s.turn < LAST_TURN:
        later = holding(VALUE[gem], s.turn + 1, one, two, three, battery)
    else:
        later = holding(VALUE[gem], s.turn, one, two + three, 0, battery)
    return later - holding(VALUE[gem], s.turn, one, two, three, battery)


def imperfections(s: Observation, token: str) -> float:
    """Everybody gets half the mana for a type."""
    gem = GEM_OF[token]
    return s.harm * sum(_lost_half(s, seat, gem) for seat in s.opponents) - _lost_half(s, s.me, gem)


def _lost_half(s: Observation, seat: Seat, gem: Gem) -> int:
    mana = VALUE[gem] * s.queues[seat][gem][2]
    return mana - mana // 2


def inflate(s: Observation, token: str) -> float:
    """Levels for mana."""
    gem = GEM_OF[token]
    room = TOP_LEVEL - s.batteries[s.me][gem]
    return swing(s, s.me, gem, levels=min(printed.Inflation.levels, room)) - printed.Inflation.mana


def stasis(s: Observation, token: str) -> float:
    """Nobody's battery of a type rises."""
    gem = GEM_OF[token]
    return sum(swing(s, seat, gem, levels=-s.queues[seat][gem][2]) for seat in s.seats if s.queues[seat][gem][2])


def realign(s: Observation, token: str) -> float:
    """Prefer the track that the plan has for the type that is asked about."""
    return 1.0 if _plan(s)[GEM_OF[s.about["gem"]]] == GEM_OF[token] else 0.0


def realignment(s: Observation) -> float:
    """What the plan of `_plan` brings."""
    levels = [0] * len(GEMS)
    types = s.last_stage(s.me)
    for gem, track in _plan(s).items():
        levels[gem] -= types[gem]
        levels[track] += types[gem]
    return sum(swing(s, s.me, gem, levels=levels[gem]) for gem in GEMS if levels[gem])


def _plan(s: Observation) -> dict[Gem, Gem]:
    """Return a track for the levels of each type in stage 3: the largest number first, each where it helps most.

    The plan is the same at each question of a Realignment, since nothing changes until all tracks are named.
    """
    types = {gem: count for gem, count in s.last_stage(s.me).items() if gem not in s.stopped}
    levels = [-types.get(gem, 0) for gem in GEMS]
    tracks = [gem for gem in GEMS if gem not in s.stopped]
    plan = {}
    for gem, count in sorted(types.items(), key=lambda item: -item[1]):
        plan[gem] = best = max(tracks, key=lambda track: _rise(s, track, levels[track], count))
        levels[best] += count
    return plan


def _rise(s: Observation, gem: Gem, before: int, count: int) -> float:
    return swing(s, s.me, gem, levels=before + count) - swing(s, s.me, gem, levels=before)


def siphon(s: Observation, token: str) -> float:
    """A level from the player who is processing."""
    victim = s.processing
    return 0.0 if victim is None else _siphoned(s, victim, GEM_OF[token])


def siphoning(s: Observation) -> float:
    """The best level of each opponent."""
    return sum(max(_siphoned(s, seat, gem) for gem in s.last_stage(seat)) for seat in s.opponents if s.last_stage(seat))


def _siphoned(s: Observation, victim: Seat, gem: Gem) -> float:
    room = min(1, TOP_LEVEL - s.batteries[s.me][gem])
    return swing(s, s.me, gem, levels=room) + swing(s, victim, gem, levels=-1)


def intensify(s: Observation, token: str) -> float:
    """Twice the levels for one class of gems."""
    gems = MAJOR if token == "major" else MINOR
    return sum(swing(s, s.me, gem, levels=s.queues[s.me][gem][2]) for gem in gems)


def negation(s: Observation) -> float:
    """Each opponent's best type brings no mana."""
    return s.harm * sum(
        max(VALUE[gem] * count for gem, count in s.last_stage(seat).items())
        for seat in s.opponents
        if s.last_stage(seat)
    )


def diamond(s: Observation, token: str) -> float:
    """A type that is worth more mana to everybody."""
    if token == PASS:
        return 0.0
    gem = GEM_OF[token]
    theirs = sum(s.queues[seat][gem][2] for seat in s.opponents)
    return (Diamond.worth - VALUE[gem]) * (s.queues[s.me][gem][2] - s.harm * theirs)
