"""Ways to pay, and what they cost in the end."""

from __future__ import annotations

from collections.abc import Iterator

from game.adepts.rules.gems import BATTERY_MANA, LAST_TURN, TOP_LEVEL
from game.adepts.rules.reader import Player
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import payments
from game.adepts.words.facts import Facts, worth

BATTERY = "b"
"""Stands in the place of a stage for battery levels."""


def ways(player: Player, card: str) -> list[str]:
    """Return every way in which a player could pay for a spell, as tokens."""
    have = []
    for name, need in SPELLS[card].price.items():
        one, two, three = (min(need, count) for count in player.queue[name])
        have.append((one, two, three, min(need, player.battery[name])))
    return [way.token for way in payments(SPELLS[card].cost, tuple(have))]


def uses(token: str) -> Iterator[tuple[str, str, int]]:
    """Yield the sources of a payment: gem, stage ("1" to "3") or "b", how many."""
    for source in token.split("+"):
        name, _, place = source.partition("@")
        at, _, count = place.partition("x")
        yield name, at, int(count or 1)


def paid(facts: Facts, token: str) -> Facts:
    """Return the position after such a payment; players are called by their seats in it."""
    queue = {name: list(stages) for name, stages in facts.players[facts.me].queue.items()}
    battery, returned = dict(facts.players[facts.me].battery), dict[str, int]()
    for name, at, number in uses(token):
        if at == BATTERY:
            battery[name] -= number
        else:
            queue[name][int(at) - 1] -= number
            returned[name] = returned.get(name, 0) + number
    return Facts(facts.changed(facts.me, queue, battery, returned), facts.me, {})


def price(facts: Facts, token: str) -> int:
    """Return how much less mana queue and batteries will come to at the end of the game after such a payment, with
    nothing else in force. Levels that would be lost to the cap cost nothing."""
    return _at_end(facts, facts.players[facts.me]) - _at_end(facts, paid(facts, token).players[facts.me])


def _at_end(facts: Facts, player: Player) -> int:
    mana = late = 0
    for name, stages in player.queue.items():
        processed = sum(count for stage, count in enumerate(stages, 1) if facts.turn + 3 - stage <= LAST_TURN)
        mana += worth(name) * processed + BATTERY_MANA[min(TOP_LEVEL, player.battery[name] + processed)]
        late += worth(name) * (sum(stages) - processed)
    return mana + late // 2
