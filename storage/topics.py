"""The texts that say what a vote is about; they are written and read here alone."""

from __future__ import annotations

from typing import NamedTuple

END, PAUSE, RESUME, REOPEN = "end", "pause", "resume", "reopen"
_MOVE, _REPLACE = "move", "replace"
_COMPUTER = "c"


class Change(NamedTuple):
    """A proposal to give a seat to a person, or to a computer player (`user_id` is None) of that level; "" is the usual
    one."""

    seat: str
    user_id: int | None
    level: str = ""


def move_to(channel_id: int) -> str:
    """Return the topic of a vote on moving the game to that channel."""
    return f"{_MOVE}:{channel_id}"


def destination(about: str) -> int | None:
    """Return the channel to which the vote would move the game; None if it is about something else."""
    what, _, channel = about.partition(":")
    return _id(channel) if what == _MOVE else None


def replacing(change: Change) -> str:
    """Return the topic of a vote on this change of a seat."""
    who = _COMPUTER + change.level if change.user_id is None else str(change.user_id)
    return f"{on_seat(change.seat)}{who}"


def replaced(about: str) -> Change | None:
    """Return the change of a seat that the vote is about; None if it is about something else."""
    what, _, rest = about.partition(":")
    seat, _, who = rest.partition(":")
    if what != _REPLACE:
        return None
    if who.startswith(_COMPUTER):
        return Change(seat, None, who.removeprefix(_COMPUTER))
    user_id = _id(who)
    return Change(seat, user_id) if user_id is not None else None


def on_seat(seat: str) -> str:
    """Return the prefix of all topics about who gets that seat."""
    return f"{_REPLACE}:{seat}:"


def giving_to(user_id: int) -> str:
    """Return a LIKE pattern for all topics about giving this person a seat."""
    return f"{on_seat('%')}{user_id}"


def is_topic(about: str) -> bool:
    """Whether this is the topic of a vote."""
    return about in (END, PAUSE, RESUME, REOPEN) or destination(about) is not None or replaced(about) is not None


def _id(text: str) -> int | None:
    """Parse a Discord id; None if it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
