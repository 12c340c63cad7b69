"""Decisions and events in words."""

from __future__ import annotations

from game.adepts.gems import SEAT_NAMES
from game.adepts.state import State
from game.core.decisions import Decision, Question


def decision(g: State, question: Question) -> Decision:
    """A question as its seat is asked it."""
    return Decision(SEAT_NAMES[question.seat], question.kind, question.tokens, question.source, {}, "")
