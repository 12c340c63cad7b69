"""The guide through a first game, as the kit offers it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.lessons import TopicGuide
from game.core.narrowing import Path
from game.core.protocol import View
from game.mana_surge.guide.lessons import FILLS, LESSONS
from game.mana_surge.guide.topics import MATTERS, Moment
from game.mana_surge.panels.decision import AT_ONCE, leaving
from game.mana_surge.panels.plan import Plan, Step
from game.mana_surge.players.greedy import policy
from game.mana_surge.players.search import policy as planned
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import STRIKE

STAYING = "-# Your tokens stand well: no step or attack would bring more than it costs."
"""Shown when the advice is to end the turn although points are left and could be spent."""


class ManaSurgeGuide(TopicGuide[Moment]):
    taught, moment, matters, fills = LESSONS, Moment, MATTERS, FILLS
    until = "the first mana is drawn"

    def presses(self, decision: Decision, view: View, names: Names, answers: Path, pictured: bool) -> str:
        walk, (token, *onward) = Plan(decision, view), answers
        strikes = [step for step in walk.ways(()) if step.decision.kind == "attack"]
        if freeing := _freeing(strikes):
            token = freeing
        elif token == PASS and decision.kind == "move" and strikes:  # only moving stops: which attack follows?
            token = onward[0] if onward else policy(strikes[0].view, strikes[0].decision, Random(0))
        left = bool(walk.ways(()))
        if token == PASS and left and not onward:  # a player that plans the whole turn may find a step all the same
            token = planned(view, decision, Random(0))
        if token == PASS:
            end = f"**{leaving(self.words, walk.settled(()))}**"
            return f"{end}\n{STAYING}" if left else end
        way = next(step for step in walk.ways(()) if step.token == token)
        label = self.words.move(way.decision, way.view, names, token)
        if decision.kind == AT_ONCE:
            return f"**{label}**"
        return "**Confirm**" if walk.settled(()) else f"**{label}** › **Confirm**"


def _freeing(strikes: Sequence[Step]) -> str | None:
    """Return an attack that frees the Pool and costs no token, if there is one: it is what the lesson on the Pool
    advises.

    A player that answers one question of the rules at a time does not see attacks while moves are asked for, but the
    panel offers both.
    """
    for step in strikes:
        now, (source, target) = ViewReader(step.view), step.token.split(STRIKE)
        if now.kind(target) == "pool" and now.outcome(source, target) == (True, False):
            return step.token
    return None
