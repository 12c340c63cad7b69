"""Players' names as pictures can show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from drawing.lettering import printable

NAME = 20
"""Characters of a name in a caption."""


def name_of(seat: str, names: Mapping[str, str]) -> str:
    """Return a player's name in the font's characters."""
    return printable(names.get(seat, ""), f"Player {seat[1:]}")


def short_names(seats: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of these seats as captions use them."""
    found = {seat: name_of(seat, names) for seat in seats}
    return {seat: name if len(name) <= NAME else f"{name[: NAME - 1]}…" for seat, name in found.items()}
