"""Games that could be the one that a seat sees, for thinking ahead: what is hidden from the seat is dealt anew.

Only the seat's view and its question come in, so what others really hold cannot come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random

from game.adepts.game import Game
from game.adepts.rules.cards import SpellId, full_deck, in_order, known
from game.adepts.rules.effects import Rule, holds
from game.adepts.rules.forecast import RULES
from game.adepts.rules.gems import SEAT_NAMES, SEAT_OF, Seat
from game.adepts.rules.pending import agenda, held
from game.adepts.rules.phases.research import DEALT
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.restore import laid_out
from game.adepts.rules.state import Sealed, State
from game.core.decisions import Decision
from game.core.protocol import View


def sample(view: View, decision: Decision, rng: Random) -> Game:
    """Return a game in which this seat has this view and is asked this question.

    Hands, dealt spells and the library are dealt by `rng` from the cards that the seat does not see; chance to come has
    another seed. During research the others count as not having answered, even those who have.
    """
    return Game(sampled(view, decision, rng))


def sampled(view: View, decision: Decision, rng: Random) -> State:
    """Return the same as a bare state, whose next task asks the question."""
    g = laid_out(view, f"{rng.getrandbits(128):032x}")
    now = ViewReader(view)
    me, own = SEAT_OF[decision.seat], now.players[decision.seat]
    g.effects = [row.effect(RULES[row.source]) for row in now.effects]
    g.hands[me] = in_order(map(known, own.hand))
    g.drawn[me] = tuple(map(known, own.drawn))
    sizes = [now.players[name].hand_size for name in SEAT_NAMES[: g.players]]
    if g.step == "research":
        if decision.kind == "discard":
            sizes[me] = len(held(g.hands[me], decision.tokens))
        seats = tuple(seat for seat in g.turn_order() if not holds(g, Rule.NO_RESEARCH, seat))
        g.sealed = Sealed(g.ply, tuple(sizes), seats)
    _deal(g, me, sizes, now.library_size, decision, rng)
    g.push(*agenda(g, decision))
    return g


def _deal(g: State, me: Seat, sizes: Sequence[int], library: int, decision: Decision, rng: Random) -> None:
    """Deal the cards that the seat does not see to all places that have some."""
    seen = _spied(decision)
    pool = Counter(full_deck(g.spells, g.deck))
    pool.subtract(chain(g.discard, g.hands[me], g.drawn[me], *g.in_play, *seen.values()))
    hidden = list(pool.elements())
    rng.shuffle(hidden)
    for seat in g.opponents(me):
        g.hands[seat] = _hand(seen.get(seat, []), sizes[seat], hidden)
    if g.sealed:
        for seat in g.opponents(me):
            g.drawn[seat] = tuple(_taken(hidden, DEALT)) if seat in g.sealed.seats else ()
    g.library = _taken(hidden, library)
    if g.sealed and decision.kind == "discard":
        g.aside[me] = tuple(_taken(hidden, 1))  # if two cards were too many, the one given up already is left over


def _spied(decision: Decision) -> dict[Seat, list[SpellId]]:
    """Return the hand that a Spellsteal looks into, by its seat, each of its spells once; {} at any other question."""
    if (decision.kind, decision.source) != ("take-spell", "15B"):
        return {}
    return {SEAT_OF[decision.data["chosen"][0]]: [known(token) for token in decision.tokens]}


def _hand(seen: Sequence[SpellId], size: int, hidden: list[SpellId]) -> tuple[SpellId, ...]:
    """Return a hand of unknown cards or, if its spells are known, of these and further copies of them."""
    if not seen:
        return in_order(_taken(hidden, size))
    more = [card for card in hidden if card in seen][: size - len(seen)]
    for card in more:
        hidden.remove(card)
    return in_order([*seen, *more])


def _taken(cards: list[SpellId], count: int) -> list[SpellId]:
    """Take so many cards off the end, or all there are."""
    at = max(0, len(cards) - count)
    taken = cards[at:]
    del cards[at:]
    return taken
