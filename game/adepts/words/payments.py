"""Ways to pay, and what they cost in the end."""

from __future__ import annotations

from collections.abc import Iterator

from game.adepts.rules.gems import BATTERY_MANA, LAST_TURN, TOP_LEVEL
from game.adepts.words.facts import Facts, worth


def uses(token: str) -> Iterator[tuple[str, str, int]]:
    """The sources of a payment: gem, stage or "b", how many."""
    for source in token.split("+"):
        name, _, place = source.partition("@")
        at, _, count = place.partition("x")
        yield name, at, int(count or 1)


def price(facts: Facts, token: str) -> int:
    """About how much less mana there is at the end of the game, with nothing else in force."""
    return sum(_loss(facts, *use) for use in uses(token))


def _loss(facts: Facts, name: str, at: str, count: int) -> int:
    level = facts.battery(name)
    if at == "b":
        return BATTERY_MANA[level] - BATTERY_MANA[level - count]
    if facts.turn + 3 - int(at) > LAST_TURN:  # it would never be processed
        return worth(name) * count // 2
    return worth(name) * count + BATTERY_MANA[min(TOP_LEVEL, level + count)] - BATTERY_MANA[level]
