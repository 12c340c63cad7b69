"""The set-up of a new game: decks, bag, crystals on the ground, the stream (rulings r3 and r4)."""

from __future__ import annotations

from collections.abc import Container

from game.core.chance import new_seed, order
from game.core.errors import SetupError, quoted
from game.spirit_ground.rules.content import USUAL, Content, content
from game.spirit_ground.rules.crystals import ENERGY, SPIRIT, Crystals
from game.spirit_ground.rules.seats import PLAYERS, SEATS
from game.spirit_ground.rules.state import State

STREAM = 3
"""Pairs to choose from, as long as there are tiles."""


def check(players: object = PLAYERS, name: object = USUAL, seed: object = None) -> State:
    """The empty state of a game that can be set up; no seed: a new one. Raises SetupError, which says what would do."""
    if type(players) is not int or players != PLAYERS:
        raise SetupError(f"Spirit Ground is for {PLAYERS} players, not {quoted(players)}")
    if seed is None:
        seed = new_seed()
    if not isinstance(seed, str) or not seed or not seed.isprintable() or '"' in seed:
        raise SetupError('a seed is printable text of at least one character, without "')
    return State(content(name), seed)


def deal(g: State) -> None:
    """Everything of a new game, before its first question."""
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
    """A tribe's tiles in the order of chance, the top first, without those that are elsewhere."""
    return tuple(order(seed, seat, [tile for tile in content.of_seat[seat] if tile not in without]))


def bagged(content: Content, seed: str) -> tuple[str, ...]:
    """The whole bag, the first to be drawn first: spirits, then energies, in the order of chance."""
    return tuple(order(seed, PLAYERS, [SPIRIT] * content.bag.spirit + [ENERGY] * content.bag.energy))


def left_in_bag(content: Content, seed: str) -> tuple[str, ...]:
    """What a new game leaves in the bag."""
    return bagged(content, seed)[sum(content.laid) :]


def draw_stream(g: State, most: int) -> None:
    """Pairs of the tops of both decks, up to so many."""
    one, two = g.decks
    g.stream = tuple(list(zip(one, two, strict=False))[:most])
    g.decks = [one[len(g.stream) :], two[len(g.stream) :]]
