"""Tasks: what a game still has to do, as rows of data with two methods.

Every task is a NamedTuple of plain values, so a waiting game can be stored and copied. `run` either carries the task
out (perhaps by pushing others) and asks nothing, or changes nothing and returns what is to be asked; then `answer`
carries it out with what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from game.core.decisions import Question

Questions = tuple[Question, ...]
DONE: Questions = ()


G = TypeVar("G", contravariant=True)


class Task(Protocol[G]):
    """One row of the agenda of a game whose state is a G. It has been popped from the agenda when `run` or `answer` is
    called."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over its values, which are plain data."""

    def run(self, g: G, /) -> Questions:
        """Carry the task out and return (), or change nothing and return questions. Only if a question has several
        tokens, or is about casting, is a player asked (rulings 4, 6)."""

    def answer(self, g: G, question: Question, token: str, /) -> None:
        """Carry out a legal answer."""


STEPS: dict[str, Callable[..., None]] = {}
TASKS: dict[str, Callable[..., Any]] = {}

F = TypeVar("F", bound=Callable[..., Any])


def step(function: F) -> F:
    """Register a step that never asks, under its function's name, for `Do`."""
    STEPS[function.__name__] = function
    return function


def task(cls: F) -> F:
    """Register a task's class under its name, so that a stored agenda can be read back."""
    TASKS[cls.__name__] = cls
    return cls


@task
class Do(NamedTuple):
    """A named step of the game that asks nothing, with its arguments."""

    step: str
    args: tuple[Any, ...] = ()

    def run(self, g: object) -> Questions:
        """Carry the step out."""
        STEPS[self.step](g, *self.args)
        return DONE

    def answer(self, g: object, question: Question, token: str) -> None:
        """Never called: a step asks nothing."""
        raise AssertionError(f"{self.step} asked {question.kind} and got {token}")


def do(function: Callable[..., None], *args: Any) -> Do:
    """Return the task that carries out a registered step."""
    return Do(function.__name__, args)


def ask(seat: int, kind: str, tokens: tuple[str, ...] | list[str], source: str = "") -> Questions:
    """Return one question; without any tokens there is nothing to ask, and the task is over."""
    return (Question(seat, kind, tuple(tokens), source),) if tokens else DONE
