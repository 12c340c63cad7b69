"""Reads record files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cli.errors import BadInput, located
from cli.files import read_text
from cli.text import printable
from game.core.history import Recorded, read
from game.core.kit import Kit
from game.core.protocol import Game


class RecordFile(NamedTuple):
    """A record as read from a file; its moves are not checked yet. `names` by seat are empty if the record has none."""

    path: Path
    recorded: Recorded
    names: dict[str, str]

    @property
    def kit(self) -> Kit:
        """The game that was played."""
        return self.recorded.kit


class Moment(NamedTuple):
    """A game after some of its moves, and as it was one move earlier; None if there was no move."""

    game: Game
    before: Game | None


def load(path: Path) -> RecordFile:
    """Read a record file. Raises BadInput."""
    text = read_text(path)
    with located(path):
        recorded = read(text)
    return RecordFile(path, recorded, {seat: printable(name) for seat, name in recorded.names.items()})


def moment(record: RecordFile, ply: int | None, seat: str | None = None) -> Moment:
    """Return the game after `ply` moves (None: after all); only these moves are checked. Raises BadInput, also if
    `seat` does not play in the game."""
    last = len(record.recorded.record.lines) if ply is None else ply
    before = None
    with located(record.path):
        game = record.recorded.start()
        if seat is not None and seat not in game.seats:
            raise BadInput(f"{record.path}: {seat} does not play; there are {len(game.seats)} players")
        if ply != 0:
            for _, _, move in record.recorded.steps(game):
                if game.ply == last - 1:
                    before = game.copy()
                game.play(move.seat, move.token)
                if game.ply == ply:
                    break
    if ply is not None and game.ply != ply:
        raise BadInput(f"{record.path}: there are {game.ply} moves, so there is no ply {ply}")
    return Moment(game, before)
