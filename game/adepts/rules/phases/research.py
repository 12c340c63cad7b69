"""Phase III: everybody researches at the same time, in private (rulebook, Phase III; rulings 25, 26)."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from game.adepts.rules import actions, bonuses
from game.adepts.rules.cards import SpellId, in_order
from game.adepts.rules.effects import Rule, holds
from game.adepts.rules.gems import HAND_LIMIT, Seat
from game.adepts.rules.state import Sealed, State
from game.adepts.rules.tasks import Questions, do, step, task
from game.adepts.rules.tokens import PASS
from game.core.decisions import Question

DEALT = 3


def research(g: State) -> None:
    """Deal three cards to each player in turn order, then ask everybody at once."""
    sizes = tuple(len(hand) for hand in g.hands)
    seats = []
    for seat in g.turn_order():
        if holds(g, Rule.NO_RESEARCH, seat):
            continue
        dealt = actions.deal(g, DEALT)
        if dealt:
            g.drawn[seat] = dealt
            seats.append(seat)
            g.tell("was_dealt", seat, reveals=True, count=len(dealt))
            g.tell("drew", seat, seat, reveals=True, spells=g.drawn[seat])
    g.sealed = Sealed(g.ply, sizes, tuple(seats))
    g.push(Study(tuple(seats), ()), do(end_research))


@task
class Study(NamedTuple):
    """The seats that are still choosing, and those that kept a card too many, each with the cards from which it may
    discard."""

    choosing: tuple[Seat, ...]
    over_limit: tuple[tuple[Seat, tuple[SpellId, ...]], ...]

    def run(self, g: State) -> Questions:
        """Ask all of them."""
        return (
            *(Question(seat, "research", _research_tokens(g, seat)) for seat in self.choosing),
            *(Question(seat, "discard", tuple(dict.fromkeys(held))) for seat, held in self.over_limit),
        )

    def answer(self, g: State, question: Question, token: str) -> None:
        """Take one seat's answer; it stays hidden from the others until all are done."""
        me = Seat(question.seat)
        choosing = tuple(seat for seat in self.choosing if seat != me)
        over_limit = tuple(row for row in self.over_limit if row[0] != me)
        if question.kind == "research":
            held = g.hands[me]
            self._keep(g, me, token)
        else:
            spell = SpellId(token)
            held = actions.without(dict(self.over_limit)[me], spell)
            actions.remove_from_hand(g, me, spell)
            g.aside[me] = (*g.aside[me], spell)
            g.tell("gave_up", me, me, spell=spell)
        if len(g.hands[me]) > HAND_LIMIT:
            over_limit = (*over_limit, (me, held))
        if choosing or over_limit:
            g.push(Study(choosing, over_limit))

    def _keep(self, g: State, me: Seat, token: str) -> None:
        kept = () if token == PASS else tuple(SpellId(spell) for spell in token.split("+"))
        for spell in kept:
            g.drawn[me] = actions.without(g.drawn[me], spell)
        actions.add_to_hand(g, me, kept)
        g.tell("kept", me, me, spells=kept)


@step
def end_research(g: State) -> None:
    """End research once all are done: what was not kept or was discarded goes to the pile, and the amethyst adept gets
    its levels."""
    if g.sealed is not None:
        for seat in g.sealed.seats:  # before all else, so that these events follow one another and are told as one
            g.tell("researched", seat, reveals=True, hand=len(g.hands[seat]))
        for seat in g.sealed.seats:
            bonuses.after_research(g, seat, in_order(g.drawn[seat]))
            for spell in in_order(g.aside[seat]):
                g.tell("discarded", seat, spell=spell)
            actions.discard(g, (*g.drawn[seat], *g.aside[seat]))
            g.drawn[seat] = g.aside[seat] = ()
    g.sealed = None


def _research_tokens(g: State, seat: Seat) -> tuple[str, ...]:
    """Return each dealt spell, pairs if the seat may keep two, and pass."""
    drawn = in_order(g.drawn[seat])
    tokens: list[str] = []
    pairs = dict.fromkeys(combinations(drawn, 2)) if bonuses.keeps(g, seat) > 1 else ()
    for spell in dict.fromkeys(drawn):
        tokens.append(spell)
        tokens += [f"{a}+{b}" for a, b in pairs if a == spell]
    return (*tokens, PASS)
