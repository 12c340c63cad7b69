"""The record of a game, from what is stored."""

from __future__ import annotations

from collections.abc import Sequence

from game.adepts import Game
from game.adepts.record import play, write_masked
from game.core.records import Move
from storage import Entry, Table, standing


def record(table: Table, entries: Sequence[Entry]) -> str:
    """The game's record, masked for everybody while it is not over.

    `entries` are all rows of its moves. Raises ValueError for a table that never started, MoveError if the moves are
    no longer legal by today's rules.
    """
    if table.snapshot is None:
        raise ValueError("a lobby has no record")
    state = table.snapshot.state
    game = Game.new(len(table.seats), state["spells"], state["deck"], state["seed"])
    moves: list[Move] = []
    for entry in standing(entries):
        play(game, moves, entry.seat, entry.token or "")
    return write_masked(game, moves, [seat.name for seat in table.seats])
