"""What is voted on, as votes are stored: only here it is written and read."""

from __future__ import annotations

from typing import NamedTuple

END, PAUSE, RESUME, REOPEN = "end", "pause", "resume", "reopen"
_MOVE, _REPLACE = "move", "replace"
_COMPUTER = "c"


class Change(NamedTuple):
    """A seat, and who is to have it: a person, or (None) a computer player of that level, the usual one if empty."""

    seat: str
    user_id: int | None
    level: str = ""


def move_to(channel_id: int) -> str:
    """What a vote on carrying the game on in that channel is about."""
    return f"{_MOVE}:{channel_id}"


def destination(about: str) -> int | None:
    """The channel that a vote wants the game in; None if it is about something else."""
    what, _, channel = about.partition(":")
    return _id(channel) if what == _MOVE else None


def replacing(change: Change) -> str:
    """What a vote on such a change is about."""
    who = _COMPUTER + change.level if change.user_id is None else str(change.user_id)
    return f"{on_seat(change.seat)}{who}"


def replaced(about: str) -> Change | None:
    """The change that a vote is about; None if it is about something else."""
    what, _, rest = about.partition(":")
    seat, _, who = rest.partition(":")
    if what != _REPLACE:
        return None
    if who.startswith(_COMPUTER):
        return Change(seat, None, who.removeprefix(_COMPUTER))
    user_id = _id(who)
    return Change(seat, user_id) if user_id is not None else None


def on_seat(seat: str) -> str:
    """How begins what all votes are about on who takes that seat."""
    return f"{_REPLACE}:{seat}:"


def giving_to(user_id: int) -> str:
    """A pattern of LIKE for what votes are about that would give this person a seat."""
    return f"{on_seat('%')}{user_id}"


def is_topic(about: str) -> bool:
    """Whether there is such a vote."""
    return about in (END, PAUSE, RESUME, REOPEN) or destination(about) is not None or replaced(about) is not None


def _id(text: str) -> int | None:
    """An id of Discord's."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
