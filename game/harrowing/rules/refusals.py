"""Why a token of the notation is not legal here: the rule and the facts, worded in `explaining`.

It only explains; what is legal is decided where tokens are listed.
"""

from __future__ import annotations

from game.core.decisions import PASS, Question, Reason
from game.harrowing.rules.state import State


def reason(_: State, asked: Question, token: str) -> Reason:
    """The first rule that stands against it."""
    if token == PASS:
        return Reason("must_choose", {"kind": asked.kind}, 7)
    return Reason("not_offered", {"kind": asked.kind, "token": token})
