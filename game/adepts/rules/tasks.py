"""Tasks: what a game has still to do, as rows of data with the two things one can do with them.

Every task is a NamedTuple of plain values, so a waiting game can be stored and copied. `run` either carries the task
out (perhaps by pushing others) and asks nothing, or changes nothing and says what is to be asked; then `answer`
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
    """One row of the agenda of a game whose state is a G. It has left the agenda when `run` or `answer` is called."""

    def __iter__(self) -> Iterator[Any]:
        """Its values, plain ones."""

    def run(self, g: G, /) -> Questions:
        """Carry the task out, or ask. A task that asks has changed nothing; one token is taken without asking."""

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
    """A named step of the game that asks nothing, with what it is about."""

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
    """The task of carrying out a registered step."""
    return Do(function.__name__, args)


def ask(seat: int, kind: str, tokens: tuple[str, ...] | list[str], source: str = "") -> Questions:
    """One question; without any token there is nothing to ask, and the task is over."""
    return (Question(seat, kind, tuple(tokens), source),) if tokens else DONE
