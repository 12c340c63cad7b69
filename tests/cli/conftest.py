"""Records to work on, and the command run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from cli.main import run
from game.adepts import Game
from game.adepts.kit import KIT
from game.core.history import play, write
from game.core.records import Move


class Outcome(NamedTuple):
    """What a command left: its exit status, standard output and standard error."""

    status: int
    out: str
    err: str


Adepts = Callable[..., Outcome]


@pytest.fixture
def adepts(capsys: pytest.CaptureFixture[str]) -> Adepts:
    """Runs the command with these arguments."""

    def call(*words: object) -> Outcome:
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return call


def random_record(players: int, names: list[str]) -> str:
    """Return the record of a random game."""
    game, rng, moves = Game.new(players, "two-players", seed="cli"), Random(3), list[Move]()
    while not game.over:
        seat = game.asked[0]
        play(game, moves, seat, rng.choice(game.legal(seat)))
    return write(KIT, game, moves, names)


@pytest.fixture(scope="session")
def text() -> str:
    """The record of a whole game of three players."""
    return random_record(3, ["Anna", "Ben [bold]", "Cleo"])


@pytest.fixture
def record(tmp_path: Path, text: str) -> Path:
    """That record in a file."""
    path = tmp_path / "game.adepts"
    path.write_text(text, encoding="utf-8")
    return path


def refused(outcome: Outcome, *said: object) -> None:
    """Assert that bad input leads to one line on stderr with all these words, nothing on stdout, and exit status 2."""
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("adepts: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith("\n")
    for part in said:
        assert str(part) in outcome.err
