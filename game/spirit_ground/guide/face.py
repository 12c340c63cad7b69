"""The guide through a first game, as the kit offers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from game.core.decisions import Decision
from game.core.faces import Names
from game.core.lessons import TopicGuide
from game.core.narrowing import Path
from game.core.protocol import View
from game.spirit_ground.guide.lessons import FILLS, LESSONS
from game.spirit_ground.guide.topics import MATTERS, Moment
from game.spirit_ground.panels.decision import CONFIRM, paying, putting, taking, turning
from game.spirit_ground.panels.outlook import Outlook
from game.spirit_ground.panels.plan import Plan
from game.spirit_ground.players.greedy import policy


class SpiritGroundGuide(TopicGuide[Moment]):
    taught, moment, matters, fills = LESSONS, Moment, MATTERS, FILLS
    until = "the third round"

    def presses(self, decision: Decision, view: View, names: Names, answers: Path, pictured: bool) -> str:
        if decision.kind not in ("place", "rotate", "pay", "enhance"):
            return f"**{taking(self.words, decision, view, names, answers[0])}**"
        path = tuple(answers[:1]) if decision.kind == "place" else ()
        return " › ".join(f"**{label}**" for label in (*path, *_ends(Plan(decision, view), path, answers[len(path) :])))


def _ends(walk: Plan, path: Path, onward: Sequence[str]) -> Iterator[str]:
    """Yield the label of what goes onto the tile, unless that is selected already, and of the button that ends the
    plan. Where `onward` does not say in which direction, or how the shrine is paid, a computer player does."""
    kind, at = walk.kind(path), walk.stand(path)
    if at is not None and not onward and kind in ("rotate", "pay"):
        onward = [policy(at.game.view(walk.seat), at.game.pending[walk.seat], Random(0))]
    if kind == "pay":
        yield paying(onward[0])
        return
    tops = walk.tops(path)
    for put in onward[1:2] if tops else onward[:1]:
        if put in walk.puts(path) and put != walk.put(path):
            yield putting(put)
    yield turning(Outlook(walk, path), onward[0]) if tops else CONFIRM
