"""Check the remaining tasks of a stored game: every value of a task must be what its name says, and the task must be
possible where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from game.core.errors import BadPosition
from game.harrowing.rules import field
from game.harrowing.rules.content import ANY, CUBES, FACES, FREE, IT, NEAR, OPEN, OWN, TILES, TRIGGERS
from game.harrowing.rules.meditation import Keep
from game.harrowing.rules.spells import name_of
from game.harrowing.rules.state import NOWHERE, SETUP, State, Task
from game.harrowing.rules.steps.pillars import March
from game.harrowing.rules.steps.tiles import Move, Place, Side, Spin, Swap
from game.harrowing.rules.task import DOINGS, Do
from game.harrowing.rules.turn import Act
from game.harrowing.rules.verbs import Resolve

_WHERE = (OWN, OPEN, FREE, NEAR, ANY, IT)
_LAST = (("next_turn", "end_turn"), ("begin",))
"""What the first task of the stack does, if it is not an Act: during the game, and in the set-up."""


def check(g: State) -> None:
    """Check all tasks. Raises BadPosition for the first value that is impossible."""
    for place, task in enumerate(g.todo):
        for name, value in _values(task):
            if not _FITS[name](g, value):
                raise BadPosition(f"{value!r} is no {name} there", f"more.todo.{place}")
        if not _stands(g, task, g.todo[place - 1] if place else None):
            raise BadPosition(f"{type(task).__name__} is impossible there", f"more.todo.{place}")


def _stands(g: State, task: Task, before: Task | None) -> bool:
    """Return whether a task is possible after the one `before` it in the stack, None for the first: that one leads on
    to the next turn."""
    if before is None and not (
        isinstance(task, Act) or (isinstance(task, Do) and task.name in _LAST[g.phase == SETUP])
    ):
        return False
    match task:
        case Side(_, tile):
            return tile == g.drawn and isinstance(before, Resolve)
        case Place(_, tile, side):
            return tile == g.drawn and isinstance(before, Resolve) and side <= len(TILES[tile].faces)
        case Move(_, tile, _):
            return bool(field.unlocked(g, g.tiles & 1 << tile)) and isinstance(before, Resolve)
        case March(seat, tile, _):
            return bool(g.own[seat] & g.tiles & 1 << tile)
        case Swap(_, tile, _):
            return bool(g.tiles >> tile & 1)
        case Spin(_, tiles):
            return len(tiles) == field.SIDES and all(g.near[one] >> other & 1 for one, other in combinations(tiles, 2))
        case Do("turn_over", (_, tile)):
            return bool(g.tiles >> tile & 1)
        case Do("give_back" | "take", (_, tile)):
            return bool(tile == g.claiming)
        case Keep(seat, _, fort):
            return fort <= g.fort[seat]
        case Resolve(_, spell, face, place, _):
            return FACES[face].source == name_of(spell) and place <= len(FACES[face].steps)
    return True


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
