"""Moments of a running game that are kept beside its state: what happened, and the games before choices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.tables.ahead import Ahead
from bot.tables.asked import Asked
from bot.tables.planned import Plan
from game.core.decisions import Event


class Happened(NamedTuple):
    """An event with its number in this game, counted from 1, and the moves that stood after it."""

    number: int
    ply: int
    event: Event


class Earlier(NamedTuple):
    """The game before a choice that can be taken back; the state holds secrets.

    ended: who passed ahead until then, or until a computer player moved since; plans: what was planned, likewise.
    began: as `Context.began` was. asked: how the choice was asked. token: what was chosen.
    """

    ply: int
    state: Mapping[str, Any]
    ended: Mapping[str, Ahead] = MappingProxyType({})
    began: tuple[int, int] = (0, 0)
    plans: Mapping[str, Plan] = MappingProxyType({})
    asked: Asked = Asked()
    token: str = ""


class Round(NamedTuple):
    """Private questions under way: the game before the first answer, and the answers that stand, seat and token.

    `late` are the seats whose time was up: what was chosen for them cannot be taken back. All of it is secret but who
    is done, and whose time was up. `asked`: how the seats were asked what they answered last.
    """

    ply: int
    state: Mapping[str, Any]
    answers: tuple[tuple[str, str], ...] = ()
    late: tuple[str, ...] = ()
    asked: Mapping[str, Asked] = MappingProxyType({})


class Answered(NamedTuple):
    """A question that a guided player has answered, and the moves that stood after it."""

    ply: int
    turn: int
    phase: str
    kind: str
    source: str
