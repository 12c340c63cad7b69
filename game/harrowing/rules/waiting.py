"""Check the remaining tasks of a stored game: every value of a task must be what its name says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.errors import BadPosition
from game.harrowing.rules.content import ANY, CUBES, FACES, FREE, IT, NEAR, OPEN, OWN, TILES, TRIGGERS
from game.harrowing.rules.state import NOWHERE, State, Task
from game.harrowing.rules.task import DOINGS, Do

_WHERE = (OWN, OPEN, FREE, NEAR, ANY, IT)


def check(g: State) -> None:
    """Check all tasks. Raises BadPosition for the first value that is impossible."""
    for place, task in enumerate(g.todo):
        for name, value in _values(task):
            if not _FITS[name](g, value):
                raise BadPosition(f"{value!r} is no {name} there", f"more.todo.{place}")


def _values(task: Task) -> list[tuple[str, Any]]:
    if isinstance(task, Do):
        code = DOINGS[task.name].__code__
        names = code.co_varnames[1 : code.co_argcount]
        return list(zip(names, task.args, strict=True))
    return list(zip(type(task)._fields, task, strict=True))  # type: ignore[attr-defined]


def _within(value: Any, numbers: range) -> bool:
    return type(value) is int and value in numbers


def _seat(g: State, value: Any) -> bool:
    return _within(value, range(g.players))


def _spell(g: State, value: Any) -> bool:
    return _within(value, range(len(g.power)))


def _tile(_: State, value: Any) -> bool:
    return _within(value, range(len(TILES)))


def _all(fits: Callable[[State, Any], bool]) -> Callable[[State, Any], bool]:
    return lambda g, values: isinstance(values, tuple) and all(fits(g, value) for value in values)


_FITS: Mapping[str, Callable[[State, Any], bool]] = {
    "seat": _seat,
    "seats": _all(_seat),
    "to": _all(_seat),
    "spell": _spell,
    "done": _all(_spell),
    "kept": _all(_spell),
    "tile": _tile,
    "tiles": _all(_tile),
    "it": lambda _, value: _within(value, range(NOWHERE, len(TILES))),
    "face": lambda _, value: _within(value, range(len(FACES))),
    "place": lambda _, value: _within(value, range(max(len(face.steps) for face in FACES) + 1)),
    "side": lambda _, value: _within(value, range(1, 3)),
    "auto": lambda _, value: type(value) is bool,
    "cubes": lambda _, value: _within(value, range(CUBES + 1)),
    "fort": lambda _, value: _within(value, range(-1, CUBES + 1)),
    "when": lambda _, value: value in TRIGGERS,
    "where": lambda _, value: value in _WHERE,
    "beside": lambda _, value: value in _WHERE,
    "what": lambda _, value: value in _WHERE,
}
