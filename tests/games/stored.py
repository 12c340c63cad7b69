"""Stored positions of any game: what must be true of each, and changes that make one invalid."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.core.protocol import Game

Position = dict[str, Any]
Change = Callable[[Position], None]


def comes_back(at: Game, restore: Callable[[Position], Game]) -> None:
    """Assert that the stored position is plain data, and that the game restored from it is equal and plays on alike."""
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
    """Assert that moves on a copy leave the game as it is."""
    before, twin = at.to_dict(), at.copy()
    for _ in range(moves):
        if not twin.over:
            twin.play(twin.asked[0], twin.legal(twin.asked[0])[-1])
    assert at.to_dict() == before
    assert at.over or twin.to_dict() != before


def places(data: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths to everything in a position, at any depth, except `effects` and `more`, which are a program's
    own."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        if key not in ("effects", "more"):
            yield (*path, key)
            yield from places(value, *path, key)


def others(value: Any) -> list[Any]:
    """Return what might stand in place of a value: a bit more or less of it, something like it, and what is no such
    value."""
    match value:
        case bool():
            return [not value, None]
        case int():
            return [value + 1, value - 1, 99, -1, None, str(value)]
        case str():
            return ["", "P1", "P2", "1A", "ruby", "cast", "move", "a1", None, 3]
        case list():
            return [value[:-1], value + value[-1:], value[::-1], [*value, "P1"], [], None]
        case dict():
            return [value | {"more of it": 1}, dict([*value.items()][:-1]), {}, None]
        case _:
            return ["P1", 0, [], ["P1", 3]]


def put(*path: str | int, value: Any) -> Change:
    """Return a change that sets the value at this path of a position."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def puts(*path: str | int, values: Iterable[Any]) -> list[Change]:
    """Return changes that each set one of the values at this path of a position."""
    return [put(*path, value=value) for value in values]


def drop(*path: str | int) -> Change:
    """Return a change that deletes what is at this path of a position."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change
