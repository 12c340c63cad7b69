"""The types of computer players, the same for every game."""

from __future__ import annotations

from game.core.faces import Policy
from game.core.protocol import View

__all__ = ["Policy", "View"]
