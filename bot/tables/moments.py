"""Records kept beside a running game's state: what happened, how it was asked, and the games before choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.tables.history.news import of_table
from bot.tables.planning.ahead import Ahead
from bot.tables.planning.planned import Plan
from game.core.decisions import Event

LOG = 150
"""How many events are kept for "what happened since you last acted", counting those that one reader may know."""


class Happened(NamedTuple):
    """An event with its number in this game (from 1), the number of moves that stood after it, and the number of
    handovers of seats so far (None: former versions did not store it)."""

    number: int
    ply: int
    event: Event
    hands: int | None = None


class Asked(NamedTuple):
    """How a seat was asked what it has answered: since when, with how many seconds of its time left (None: no pace),
    and when it was called ("" if it was not). Moments are ISO 8601."""

    since: str = ""
    left: float | None = None
    called: str = ""


class Earlier(NamedTuple):
    """The game before a choice that can be taken back; the state holds secrets.

    ended: seats that stopped passing ahead with this choice, or with a computer player's move after it, and what they
    passed; plans: likewise for plans. began: `Context.began` at that time. asked: how the question was put. token: what
    was chosen. seat: by whom. answers: what the same press answered to the questions after it.
    """

    ply: int
    state: Mapping[str, Any]
    ended: Mapping[str, Ahead] = MappingProxyType({})
    began: tuple[int, int] = (0, 0)
    plans: Mapping[str, Plan] = MappingProxyType({})
    asked: Asked = Asked()
    token: str = ""
    seat: str = ""
    answers: tuple[str, ...] = ()


class Round(NamedTuple):
    """A private round under way: the game before its first answer, and the answers that stand, as pairs of seat and
    token.

    `late`: seats whose time ran out; what was chosen for them cannot be taken back. `asked`: how each seat was put the
    question that it last answered. `final`: seats whose answers cannot be taken back either, because their present
    player has not given all of them. All of this is secret, except who is done and whose time ran out.
    """

    ply: int
    state: Mapping[str, Any]
    answers: tuple[tuple[str, str], ...] = ()
    late: tuple[str, ...] = ()
    asked: Mapping[str, Asked] = MappingProxyType({})
    final: tuple[str, ...] = ()


class Answered(NamedTuple):
    """A question that a guided player has answered, and the number of moves that stood after it."""

    ply: int
    turn: int
    phase: str
    kind: str
    source: str


def trimmed(log: Sequence[Happened]) -> tuple[Happened, ...]:
    """Return the latest events for every reader: each seat's and onlookers' are counted by what they may know.

    If all were counted together, what others do in secret would push public events out of an onlooker's log. Events of
    the table itself are in no move, so they are kept for good and do not count.
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
