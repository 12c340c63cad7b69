"""Selects that lead to a turn."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.layout import Choice

_MOST = 25
"""Choices that a select of Discord's can hold."""


def turn_choices(turns: Sequence[tuple[str, str]], at: str) -> list[Choice]:
    """A choice for each turn (value, name); where there are too many, for those nearest to the one with that value."""
    here = next((number for number, (value, _) in enumerate(turns) if value == at), len(turns))
    first = max(0, min(here - _MOST // 2, len(turns) - _MOST))
    return [Choice(value, name) for value, name in turns[first : first + _MOST]]
