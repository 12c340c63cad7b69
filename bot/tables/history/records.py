"""The history and the record of a game, made from what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.tables.table import Table
from game.core.discover import kit
from game.core.history import History, play, write_masked
from game.core.protocol import Game
from game.core.records import Move
from storage import Entry, StoredTable, standing


def history(table: StoredTable, entries: Sequence[Entry]) -> History:
    """Return how the game was set up and the moves that stand, including hidden ones.

    `entries` are all rows of its moves. Raises ValueError for a table that never started, BadPosition for a position
    that cannot be read.
    """
    if table.snapshot is None:
        raise ValueError("a lobby has no record")
    return _history(table.game.game, kit(table.game.game).restore(table.snapshot.state), standing(entries))


def history_of(table: Table, stand: Iterable[Entry]) -> History:
    """Return the history of a table in use, with these moves. Raises WrongMoment for a lobby and for a damaged game."""
    return _history(table.row.game, table.playing, stand)


def stand_at(table: Table, entries: Iterable[Entry]) -> list[Entry]:
    """Return the moves that stand at this state of the table, ignoring whatever was stored since."""
    return standing([entry for entry in entries if entry.sequence <= table.sequence])


def _history(name: str, game: Game, stand: Iterable[Entry]) -> History:
    moves = tuple((entry.seat, entry.token or "") for entry in stand)
    return History(name, len(game.seats), game.setup, game.seed, moves)


def record(table: StoredTable, entries: Sequence[Entry]) -> str:
    """Return the game's record, with secrets masked until the game is over.

    Raises ValueError as `history` does, MoveError if the moves are not legal under today's rules.
    """
    played = history(table, entries)
    game, moves = played.start(), list[Move]()
    for seat, token in played.moves:
        play(game, moves, seat, token)
    return write_masked(kit(played.game), game, moves, [seat.name for seat in table.seats])
