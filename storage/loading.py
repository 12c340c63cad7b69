"""Loads a whole game at one instant, and says what is wrong with it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from storage import timers
from storage.connection import Row
from storage.database import Transaction
from storage.errors import NoSuchGame
from storage.reading import read, readable
from storage.rows import Game, Invitation, Offer, Question, Seat, Settings, Snapshot, Status, StoredTable, Tenure

T = TypeVar("T")
log = logging.getLogger(__name__)

_SEATS = (
    "SELECT seat, user_id, policy, name, joined_at, place, asked FROM seats WHERE game_id = ?"
    " ORDER BY length(seat), seat"
)
_QUESTIONS = (
    "SELECT seat, number, asked_at, EXISTS (SELECT 1 FROM moves WHERE moves.game_id = questions.game_id"
    " AND question = number) AS answered FROM questions WHERE game_id = ? ORDER BY seat"
)
_SNAPSHOT = "SELECT sequence, ply, version, state, side FROM snapshots WHERE game_id = ?"
_INVITATIONS = "SELECT user_id, name, place, declined FROM invitations WHERE game_id = ? ORDER BY name, user_id"
_KICKED = "SELECT user_id, name FROM kicked WHERE game_id = ? ORDER BY name, user_id"
_MOVES = """
    SELECT count(*) AS moves, coalesce(max(sequence), 0) AS last,
           coalesce((SELECT ply FROM moves WHERE game_id = ?1 ORDER BY sequence DESC LIMIT 1), 0) AS ply
    FROM moves WHERE game_id = ?1
"""
_PEOPLE = "SELECT * FROM players WHERE user_id IN (SELECT user_id FROM seats WHERE game_id = ?)"
_MOST_ASKED = 10**9
"""No seat is ever asked as often as this; a higher count is damage."""


def load(tx: Transaction, game_id: str) -> StoredTable:
    """Return the game with all that is needed to go on with it. Raises NoSuchGame."""
    row = tx.one("SELECT * FROM games WHERE id = ?", game_id)
    if row is None:
        raise NoSuchGame(game_id)
    game, of_game = read(Game, row)
    rows = tx.all(_SEATS, game_id)
    seats, of_seats = _read(Seat, rows)
    open_now = tx.all(_QUESTIONS, game_id)
    questions, of_questions = _read(Question, open_now)
    snapshots, of_snapshot = _read(Snapshot, tx.all(_SNAPSHOT, game_id))
    snapshot = next(iter(snapshots), None)
    wrong = [
        *(f"its {name} cannot be read" for name in (*of_game, *of_snapshot)),
        *(f"the {name} of a seat cannot be read" for name in of_seats),
        *(f"the {name} of an open question cannot be read" for name in of_questions),
    ]
    if not wrong:
        wrong += chain(_of_seats(rows, seats), _of_questions(game, rows, open_now))
        wrong += _of_moves(game, snapshot, tx.only(_MOVES, game_id))
    invited = readable(Invitation, tx.all(_INVITATIONS, game_id))
    tenures = readable(Tenure, tx.all("SELECT * FROM tenures WHERE game_id = ? ORDER BY number", game_id))
    offers = readable(Offer, tx.all("SELECT * FROM offers WHERE game_id = ? ORDER BY seat", game_id))
    asked = {each.seat: each for each in questions}
    waiting = timers.of_game(tx, game_id)
    settings = {each["user_id"]: settings_in(each) for each in tx.all(_PEOPLE, game_id)}
    kicked = {each["user_id"]: each["name"] for each in tx.all(_KICKED, game_id)} if snapshot is None else {}
    return StoredTable(
        game, tuple(seats), asked, snapshot, tuple(wrong), waiting, invited, tenures, offers, settings, kicked
    )


def settings_in(row: Row) -> dict[str, Any]:
    """Return a person's settings from a row of `players`; empty, which is logged, if they cannot be read."""
    person, wrong = read(Settings, row)
    if "settings" in wrong:
        log.warning("somebody's settings cannot be read; until they set some anew, they have none")
    return person.settings


def _read(made: type[T], rows: Iterable[Row]) -> tuple[list[T], list[str]]:
    """Return the rows as values, and each column that cannot be read in some row once."""
    found = [read(made, row) for row in rows]
    return [value for value, _ in found], [*dict.fromkeys(name for _, wrong in found for name in wrong)]


def _of_seats(rows: Sequence[Row], seats: Sequence[Seat]) -> Iterator[str]:
    if [seat.seat for seat in seats] != [f"P{number}" for number in range(1, len(seats) + 1)]:
        yield "its seats are not P1 and those after it"
    if any(seat.user_id is not None and seat.policy is not None for seat in seats):
        yield "a seat is a person's and a computer player's"
    if any(not isinstance(row["asked"], int) or not 0 <= row["asked"] < _MOST_ASKED for row in rows):
        yield "how often a seat was asked cannot be read"


def _of_questions(game: Game, seats: Sequence[Row], questions: Sequence[Row]) -> Iterator[str]:
    asked = {row["seat"]: row["asked"] for row in seats}
    for row in questions:
        seat, number = row["seat"], row["number"]
        if not isinstance(asked.get(seat), int):
            yield "a question is open for a seat that cannot be asked"
        elif number // 10 > asked[seat]:
            yield f"question {number} is open, but was not handed out yet"
        elif number != asked[seat] * 10 + int(seat[1:]) and not 0 < number <= asked[seat]:  # as before version 2
            yield f"question {number} is open, but was not handed out to this seat"
        elif row["answered"]:
            yield f"question {number} is open, but is answered"
    if questions and game.status is not Status.RUNNING:
        yield "questions are open"


def _of_moves(game: Game, snapshot: Snapshot | None, moves: Row) -> Iterator[str]:
    if moves["moves"] != moves["last"]:
        yield f"{moves['moves']} rows of moves, the last is number {moves['last']}"
    if snapshot is None:
        if moves["moves"] or game.status in (Status.RUNNING, Status.OVER):
            yield "no snapshot"
    elif (snapshot.sequence, snapshot.ply) != (moves["last"], moves["ply"]):
        yield (
            f"the snapshot is of move {snapshot.sequence}, ply {snapshot.ply};"
            f" the last move is {moves['last']}, ply {moves['ply']}"
        )
