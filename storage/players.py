"""People: their settings, and forgetting them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from storage import tales, timers, topics
from storage.columns import to_json
from storage.database import Database, Part, Transaction, reads, writes
from storage.loading import settings_in
from storage.rows import Timer
from storage.steps import ACTIVE, REOPENABLE

_WITHOUT = """
    EXISTS (
        SELECT 1 FROM games AS game WHERE game.id = {} AND (
            game.status IN ('over', 'closed') OR (
                game.host_id IS NOT ?1
                AND NOT EXISTS (SELECT 1 FROM seats AS own WHERE own.game_id = game.id AND own.user_id = ?1)
            )
        )
    )
"""
"""SQL condition for rows of games that are finished, or in which the person (?1) neither has a seat nor is the host; {}
is the column with the game's id. It is checked for the person's rows alone, as a list of all such games would be
long."""
_EVER_SEATED = "(SELECT game_id FROM seats WHERE user_id = ?1 UNION SELECT game_id FROM tenures WHERE user_id = ?1)"
"""SQL for the games in which the person (?1) has or had a seat, and so for all in which they have moved."""
_SHOWN_AT = f"""
    ({ACTIVE} OR {REOPENABLE}) AND (
        opener_id = ?1 OR host_id = ?1 OR stopped_by = ?1
        OR id IN (SELECT game_id FROM seats WHERE user_id = ?1)
        OR id IN (SELECT game_id FROM tenures WHERE user_id = ?1)
        OR id IN (SELECT game_id FROM invitations WHERE user_id = ?1)
        OR id IN (SELECT game_id FROM offers WHERE user_id = ?1)
        OR id IN (SELECT game_id FROM votes WHERE about LIKE ?2)
    )
"""
"""SQL condition for the games whose messages may show the person (?1); ?2 is `topics.giving_to` them."""
_NAMELESS = "Somebody''s table"
"""The new name of a table that was named after somebody who is forgotten; quoted for SQL."""
WIPED = {"wiped": True}
"""The payload of a timer at a seat once the settings in it are forgotten."""
SOMEBODY = 0
"""Stands for the id of a forgotten person where NULL would mean that it was a vote."""


class StillIn(NamedTuple):
    """Where a forgotten person's id is still stored: in active games, which need to know whom to ask, and in running
    tales, until these end."""

    games: tuple[str, ...] = ()
    tales: tuple[str, ...] = ()


class Players(Part):
    """What is stored about people. reread: called when rows of messages were changed or deleted."""

    def __init__(self, db: Database, reread: Callable[[], None]) -> None:
        super().__init__(db)
        self._reread = reread

    @reads
    def settings(self, tx: Transaction, user_id: int) -> dict[str, Any]:
        """Return the person's own settings; empty if they changed none."""
        return _settings(tx, user_id)

    @writes
    def change_settings(
        self,
        tx: Transaction,
        user_id: int,
        changes: Mapping[str, Any],
        at_seats: Timer | None = None,
    ) -> dict[str, Any]:
        """Change these settings, leave the others, and return all of them. `at_seats`: a timer that is set about each
        seat of the person, where it is not set already, in games that are active or can be reopened; its payload is all
        settings as they were."""
        if at_seats is not None:
            timers.put_at_seats(tx, user_id, replace(at_seats, payload=_settings(tx, user_id)))
        settings: dict[str, Any] = {**_settings(tx, user_id), **changes}
        tx.all(
            "INSERT INTO players (user_id, settings, updated_at) VALUES (?, ?, ?) ON CONFLICT (user_id)"
            " DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at",
            *(user_id, to_json(settings), self._db.now()),
        )
        return settings

    @reads
    def shown_at(self, tx: Transaction, user_id: int) -> tuple[tuple[str, int | None], ...]:
        """Return the games that go on, or may be reopened, whose messages may show the person, each with its server id.
        They are those in which the person has or had a seat, is invited or asked to take one, is host, opened the
        table, or stopped the game."""
        rows = tx.all(
            f"SELECT id, guild_id FROM games WHERE {_SHOWN_AT} ORDER BY id", user_id, topics.giving_to(user_id)
        )
        return tuple((row["id"], row["guild_id"]) for row in rows)

    async def forget(self, user_id: int, kind: str) -> StillIn:
        """Delete the person's settings; their name and id from all games but the active ones they play or host; and
        their id from all tales that are over. From a running tale it is deleted when that ends.

        `kind`: of the timers that `change_settings` sets about seats, whose payload is settings; the person's are
        `WIPED`. The messages of the games in `shown_at` count as not up to date from then on.
        """
        try:
            left = await self._forget(user_id, kind)
        finally:
            self._reread()
        await self._db.wipe_deleted()
        return left

    @writes
    def _forget(self, tx: Transaction, user_id: int, kind: str) -> StillIn:
        tx.all(f"UPDATE games SET told = 0 WHERE {_SHOWN_AT}", user_id, topics.giving_to(user_id))
        tx.all(
            "UPDATE timers SET payload = ? WHERE kind = ?"
            " AND (game_id, about) IN (SELECT game_id, seat FROM seats WHERE user_id = ?)",
            *(to_json(WIPED), kind, user_id),
        )
        tx.all("DELETE FROM players WHERE user_id = ?", user_id)
        tx.all("DELETE FROM kicked WHERE user_id = ?", user_id)
        tx.all("DELETE FROM invitations WHERE user_id = ?", user_id)
        tx.all("DELETE FROM offers WHERE user_id = ?", user_id)
        tx.all("DELETE FROM votes WHERE about LIKE ?", topics.giving_to(user_id))
        called = "UPDATE messages SET shown = replace(shown, ?2, '') WHERE shown LIKE '%' || ?2 || '%' AND"
        tx.all(f"{called} {_WITHOUT.format('messages.game_id')}", user_id, str(user_id))
        for table, change in (
            ("moves", f"UPDATE moves SET user_id = NULL WHERE game_id IN {_EVER_SEATED} AND user_id = ?1"),
            ("votes", "DELETE FROM votes WHERE user_id = ?1"),  # before the seats, to which votes refer
            ("seats", "UPDATE seats SET user_id = NULL, name = seat WHERE user_id = ?1"),
            ("tenures", "UPDATE tenures SET user_id = NULL, name = seat WHERE user_id = ?1"),
            ("results", "UPDATE results SET user_id = NULL WHERE user_id = ?1"),
            ("messages", "DELETE FROM messages WHERE user_id = ?1"),
        ):
            tx.all(f"{change} AND {_WITHOUT.format(f'{table}.game_id')}", user_id)
        for change in (
            "UPDATE games SET host_id = NULL WHERE host_id = ?1",
            f"UPDATE games SET stopped_by = {SOMEBODY} WHERE stopped_by = ?1",
            f"UPDATE games SET name = '{_NAMELESS}', opener_id = NULL WHERE opener_id = ?1",
        ):
            tx.all(f"{change} AND {_WITHOUT.format('games.id')}", user_id)
        games = tx.all(
            "SELECT game_id FROM seats WHERE user_id = ? UNION SELECT id FROM games WHERE host_id = ?",
            *(user_id, user_id),
        )
        return StillIn(tuple(sorted(row["game_id"] for row in games)), tales.forget(tx, user_id))


def _settings(tx: Transaction, user_id: int) -> dict[str, Any]:
    """Return the stored settings; empty, which is logged, if they cannot be read."""
    row = tx.one("SELECT * FROM players WHERE user_id = ?", user_id)
    return settings_in(row) if row is not None else {}
