"""All queues in words."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.boards.lines import ONLOOKER
from game.adepts.rules.forecast import left_over, paid, processed_in
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN
from game.adepts.words.facts import Facts, worth
from game.adepts.words.gems import amounts
from game.core.protocol import View
from game.core.text.parts import parts

_LAST = 3
_STAGES = {_LAST: "processed next", 2: "then", 1: "last"}


def queues(view: View, names: Mapping[str, str]) -> list[str]:
    """The gems of each player, stage by stage, those to be processed first."""
    return parts(queue_texts(Facts(view, ONLOOKER, names)))


def queue_texts(facts: Facts) -> list[str]:
    """Return a text for each player, which is kept in one piece; the common heading is part of the first."""
    first, *others = [f"### {facts.name(seat)}\n{_queue(facts, seat)}" for seat in facts.players]
    return [f"## Queues\n{first}", *others]


def _queue(facts: Facts, seat: str) -> str:
    """Describe a queue stage by stage, with what will be left over; after the end, what was left over and what it paid
    (ruling 33)."""
    if facts.over:
        held = {name: count for name in GEM_NAMES if (count := sum(facts.queue(name, seat)))}
        return f"- Left over: {amounts(held, 'no gems')}" + (
            f" ({left_over(facts, seat)} mana, half their worth)" if held else ""
        )
    lines = []
    for stage, when in _STAGES.items():
        held = facts.stage(stage, seat)
        mana = paid(facts, seat) if stage == _LAST else _face(held)
        value = f" ({mana} mana)" if held else ""
        if processed_in(facts, seat, stage) > LAST_TURN:
            when, value = "left over at the end", f" (half of {_face(held)} mana)" if held else ""
        lines.append(f"- Stage {stage}, {when}: {amounts(held, 'no gems')}{value}")
    return "\n".join(lines)


def _face(held: Mapping[str, int]) -> int:
    """The mana of gems if no spell or bonus is in force."""
    return sum(count * worth(name) for name, count in held.items())
