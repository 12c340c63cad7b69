"""Stored positions of any game: what must be true of each, and changes that make it none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from game.core.protocol import Game

Position = dict[str, Any]
Change = Callable[[Position], None]


def comes_back(at: Game, restore: Callable[[Position], Game]) -> None:
    """It is plain data that gives the game again, which plays on alike."""
    data = json.loads(json.dumps(at.to_dict()))
    again = restore(json.loads(json.dumps(data)))
    assert again.to_dict() == data == at.to_dict()
    assert (again.pending, again.place, again.setup) == (at.pending, at.place, at.setup)
    assert (again.ply, again.over) == (at.ply, at.over)
    if not at.over:
        one, two, seat = at.copy(), again, at.asked[0]
        token = at.legal(seat)[at.ply % len(at.legal(seat))]
        assert one.play(seat, token) == two.play(seat, token)
        assert one.to_dict() == two.to_dict()


def stays_while_a_copy_plays(at: Game, moves: int) -> None:
    """A copy shares nothing that moves."""
    before, twin = at.to_dict(), at.copy()
    for _ in range(moves):
        if not twin.over:
            twin.play(twin.asked[0], twin.legal(twin.asked[0])[-1])
    assert at.to_dict() == before
    assert at.over or twin.to_dict() != before


def put(*path: str | int, value: Any) -> Change:
    """A position with another value there."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """A position without what is there."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change
