"""Moves: rows that never change, and the snapshot and open questions that are written with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from storage import timers, topics
from storage.columns import packed, to_json, to_text
from storage.connection import Row
from storage.database import Part, Transaction, reads, writes
from storage.errors import Conflict, Duplicate, NoSuchGame, NoSuchSeat, QuestionClosed, Unreadable, WrongStatus
from storage.reading import read
from storage.rows import NOTHING_WAITS, Appended, Entry, GivesWay, Holder, Move, Position, Score, Status, Timing, Undo
from storage.seats import sit_down
from storage.steps import change, close, hand, require, require_free
from storage.votes import forget_about

_ENTRY = "SELECT sequence, ply, seat, kind, token, question, user_id, policy, interaction_id, at, alone FROM moves"
_BESIDES = ("user_id", "policy", "interaction_id", "at")
"""Columns of a move that a replay does not need."""
_WHERE_IT_IS = """
    SELECT status, snapshots.sequence, snapshots.ply,
           (SELECT sequence FROM moves WHERE game_id = games.id AND interaction_id = ?) AS counted
    FROM games LEFT JOIN snapshots ON game_id = id WHERE id = ?
"""


class Moves(Part):
    """Starts a game and stores each step of it, every one in a transaction.

    `pending` is what is asked after the step: each seat that must choose, with the number of its question if that stays
    open, or None for a new one. Each seat has numbers of its own. `timing` changes the game's timers, `pace` its pace,
    if given. Votes on replacing the seats that are `back` are deleted: their players were missing, and have returned.
    """

    @writes
    def start(
        self,
        tx: Transaction,
        game_id: str,
        position: Position,
        pending: Mapping[str, int | None],
        timing: Timing = NOTHING_WAITS,
        joining: tuple[int, str] | None = None,
    ) -> Appended:
        """Start the game of a lobby, at sequence 0; `joining` (user id, name) takes a seat in the same transaction.

        Raises NoSuchGame, NoSuchSeat, WrongStatus, QuestionClosed, AlreadySeated.
        """
        now = self._db.now()
        require(tx, game_id, Status.LOBBY)
        if joining is not None:
            sit_down(tx, game_id, joining[1], now, user_id=joining[0])
        tx.all("UPDATE games SET status = 'running' WHERE id = ?", game_id)  # the lobby's timers go, except of votes
        tx.all(
            "INSERT INTO snapshots (game_id, sequence, ply, version, state, side) VALUES (?, 0, 0, ?, ?, ?)",
            *(game_id, position.version, packed(position.state), packed(position.side)),
        )
        questions = _ask(tx, game_id, {}, pending, now)
        timers.change(tx, game_id, timing)
        return Appended(0, 0, questions)

    @writes
    def append(
        self,
        tx: Transaction,
        game_id: str,
        entry: Move | Undo,
        position: Position,
        pending: Mapping[str, int | None],
        *,
        expected: int,
        scores: Sequence[Score] = (),
        timing: Timing = NOTHING_WAITS,
        pace: str | None = None,
        back: Sequence[str] = (),
    ) -> Appended:
        """Store a move (with the answers that follow it) or an undo, the position after it, and what is then asked.

        Scores end the game. `expected` is the sequence of the last row that the caller knows. Raises NoSuchGame;
        Duplicate if the interaction was counted before; WrongStatus; Conflict if another row came first;
        QuestionClosed.
        """
        if scores and pending:
            raise ValueError("nothing is asked in a game that is over")
        if (entry.user_id is None) == (entry.policy is None):
            raise ValueError("a move is made either by a person or by a computer player")
        now = self._db.now()
        game = in_step(tx, game_id, expected, entry.interaction_id)
        asked = tx.all("SELECT seat, number FROM questions WHERE game_id = ?", game_id)
        still_open: dict[str, int] = {row["seat"]: row["number"] for row in asked}
        if isinstance(entry, Move):
            if still_open.get(entry.seat) != entry.question:
                raise QuestionClosed(game_id, entry.seat, entry.question)
            del still_open[entry.seat]
            ply, alone = game["ply"], False
            answers: list[tuple[object, ...]] = [(entry.kind, entry.token, entry.question)]
            answers += ((each.kind, each.token, _next_number(tx, game_id, entry.seat)) for each in entry.then)
            rows = [(ply + count, *answer) for count, answer in enumerate(answers, 1)]
        else:
            if not 0 <= entry.ply < game["ply"]:
                raise ValueError(f"an undo cannot go from ply {game['ply']} to {entry.ply}")
            alone, rows = entry.alone, [(entry.ply, None, None, None)]
        interaction = entry.interaction_id
        for sequence, (ply, *answer) in enumerate(rows, expected + 1):
            tx.all(
                "INSERT INTO moves (game_id, sequence, ply, seat, kind, token, question, user_id, policy,"
                " interaction_id, at, alone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(game_id, sequence, ply, entry.seat, *answer),
                *(entry.user_id, entry.policy, interaction, now, alone),
            )
            interaction = None  # only the first row bears the interaction, which is counted once
        sequence, ply = expected + len(rows), rows[-1][0]
        tx.all(
            "UPDATE snapshots SET sequence = ?, ply = ?, version = ?, state = ?, side = ? WHERE game_id = ?",
            *(sequence, ply, position.version),
            *(packed(position.state), packed(position.side), game_id),
        )
        questions = _ask(tx, game_id, still_open, pending, now)
        timers.change(tx, game_id, timing)
        _set_pace(tx, game_id, pace)
        forget_about(tx, game_id, *back)
        if scores:
            _finish(tx, game_id, scores)
        return Appended(sequence, ply, questions)

    @writes
    def rewrite(
        self,
        tx: Transaction,
        game_id: str,
        position: Position,
        *,
        expected: int,
        timing: Timing = NOTHING_WAITS,
        pace: str | None = None,
        host_id: int | None = None,
        back: Sequence[str] = (),
    ) -> None:
        """Store the same position anew: its form was upgraded, or what is kept beside it has changed. `pace` and
        `host_id` change if given.

        Raises NoSuchGame, WrongStatus, Conflict.
        """
        in_step(tx, game_id, expected)
        keep_beside(tx, game_id, position)
        timers.change(tx, game_id, timing)
        _set_pace(tx, game_id, pace)
        if host_id is not None:
            tx.all("UPDATE games SET host_id = ? WHERE id = ?", host_id, game_id)
        forget_about(tx, game_id, *back)

    @writes
    def resume(
        self, tx: Transaction, game_id: str, position: Position, *, expected: int, timing: Timing = NOTHING_WAITS
    ) -> None:
        """Resume a paused game, and store what is kept beside its position then.

        Raises NoSuchGame, WrongStatus, Conflict.
        """
        in_step(tx, game_id, expected)
        keep_beside(tx, game_id, position)
        tx.all(
            "UPDATE games SET paused_at = NULL, stopped_by = NULL, updated_at = ? WHERE id = ?",
            *(self._db.now(), game_id),
        )
        timers.change(tx, game_id, timing)
        tx.all("DELETE FROM votes WHERE game_id = ? AND about = ?", game_id, topics.RESUME)

    @writes
    def reopen(
        self,
        tx: Transaction,
        game_id: str,
        position: Position,
        asked: Iterable[str],
        timing: Timing = NOTHING_WAITS,
        *,
        host_id: int | None,
        turn: int,
        holders: Mapping[str, Holder] = MappingProxyType({}),
        instead: GivesWay | None = None,
    ) -> None:
        """Reopen a game that was ended, in that turn; the seats that are `asked` get new questions. `holders`: new
        holders of seats that were somebody else's; `instead`: the lobby in whose place the game goes on.

        Raises NoSuchGame, WrongStatus, ChannelTaken, NoSuchSeat.
        """
        now = self._db.now()
        game = require(tx, game_id, Status.CLOSED)
        if game.sealed_at is None or to_text(game.sealed_at) <= now:
            raise WrongStatus(game_id, Status.CLOSED)
        if instead is not None:
            require(tx, instead.lobby_id, Status.LOBBY)
            change(tx, instead.lobby_id, options=to_json(instead.options))
            close(tx, instead.lobby_id, now, instead.by)
        require_free(tx, game.channel_id)
        tx.all(
            "UPDATE games SET status = 'running', settled = 0, sealed_at = NULL, stopped_by = NULL, host_id = ?"
            " WHERE id = ?",
            *(host_id, game_id),
        )
        for seat, to in holders.items():
            hand(tx, game_id, seat, to, now, turn=turn, own=True)
        keep_beside(tx, game_id, position)
        _ask(tx, game_id, {}, dict.fromkeys(asked), now)
        tx.all("DELETE FROM votes WHERE game_id = ?", game_id)
        timers.change(tx, game_id, timing)

    @reads
    def entries(self, tx: Transaction, game_id: str) -> tuple[Entry, ...]:
        """Return all rows of a game, in order; empty for an unknown game. Raises Unreadable."""
        return entries(tx, game_id)

    @reads
    def counted(self, tx: Transaction, game_id: str, interaction_id: int) -> Entry | None:
        """Return the row that this interaction made; None if there is none."""
        row = tx.one(f"{_ENTRY} WHERE game_id = ? AND interaction_id = ?", game_id, interaction_id)
        return _entry(game_id, row) if row is not None else None


def keep_beside(tx: Transaction, game_id: str, position: Position) -> None:
    """Replace the stored position by the same one in another form, or with other data beside it."""
    tx.all(
        "UPDATE snapshots SET version = ?, state = ?, side = ? WHERE game_id = ?",
        *(position.version, packed(position.state), packed(position.side), game_id),
    )


def entries(tx: Transaction, game_id: str) -> tuple[Entry, ...]:
    """Return all rows of a game, in order. Raises Unreadable."""
    rows = tx.all(f"{_ENTRY} WHERE game_id = ? ORDER BY sequence", game_id)
    return tuple(_entry(game_id, row) for row in rows)


def _entry(game_id: str, row: Row) -> Entry:
    """Read a row. When and by whom the move was made may be unreadable; if what it was is, raises Unreadable."""
    entry, wrong = read(Entry, row)
    if missing := [name for name in wrong if name not in _BESIDES]:
        raise Unreadable(game_id, f"the {missing[0]} of a row of its moves")
    return entry


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Return, of all rows of a game, the moves that still stand: those that no undo took back."""
    moves: list[Entry] = []
    for entry in entries:
        if entry.is_undo and entry.alone:
            own = [at for at, move in enumerate(moves) if move.seat == entry.seat]
            for at in reversed(own[len(own) - (len(moves) - entry.ply) :]):
                del moves[at]
        elif entry.is_undo:
            del moves[entry.ply :]
        else:
            moves.append(entry)
    return moves


def in_step(tx: Transaction, game_id: str, expected: int, interaction_id: int | None = None) -> Row:
    """Return where the running game stands, if it is at the `expected` sequence and the interaction is new.

    Raises NoSuchGame, Duplicate, WrongStatus, Conflict.
    """
    game = tx.one(_WHERE_IT_IS, interaction_id, game_id)
    if game is None:
        raise NoSuchGame(game_id)
    if game["counted"] is not None:
        raise Duplicate(game_id, game["counted"])
    if game["status"] != Status.RUNNING:
        raise WrongStatus(game_id, game["status"])
    if game["sequence"] != expected:
        raise Conflict(f"game {game_id} is at move {game['sequence']}, not {expected}")
    return game


def _ask(
    tx: Transaction,
    game_id: str,
    still_open: Mapping[str, int],
    pending: Mapping[str, int | None],
    now: str,
) -> dict[str, int]:
    """Close the questions that are no longer pending, and give numbers to the new ones. Return all open ones by seat.

    Raises QuestionClosed, NoSuchSeat.
    """
    for seat, number in pending.items():
        if number is not None and still_open.get(seat) != number:
            raise QuestionClosed(game_id, seat, number)
    new = [seat for seat, number in pending.items() if number is None]
    kept = [number for number in pending.values() if number is not None]
    tx.all(
        f"DELETE FROM questions WHERE game_id = ? AND number NOT IN ({', '.join('?' * len(kept))})",
        *(game_id, *kept),
    )
    tx.all("UPDATE games SET updated_at = ? WHERE id = ?", now, game_id)
    numbers = {seat: _next_number(tx, game_id, seat) for seat in new}
    tx.many(
        "INSERT INTO questions (game_id, seat, number, asked_at) VALUES (?, ?, ?, ?)",
        [(game_id, seat, number, now) for seat, number in numbers.items()],
    )
    return {seat: numbers[seat] if number is None else number for seat, number in pending.items()}


def _next_number(tx: Transaction, game_id: str, seat: str) -> int:
    """Return the number of the seat's next question: how often it was asked, then the digit of the seat. So a number
    does not tell how often others are asked. Raises NoSuchSeat."""
    row = tx.one("UPDATE seats SET asked = asked + 1 WHERE game_id = ? AND seat = ? RETURNING asked", game_id, seat)
    if row is None:
        raise NoSuchSeat(game_id, seat)
    return int(row["asked"]) * 10 + int(seat[1:])


def _set_pace(tx: Transaction, game_id: str, pace: str | None) -> None:
    if pace is not None:
        tx.all("UPDATE games SET pace = ? WHERE id = ?", pace, game_id)


def _finish(tx: Transaction, game_id: str, scores: Sequence[Score]) -> None:
    tx.all("UPDATE games SET status = 'over' WHERE id = ?", game_id)
    tx.many(
        "INSERT INTO results (game_id, seat, total, rank, detail) VALUES (?, ?, ?, ?, ?)",
        [(game_id, score.seat, score.total, score.rank, to_json(score.detail)) for score in scores],
    )
    tx.all(
        "UPDATE results SET (user_id, policy) = (SELECT user_id, policy FROM seats"
        " WHERE seats.game_id = results.game_id AND seats.seat = results.seat) WHERE game_id = ?",
        game_id,
    )
