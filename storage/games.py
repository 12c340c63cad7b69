"""Tables from their lobby to their end: the rows that say what is played, where, by whom, and its status."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from storage import timers, topics
from storage.columns import to_json, to_text
from storage.database import Database, Part, Transaction, reads, writes
from storage.errors import NoSuchGame, StorageError
from storage.loading import load
from storage.news import News
from storage.reading import read, readable
from storage.rows import NOTHING_WAITS, ComputerTurn, Game, Invitation, Posted, Result, Status, StoredTable, Timing
from storage.share import Share
from storage.steps import ACTIVE, REOPENABLE, change, close, require, require_free

# No vowels, so that no words arise; no characters that look alike. 28 ** 8 is 3.8e11.
_LETTERS = "23456789bcdfghjkmnpqrstvwxyz"
_ATTEMPTS = 10
_FINISHED = "status IN ('over', 'closed')"
_RUNNING = "settled = 0 AND status = 'running'"
"""SQL condition for running games; an index has the few that are not settled."""
_ASKED = "questions CROSS JOIN seats WHERE seats.game_id = questions.game_id AND seats.seat = questions.seat"
"""SQL for the seats that are asked something. CROSS lets SQLite begin with the few open questions, and not with the
seats of all games there ever were."""
_BEGUN = "EXISTS (SELECT 1 FROM snapshots WHERE snapshots.game_id = games.id)"


def random_id() -> str:
    """Return a new game id: eight letters and digits, safe in a URL, a custom_id and a file name."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def unused_id(tx: Transaction, new_id: Callable[[], str]) -> str:
    """Return an id that no game and no tale has or ever had. Raises StorageError if it finds none in ten attempts."""
    for _ in range(_ATTEMPTS):
        found = new_id()
        if not tx.all(
            "SELECT 1 FROM games WHERE id = ?1 UNION ALL SELECT 1 FROM retired_ids WHERE id = ?1"
            " UNION ALL SELECT 1 FROM tales WHERE id = ?1",
            found,
        ):
            return found
    raise StorageError(f"no unused game id in {_ATTEMPTS} attempts")


class Games(Part):
    """The rows of games."""

    def __init__(self, db: Database, new_id: Callable[[], str], news: News) -> None:
        super().__init__(db)
        self._new_id = new_id
        self._news = news

    @writes
    def create(
        self,
        tx: Transaction,
        game: str,
        name: str,
        *,
        guild_id: int | None,
        channel_id: int,
        host_id: int,
        host_name: str,
        options: Mapping[str, Any],
        pace: str,
        computers: Iterable[tuple[str, str]] = (),
        places: Sequence[int] = (),
        invited: Iterable[Invitation] = (),
        timing: Timing = NOTHING_WAITS,
    ) -> StoredTable:
        """Open a lobby for the game of that name. The host gets P1, the computer players (name, policy) the seats after
        it.

        `places`: in a rematch, the places of the host and then of each computer player, by which they are seated among
        themselves and those who are `invited`. Raises ChannelTaken.
        """
        now = self._db.now()
        require_free(tx, channel_id)
        game_id = unused_id(tx, self._new_id)
        tx.all(
            "INSERT INTO games (id, game, name, guild_id, channel_id, host_id, opener_id, options, pace, created_at,"
            " updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(game_id, game, name, guild_id, channel_id, host_id, host_id, to_json(options), pace, now, now),
        )
        sitting: list[tuple[object, ...]] = [(host_id, None, host_name)]
        sitting += [(None, policy, each) for each, policy in computers]
        placed: list[tuple[int | None, tuple[object, ...]]] = [(None, seat) for seat in sitting]
        if places:
            placed = sorted(zip(places, sitting, strict=True), key=lambda each: each[0] or 0)
        tx.many(
            "INSERT INTO seats (game_id, seat, place, user_id, policy, name, joined_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(game_id, f"P{number}", place, *seat, now) for number, (place, seat) in enumerate(placed, 1)],
        )
        invite(tx, game_id, invited)
        timers.change(tx, game_id, timing)
        return load(tx, game_id)

    @reads
    def load(self, tx: Transaction, game_id: str) -> StoredTable:
        """Return all that is needed to go on with the game. Raises NoSuchGame."""
        return load(tx, game_id)

    @reads
    def row(self, tx: Transaction, game_id: str) -> Game:
        """Return the table's row alone, without seats and position. Raises NoSuchGame."""
        return require(tx, game_id, *Status)

    @writes
    def set_options(self, tx: Transaction, game_id: str, options: Mapping[str, Any], pace: str) -> None:
        """Change an active game's options. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY, Status.RUNNING)
        tx.all(
            "UPDATE games SET options = ?, pace = ?, updated_at = ? WHERE id = ?",
            *(to_json(options), pace, self._db.now(), game_id),
        )

    @writes
    def set_host(self, tx: Transaction, game_id: str, host_id: int) -> None:
        """Make another person the host of an active table. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY, Status.RUNNING)
        tx.all("UPDATE games SET host_id = ?, updated_at = ? WHERE id = ?", host_id, self._db.now(), game_id)

    @writes
    def set_channel(
        self,
        tx: Transaction,
        game_id: str,
        *,
        guild_id: int | None,
        channel_id: int,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Move an active game to another channel, with new options if given; votes on moving it there are deleted.

        Raises NoSuchGame, WrongStatus, ChannelTaken.
        """
        game = require(tx, game_id, Status.LOBBY, Status.RUNNING)
        tx.all("DELETE FROM votes WHERE game_id = ? AND about = ?", game_id, topics.move_to(channel_id))
        if game.channel_id == channel_id:
            return
        require_free(tx, channel_id)
        wanted = to_json(game.options if options is None else options)
        change(tx, game_id, guild_id=guild_id, channel_id=channel_id, options=wanted, updated_at=self._db.now())
        self._news.tell_moved(tx, game_id, guild_id)

    @writes
    def close(
        self,
        tx: Transaction,
        game_id: str,
        *,
        by: int | None = None,
        sealed_at: datetime | None = None,
        timing: Timing = NOTHING_WAITS,
    ) -> None:
        """End a lobby or a running game early. It can be reopened until `sealed_at`; not at all if that is None.

        Raises NoSuchGame, WrongStatus.
        """
        require(tx, game_id, Status.LOBBY, Status.RUNNING)
        close(tx, game_id, self._db.now(), by, sealed_at)
        timers.change(tx, game_id, timing)

    @writes
    def pause(self, tx: Transaction, game_id: str, by: int | None, timing: Timing = NOTHING_WAITS) -> None:
        """Pause a running game; votes on pausing it are deleted. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.RUNNING)
        now = self._db.now()
        change(tx, game_id, paused_at=now, stopped_by=by, updated_at=now)
        tx.all("DELETE FROM votes WHERE game_id = ? AND about = ?", game_id, topics.PAUSE)
        timers.change(tx, game_id, timing)

    @writes
    def seal(self, tx: Transaction, game_id: str) -> None:
        """Note that an ended game can no longer be reopened, and delete its votes. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.CLOSED)
        change(tx, game_id, sealed_at=None)
        tx.all("DELETE FROM votes WHERE game_id = ?", game_id)

    @writes
    def settle(self, tx: Transaction, game_id: str) -> None:
        """Note that a finished game's messages show its end. Raises NoSuchGame, WrongStatus."""
        game = require(tx, game_id, Status.OVER, Status.CLOSED)
        change(tx, game_id, settled=1, status=game.status)

    @writes
    def delete(self, tx: Transaction, game_id: str) -> None:
        """Delete a game with all that belongs to it; its id is never used again. Raises NoSuchGame."""
        if tx.one("DELETE FROM games WHERE id = ? RETURNING id", game_id) is None:
            raise NoSuchGame(game_id)

    @writes
    def purge(self, tx: Transaction, before: datetime) -> tuple[str, ...]:
        """Delete the games that finished before this time; return their ids."""
        rows = tx.all(f"DELETE FROM games WHERE {_FINISHED} AND updated_at < ? RETURNING id", to_text(before))
        return tuple(sorted(row["id"] for row in rows))

    @reads
    def active(self, tx: Transaction, guild_id: int | None = None) -> tuple[Game, ...]:
        """Return our lobbies and running games, all or those of one server, oldest first."""
        return _games(tx, f"settled = 0 AND {ACTIVE} AND {self._db.share.games(guild_id)}")

    @reads
    def tally(self, tx: Transaction) -> dict[tuple[str, str], int]:
        """Count our active games, by game and state (lobby, running or paused)."""
        counted = Counter[tuple[str, str]]()
        for row in tx.all(
            "SELECT game, status, paused_at IS NOT NULL AS paused, COUNT(*) AS games FROM games"
            f" WHERE {ACTIVE} AND {self._db.share.games()} GROUP BY game, status, paused_at IS NOT NULL"
        ):
            counted[row["game"], "paused" if row["paused"] else row["status"]] += row["games"]
        return dict(counted)

    @reads
    def active_in(self, tx: Transaction, channel_id: int) -> Game | None:
        """Return the channel's active game; None if it has none."""
        games = _games(tx, f"{ACTIVE} AND channel_id = ?", channel_id)
        return games[0] if games else None

    @reads
    def to_tell(
        self, tx: Transaction, *, told: bool = False, guild_id: int | None = None, share: Share | None = None
    ) -> tuple[str, ...]:
        """Return the ids of the games whose messages may have to change, oldest first: active games, and finished ones
        whose messages may not show the end; ours or those of `share`, all or one server's. Only those whose messages
        are not known to be up to date; with `told`, all of them."""
        where = (share or self._db.share).games(guild_id)
        rows = tx.all(
            f"SELECT id FROM games WHERE settled = 0 AND told <= ? AND {where} AND typeof(id) = 'text'"
            " ORDER BY created_at, id",
            int(told),
        )
        return tuple(str(row["id"]) for row in rows)

    async def posted(
        self, kind: str, but: str, *, guild_id: int | None = None, share: Share | None = None
    ) -> tuple[Posted, ...]:
        """Return the messages of this kind that our active games, or those of `share`, have in servers, all or this
        one; without those that show `but`."""
        read = self._posted_now if self._db.is_behind else self._posted
        return await read(kind, but, (share or self._db.share).games(guild_id))

    def _posted_messages(self, tx: Transaction, kind: str, but: str, condition: str) -> tuple[Posted, ...]:
        rows = tx.all(
            "SELECT game_id, guild_id, messages.channel_id AS channel_id FROM games CROSS JOIN messages"
            f" WHERE game_id = games.id AND settled = 0 AND {ACTIVE} AND guild_id IS NOT NULL AND {condition}"
            " AND kind = ? AND message_id IS NOT NULL AND shown IS NOT ? ORDER BY messages.id",
            *(kind, but),
        )
        return readable(Posted, rows)

    _posted, _posted_now = reads(_posted_messages), writes(_posted_messages)
    """The variant that writes is for when there are deferred writes, which a transaction that writes stores first."""

    def set_told(self, game_id: str, told: bool) -> None:
        """Note whether the game's messages are known to be up to date. It is a deferred write (`Database.soon`), so
        every transaction that writes from now on stores it first."""
        self._db.soon(lambda tx: tx.all("UPDATE games SET told = ? WHERE id = ?", int(told), game_id))

    @reads
    def short_of_time(
        self,
        tx: Transaction,
        kind: str,
        before: Callable[[str], datetime | None],
        settings: Iterable[str],
        off: str,
        share: Share | None = None,
    ) -> tuple[Game, ...]:
        """Return the running games, ours or those of `share`, in which somebody's time may need attention.

        `before` gives a moment for each pace; games of a pace for which it gives None are left out. A game counts if it
        has a timer of this kind that is due before that moment or unreadable; or a player for whom one of these
        settings has another text than `off`; or a question to a person for whom there is no such timer.
        """
        texts = [part for each in settings for part in (f'%"{each}":"%', f'%"{each}":"{off}"%')]
        is_set = " OR ".join(["settings LIKE ? AND settings NOT LIKE ?"] * (len(texts) // 2))
        paces = tx.all(f"SELECT DISTINCT pace FROM games WHERE {_RUNNING} AND typeof(pace) = 'text'")
        moments = {str(row["pace"]): before(str(row["pace"])) for row in paces}
        return tuple(
            game
            for pace, moment in moments.items()
            if moment is not None
            for game in _games(
                tx,
                f"{_RUNNING} AND paused_at IS NULL AND pace = ?1 AND {(share or self._db.share).games()} AND ("
                f"id IN (SELECT game_id FROM timers WHERE kind = ?2 AND (due_at < ?3 OR {timers.UNREADABLE}))"
                f" OR id IN (SELECT game_id FROM seats WHERE user_id IN (SELECT user_id FROM players WHERE {is_set}))"
                f" OR id IN (SELECT questions.game_id FROM {_ASKED} AND user_id IS NOT NULL"
                "  AND NOT EXISTS (SELECT 1 FROM timers"
                "   WHERE timers.game_id = questions.game_id AND kind = ?2 AND about = questions.seat)))",
                *(pace, kind, to_text(moment), *texts),
            )
        )

    @reads
    def finished(self, tx: Transaction, before: datetime) -> tuple[Game, ...]:
        """Return the games that `purge` would delete, so that they can be exported first."""
        return _games(tx, f"{_FINISHED} AND updated_at < ?", to_text(before))

    @reads
    def finished_in(
        self,
        tx: Transaction,
        channel_id: int,
        *statuses: Status,
        begun: bool = False,
        reopenable: bool = False,
        most: int = 1,
    ) -> tuple[Game, ...]:
        """Return up to `most` finished games of a channel with one of these statuses, the latest first. `begun`: only
        those that had started; `reopenable`: only those that were ended and can still be reopened."""
        rows = tx.all(
            f"SELECT * FROM games WHERE channel_id = ? AND {_FINISHED} AND status IN ({', '.join('?' * len(statuses))})"
            f" AND {_BEGUN if begun else '1 = 1'} AND {'sealed_at IS NOT NULL' if reopenable else '1 = 1'}"
            " AND typeof(games.id) = 'text' ORDER BY updated_at DESC, id LIMIT ?",
            *(channel_id, *statuses, most),
        )
        return tuple(read(Game, row)[0] for row in rows)

    @reads
    def of_user(self, tx: Transaction, user_id: int, *, ended: bool = False) -> tuple[Game, ...]:
        """Return the active games in which this person has a seat. `ended`: also those that were ended
        and can still be reopened."""
        which = f"({ACTIVE} OR {REOPENABLE})" if ended else ACTIVE
        return _games(tx, f"{which} AND id IN (SELECT game_id FROM seats WHERE user_id = ?)", user_id)

    @reads
    def asking(self, tx: Transaction, user_id: int) -> tuple[Game, ...]:
        """Return the active games in which this person is asked to take a seat, of a lobby or of somebody else's."""
        return _games(
            tx,
            f"{ACTIVE} AND id IN (SELECT game_id FROM invitations WHERE user_id = ?1 AND declined = 0"
            " UNION SELECT game_id FROM offers WHERE user_id = ?1)",
            user_id,
        )

    @reads
    def formerly_of(self, tx: Transaction, user_id: int) -> tuple[Game, ...]:
        """Return the active games in which this person once had a seat that changed hands, and has none now."""
        return _games(
            tx,
            f"{ACTIVE} AND id IN (SELECT game_id FROM tenures WHERE user_id = ?1)"
            " AND id NOT IN (SELECT game_id FROM seats WHERE user_id = ?1)",
            user_id,
        )

    @reads
    def finished_of(self, tx: Transaction, user_id: int, *, most: int, skip: int) -> tuple[Game, ...]:
        """Return the finished games that had started and in which this person has a seat, the latest first."""
        rows = tx.all(
            f"SELECT games.* FROM games JOIN seats ON game_id = games.id WHERE {_FINISHED} AND user_id = ? AND {_BEGUN}"
            " AND typeof(games.id) = 'text'"
            " ORDER BY games.updated_at DESC, games.id LIMIT ? OFFSET ?",
            *(user_id, most, skip),
        )
        return tuple(read(Game, row)[0] for row in rows)

    @reads
    def computer_turns(self, tx: Transaction) -> tuple[ComputerTurn, ...]:
        """Return the open questions of computer players in our running games, the oldest first."""
        rows = tx.all(
            f"SELECT questions.game_id AS game_id, questions.seat AS seat, policy, number FROM {_ASKED}"
            f" AND policy IS NOT NULL AND {self._db.share.rows('questions.game_id')}"
            " ORDER BY asked_at, questions.game_id, number"
        )
        return readable(ComputerTurn, rows)

    @reads
    def results(self, tx: Transaction, game_id: str) -> tuple[Result, ...]:
        """Return the scores of a game that is over, best first."""
        rows = tx.all("SELECT * FROM results WHERE game_id = ? ORDER BY rank, seat", game_id)
        return readable(Result, rows)


def invite(tx: Transaction, game_id: str, people: Iterable[Invitation]) -> None:
    """Invite these people to a lobby; an invitation that they already have is renewed."""
    tx.many(
        "INSERT INTO invitations (game_id, user_id, name, place) VALUES (?, ?, ?, ?) ON CONFLICT (game_id, user_id)"
        " DO UPDATE SET name = excluded.name, place = excluded.place, declined = 0",
        [(game_id, each.user_id, each.name, each.place) for each in people],
    )


def _games(tx: Transaction, condition: str, *parameters: object) -> tuple[Game, ...]:
    """Return the games that match. Rows whose id is not a text are left out, as nobody could load them; `check` reports
    them."""
    rows = tx.all(
        f"SELECT * FROM games WHERE ({condition}) AND typeof(id) = 'text' ORDER BY created_at, id", *parameters
    )
    return tuple(read(Game, row)[0] for row in rows)
