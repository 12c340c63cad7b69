"""What a computer player is."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from game.core.decisions import Decision

View = Mapping[str, Any]
"""What `game.view(seat)` gives (notation, "Position"): nothing that the seat may not know."""


class Policy(Protocol):
    """Answers one question.

    It is told what the seat sees and is asked, and nothing else. All its chance comes from `rng`, so the same three
    arguments give the same token; it changes neither the view nor the decision.
    """

    def __call__(self, view: View, decision: Decision, rng: Random, /) -> str:
        """One of the decision's tokens."""
