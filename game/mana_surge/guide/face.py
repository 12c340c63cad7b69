"""The guide of a first game, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.decisions import PASS, Decision
from game.core.faces import Asked, Guide, Names
from game.core.protocol import View
from game.core.words import Words
from game.mana_surge.guide.lessons import asked, guidance, welcome
from game.mana_surge.guide.topics import Moment
from game.mana_surge.panels.decision import leaving
from game.mana_surge.panels.plan import Plan, Step
from game.mana_surge.players.greedy import policy
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import STRIKE


class ManaSurgeGuide(Guide):
    """`words` are the game's."""

    until = "the first mana is drawn"

    def __init__(self, words: Words) -> None:
        self._words = words

    def welcome(self) -> str:
        return welcome()

    def asked(self, decision: Decision, view: View) -> Asked:
        return asked(Moment(decision, view))

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[Asked]) -> list[str]:
        return guidance(Moment(decision, view), self._words, names, before)

    def presses(self, decision: Decision, view: View, names: Names, token: str, pictured: bool) -> str:
        walk = Plan(decision, view)
        strikes = [step for step in walk.ways(()) if step.decision.kind == "attack"]
        if freeing := _freeing(strikes):
            token = freeing
        elif token == PASS and decision.kind == "move" and strikes:  # the points are kept for an attack: which?
            token = policy(strikes[0].view, strikes[0].decision, Random(0))
        if token == PASS:
            return f"**{leaving(self._words, walk.settled(()))}**"
        way = next(step for step in walk.ways(()) if step.token == token)
        label = self._words.move(way.decision, way.view, names, token)
        return "**Confirm**" if walk.settled(()) else f"**{label}** › **Confirm**"


def _freeing(strikes: Sequence[Step]) -> str | None:
    """The attack, if there is one, that frees the Pool and costs no token: what the lesson on the Pool says to do.

    Who answers one question of the rules at a time does not see it beside the steps, but whoever reads the panel does.
    """
    for step in strikes:
        now, (source, target) = ViewReader(step.view), step.token.split(STRIKE)
        if now.kind(target) == "pool" and now.outcome(source, target) == (True, False):
            return step.token
    return None
