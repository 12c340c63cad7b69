"""The options of selects that lead to a turn."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.layout import CHOICES, Choice


def turn_choices(turns: Sequence[tuple[str, str]], at: str) -> list[Choice]:
    """Return a choice for each turn (value, name); if there are too many, for those around the turn with value `at`."""
    here = next((number for number, (value, _) in enumerate(turns) if value == at), len(turns))
    first = max(0, min(here - CHOICES // 2, len(turns) - CHOICES))
    return [Choice(value, name) for value, name in turns[first : first + CHOICES]]
