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
    """The file or the server is missing, no database of ours, or cannot be used; one line says what and why."""

    def __init__(self, place: Place, reason: str) -> None:
        # A driver may quote what it was given.
        said = place.hidden_in(reason) if isinstance(place, Server) else reason
        super().__init__(f"cannot open the database {place}: {said}")


class OlderSchema(CannotOpen):
    """The database was written by an older program, or is empty (`found` is 0), and is not to be changed now."""

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
    """Another process copies the whole database, or brings it up to date: nobody begins to work with it meanwhile."""


class Moved(CannotOpen):
    """The games are elsewhere by now, and nobody begins to work with this file any more."""


class NotAFile(StorageError):
    """This is for a SQLite file, and PostgreSQL has means of its own for it."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"{place} is not a file: PostgreSQL's own programs do this there, see docs/operating.md")


class DatabaseFailed(StorageError):
    """The database could not do it (disk full, locked by another process, closed); nothing was written."""


class DatabaseAway(DatabaseFailed):
    """The server cannot be reached, for now. Nothing was written, unless it went away over the commit: then nobody
    knows before it is back."""


class Unreadable(StorageError):
    """What is stored of this game is damaged, so that this cannot be read."""

    def __init__(self, game_id: str, what: str) -> None:
        super().__init__(f"game {game_id}: {what} cannot be read")
        self.game_id = game_id


class NoSuchGame(StorageError):
    """The game never was, or has been deleted."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id!r}")
        self.game_id = game_id


class NoSuchSeat(StorageError):
    """The game has no such seat."""

    def __init__(self, game_id: str, seat: str) -> None:
        super().__init__(f"game {game_id} has no seat {seat!r}")


class AlreadySeated(StorageError):
    """The person has a seat in this game."""

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
    """This interaction has been counted; `sequence` is the row it made."""

    def __init__(self, game_id: str, sequence: int) -> None:
        super().__init__(f"this interaction is move {sequence} of game {game_id} already")
        self.game_id = game_id
        self.sequence = sequence


class Conflict(StorageError):
    """The game is not as the caller believes; nothing was written. Load it again."""


class WrongStatus(Conflict):
    """The game is in the wrong status (lobby, running, over, closed) for this."""

    def __init__(self, game_id: str, status: str) -> None:
        super().__init__(f"game {game_id} is {status}")
        self.status = status


class QuestionClosed(Conflict):
    """The question is not, or no longer, open for that seat."""

    def __init__(self, game_id: str, seat: str, question: int) -> None:
        super().__init__(f"question {question} of game {game_id} is not open for {seat}")


class LeaseHeld(StorageError):
    """Another bot works with this database; it must renew before `expires_at`."""

    def __init__(self, expires_at: datetime, host: str, pid: int, counts: str = "") -> None:
        """counts: how it counts shards, where that is not as we do: it has to go before we can begin."""
        super().__init__(
            f"another bot works with this database: process {pid} on {host}"
            f" (its lease runs out at {expires_at:%Y-%m-%d %H:%M:%S} UTC unless it renews)"
            f"{counts and f'; {counts}'}"
        )
        self.expires_at = expires_at


class LeaseLost(StorageError):
    """The lease was taken over or released; this bot must stop."""


class CopyFailed(StorageError):
    """The other database is as it was."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing was copied: {reason}")


class BackupFailed(StorageError):
    """No backup was written; the former file of that name, if any, is as it was."""

    def __init__(self, target: Path, reason: str) -> None:
        super().__init__(f"cannot write the backup {target}: {reason}")
