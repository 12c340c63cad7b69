"""What is stored, as values. Secrets (states, tokens) are left out of every repr, so that none is logged."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """lobby -> running -> over; a lobby or a running game may also be closed before its end."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"

    @property
    def is_active(self) -> bool:
        return self in (Status.LOBBY, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Game:
    """A table, from its lobby on. `host_id` is None only after the host asked to be forgotten.

    `opener_id`: whose name is in the table's. `paused_at`: since when a running game rests. `sealed_at`: when a game
    that was ended before its time can no longer be taken up again. `stopped_by`: who paused or ended it; None: a
    vote; SOMEBODY: a person who is forgotten.

    `game` is the name of what is played; `options` are that game's and the table's own.
    """

    id: str
    game: str
    name: str
    status: Status
    guild_id: int | None
    channel_id: int
    host_id: int | None
    options: dict[str, Any]
    pace: str
    settled: bool
    created_at: datetime
    updated_at: datetime
    opener_id: int | None = None
    paused_at: datetime | None = None
    sealed_at: datetime | None = None
    stopped_by: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's seat (`user_id`), a computer player's (`policy`), or, with neither, a forgotten person's."""

    seat: str
    user_id: int | None
    policy: str | None
    name: str
    joined_at: datetime
    left_at: datetime | None
    place: int | None = None
    """Where among those who were given one; None: in the order in which they came."""

    @property
    def is_computer(self) -> bool:
        return self.policy is not None


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who is asked to sit down in a lobby. `place`: where among those who have one; None: last."""

    user_id: int
    name: str
    place: int | None = None
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a seat: a person or a computer player."""

    user_id: int | None
    policy: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who had a seat until it changed hands, in that turn. `number`: the how manieth change of the game; `own`: they
    gave it up themselves."""

    number: int
    seat: str
    user_id: int | None
    policy: str | None
    name: str
    turn: int
    own: bool
    until_at: datetime

    @property
    def is_return(self) -> bool:
        """Whether a person took the seat back from the computer player that had it meanwhile."""
        return self.own and self.policy is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """A person who is asked to take a seat."""

    seat: str
    user_id: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is open now, for one seat."""

    seat: str
    number: int
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Position:
    """A state to be stored: JSON-able, with the version of its form.

    `side` is what the caller keeps beside the state and changes with it. Neither may be altered afterwards.
    """

    version: int
    state: Mapping[str, Any] = field(repr=False)
    side: Mapping[str, Any] = field(repr=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The stored position after the row `sequence` of the moves; `ply` moves stand."""

    sequence: int
    ply: int
    version: int
    state: dict[str, Any] = field(repr=False)
    side: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All of a game that is needed to go on with it; read at one instant. No snapshot in a lobby.

    `wrong` says what of it cannot be read (stand-ins are there in its place) or does not fit together, a line each.
    """

    game: Game
    seats: tuple[Seat, ...]
    questions: dict[str, Question]
    snapshot: Snapshot | None
    wrong: tuple[str, ...] = ()
    timers: tuple[Timer, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    tenures: tuple[Tenure, ...] = ()
    offers: tuple[Offer, ...] = ()
    settings: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Of those who sit there and have set something, by user id."""
    kicked: dict[int, str] = field(default_factory=dict)
    """Who was taken out of the lobby and not let in again: the name of each by user id."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answers that it is asked in the same moment."""

    kind: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A move to be stored: an answer to an open question, by a person or by a computer player's policy.

    `then` are the answers to what the seat is asked after that, a row each, given with the same press.
    """

    seat: str
    kind: str
    token: str = field(repr=False)
    question: int
    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    then: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """An undo to be stored: the game goes back to when `ply` moves stood.

    `alone`: only moves of this seat are taken out, as many as leave `ply`; what others did since still stands.
    """

    seat: str
    ply: int
    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored row, move or undo. `ply` moves stand after it; an undo has no kind, token and question."""

    sequence: int
    ply: int
    seat: str
    kind: str | None
    token: str | None = field(repr=False)
    question: int | None
    user_id: int | None
    policy: str | None
    interaction_id: int | None
    at: datetime
    alone: bool = False

    @property
    def is_undo(self) -> bool:
        return self.kind is None


@dataclass(frozen=True, slots=True)
class Appended:
    """What a stored step led to: its sequence and ply, and the number of each open question by seat."""

    sequence: int
    ply: int
    questions: dict[str, int]


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """An open question of a computer player's seat in a running game."""

    game_id: str
    seat: str
    policy: str
    number: int


@dataclass(frozen=True, slots=True)
class Score:
    """How a seat did, to be stored with the last move: `detail` is its line of the score sheet, `total` the points."""

    seat: str
    total: int
    rank: int
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """A stored score, with whose it was."""

    game_id: str
    seat: str
    user_id: int | None
    policy: str | None
    total: int
    rank: int
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the bot: planned (no `message_id`), or posted and last showing what `shown` stands for.

    `failures` counts the attempts since the last that succeeded; `error` and `failed_at` are of the latest.
    """

    id: int
    game_id: str
    kind: str
    channel_id: int
    message_id: int | None
    seat: str | None
    user_id: int | None
    shown: str | None
    posted_at: datetime | None
    failures: int
    error: str | None
    failed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has set, and when."""

    user_id: int
    settings: dict[str, Any]
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote of a person, when it was cast, and whether it is for what is voted on, or against it."""

    user_id: int
    at: datetime
    favours: bool = True


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that waits: `kind` says what is to be done, `about` about what; in a game, if it is of one.

    `id` is that of this setting: whoever sets it anew gives it another. It is 0 until it is stored. `damaged`: when it
    is due cannot be read any more, so it counts as due.
    """

    kind: str
    about: str
    due_at: datetime
    payload: dict[str, Any] = field(default_factory=dict)
    game_id: str | None = None
    id: int = 0
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """What changes in the timers of a game: which are taken away, by kind and about, and which are set (anew)."""

    drop: Collection[tuple[str, str]] = ()
    put: Collection[Timer] = ()


NOTHING_WAITS = Timing()
"""Nothing changes there."""
