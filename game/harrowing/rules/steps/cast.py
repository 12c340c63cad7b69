"""The step `invoke`: invocations in addition to the turn's."""

from __future__ import annotations

from game.harrowing.rules.casting import invoke, offered
from game.harrowing.rules.state import State
from game.harrowing.rules.verbs import At, verb


def _invoke(g: State, at: At, token: str) -> None:
    invoke(g, at.seat, token)


verb("invoke", lambda g, at: bool(offered(g, at.seat)), lambda g, at: offered(g, at.seat), _invoke)
