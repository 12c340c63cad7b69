"""What each of the forty spells brings when it is cast now, without its cost: what its best choice brings, or an
estimate."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.adepts.players.greedy import phase1, phase2, phase3, phase5
from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.tokens import STAGE_TOKENS

Gain = Callable[[Observation], float]


def best_of(score: Callable[[Observation, str], float], tokens: Sequence[str]) -> Gain:
    """The gain of a spell with one choice."""
    return lambda s: max(score(s, token) for token in tokens)


def always(gain: float) -> Gain:
    """The gain of a spell that helps in ways which this player does not calculate."""
    return lambda _: gain


GAINS: dict[str, Gain] = {
    "1A": phase1.ambition,
    "1B": always(0.7),
    "2A": always(0.7),
    "2B": always(0.5),
    "3A": always(1.0),
    "3B": always(2.0),
    "4A": phase1.tunneling,
    "4B": always(0.7),
    "5A": always(2.0),
    "5B": phase1.lassitude,
    "6A": phase2.telepathy,
    "6B": phase2.teleporting,
    "7A": phase2.extraction,
    "7B": phase2.transfiguration,
    "8A": best_of(phase2.telekinesis, GEM_NAMES),
    "8B": best_of(phase2.contagion, GEM_NAMES),
    "9A": best_of(phase2.advance, STAGE_TOKENS),
    "9B": phase2.plunder,
    "10A": phase2.phantasms,
    "10B": phase2.quake_them,
    "11A": phase3.purging,
    "11B": phase3.dissipate,
    "12A": phase3.transmission,
    "12B": phase3.pilfering,
    "13A": phase3.concentration,
    "13B": phase3.depletion,
    "14A": phase3.transfusion,
    "14B": phase3.nullify,
    "15A": phase3.munificence,
    "15B": phase3.spellsteal,
    "16A": phase5.mutability,
    "16B": phase5.overloading,
    "17A": best_of(phase5.moratorium, GEM_NAMES),
    "17B": best_of(phase5.imperfections, GEM_NAMES),
    "18A": best_of(phase5.inflate, GEM_NAMES),
    "18B": best_of(phase5.stasis, GEM_NAMES),
    "19A": phase5.realignment,
    "19B": phase5.siphoning,
    "20A": best_of(phase5.intensify, ("major", "minor")),
    "20B": phase5.negation,
}
"""The gain by spell. Each function may assume that the spell can be cast."""
