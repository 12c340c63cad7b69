"""Phase III: the choices of its spells, and what they are worth.

A function of a token scores that answer (`kinds.Scorer`); one of the observation alone says what casting a spell brings
(`gains.Gain`).
"""

from __future__ import annotations

from game.adepts.players.greedy.card_values import any_card, card_worth, levels_worth
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import at_stage, standing, swing
from game.adepts.rules.gems import GEM_OF, GEMS, SEAT_OF, TOP_LEVEL, VALUE, Gem, Seat
from game.adepts.rules.tokens import PASS, read_gems

_PURGED, _DISSIPATED, _PILFERED, _CONCENTRATED = 5, 3, 5, 10


def purge(s: Observation, token: str) -> float:
    """Mana for a card."""
    return 0.0 if token == PASS else _PURGED - card_worth(s, token, s.hand)


def purging(s: Observation) -> float:
    """The two cards one would miss least."""
    others = list(s.hand)
    others.remove("11A")
    return sum(sorted((max(0.0, _PURGED - card_worth(s, card, others)) for card in others), reverse=True)[:2])


def dissipate(s: Observation) -> float:
    """Mana of each opponent."""
    return s.harm * sum(min(_DISSIPATED, s.mana[seat]) for seat in s.opponents)


def pilfer(s: Observation, token: str) -> float:
    """Mana of one opponent; among equals the one who is ahead."""
    seat = SEAT_OF[token]
    return (1 + s.harm) * min(_PILFERED, s.mana[seat]) + standing(s, seat) / 1000


def pilfering(s: Observation) -> float:
    """As much as the richest has."""
    return (1 + s.harm) * min(_PILFERED, max(s.mana[seat] for seat in s.opponents))


def concentration(s: Observation) -> float:
    """Mana, but one card less."""
    return _CONCENTRATED - any_card(s)


def transmit(s: Observation, token: str) -> float:
    """Three levels for a gem."""
    _, gem, stage, _ = read_gems(token)
    room = TOP_LEVEL - s.batteries[s.me][gem]
    return at_stage(s, s.me, gem, stage, -1, min(3, room))


def transmission(s: Observation) -> float:
    """The best gem for it."""
    return max(transmit(s, token) for token in s.own_stages)


def deplete(s: Observation, token: str) -> float:
    """This seat's battery drops by two levels."""
    return _dropped(s, s.me, GEM_OF[token])


def depletion(s: Observation) -> float:
    """For each opponent, the drop that they would miss least."""
    total = 0.0
    for seat in s.opponents:
        least = min(2, max(s.batteries[seat]))
        drops = [_dropped(s, seat, gem) for gem in GEMS if least and s.batteries[seat][gem] >= least]
        total += min(drops, default=0.0)
    return total


def _dropped(s: Observation, seat: Seat, gem: Gem) -> float:
    return swing(s, seat, gem, levels=-min(2, s.batteries[seat][gem]))


def transfuse(s: Observation, token: str) -> float:
    """All gems of a stage at once, for mana or levels, whichever is better."""
    return max(_transfused(s, token))


def transfuse_yield(s: Observation, token: str) -> float:
    """Mana or levels, now that the gems are named."""
    mana, levels = _transfused(s, s.about["chosen"][0])
    return mana if token == "mana" else levels


def _transfused(s: Observation, token: str) -> tuple[float, float]:
    """What it is worth to turn the gems of a stage into mana, and into levels."""
    _, gem, stage, _ = read_gems(token)
    count = s.queues[s.me][gem][stage - 1]
    room = TOP_LEVEL - s.batteries[s.me][gem]
    return (
        at_stage(s, s.me, gem, stage, -count) + count * VALUE[gem],
        at_stage(s, s.me, gem, stage, -count, min(count, room)),
    )


def transfusion(s: Observation) -> float:
    """The best gems for it."""
    return max(transfuse(s, token) for token in s.own_stages)


def nullify(s: Observation) -> float:
    """Two mana and the loss of a card for each opponent who has one."""
    return (2 + s.harm * any_card(s)) * sum(1 for seat in s.opponents if s.hand_sizes[seat])


def take_back(s: Observation, token: str) -> float:
    """A card, and twice its cost in levels."""
    return levels_worth(s, token, 2) + card_worth(s, token, s.hand)


def munificence(s: Observation) -> float:
    """The best card of the pile."""
    return max(take_back(s, card) for card in dict.fromkeys(s.discard))


def look_at(s: Observation, token: str) -> float:
    """The opponent with the most cards to take from, and of those the one who is ahead."""
    seat = SEAT_OF[token]
    return s.hand_sizes[seat] + standing(s, seat) / 1000


def spellsteal(s: Observation) -> float:
    """A card of an opponent, who loses it; as it can be chosen, it is worth more than an unknown one."""
    return (1.5 + s.harm) * any_card(s)
