"""Everything that storage raises on purpose.

StorageError
├── CannotOpen
│   ├── OlderSchema
│   ├── NewerSchema
│   ├── BeingChanged
│   └── Moved
├── NotAFile
├── DatabaseFailed
│   └── DatabaseAway
├── NoSuchGame
├── Unreadable
├── NoSuchSeat
├── AlreadySeated
├── ChannelTaken
├── Duplicate
├── Conflict
│   ├── WrongStatus
│   └── QuestionClosed
├── LeaseHeld
├── LeaseLost
├── CopyFailed
├── CopyInDoubt
└── BackupFailed

No text holds a state, a token of a move or a seed: all of them may be logged.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from storage.place import Place, Server


class StorageError(Exception):
    """The base of all errors of this package."""


class CannotOpen(StorageError):
    """The file or server is missing, is not a database of ours, or cannot be used; one line says what and why."""

    def __init__(self, place: Place, reason: str) -> None:
        # A driver's message may quote the URL with its password.
        said = place.hidden_in(reason) if isinstance(place, Server) else reason
        super().__init__(f"cannot open the database {place}: {said}")


class OlderSchema(CannotOpen):
    """The database was written by an older program, or is empty (`found` is 0), and must not be upgraded now."""

    def __init__(self, place: Place, found: int, known: int) -> None:
        behind = f"its schema is version {found}; the bot's next start makes it {known}"
        super().__init__(place, behind if found else "it is empty")
        self.found = found


class NewerSchema(CannotOpen):
    """The database was written by a newer program."""

    def __init__(self, place: Place, found: int, known: int) -> None:
        super().__init__(place, f"its schema is version {found}, this program knows up to {known}; use a newer program")
        self.found = found
        self.known = known


class BeingChanged(CannotOpen):
    """Another process is copying or upgrading the whole database; nobody else may start to use it meanwhile."""

    UPGRADED = "another process brings it up to date just now: start again when that is done"


class Moved(CannotOpen):
    """The games have been moved to another database; this file must no longer be used."""


class NotAFile(StorageError):
    """This works for SQLite files alone; PostgreSQL has tools of its own for it."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"{place} is not a file: PostgreSQL's own programs do this there, see docs/operating.md")


class DatabaseFailed(StorageError):
    """The database could not do it (disk full, locked by another process, closed). Nothing was written."""


class DatabaseAway(DatabaseFailed):
    """The server cannot be reached, or does not answer, for now. Nothing was written, unless the connection broke
    during the commit: whether that counted is not known before the server is back."""


class Unreadable(StorageError):
    """This part of a stored game is damaged and cannot be read."""

    def __init__(self, game_id: str, what: str) -> None:
        super().__init__(f"game {game_id}: {what} cannot be read")
        self.game_id = game_id


class NoSuchGame(StorageError):
    """There is no such game: it never existed, or was deleted."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id!r}")
        self.game_id = game_id


class NoSuchSeat(StorageError):
    """The game has no such seat."""

    def __init__(self, game_id: str, seat: str) -> None:
        super().__init__(f"game {game_id} has no seat {seat!r}")


class AlreadySeated(StorageError):
    """The person already has a seat in this game; `seat` is that seat."""

    def __init__(self, game_id: str, seat: str) -> None:
        super().__init__(f"this person has seat {seat} in game {game_id} already")
        self.seat = seat


class ChannelTaken(StorageError):
    """The channel has an active game; `game_id` is that game."""

    def __init__(self, channel_id: int, game_id: str) -> None:
        super().__init__(f"channel {channel_id} has the active game {game_id} already")
        self.channel_id = channel_id
        self.game_id = game_id


class Duplicate(StorageError):
    """This interaction was counted before; `sequence` is the row it made."""

    def __init__(self, game_id: str, sequence: int) -> None:
        super().__init__(f"this interaction is move {sequence} of game {game_id} already")
        self.game_id = game_id
        self.sequence = sequence


class Conflict(StorageError):
    """The game is not in the state that the caller expects; nothing was written. Load it again."""


class WrongStatus(Conflict):
    """The game is in the wrong status (lobby, running, over, closed) for this."""

    def __init__(self, game_id: str, status: str) -> None:
        super().__init__(f"game {game_id} is {status}")
        self.status = status


class QuestionClosed(Conflict):
    """The question is not, or no longer, open for this seat."""

    def __init__(self, game_id: str, seat: str, question: int) -> None:
        super().__init__(f"question {question} of game {game_id} is not open for {seat}")


class LeaseHeld(StorageError):
    """Another bot uses this database; it must renew its lease before `expires_at`."""

    def __init__(self, expires_at: datetime, host: str, pid: int, counts: str = "") -> None:
        """counts: says how the other bot counts shards, if not as we do; it has to stop before we can start."""
        super().__init__(
            f"another bot works with this database: process {pid} on {host}"
            f" (its lease runs out at {expires_at:%Y-%m-%d %H:%M:%S} UTC unless it renews)"
            f"{counts and f'; {counts}'}"
        )
        self.expires_at = expires_at


class LeaseLost(StorageError):
    """The lease was taken over by another bot or released, or the file that it is in was taken away; this bot must
    stop."""


class CopyFailed(StorageError):
    """Nothing was copied; the target database is unchanged."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing was copied: {reason}")


class CopyInDoubt(StorageError):
    """The connection was lost while the copy was committed, and the server could not be asked since."""

    def __init__(self, server: Server, reason: str) -> None:
        super().__init__(
            f"nobody can tell yet whether all was copied to {server} ({server.hidden_in(reason)}): start no bot before"
            " it can be reached again; the same command then copies all, or says that something is there already, which"
            " is the complete copy"
        )


class BackupFailed(StorageError):
    """No backup was written; a previous file of that name, if any, is unchanged."""

    def __init__(self, target: Path, reason: str) -> None:
        super().__init__(f"cannot write the backup {target}: {reason}")
