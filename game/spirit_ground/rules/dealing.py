"""The set-up of a new game: decks, bag, crystals on the ground, the stream (rulings r3 and r4)."""

from __future__ import annotations

from collections.abc import Container

from game.core.chance import order
from game.core.errors import SetupError, quoted
from game.core.options import checked_seed
from game.spirit_ground.rules.content import USUAL, Content, content
from game.spirit_ground.rules.crystals import ENERGY, SPIRIT, Crystals
from game.spirit_ground.rules.seats import PLAYERS, SEATS
from game.spirit_ground.rules.state import State

STREAM = 3
"""The number of pairs to choose from while there are tiles."""


def check(players: object = PLAYERS, name: object = USUAL, seed: object = None) -> State:
    """Return the empty state of a checked game. If `seed` is None, a new one is drawn. Raises SetupError, which says
    what is allowed."""
    if type(players) is not int or players != PLAYERS:
        raise SetupError(f"Spirit Ground is for {PLAYERS} players, not {quoted(players)}")
    seed = checked_seed(seed)
    return State(content(name), seed)


def deal(g: State) -> None:
    """Set up a new game, before its first question."""
    for seat in SEATS:
        g.decks[seat] = deck(g.content, g.seed, seat)
    draw_stream(g, STREAM)
    bag = bagged(g.content, g.seed)
    for square, count in enumerate(g.content.laid):
        drawn, bag = bag[:count], bag[count:]
        if drawn:
            g.ground[square] = Crystals(drawn.count(ENERGY), drawn.count(SPIRIT))
    g.bag = bag
    g.tell("began_round", g.active, {"turn": g.turn})


def deck(content: Content, seed: str, seat: int, without: Container[int] = ()) -> tuple[int, ...]:
    """Return a tribe's tiles in random order, the top first, without those that are elsewhere."""
    return tuple(order(seed, seat, [tile for tile in content.of_seat[seat] if tile not in without]))


def bagged(content: Content, seed: str) -> tuple[str, ...]:
    """Return the whole bag in random order, the crystal drawn first at the start."""
    return tuple(order(seed, PLAYERS, [SPIRIT] * content.bag.spirit + [ENERGY] * content.bag.energy))


def left_in_bag(content: Content, seed: str) -> tuple[str, ...]:
    """Return what is left in the bag after the set-up of a new game."""
    return bagged(content, seed)[sum(content.laid) :]


def draw_stream(g: State, most: int) -> None:
    """Draw up to `most` pairs from the tops of both decks into the stream."""
    one, two = g.decks
    g.stream = tuple(list(zip(one, two, strict=False))[:most])
    g.decks = [one[len(g.stream) :], two[len(g.stream) :]]
