"""Moments of a running game that are kept beside its state: what happened, and the games before choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.tables.ahead import Ahead
from bot.tables.asked import Asked
from bot.tables.news import of_table
from bot.tables.planned import Plan
from game.core.decisions import Event

LOG = 150
"""Events kept for "what happened since you last acted", of those that one may know."""


class Happened(NamedTuple):
    """An event with its number in this game, counted from 1, the moves that stood after it, and how often seats had
    changed hands then (None: former versions did not store it)."""

    number: int
    ply: int
    event: Event
    hands: int | None = None


class Earlier(NamedTuple):
    """The game before a choice that can be taken back; the state holds secrets.

    ended: who passed ahead until then, or until a computer player moved since, and no longer; plans: what was planned,
    likewise.
    began: as `Context.began` was. asked: how the choice was asked. token: what was chosen. seat: by whom.
    """

    ply: int
    state: Mapping[str, Any]
    ended: Mapping[str, Ahead] = MappingProxyType({})
    began: tuple[int, int] = (0, 0)
    plans: Mapping[str, Plan] = MappingProxyType({})
    asked: Asked = Asked()
    token: str = ""
    seat: str = ""


class Round(NamedTuple):
    """Private questions under way: the game before the first answer, and the answers that stand, seat and token.

    `late` are the seats whose time was up: what was chosen for them cannot be taken back. All of it is secret but who
    is done, and whose time was up. `asked`: how the seats were asked what they answered last. `final`: the seats whose
    answers stand as well, since whoever has them now has not given them all.
    """

    ply: int
    state: Mapping[str, Any]
    answers: tuple[tuple[str, str], ...] = ()
    late: tuple[str, ...] = ()
    asked: Mapping[str, Asked] = MappingProxyType({})
    final: tuple[str, ...] = ()


class Answered(NamedTuple):
    """A question that a guided player has answered, and the moves that stood after it."""

    ply: int
    turn: int
    phase: str
    kind: str
    source: str


def trimmed(log: Sequence[Happened]) -> tuple[Happened, ...]:
    """The last events of everybody: each seat's, and an onlooker's, are counted by what these may know.

    Were they counted together, what others do in secret would push public events out of an onlooker's log. What the
    table itself has done is in no move, so it is kept for good, and counts as none of them.
    """
    if len(log) <= LOG:
        return tuple(log)
    public, kept = 0, list[Happened]()
    secret = Counter[str]()
    for each in reversed(log):
        to = each.event.to
        if of_table(each.event):
            kept.append(each)
            continue
        if to is None:
            public += 1
        else:
            secret.update(to)
        if public + min((secret[seat] for seat in to or ()), default=0) <= LOG:
            kept.append(each)
    return tuple(reversed(kept))
