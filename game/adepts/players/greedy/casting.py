"""Casting: what a spell brings now, less what it costs and what waiting may be worth."""

from __future__ import annotations

from game.adepts.players.greedy.card_values import card_worth
from game.adepts.players.greedy.gains import GAINS
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import swing
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS, Payment, payments

_WAITING = 0.4
"""The part of a card's worth that casting it must bring beyond its cost, since there may be a better moment."""


def cast(s: Observation, token: str) -> float:
    """Return the spell's gain less its cheapest payment and the worth of waiting; 0 for passing."""
    if token == PASS:
        return 0.0
    cost = min(price(s, way) for way in ways(s, token))
    return GAINS[token](s) - cost - _WAITING * card_worth(s, token, s.hand)


def pay(s: Observation, token: str) -> float:
    """Prefer the cheapest way."""
    return -next(price(s, way) for way in ways(s, s.source) if way.token == token)


def ways(s: Observation, spell: str) -> tuple[Payment, ...]:
    """Return every way to pay a spell's cost."""
    queue, battery = s.queues[s.me], s.batteries[s.me]
    cost = SPELLS[spell].cost
    have = []
    for gem, need in cost:
        one, two, three = queue[gem]
        have.append((min(need, one), min(need, two), min(need, three), min(need, battery[gem])))
    return payments(cost, tuple(have))


def price(s: Observation, way: Payment) -> float:
    """Return what a payment costs the seat, in mana at the end of the game."""
    return -sum(swing(s, s.me, gem, -stages[0], -stages[1], -stages[2], -levels) for gem, stages, levels in way.uses)
