"""Positions at the beginning of a phase, laid out by chance so that rare things come together: full batteries, mines,
libraries and piles without anything in them, groups on most sites and inside mines, many copies of few spells, ties."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from game.adepts import Game
from game.adepts.rules.cards import SpellId
from game.adepts.rules.phases.turn import resume
from game.adepts.rules.restore import laid_out
from tests.engine.reference.game import Reference, full_deck
from tests.engine.reference.notation import GEMS, in_order
from tests.engine.reference.payment import cost, phase
from tests.engine.reference.table import Group, Lasting, Table

SHARES = (0.02, 0.1, 0.5, 0.9)
"""How likely it is that there is anything in a place."""


def begun(reference: Reference) -> Game:
    """Return a game that begins the phase at whose beginning the reference's table is laid out."""
    t = reference.table
    g = laid_out(reference.position(), t.seed)
    g.uses = t.uses_of_chance
    g.library = [*map(SpellId, t.library)]
    g.hands = [tuple(map(SpellId, player.hand)) for player in t.players.values()]
    resume(g, t.phase, acting=False)
    return Game(g)


def lay_out(reference: Reference, rng: random.Random) -> None:
    """Lay everything on the reference's table out anew, at the beginning of any phase of a few turns."""
    t = reference.table
    t.turn, t.first = rng.choice((1, *(2, 7, 8, 8) * 4)), rng.choice(t.seats)
    t.phase = rng.choice(("I", "I", "I", "II", "II", "II", "III", "III", "IV", "V", "V", "V"))
    t.lasting, t.before_research, t.processing, t.scores = Lasting(), None, None, {}
    holders = rng.choice(((None,), t.seats, (None, *t.seats), (None, t.first)))
    t.adepts = dict(zip(GEMS, rng.choices(holders, k=8), strict=True))
    fill_mines(t, rng)
    equip_players(t, rng)
    deal_out(t, full_deck(t.spells, reference.deck), rng)


def counts(rng: random.Random, number: int, *ranges: tuple[int, int]) -> Iterator[int]:
    """Return so many counts, each nothing or in one of these ranges: how often and in which is the same for all."""
    share, (least, most) = rng.choice(SHARES), rng.choice(ranges)
    there = range(least, most + 1)
    return iter(rng.choices((0, *there), (1 - share, *[share / len(there)] * len(there)), k=number))


def fill_mines(t: Table, rng: random.Random) -> None:
    """Put gems into mines and, in phases I and II, groups of anybody on work sites, in phase II also inside."""
    stock = counts(rng, 8, (1, 1), (1, 2), (1, 20))
    groups, inside = counts(rng, 24, (1, 2), (1, 4), (5, 9)), counts(rng, 8, (1, 4))
    for mine in t.mines.values():
        there = [next(inside) if t.phase == "II" else 0, *islice(groups, 3)]
        mine.stock = next(stock)
        mine.sites = [
            Group(rng.choice(t.seats), miners) if miners and t.phase in ("I", "II") else None for miners in there
        ]


def equip_players(t: Table, rng: random.Random) -> None:
    """Give the players miners, gems, at times only such as pay in this phase, levels, and mana."""
    gems = counts(rng, 24 * len(t.seats), (1, 1), (1, 2), (1, 5))
    levels = counts(rng, 8 * len(t.seats), (1, 1), (1, 2), (1, 10), (9, 10))
    mana = counts(rng, len(t.seats), (1, 4), (5, 6))
    pays = {gem for spell in t.spells if phase(spell) == t.phase for gem in cost(spell)}
    types = rng.choice((GEMS, GEMS, pays))
    for player in t.players.values():
        player.miners = rng.choice((0, 1, 2, 3, 4, 6, 10)) if t.phase in ("I", "II") else 10
        player.queue = {gem: [*islice(gems, 3)] if gem in types else [0, 0, 0] for gem in GEMS}
        player.battery = dict(zip(GEMS, levels, strict=False))
        player.mana = next(mana)


def deal_out(t: Table, cards: list[str], rng: random.Random) -> None:
    """Deal the deck out: the copies of a few spells, mostly of this phase, first of all to the hands, then some of the
    others to the library and to the discard pile, either of which may be empty. What is left is out of the game."""
    rng.shuffle(cards)
    of_phase = [spell for spell in t.spells if phase(spell) == t.phase] or [*t.spells]
    favoured = rng.sample(of_phase, rng.randint(1, 5))
    cards.sort(key=lambda card: card not in favoured)
    for player in t.players.values():
        count = rng.choice((0, 1, 2, 4, 5))
        player.hand, cards = in_order(cards[:count]), cards[count:]
        player.drawn, player.in_play = [], []
    rng.shuffle(cards)
    at, pile = rng.choice((0, 1, 2, 4, 8, 60)), rng.choice((0, 1, 8, 60))
    t.library, t.discard = cards[:at], in_order(cards[at : at + pile])
