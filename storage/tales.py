"""Tales: tables of a role-playing aid. Knows numbers and plain data, no rule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from storage.columns import packed, to_json, to_text
from storage.database import Database, Part, Transaction, reads, writes
from storage.errors import ChannelTaken, Conflict, Duplicate, NoSuchGame, WrongStatus
from storage.games import unused_id
from storage.reading import read
from storage.share import Share
from storage.tale_loading import load
from storage.tale_rows import Data, StoredTale, Tale, TaleStatus, Written

_NOT_SHOWN = "UPDATE tales SET shown = sequence - 1 WHERE id = ? AND shown >= sequence"
"""Marks a tale's last entry as not shown, so that a start goes over the tale. Were all entries marked so, it would go
over all old rolls, too."""


class Tales(Part):
    """The rows of tales, with what belongs to them."""

    def __init__(self, db: Database, new_id: Callable[[], str]) -> None:
        super().__init__(db)
        self._new_id = new_id

    @writes
    def create(self, tx: Transaction, aid: str, *, guild_id: int | None, channel_id: int, first: Written) -> Tale:
        """Open a tale of that aid in a channel that has none. Raises ChannelTaken."""
        now, tale_id = self._db.now(), unused_id(tx, self._new_id)
        tx.all(
            "INSERT INTO tales (id, aid, guild_id, channel_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            *(tale_id, aid, guild_id, channel_id, now, now),
        )
        _link_channel(tx, channel_id, tale_id)
        self._write(tx, tale_id, first, 0, None)
        return _row(tx, tale_id)

    @reads
    def load(self, tx: Transaction, tale_id: str) -> StoredTale:
        """Return all that is needed to go on with the tale. Raises NoSuchGame."""
        return load(tx, tale_id)

    async def append(self, tale_id: str, written: Written, *, expected: int, interaction_id: int | None = None) -> Tale:
        """Store what was done. `expected`: the number of the last entry so far. When the tale ends, people who wish to
        be forgotten are forgotten in it.

        Raises NoSuchGame, WrongStatus, Conflict; Duplicate if the interaction was counted before.
        """
        tale, forgotten = await self._append(tale_id, written, expected, interaction_id)
        if forgotten:
            await self._db.wipe_deleted()
        return tale

    @writes
    def _append(
        self, tx: Transaction, tale_id: str, written: Written, expected: int, interaction_id: int | None
    ) -> tuple[Tale, bool]:
        """Return the tale's row afterwards, and whether anybody was forgotten."""
        tale = _row(tx, tale_id)
        if interaction_id is not None:
            counted = tx.one(
                "SELECT number FROM tale_entries WHERE tale_id = ? AND interaction_id = ?", tale_id, interaction_id
            )
            if counted is not None:
                raise Duplicate(tale_id, counted["number"])
        if tale.status is not TaleStatus.RUNNING:
            raise WrongStatus(tale_id, tale.status)
        if tale.sequence != expected:
            raise Conflict(f"tale {tale_id} is at {tale.sequence}, not {expected}")
        self._write(tx, tale_id, written, expected, interaction_id)
        return _row(tx, tale_id), written.over and _forget_with_the_end(tx, tale_id)

    def _write(self, tx: Transaction, tale_id: str, written: Written, last: int, interaction_id: int | None) -> None:
        now = self._db.now()
        tx.many(
            "INSERT INTO tale_people (tale_id, who, user_id) VALUES (?, ?, ?)",
            [(tale_id, who, user_id) for who, user_id in written.people.items()],
        )
        tx.many(
            "INSERT INTO tale_entries (tale_id, number, data, interaction_id, at) VALUES (?, ?, ?, ?, ?)",
            [
                (tale_id, number, packed(data), interaction_id, now)
                for number, data in enumerate(written.entries, last + 1)
            ],
        )
        tx.many(
            "UPDATE tale_entries SET struck = ? WHERE tale_id = ? AND number = ?",
            [(by, tale_id, number) for number, by in written.struck.items()],
        )
        if written.casts:
            before = tx.only("SELECT coalesce(max(number), 0) FROM tale_casts WHERE tale_id = ?", tale_id)[0]
            tx.many(
                "INSERT INTO tale_casts (tale_id, number, data) VALUES (?, ?, ?)",
                [(tale_id, number, packed(data)) for number, data in enumerate(written.casts, before + 1)],
            )
        if written.base is not None:
            tx.all(
                "INSERT INTO tale_bases (tale_id, since, version, state) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (tale_id) DO UPDATE SET since = excluded.since, version = excluded.version,"
                " state = excluded.state",
                *(tale_id, written.base.since, written.base.version, packed(written.base.state)),
            )
        if written.secret is not None:
            tx.all(
                "INSERT INTO tale_secrets (tale_id, secret) VALUES (?, ?)"
                " ON CONFLICT (tale_id) DO UPDATE SET secret = excluded.secret",
                *(tale_id, written.secret),
            )
        for who, notes in written.notes.items():
            _save_notes(tx, tale_id, who, notes)
        tx.all(
            "UPDATE tales SET sequence = ?, updated_at = ? WHERE id = ?",
            *(last + len(written.entries), now, tale_id),
        )
        if written.over:
            tx.all("UPDATE tales SET status = 'over' WHERE id = ?", tale_id)

    @writes
    def save_notes(self, tx: Transaction, tale_id: str, who: str, user_id: int, notes: Data) -> None:
        """Replace what the screens of somebody remember, who gets that name in the tale if they have none. Raises
        NoSuchGame."""
        _row(tx, tale_id)
        tx.all(
            "INSERT INTO tale_people (tale_id, who, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            *(tale_id, who, user_id),
        )
        _save_notes(tx, tale_id, who, notes)

    @writes
    def link(self, tx: Transaction, tale_id: str, channel_id: int) -> None:
        """Let a channel that has no tale lead to this one. Raises NoSuchGame, WrongStatus, ChannelTaken."""
        _require_running(_row(tx, tale_id))
        _link_channel(tx, channel_id, tale_id)
        tx.all(_NOT_SHOWN, tale_id)

    @writes
    def unlink(self, tx: Transaction, tale_id: str, channel_id: int) -> bool:
        """Stop a channel from leading to the tale; return whether it did. The tale's own channel always does."""
        home = "SELECT channel_id FROM tales WHERE id = tale_id"
        gone = (
            f"DELETE FROM tale_channels WHERE channel_id = ? AND tale_id = ? AND channel_id NOT IN ({home}) RETURNING 1"
        )
        tx.all(_NOT_SHOWN, tale_id)
        return bool(tx.all(gone, channel_id, tale_id))

    @writes
    def move(self, tx: Transaction, tale_id: str, guild_id: int | None, channel_id: int) -> Tale:
        """Move the tale to another channel; the former one no longer leads to it. Raises what `link` raises."""
        tale = _row(tx, tale_id)
        _require_running(tale)
        if not tx.all("SELECT 1 FROM tale_channels WHERE channel_id = ? AND tale_id = ?", channel_id, tale_id):
            _link_channel(tx, channel_id, tale_id)
        if channel_id != tale.channel_id:
            tx.all("DELETE FROM tale_channels WHERE channel_id = ?", tale.channel_id)
        tx.all(
            "UPDATE tales SET guild_id = ?, channel_id = ?, updated_at = ? WHERE id = ?",
            *(guild_id, channel_id, self._db.now(), tale_id),
        )
        tx.all(_NOT_SHOWN, tale_id)
        return _row(tx, tale_id)

    @reads
    def active_in(self, tx: Transaction, channel_id: int) -> str | None:
        """Return the id of the running tale to which the channel leads; None if there is none."""
        row = tx.one("SELECT tale_id FROM tale_channels WHERE channel_id = ?", channel_id)
        return row["tale_id"] if row is not None else None

    @reads
    def ended_in(self, tx: Transaction, channel_id: int) -> str | None:
        """Return the id of the tale that ended last among those to which the channel led; None if there is none."""
        row = tx.one("SELECT tale_id FROM tale_endings WHERE channel_id = ?", channel_id)
        return row["tale_id"] if row is not None else None

    @reads
    def of_user(self, tx: Transaction, user_id: int, guild_id: int | None = None) -> tuple[str, ...]:
        """Return the ids of the running tales, one server's or all of ours, in which this person has a name; the most
        recently changed first."""
        there, server = (self._db.share.games(), ()) if guild_id is None else ("guild_id = ?", (guild_id,))
        rows = tx.all(
            f"SELECT id FROM tale_people JOIN tales ON id = tale_id WHERE user_id = ? AND {there}"
            " AND status = 'running' ORDER BY updated_at DESC, id",
            *(user_id, *server),
        )
        return tuple(row["id"] for row in rows)

    @reads
    def rows(self, tx: Transaction, status: TaleStatus) -> tuple[Tale, ...]:
        """Return the rows of all tales with that status, oldest first."""
        rows = tx.all("SELECT * FROM tales WHERE status = ? ORDER BY created_at, id", status)
        return tuple(read(Tale, row)[0] for row in rows)

    @writes
    def delete(self, tx: Transaction, tale_id: str) -> None:
        """Delete a tale with all that belongs to it; its id is never used again. Raises NoSuchGame."""
        _row(tx, tale_id)
        tx.all("DELETE FROM tales WHERE id = ?", tale_id)
        tx.all("INSERT INTO retired_ids (id) VALUES (?)", tale_id)

    @writes
    def purge(self, tx: Transaction, before: datetime) -> tuple[str, ...]:
        """Delete the tales that ended before that time; return their ids, which are never used again."""
        rows = tx.all("DELETE FROM tales WHERE status = 'over' AND updated_at < ? RETURNING id", to_text(before))
        ids = sorted(row["id"] for row in rows)
        tx.many("INSERT INTO retired_ids (id) VALUES (?)", [(each,) for each in ids])
        return tuple(ids)

    @reads
    def not_shown(self, tx: Transaction, guild_id: int | None = None) -> tuple[str, ...]:
        """Return the ids of our tales, all or one server's, whose channel has not been shown all entries; oldest
        first."""
        behind = f"(shown IS NULL OR shown < sequence) AND {self._db.share.games(guild_id)}"
        rows = tx.all(f"SELECT id FROM tales WHERE {behind} ORDER BY created_at, id")
        return tuple(row["id"] for row in rows)

    @reads
    def going(self, tx: Transaction, *, guild_id: int | None = None, share: Share | None = None) -> tuple[str, ...]:
        """Return the ids of the tales whose messages may have to change: those that run, and those whose channel has
        not been shown their end; ours or those of `share`, all or one server's."""
        where = (share or self._db.share).games(guild_id)
        rows = tx.all(
            f"SELECT id FROM tales WHERE (status = 'running' OR shown IS NULL OR shown < sequence) AND {where}"
            " ORDER BY created_at, id"
        )
        return tuple(row["id"] for row in rows)

    def set_shown(self, tale_id: str, number: int) -> None:
        """Note that the channel shows all entries up to this one: a deferred write; if a crash loses it, a start goes
        over them again."""
        self._db.soon(lambda tx: tx.all("UPDATE tales SET shown = ? WHERE id = ?", number, tale_id))


def forget(tx: Transaction, user_id: int) -> tuple[str, ...]:
    """Delete the person's id from tales that are over at once, and from running ones when they end; return the ids of
    these."""
    tx.all(
        "UPDATE tale_people SET user_id = NULL WHERE user_id = ? AND tale_id IN"
        " (SELECT id FROM tales WHERE status = 'over')",
        user_id,
    )
    rows = tx.all("UPDATE tale_people SET forgets = 1 WHERE user_id = ? RETURNING tale_id", user_id)
    return tuple(sorted(row["tale_id"] for row in rows))


def _forget_with_the_end(tx: Transaction, tale_id: str) -> bool:
    """Forget the people who asked for it while the tale ran; return whether there were any."""
    gone = "UPDATE tale_people SET user_id = NULL, forgets = 0 WHERE tale_id = ? AND forgets = 1 RETURNING who"
    return bool(tx.all(gone, tale_id))


def _row(tx: Transaction, tale_id: str) -> Tale:
    """Return the tale's row. Raises NoSuchGame."""
    row = tx.one("SELECT * FROM tales WHERE id = ?", tale_id)
    if row is None:
        raise NoSuchGame(tale_id)
    return read(Tale, row)[0]


def _require_running(tale: Tale) -> None:
    if tale.status is not TaleStatus.RUNNING:
        raise WrongStatus(tale.id, tale.status)


def _link_channel(tx: Transaction, channel_id: int, tale_id: str) -> None:
    """Let the channel lead to the tale. Raises ChannelTaken."""
    row = tx.one("SELECT tale_id FROM tale_channels WHERE channel_id = ?", channel_id)
    if row is not None:
        raise ChannelTaken(channel_id, row["tale_id"])
    tx.all("INSERT INTO tale_channels (channel_id, tale_id) VALUES (?, ?)", channel_id, tale_id)


def _save_notes(tx: Transaction, tale_id: str, who: str, notes: Data) -> None:
    tx.all(
        "INSERT INTO tale_notes (tale_id, who, notes) VALUES (?, ?, ?)"
        " ON CONFLICT (tale_id, who) DO UPDATE SET notes = excluded.notes",
        *(tale_id, who, to_json(notes)),
    )
