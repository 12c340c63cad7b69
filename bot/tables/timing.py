"""What waits at a table, as rows: stored with the change that brings it about, and read back with the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from storage import Offer, Timer, Timing

T = TypeVar("T")

LOBBY, VOTE, OFFER, PASSES, SEAL = "lobby", "vote", "offer", "pass", "seal"
DEADLINE, REMINDER, CALL, CALLED = "deadline", "reminder", "call", "called"
"""Kinds: a lobby that nobody starts; a vote of one person, about what it is for and whose it is; a seat that somebody
is asked to take; a seat that passes by itself; a game that was ended, and can be taken up again until then; a seat
that has time until then; a seat that is called again then, and which time that is; a seat that is asked, and called
then if it has not answered; a note of when a seat was called, which is never due."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """How often a seat was called since it was asked, but for the call that came with that; and how often of these by
    somebody who waits for it."""

    times: int = 0
    nudges: int = 0


@dataclass(frozen=True, slots=True)
class LastCall:
    """When a seat was called last, and how often it had been called by then."""

    at: datetime
    repeats: Repeats = Repeats()


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that somebody is asked to take."""

    user_id: int
    until: datetime | None
    """None: not that anybody would know."""
    by: str | None
    """The seat of the one person who has decided it alone, "" if they have none; None: the players have, by a vote."""
    since: str = ""
    """When that person was first asked, which tells one offer of a seat from another. "": former versions did not store
    it."""


def passes(timers: Iterable[Timer]) -> dict[str, str]:
    """When each seat passes by itself, ISO 8601."""
    return {each.about: each.due_at.isoformat() for each in timers if each.kind == PASSES and not each.damaged}


def offers(rows: Iterable[Offer], timers: Iterable[Timer]) -> dict[str, Offered]:
    """The seats that are offered, and to whom; what cannot be read of when and by whom is not known."""
    known = {each.about: each for each in timers if each.kind == OFFER and not each.damaged}
    return {each.seat: _offered(each.user_id, known.get(each.seat)) for each in rows}


def _offered(user_id: int, timer: Timer | None) -> Offered:
    if timer is None:
        return Offered(user_id, None, None)
    by, since = timer.payload.get("by"), timer.payload.get("since")
    return Offered(user_id, timer.due_at, by if isinstance(by, str) else None, since if isinstance(since, str) else "")


def offer(seat: str, until: datetime, by: str | None, since: str) -> Timer:
    """The row that says so of an offer."""
    return Timer(OFFER, seat, until, {"since": since} | ({"by": by} if by is not None else {}))


def changed_passes(before: Mapping[str, str], after: Mapping[str, str]) -> Timing:
    """What changes in the rows if the seats pass at other moments now."""
    return changes(PASSES, before, after, lambda seat, due: Timer(PASSES, seat, datetime.fromisoformat(due)))


def changes(kind: str, before: Mapping[str, T], after: Mapping[str, T], row: Callable[[str, T], Timer]) -> Timing:
    """What changes in the rows of a kind; `row` makes that of a seat."""
    return Timing(
        [(kind, seat) for seat in before if seat not in after],
        [row(seat, now) for seat, now in after.items() if before.get(seat) != now],
    )


def merged(*changes: Timing) -> Timing:
    """All these changes in one."""
    return Timing([each for one in changes for each in one.drop], [each for one in changes for each in one.put])


def vote(about: str, user_id: int) -> str:
    """What the row of a person's vote is about."""
    return f"{about} {user_id}"


def count(kept: object) -> int:
    """A number of times that is kept with a row; 0 if it cannot be read."""
    return kept if isinstance(kept, int) and not isinstance(kept, bool) and kept >= 0 else 0
