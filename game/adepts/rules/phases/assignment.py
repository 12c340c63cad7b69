"""Phase I: miners are assigned to work sites (rulebook, Phase I; rulings 10 to 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.adepts.rules import bonuses
from game.adepts.rules.effects import Rule, drop, holds, source
from game.adepts.rules.gems import Seat
from game.adepts.rules.placement import assign_group, groups, pushed_groups, sorted_groups
from game.adepts.rules.state import State
from game.adepts.rules.tasks import DONE, Questions, ask, task
from game.adepts.rules.tokens import PASS

if TYPE_CHECKING:
    from game.core.decisions import Question


def assign(g: State) -> None:
    """Let the topaz adept place its miners, then begin rounds of assignments until nobody can assign."""
    g.push(*bonuses.before(g, "assign"), Assign(g.first))


@task
class Assign(NamedTuple):
    """A seat's turn in the rounds; `idle` is how many seats in a row could not assign before it."""

    seat: Seat
    idle: int = 0

    def run(self, g: State) -> Questions:
        """Ask for a group. A seat that can place none, or whose turn a Suspension takes, is passed over; once all in a
        row can place none, the rounds are over."""
        me, after = self.seat, g.next_seat(self.seat)
        if self.idle == g.players:
            return DONE
        tokens, pushed = groups(g, me), pushed_groups(g, me) if holds(g, Rule.MAY_PUSH, me) else []
        if pushed:
            tokens = sorted_groups(tokens + pushed)
        if not tokens:
            g.push(Assign(after, self.idle + 1))
        elif holds(g, Rule.SKIPS_ASSIGNMENT, me):
            drop(g, Rule.SKIPS_ASSIGNMENT, me)
            g.tell("skipped", me)
            g.push(Assign(after))
        else:
            return ask(me, "assign", tokens, source(g, Rule.MAY_PUSH, me) if pushed else "")
        return DONE

    def answer(self, g: State, question: Question, token: str) -> None:
        """Place the group; with a Gateways that is still unused, another may follow."""
        assign_group(g, self.seat, token)
        g.push(Assign(g.next_seat(self.seat)))
        if holds(g, Rule.MAY_DOUBLE, self.seat):
            g.push(Again(self.seat))


@task
class Again(NamedTuple):
    """The second group of a Gateways (ruling 16)."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask for it; it can be kept for later."""
        return ask(self.seat, "again", [*groups(g, self.seat), PASS], source(g, Rule.MAY_DOUBLE, self.seat))

    def answer(self, g: State, question: Question, token: str) -> None:
        """Place it."""
        if token == PASS:
            g.tell("passed", self.seat, asked="again")
            return
        drop(g, Rule.MAY_DOUBLE, self.seat)
        assign_group(g, self.seat, token)
