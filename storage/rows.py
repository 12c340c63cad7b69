"""Stored data as dataclasses. Secrets (states, tokens) are left out of every repr, so that none is logged."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """lobby -> running -> over; a lobby or a running game may also be closed early."""

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

    `game` is the name of what is played; `options` are that game's and the table's own. `opener_id`: after whom the
    table is named. `paused_at`: since when a running game is paused. `sealed_at`: until when a game that was ended
    early can be reopened. `stopped_by`: who paused or ended it; None for a vote, SOMEBODY for a person who is
    forgotten.
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
    place: int | None = None
    """The position among the seats of a rematch; None: seated in order of arrival."""

    @property
    def is_computer(self) -> bool:
        return self.policy is not None


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who is invited to a lobby. `place`: their position among those who have one, in a rematch; None:
    last."""

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
class GivesWay:
    """A lobby that is closed when a game is reopened in its channel: by whom, and its options from then on."""

    lobby_id: str
    by: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who had a seat until it changed hands, in that turn. `number` counts the game's changes from 1; `own`: they gave
    the seat up themselves."""

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
        """Whether a person took their seat back from the computer player that had it meanwhile."""
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
    """A state to be stored: data for JSON, with the version of its format.

    `side` is what the caller keeps beside the state and changes with it. Neither may be modified afterwards.
    """

    version: int
    state: Mapping[str, Any] = field(repr=False)
    side: Mapping[str, Any] = field(repr=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The stored position after row `sequence` of the moves, when `ply` moves stand."""

    sequence: int
    ply: int
    version: int
    state: dict[str, Any] = field(repr=False)
    side: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All of a game that is needed to go on with it, read at one instant. A lobby has no snapshot.

    `wrong` says what of it cannot be read (stand-ins take its place) or is inconsistent, one line per problem.
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
    """Settings by user id, of those players who have changed any."""
    kicked: dict[int, str] = field(default_factory=dict)
    """The names by user id of those who were taken out of the lobby and not let in again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question that follows at once on another answer of the same seat."""

    kind: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A move to be stored: an answer to an open question, by a person or by a computer player's policy.

    `then` are the answers to what the seat is asked next, given by the same press and stored in a row each.
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

    `alone`: only this seat's last moves are taken out, as many as leave `ply`; moves that others made since still
    stand.
    """

    seat: str
    ply: int
    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored row, move or undo. `ply` moves stand after it; an undo has no kind, token or question."""

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
    """Where a game stands after something was stored of it: the sequence of its last row, how many moves stand, and the
    numbers of the open questions by seat."""

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
class Posted:
    """A message of a game that stands in a channel of a server."""

    game_id: str
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's final score, stored with the last move: `detail` is its line of the score sheet, `total` its points."""

    seat: str
    total: int
    rank: int
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """A stored score, with who had the seat."""

    game_id: str
    seat: str
    user_id: int | None
    policy: str | None
    total: int
    rank: int
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the bot: only planned (`message_id` is None), or posted and last showing what `shown` stands for.

    `failures` counts the attempts that failed since the last success; `error` and `failed_at` are of the latest.
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
    """A person's settings, and when they were last changed."""

    user_id: int
    settings: dict[str, Any]
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Ballot:
    """A person's vote, when it was cast, and whether it is for or against the proposal."""

    user_id: int
    at: datetime
    favours: bool = True


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that is due at a time: `kind` says what is to be done, `about` to what, `game_id` in which game, if
    any.

    A timer that is set again gets a new `id`; it is 0 until stored. `damaged`: its due time cannot be read, so it
    counts as due.
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
    """A change of a game's timers: which to delete, by (kind, about), and which to set; one that exists is replaced."""

    drop: Collection[tuple[str, str]] = ()
    put: Collection[Timer] = ()


NOTHING_WAITS = Timing()
"""No change of timers."""
