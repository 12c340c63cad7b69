"""Phase III: the choices of its spells, and what they are worth.

A function of a token scores that answer (`kinds.Scorer`); one of the observation alone says what casting a spell brings
(`gains.Gain`).
"""

from __future__ import annotations

from game.adepts.players.greedy.card_values import any_card, card_worth, levels_worth
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import at_stage, standing, swing
from game.adepts.rules.gems import GEM_OF, GEMS, SEAT_OF, TOP_LEVEL, VALUE, Gem, Seat
from game.adepts.rules.spells import phase3 as printed
from game.adepts.rules.tokens import PASS, read_gems


def purge(s: Observation, token: str) -> float:
    """Mana for a card."""
    return 0.0 if token == PASS else printed.Purge.mana - card_worth(s, token, s.hand)


def purging(s: Observation) -> float:
    """The cards one would miss least."""
    others = list(s.hand)
    others.remove(printed.Purge.id)
    gains = sorted((max(0.0, printed.Purge.mana - card_worth(s, card, others)) for card in others), reverse=True)
    return sum(gains[: printed.Purge.cards])


def dissipate(s: Observation) -> float:
    """Mana of each opponent."""
    return s.harm * sum(min(printed.Dissipate.mana, s.mana[seat]) for seat in s.opponents)


def pilfer(s: Observation, token: str) -> float:
    """Mana of one opponent; among equals the one who is ahead."""
    seat = SEAT_OF[token]
    return (1 + s.harm) * min(printed.Pilfer.mana, s.mana[seat]) + standing(s, seat) / 1000


def pilfering(s: Observation) -> float:
    """As much as the richest has."""
    return (1 + s.harm) * min(printed.Pilfer.mana, max(s.mana[seat] for seat in s.opponents))


def concentration(s: Observation) -> float:
    """Mana, but one card less."""
    return printed.Concentration.mana - any_card(s)


def transmit(s: Observation, token: str) -> float:
    """Levels for a gem."""
    _, gem, stage, _ = read_gems(token)
    room = TOP_LEVEL - s.batteries[s.me][gem]
    return at_stage(s, s.me, gem, stage, -1, min(printed.Transmission.levels, room))


def transmission(s: Observation) -> float:
    """The best gem for it."""
    return max(transmit(s, token) for token in s.own_stages)


def deplete(s: Observation, token: str) -> float:
    """This seat's battery drops."""
    return _dropped(s, s.me, GEM_OF[token])


def depletion(s: Observation) -> float:
    """For each opponent, the drop that they would miss least."""
    total = 0.0
    for seat in s.opponents:
        least = min(printed.Depletion.levels, max(s.batteries[seat]))
        drops = [_dropped(s, seat, gem) for gem in GEMS if least and s.batteries[seat][gem] >= least]
        total += min(drops, default=0.0)
    return total


def _dropped(s: Observation, seat: Seat, gem: Gem) -> float:
    return swing(s, seat, gem, levels=-min(printed.Depletion.levels, s.batteries[seat][gem]))


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
    """Mana and the loss of a card for each opponent who has one."""
    return (printed.Nullify.mana + s.harm * any_card(s)) * sum(1 for seat in s.opponents if s.hand_sizes[seat])


def take_back(s: Observation, token: str) -> float:
    """A card, and levels for its cost."""
    return levels_worth(s, token, printed.Munificence.levels) + card_worth(s, token, s.hand)


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
