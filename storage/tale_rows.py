"""Stored tales as dataclasses. Secrets are left out of every repr, so that none is logged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Data = Mapping[str, Any]


class TaleStatus(StrEnum):
    """running -> over."""

    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Tale:
    """The row of a tale.

    `sequence`: the number of its last entry. `shown`: the number of the last entry that its channel has been shown;
    None for none.
    """

    id: str
    aid: str
    status: TaleStatus
    guild_id: int | None
    channel_id: int
    sequence: int
    shown: int | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Base:
    """The state after entry `since`; the entries after it lead to the present one."""

    since: int
    version: int
    state: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Written:
    """What a change adds to a tale, or replaces in it; None leaves that as it is.

    struck: the entries that were taken back, each with the number of the entry that did it. people: new people by the
    names they have in the tale, with their user ids.
    """

    entries: Sequence[Data] = ()
    casts: Sequence[Data] = field(default=(), repr=False)
    struck: Mapping[int, int] = field(default_factory=dict)
    base: Base | None = None
    secret: str | None = field(default=None, repr=False)
    people: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, Data] = field(default_factory=dict, repr=False)
    over: bool = False


@dataclass(frozen=True, slots=True)
class StoredTale:
    """All of a tale, read at one instant; `wrong` says what of it cannot be read, one line per problem."""

    tale: Tale
    base: Base | None
    secret: str = field(repr=False)
    entries: tuple[Data, ...] = field(repr=False)
    casts: tuple[Data, ...] = field(repr=False)
    people: Mapping[str, int | None]
    notes: Mapping[str, dict[str, Any]] = field(repr=False)
    channels: tuple[int, ...] = ()
    wrong: tuple[str, ...] = ()
