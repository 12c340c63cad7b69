"""Which function scores the tokens of a question: by its kind and, where several sources ask that, by its source."""

from __future__ import annotations

from collections.abc import Callable

from game.adepts.players.greedy import card_values, casting, phase1, phase2, phase3, phase5
from game.adepts.players.greedy.observation import Observation

Scorer = Callable[[Observation, str], float]
"""What a token is worth, in mana; only comparisons among the tokens of one question mean anything."""

KINDS: dict[str, Scorer | dict[str, Scorer]] = {
    "cast": casting.cast,
    "pay": casting.pay,
    # phase I
    "enter": phase1.enter,
    "assign": phase1.assign,
    "again": phase1.again,
    "place": phase1.assign,
    # phase II
    "site": {"6B": phase2.teleport, "10B": phase2.earthquake},
    "from": phase2.send_from,
    "to": phase2.send_to,
    "miner": phase2.extract,
    "give": phase2.give,
    "take": phase2.take,
    "steal": phase2.take,
    # phase III
    "gem": phase3.transmit,
    "yield": phase3.transfuse_yield,
    "purge": phase3.purge,
    "research": card_values.research,
    "discard": card_values.discard,
    # phase IV
    "draw": card_values.draw,
    # phase V
    "class": phase5.intensify,
    "realign": phase5.realign,
    "siphon": phase5.siphon,
    # several phases
    "opponent": {"1B": phase1.suspend, "12B": phase3.pilfer, "15B": phase3.look_at},
    "mine": {"3B": phase1.barrier, "8A": phase2.telekinesis, "8B": phase2.contagion, "emerald": phase2.enrich},
    "stage": {"9A": phase2.advance, "14A": phase3.transfuse},
    "take-spell": {"15A": phase3.take_back, "15B": card_values.take},
    "type": {
        "13B": phase3.deplete,
        "16B": phase5.overload,
        "17A": phase5.moratorium,
        "17B": phase5.imperfections,
        "18A": phase5.inflate,
        "18B": phase5.stasis,
        "diamond": phase5.diamond,
    },
}


def scorer(kind: str, source: str) -> Scorer:
    """Return the function that scores the tokens of a question. Raises KeyError for a kind or source that never
    asks."""
    found = KINDS[kind]
    return found[source] if isinstance(found, dict) else found
