"""The course of a game and its record, from what is stored."""

from __future__ import annotations

from collections.abc import Sequence

from game.adepts.rules.record import Course, play, write_masked
from game.core.records import Move
from storage import Entry, Table, standing


def course(table: Table, entries: Sequence[Entry]) -> Course:
    """How the game was set up, and the moves that stand; hidden things too.

    `entries` are all rows of its moves. Raises ValueError for a table that never started.
    """
    if table.snapshot is None:
        raise ValueError("a lobby has no record")
    state = table.snapshot.state
    moves = tuple((entry.seat, entry.token or "") for entry in standing(entries))
    return Course(len(table.seats), tuple(state["spells"]), state["deck"], state["seed"], moves)


def record(table: Table, entries: Sequence[Entry]) -> str:
    """The game's record, masked for everybody while it is not over.

    Raises ValueError as `course` does, MoveError if the moves are no longer legal by today's rules.
    """
    played = course(table, entries)
    game, moves = played.start(), list[Move]()
    for seat, token in played.moves:
        play(game, moves, seat, token)
    return write_masked(game, moves, [seat.name for seat in table.seats])
