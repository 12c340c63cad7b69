"""Everything that waits at a table, as timer rows: stored with the change that causes it, and loaded with the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from bot.tables.waiting import hours
from bot.tables.waiting.hours import Hours
from storage import Offer, Timer, Timing

T = TypeVar("T")

LOBBY, VOTE, OFFER, PASSES, SEAL = "lobby", "vote", "offer", "pass", "seal"
DEADLINE, REMINDER, CALL, CALLED = "deadline", "reminder", "call", "called"
HOURS = "hours"
"""Kinds of timers. LOBBY: an unstarted lobby closes. VOTE: a person's vote lapses. OFFER: an offer of a seat lapses.
PASSES: a seat is answered for automatically. SEAL: an ended game can no longer be reopened. DEADLINE: a seat's time is
up. REMINDER: a seat is called again. CALL: a seat is called if it has not answered. CALLED: a note of when a seat was
called, which is never due. HOURS: the holder of a seat has set other hours, or may have while they sat down; the table
goes by those of the row until it is done."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """How often a seat was called again for the same question after its first call, and how many of those calls were
    made by a person who waits for it."""

    times: int = 0
    nudges: int = 0


@dataclass(frozen=True, slots=True)
class LastCall:
    """When a seat was last called, and how often it had been called again by then."""

    at: datetime
    repeats: Repeats = Repeats()


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that somebody is asked to take."""

    user_id: int
    until: datetime | None
    """None: not known."""
    by: str | None
    """Who decided it: the seat of one person, "" if that person has no seat, `news.FORGOTTEN` if the seat has another
    player since, None for a vote of the players."""
    since: str = ""
    """When the person was first asked, which tells one offer of a seat from another; "" if stored by a former
    version."""


def passes(timers: Iterable[Timer]) -> dict[str, str]:
    """Return, by seat, when it is answered for automatically, ISO 8601."""
    return {each.about: each.due_at.isoformat() for each in timers if each.kind == PASSES and not each.damaged}


def lobby_until(timers: Iterable[Timer]) -> datetime | None:
    """Return when the lobby closes; None if that is not known."""
    return next((each.due_at for each in timers if each.kind == LOBBY and not each.damaged), None)


def former_hours(timers: Iterable[Timer]) -> dict[str, Hours]:
    """Return the seats at which the table still goes by hours that their holders had set before."""
    return {each.about: hours.of(each.payload) for each in timers if each.kind == HOURS}


def sat_down(seat: str, settings: dict[str, Any], now: datetime) -> Timer:
    """Return the timer row for a person who takes a seat where they are waited for by the hours in these settings: they
    may set others before that is stored, when nothing else tells the table."""
    return Timer(HOURS, seat, now, settings)


def offers(rows: Iterable[Offer], timers: Iterable[Timer]) -> dict[str, Offered]:
    """Return the seats that are offered, and to whom. Details that cannot be read are taken as unknown."""
    known = {each.about: each for each in timers if each.kind == OFFER and not each.damaged}
    return {each.seat: _offered(each.user_id, known.get(each.seat)) for each in rows}


def _offered(user_id: int, timer: Timer | None) -> Offered:
    if timer is None:
        return Offered(user_id, None, None)
    by, since = timer.payload.get("by"), timer.payload.get("since")
    return Offered(user_id, timer.due_at, by if isinstance(by, str) else None, since if isinstance(since, str) else "")


def offer(seat: str, until: datetime, by: str | None, since: str) -> Timer:
    """Return the timer row for an offer."""
    return Timer(OFFER, seat, until, {"since": since} | ({"by": by} if by is not None else {}))


def changed_passes(before: Mapping[str, str], after: Mapping[str, str]) -> Timing:
    """Return the changes of timer rows for automatic answers."""
    return changes(PASSES, before, after, lambda seat, due: Timer(PASSES, seat, datetime.fromisoformat(due)))


def changes(kind: str, before: Mapping[str, T], after: Mapping[str, T], row: Callable[[str, T], Timer]) -> Timing:
    """Return the changes of timer rows of a kind; `row` makes the one of a seat."""
    return Timing(
        [(kind, seat) for seat in before if seat not in after],
        [row(seat, now) for seat, now in after.items() if before.get(seat) != now],
    )


def merged(*changes: Timing) -> Timing:
    """Return all these changes as one."""
    return Timing([each for one in changes for each in one.drop], [each for one in changes for each in one.put])


def vote(about: str, user_id: int) -> str:
    """Return what the timer row of a person's vote is about."""
    return f"{about} {user_id}"


def count(kept: object) -> int:
    """Read a count stored with a row; 0 if it cannot be read."""
    return kept if isinstance(kept, int) and not isinstance(kept, bool) and kept >= 0 else 0
