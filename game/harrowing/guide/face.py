"""The guide through a first game, as the kit offers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from game.core.decisions import Decision
from game.core.faces import Names
from game.core.layout import Button, Place, Select, Verb
from game.core.lessons import TopicGuide
from game.core.narrowing import Path, read_path
from game.core.protocol import View
from game.harrowing.guide.lessons import FILLS, LESSONS
from game.harrowing.guide.topics import MATTERS, Moment
from game.harrowing.panels.decision import DecisionPanel
from game.harrowing.panels.plan import AT, LOOK, Plan
from game.harrowing.players.greedy import policy

DEEP = 9
"""The most presses in a way through the panels."""


class HarrowingGuide(TopicGuide[Moment]):
    taught, moment, matters, fills = LESSONS, Moment, MATTERS, FILLS
    until = "you have claimed a tile"

    def presses(self, decision: Decision, view: View, names: Names, answers: Path, pictured: bool) -> str:
        walk = Plan(decision, view)
        if Moment(decision, view).first_claim:  # a computer player may wait; the lesson says to claim
            answers = answers if answers[0] == "claim" else ("claim",)
        whole = _whole(walk, answers)
        way = next(self._ways(walk, view, names, (), whole, pictured, DEEP), None)
        if way is None:  # no way to all its answers: show the spell alone
            way = next(self._ways(walk, view, names, (), whole[:1], pictured, DEEP), ())
        return " › ".join(f"**{label}**" for label in way)

    def _ways(
        self, walk: Plan, view: View, names: Names, path: Path, whole: Path, pictured: bool, deep: int
    ) -> Iterator[Path]:
        """Yield the labels to press, one after the other, that lead from a path to these answers or to the first of
        them."""
        panel = DecisionPanel(self.words, Place(), walk, view, names, path, pictured).panel("", None)
        onward: list[tuple[str, Path]] = []
        for control in panel.controls:
            if isinstance(control, Select):
                rest = read_path(control.rest)
                onward += [(each.label, walk.next_path(rest, each.value)) for each in control.choices]
            elif not isinstance(control, Button):
                continue
            elif control.verb == Verb.MOVE:
                answers = walk.answers(read_path(control.rest))
                if answers and _agree(answers, whole):
                    yield (control.label,)
                    return
            else:
                onward.append((control.label, read_path(control.rest)))
        for label, after in onward if deep > 1 else ():
            if after != path and _leads(walk, after, path, whole):
                further = self._ways(walk, view, names, after, whole, pictured, deep - 1)
                yield from ((label, *rest) for rest in further)


def _leads(walk: Plan, after: Path, path: Path, whole: Path) -> bool:
    """Return whether a path is one step further on the way to these answers."""
    if any(step.startswith(LOOK) for step in after):
        return False
    spots = [step.removeprefix(AT) for step in after if step.startswith(AT)]
    if spots:
        return spots[0] in whole and not any(step.startswith(AT) for step in path)
    answers = walk.real(after)
    return len(answers) > len(walk.real(path)) and _agree(answers, whole)


def _agree(answers: Path, whole: Path) -> bool:
    """Return whether `answers` is a beginning of `whole`; if `whole` is a single answer, whether they begin with it."""
    return answers[: len(whole)] == whole if len(whole) == 1 else answers == whole[: len(answers)]


def _whole(walk: Plan, answers: Sequence[str]) -> Path:
    """Return all answers of a plan that begins with these; a computer player chooses those that follow."""
    path: Path = tuple(answers)
    while walk.kind(path):
        at = walk.stand(path)
        assert at is not None
        path = (*path, policy(at.game.view(walk.seat), at.game.pending[walk.seat], Random(0)))
    return path
