"""Who sits where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from storage.database import Part, Transaction, reads, writes
from storage.errors import AlreadySeated, NoSuchSeat
from storage.reading import read
from storage.rows import Game, Status
from storage.steps import close, require


class Seats(Part):
    """The seats of a game, P1 first. They are read by `Games.load`."""

    @writes
    def add(
        self,
        tx: Transaction,
        game_id: str,
        name: str,
        *,
        user_id: int | None = None,
        policy: str | None = None,
    ) -> str:
        """Seat either a person or a computer player in a lobby; return the seat's name.

        They get the last seat. Somebody who was invited to a place gets the one after the seats of lower places.

        Raises NoSuchGame, WrongStatus, AlreadySeated.
        """
        if (user_id is None) == (policy is None):
            raise ValueError("a seat is either a person's or a computer player's")
        require(tx, game_id, Status.LOBBY)
        return sit_down(tx, game_id, name, self._db.now(), user_id=user_id, policy=policy)

    @reads
    def count(self, tx: Transaction, user_id: int) -> int:
        """Return how many seats the person has, in games of every status."""
        return int(tx.only("SELECT count(*) AS count FROM seats WHERE user_id = ?", user_id)["count"])

    @reads
    def played_out(self, tx: Transaction, user_id: int) -> tuple[str, ...]:
        """Return the ids of the games that were played to their end and in which this person has a seat, the latest
        first."""
        rows = tx.all(
            "SELECT games.id FROM games JOIN seats ON game_id = games.id"
            " WHERE status = 'over' AND user_id = ? AND typeof(games.id) = 'text' ORDER BY updated_at DESC, games.id",
            user_id,
        )
        return tuple(row["id"] for row in rows)

    @reads
    def with_players(self, tx: Transaction, ids: Sequence[str]) -> tuple[tuple[Game, tuple[str, ...]], ...]:
        """Return these games, in this order, each with the names of all its players. Those that are gone are left
        out."""
        names, marks = defaultdict[str, list[str]](list), ", ".join("?" * len(ids))
        for row in tx.all(f"SELECT game_id, name FROM seats WHERE game_id IN ({marks}) ORDER BY seat", *ids):
            names[row["game_id"]].append(row["name"])
        games = {row["id"]: read(Game, row)[0] for row in tx.all(f"SELECT * FROM games WHERE id IN ({marks})", *ids)}
        return tuple((games[each], tuple(names[each])) for each in ids if each in games)

    @writes
    def remove(self, tx: Transaction, game_id: str, seat: str, *, kicked: bool = False) -> None:
        """Remove a seat from a lobby; the seats after it move up. A `kicked` person cannot sit down again before the
        start.

        An invitation of the person counts as declined, or is deleted if `kicked`. If the host goes, the next person
        becomes host; with the last person, the lobby is closed.

        Raises NoSuchGame, WrongStatus, NoSuchSeat.
        """
        require(tx, game_id, Status.LOBBY)
        if kicked:
            tx.all(
                "INSERT INTO kicked (game_id, user_id, name) SELECT game_id, user_id, name FROM seats"
                " WHERE game_id = ? AND seat = ? AND user_id IS NOT NULL"
                " ON CONFLICT (game_id, user_id) DO UPDATE SET name = excluded.name",
                *(game_id, seat),
            )
        gone = tx.one("DELETE FROM seats WHERE game_id = ? AND seat = ? RETURNING user_id", game_id, seat)
        if gone is None:
            raise NoSuchSeat(game_id, seat)
        answer = "DELETE FROM invitations" if kicked else "UPDATE invitations SET declined = 1"
        tx.all(f"{answer} WHERE game_id = ? AND user_id = ?", game_id, gone["user_id"])
        left = tx.only("SELECT count(*) AS count FROM seats WHERE game_id = ?", game_id)
        for number in range(int(seat[1:]), left["count"] + 1):
            tx.all(
                "UPDATE seats SET seat = ? WHERE game_id = ? AND seat = ?",
                *(f"P{number}", game_id, f"P{number + 1}"),
            )
        now = self._db.now()
        _touch(tx, game_id, now)
        if gone["user_id"] is not None:
            _succeed(tx, game_id, gone["user_id"], now)

    @writes
    def readmit(self, tx: Transaction, game_id: str, user_id: int) -> None:
        """Let a kicked person sit down again. No error if they could."""
        tx.all("DELETE FROM kicked WHERE game_id = ? AND user_id = ?", game_id, user_id)


def sit_down(
    tx: Transaction, game_id: str, name: str, now: str, *, user_id: int | None, policy: str | None = None
) -> str:
    """Do what `Seats.add` does, within a larger transaction; the game must be in its lobby. Raises AlreadySeated."""
    seats = tx.all("SELECT seat, user_id, place FROM seats WHERE game_id = ?", game_id)
    for row in seats:
        if user_id is not None and row["user_id"] == user_id:
            raise AlreadySeated(game_id, row["seat"])
    invited = tx.one("SELECT place FROM invitations WHERE game_id = ? AND user_id = ?", game_id, user_id)
    place = invited["place"] if invited is not None else None
    before = seats_before([row["place"] for row in seats], place)
    for number in range(len(seats), before, -1):
        tx.all(
            "UPDATE seats SET seat = ? WHERE game_id = ? AND seat = ?",
            *(f"P{number + 1}", game_id, f"P{number}"),
        )
    seat = f"P{before + 1}"
    tx.all(
        "INSERT INTO seats (game_id, seat, place, user_id, policy, name, joined_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(game_id, seat, place, user_id, policy, name, now),
    )
    _touch(tx, game_id, now)
    return seat


def seats_before(places: Sequence[int | None], place: int | None) -> int:
    """Return how many of the seats with these places come before that of somebody who now sits down with this place."""
    return len(places) if place is None else sum(each is not None and each < place for each in places)


def _succeed(tx: Transaction, game_id: str, gone: int, now: str) -> None:
    """After this person has left the lobby, make the next one host if need be; close the lobby if nobody is left."""
    following = tx.one(
        "SELECT user_id FROM seats WHERE game_id = ? AND user_id IS NOT NULL ORDER BY length(seat), seat LIMIT 1",
        game_id,
    )
    if following is None:
        close(tx, game_id, now, gone)
    else:
        tx.all("UPDATE games SET host_id = ? WHERE id = ? AND host_id = ?", following["user_id"], game_id, gone)


def _touch(tx: Transaction, game_id: str, now: str) -> None:
    tx.all("UPDATE games SET updated_at = ? WHERE id = ?", now, game_id)
