"""Phase IV: adept titles are decided afresh (rulebook, Phase IV; ruling 28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.gems import GEM_NAMES, GEMS, HAND_LIMIT, SEAT_NAMES, SEATS, Gem, Seat
from game.adepts.rules.state import State
from game.adepts.rules.tasks import DONE, Questions, ask, task

if TYPE_CHECKING:
    from game.core.decisions import Question


def adepts(g: State) -> None:
    """Decide all eight titles, then let players without a card draw, one after another."""
    for gem in GEMS:
        before, now = g.adepts[gem], winner(g, gem)
        g.adepts[gem] = now
        if now == before:
            continue
        if now is None:
            g.tell("lost_title", before, gem=GEM_NAMES[gem])
        else:
            g.tell("won_title", now, gem=GEM_NAMES[gem], of=None if before is None else SEAT_NAMES[before])
    g.push(*(Draw(seat) for seat in g.turn_order() if seat not in g.adepts))


def winner(g: State, gem: Gem) -> Seat | None:
    """Return who wins a title: the seat with most gems in its whole queue; ties go by stage 3, then by stage 2; with a
    full tie, as when nobody has any, nobody (None)."""
    ranked = []
    for seat in SEATS[: g.players]:
        first, second, third = actions.gems_in(g, seat, gem)
        ranked.append(((first + second + third, third, second), seat))
    ranked.sort(reverse=True)
    (best, seat), (next_best, _) = ranked[0], ranked[1]
    return seat if best != next_best else None


@task
class Draw(NamedTuple):
    """The choice of a player without an adept card, who may draw a spell."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask, if there is a card to draw (notation, "Dealing")."""
        return ask(self.seat, "draw", ("draw", "pass")) if actions.can_deal(g) else DONE

    def answer(self, g: State, question: Question, token: str) -> None:
        """Draw it unseen; a sixth card makes the player discard one."""
        me = self.seat
        if token == "pass":
            g.tell("passed", me, asked="draw")
            return
        dealt = actions.deal(g, 1)
        actions.add_to_hand(g, me, dealt)
        g.tell("drew_one", me, reveals=True)
        g.tell("drew", me, me, reveals=True, spells=dealt)
        if len(g.hands[me]) > HAND_LIMIT:
            g.push(Discard(me))


@task
class Discard(NamedTuple):
    """The choice of which card a hand of six gives up."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask for any of the six."""
        return ask(self.seat, "discard", tuple(dict.fromkeys(g.hands[self.seat])))

    def answer(self, g: State, question: Question, token: str) -> None:
        """Put it on the discard pile."""
        spell = SpellId(token)
        actions.remove_from_hand(g, self.seat, spell)
        actions.discard(g, [spell])
        g.tell("discarded", self.seat, spell=spell)
