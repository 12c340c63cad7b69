"""What several methods do with a game's row, within their own transactions."""

from __future__ import annotations

from datetime import datetime

from storage.columns import to_column, to_text
from storage.database import Transaction
from storage.errors import ChannelTaken, NoSuchGame, NoSuchSeat, WrongStatus
from storage.reading import read
from storage.rows import Game, Holder, Status

ACTIVE = "status IN ('lobby', 'running')"
"""SQL condition for rows of `games` that are active."""
REOPENABLE = "status = 'closed' AND sealed_at IS NOT NULL"
"""SQL condition for rows of `games` that were ended before their time and can be reopened."""


def require(tx: Transaction, game_id: str, *allowed: Status) -> Game:
    """Return the game's row, which must have one of these statuses. Raises NoSuchGame, WrongStatus."""
    row = tx.one("SELECT * FROM games WHERE id = ?", game_id)
    if row is None:
        raise NoSuchGame(game_id)
    game, _ = read(Game, row)
    if game.status not in allowed:
        raise WrongStatus(game_id, game.status)
    return game


def require_free(tx: Transaction, channel_id: int) -> None:
    """Raise ChannelTaken if the channel has an active game."""
    # The partial unique index ensures this too; asking first tells which game it is.
    row = tx.one(f"SELECT id FROM games WHERE channel_id = ? AND {ACTIVE}", channel_id)
    if row is not None:
        raise ChannelTaken(channel_id, row["id"])


def change(tx: Transaction, game_id: str, **columns: object) -> None:
    """Set these columns. Unreadable columns get their stand-ins, since SQLite accepts no values of a wrong type."""
    row = tx.only("SELECT * FROM games WHERE id = ?", game_id)
    game, wrong = read(Game, row)
    changes = {**{name: to_column(getattr(game, name)) for name in wrong}, **columns}
    names = ", ".join(f"{name} = ?" for name in changes)
    tx.all(f"UPDATE games SET {names} WHERE id = ?", *changes.values(), game_id)


def hand(tx: Transaction, game_id: str, seat: str, to: Holder, now: str, *, turn: int, own: bool) -> None:
    """Give a seat to another holder, record who had it, until which turn, and delete their votes. Raises NoSuchSeat."""
    if (to.user_id is None) == (to.policy is None):
        raise ValueError("a seat is either a person's or a computer player's")
    former = tx.one("SELECT user_id, policy, name FROM seats WHERE game_id = ? AND seat = ?", game_id, seat)
    if former is None:
        raise NoSuchSeat(game_id, seat)
    tx.all(
        "INSERT INTO tenures (game_id, number, seat, user_id, policy, name, turn, own, until_at)"
        " VALUES (?1, (SELECT count(*) + 1 FROM tenures WHERE game_id = ?1), ?, ?, ?, ?, ?, ?, ?)",
        *(game_id, seat, *former, turn, own, now),
    )
    tx.all("DELETE FROM votes WHERE game_id = ? AND user_id = ?", game_id, former["user_id"])
    tx.all(
        "UPDATE seats SET user_id = ?, policy = ?, name = ? WHERE game_id = ? AND seat = ?",
        *(to.user_id, to.policy, to.name, game_id, seat),
    )


def close(tx: Transaction, game_id: str, now: str, by: int | None, sealed_at: datetime | None = None) -> None:
    """End an active game early; it can be reopened until `sealed_at`, not at all if that is None."""
    tx.all("DELETE FROM questions WHERE game_id = ?", game_id)
    change(
        tx,
        game_id,
        status=Status.CLOSED,
        updated_at=now,
        paused_at=None,
        stopped_by=by,
        sealed_at=to_text(sealed_at) if sealed_at is not None else None,
    )
