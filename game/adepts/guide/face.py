"""The guide of a first game, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from game.adepts.guide.lessons import asked, closed, guidance, welcome
from game.adepts.guide.presses import presses
from game.adepts.rules.reader import ViewReader
from game.adepts.words.facts import Facts
from game.core.decisions import Decision
from game.core.faces import Guide, Names, PastQuestion
from game.core.narrowing import Path
from game.core.protocol import View


class AdeptsGuide(Guide):
    """The guide of Adepts; each part is in a module of its own."""

    until = "your first gems have become mana"

    def welcome(self) -> str:
        return welcome()

    def asked(self, decision: Decision, view: View) -> PastQuestion:
        now = ViewReader(view)
        return asked(now.turn, now.phase, decision)

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[PastQuestion]) -> list[str]:
        return guidance(decision, Facts(view, decision.seat, names), before)

    def closed(self, before: Sequence[PastQuestion]) -> bool:
        return closed(before)

    def presses(self, decision: Decision, view: View, names: Names, answers: Path, pictured: bool) -> str:
        return presses(decision, Facts(view, decision.seat, names), answers[0], pictured)
