"""Errors in what the user gave, and how they are printed: one line for each problem."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from cli.text import say, shortened, words
from game.core.errors import GameError


class BadInput(click.ClickException):
    """Bad input: one or more problems, each saying what is wrong and where. Exit status 2."""

    exit_code = 2

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@contextmanager
def located(where: object) -> Iterator[None]:
    """Turn a GameError into BadInput that names this place, such as a file."""
    try:
        yield
    except GameError as error:
        raise BadInput(f"{where}: {error}") from error


def report(error: click.ClickException) -> None:
    """Print what is wrong to stderr, one line per problem."""
    for problem in error.problems if isinstance(error, BadInput) else [_message(error)]:
        say(f"adepts: {shortened(words(problem))}", err=True)


def _message(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message.rstrip('.')} (see {error.ctx.command_path} --help)"
    return message
