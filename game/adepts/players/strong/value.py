"""What a position at the end of a turn will come to: the margin that a seat can expect, fitted to played games.

`weights.toml` has a weight for each of the `FEATURES` after each of the turns 1 to 7, by number of players; `python -m
tools.fit` makes it. After the last turn nothing has to be estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import mul

from game.adepts.players.greedy.card_values import WORTH
from game.adepts.players.greedy.holdings import STEADY
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, SEATS, TOP_LEVEL, VALUE, Seat
from game.adepts.rules.state import State
from game.core import toml

FEATURES = (
    "mana",
    "battery",
    "patient battery",
    "pays next",
    "pays later",
    "battery to come",
    "types",
    "cards",
    "worth of cards",
    "first",
    *(f"{gem} gems" for gem in GEM_NAMES),
    *(f"{gem} title" for gem in GEM_NAMES),
)
"""The features of a seat at the end of a turn: mana; what the batteries are worth now, and to somebody who has time;
the face mana in stages 3 and 2; what the queue will add to the batteries; types in the queue; spells in hand, and what
they are worth; the first player pawn in the next turn; gems by type; titles."""

_RISE = tuple(
    tuple(BATTERY_MANA[min(TOP_LEVEL, level + gems)] - BATTERY_MANA[level] for gems in range(41))
    for level in range(TOP_LEVEL + 1)
)


def features(g: State, seat: Seat) -> list[float]:
    """Return the features of one seat, in their order. They need no hidden information but the seat's cards."""
    queue, battery, hand = g.queues[seat], g.batteries[seat], g.hands[seat]
    gems = [queue[at] + queue[at + 1] + queue[at + 2] for at in range(0, 24, 3)]
    return [
        g.mana[seat],
        sum(map(BATTERY_MANA.__getitem__, battery)),
        sum(map(STEADY.__getitem__, battery)),
        sum(map(mul, VALUE, queue[2::3])),
        sum(map(mul, VALUE, queue[1::3])),
        sum(_RISE[level][count] for level, count in zip(battery, gems, strict=True)),
        sum(1 for count in gems if count),
        len(hand),
        sum(map(WORTH.__getitem__, hand)),
        float(g.next_seat(g.first) == seat),
        *gems,
        *(float(holder == seat) for holder in g.adepts),
    ]


def margins(values: Sequence[float]) -> list[float]:
    """Return for each seat by how much its value is above the mean of the others."""
    total, others = sum(values), len(values) - 1
    return [value - (total - value) / others for value in values]


def margin(g: State, me: Seat) -> float:
    """Return by how much the seat can expect to be ahead of the mean of the others when the game ends, in mana."""
    if g.over:
        values = [final(g, seat) for seat in _seats(g)]
    else:
        weights = table(g.players)[g.turn - 1]
        values = [sum(map(mul, weights, features(g, seat))) for seat in _seats(g)]
    return margins(values)[me]


def final(g: State, seat: Seat) -> float:
    """Return the mana with which the seat ends a game that is over."""
    return float(g.mana[seat] + sum(map(BATTERY_MANA.__getitem__, g.batteries[seat])))


def _seats(g: State) -> Sequence[Seat]:
    return SEATS[: g.players]


@cache
def table(players: int) -> tuple[tuple[float, ...], ...]:
    """Return the weights after turns 1 to 7, each in the order of `FEATURES`."""
    rows = toml.load(__package__, "weights")[f"players-{players}"]
    return tuple(tuple(rows[name][turn] for name in FEATURES) for turn in range(7))
