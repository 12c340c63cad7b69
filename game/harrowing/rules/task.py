"""Tasks as plain data: each is a tuple of plain values, stored and read back by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from game.harrowing.rules.state import State, Task

TASKS: dict[str, Callable[..., Task]] = {}
DOINGS: dict[str, Callable[..., None]] = {}

F = TypeVar("F", bound=Callable[..., Any])


def task(cls: F) -> F:
    """Register a task under its name, so that a stored game can be read back."""
    TASKS[cls.__name__] = cls
    return cls


def doing(function: F) -> F:
    """Register a function that asks nothing, for `Do`."""
    DOINGS[function.__name__] = function
    return function


@task
class Do(NamedTuple):
    """A call of a registered function, with its arguments, that asks nobody."""

    name: str
    args: tuple[Any, ...] = ()

    def run(self, g: State) -> None:
        g.todo.pop()
        DOINGS[self.name](g, *self.args)

    def answer(self, g: State, token: str) -> None:
        """Never called."""
        raise AssertionError(f"{self.name} asked nothing and got {token}")


def do(function: Callable[..., None], *args: Any) -> Do:
    """Return the task that calls a registered function."""
    return Do(function.__name__, args)


def written(task: Task) -> list[Any]:
    """Return a task as JSON-ready data."""
    return [type(task).__name__, *map(_listed, task)]


def read(row: Any) -> Task:
    """Return a task from what `written` gave; lists become tuples. Raises LookupError, TypeError."""
    name, *values = row
    return TASKS[name](*map(_plain, values))


def _listed(value: Any) -> Any:
    return list(map(_listed, value)) if isinstance(value, tuple) else value


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list) else value
