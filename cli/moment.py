"""A moment of a recorded game."""

from __future__ import annotations

from cli.errors import BadInput, located
from cli.records import RecordFile
from game.adepts import Game
from game.adepts.rules.record import start, steps


def game_at(record: RecordFile, ply: int | None) -> Game:
    """The game after so many moves, None: after all; only those are checked. Raises BadInput."""
    with located(record.path):
        game = start(record.text)
        if ply == 0:
            return game
        for step in steps(record.text):
            game = step.game
            game.play(step.move.seat, step.move.token)
            if game.ply == ply:
                return game
    if ply is not None:
        raise BadInput(f"{record.path}: there are {game.ply} moves, so there is no ply {ply}")
    return game


def check_seat(record: RecordFile, game: Game, seat: str | None) -> None:
    """Refuse a seat that does not play. Raises BadInput."""
    if seat is not None and seat not in game.seats:
        raise BadInput(f"{record.path}: {seat} does not play; there are {len(game.seats)} players")
