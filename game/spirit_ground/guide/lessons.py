"""The lessons, and the functions that fill their texts from what the person sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.english import listed, many
from game.core.faces import Names
from game.core.lessons import Lessons
from game.core.text.names import shown_names
from game.spirit_ground.guide.topics import Moment

LESSONS = Lessons(__package__)
MANY = 3
"""The most squares named in one sentence."""


def _squares(squares: Sequence[str]) -> str:
    return listed([*squares[:MANY], *(["others"] if len(squares) > MANY else [])], last="or")


def _prey(at: Moment, _names: Names) -> str:
    return listed(f"{at.now.tiles[square].tile.name} on {square}" for square in at.prey[:MANY])


def _near(at: Moment, _names: Names) -> str:
    return listed(f"{at.now.tiles[square].tile.name} on {square}" for square in at.near[:1])


def _points(at: Moment, names: Names) -> str:
    """Say how many points each player has."""
    shown = shown_names(names)
    rows = [
        f"{'you have' if seat == at.seat else f'{shown.get(seat, seat)} has'} {many(line['total'], 'point')}"
        for seat, line in at.now.standing().items()
    ]
    return listed(rows)


FILLS: Mapping[str, Callable[[Moment, Names], str]] = {
    "tribe": lambda at, _names: at.now.tribe(at.seat),
    "prey": _prey,
    "near": _near,
    "shrines": lambda at, _names: _squares(at.shrines),
    "helped": lambda at, _names: _squares(at.helped),
    "points": _points,
}
