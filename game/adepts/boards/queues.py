"""All queues in words."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.boards.lines import TABLE
from game.adepts.rules.forecast import paid
from game.adepts.words.facts import Facts, worth
from game.adepts.words.gems import amounts
from game.core.protocol import View
from game.core.text.parts import parts

_LAST = 3
_STAGES = {_LAST: "processed next", 2: "then", 1: "last"}


def queues(view: View, names: Mapping[str, str]) -> list[str]:
    """The gems of each player, stage by stage, those to be processed first."""
    return parts(["## Queues", *queue_lines(Facts(view, TABLE, names))])


def queue_lines(facts: Facts) -> list[str]:
    """A heading and three lines for each player."""
    lines = []
    for seat in facts.players:
        lines.append(f"### {facts.name(seat)}")
        for stage, when in _STAGES.items():
            held = facts.stage(stage, seat)
            face = sum(count * worth(name) for name, count in held.items())
            mana = paid(facts, seat) if stage == _LAST else face
            value = f" ({mana} mana)" if held else ""
            lines.append(f"- Stage {stage}, {when}: {amounts(held, 'no gems')}{value}")
    return lines
