"""What advances cost, and the session records that pay for some (rules, "Advancing", "Records of sessions")."""

from __future__ import annotations

import re
from typing import NamedTuple, TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import NONE, Die, die_of

MODES = ("milestones", "records", "combined")
ACTS = ("call", "spend", "new-session")


class Price(TypedDict, total=False):
    """The price in `xp` or in `sessions`, and what is `left` of the player's XP or records if they were given."""

    xp: int
    sessions: int
    left: int


class Record(TypedDict):
    """A session's record: whether it was called in this session, was ever called, and is spent for good."""

    called: bool
    ever: bool
    spent: bool


class _Row(NamedTuple):
    """A row of the price table.

    For a trait with sizes, the prices are those of the first; each further size costs 5 XP and 1 session more.
    """

    xp: int
    sessions: int
    combined: str
    first: Die | None = None
    before: Die | None = None
    """The rating that comes before the first size; None if the trait does not exist before."""


_TABLE = {
    "unlock-sfx": _Row(5, 2, "xp"),
    "unlock-limit": _Row(5, 2, "xp"),
    "new-sfx": _Row(10, 2, "xp"),
    "new-limit": _Row(10, 2, "xp"),
    "switch-distinction": _Row(5, 1, "sessions"),
    "signature": _Row(5, 1, "xp", Die.D6),
    "specialty": _Row(5, 2, "xp", Die.D6),
    "power": _Row(10, 3, "sessions", Die.D6),
    "approach": _Row(15, 4, "sessions", Die.D6, Die.D4),
    "move": _Row(15, 4, "sessions", Die.D6, Die.D4),
    "status": _Row(30, 6, "sessions", Die.D8, Die.D6),
}
_SHORT = dict.fromkeys(("switch", "distinction"), "switch-distinction")
_EACH = 5
"""How much XP each further size costs more."""
ADVANCES = tuple(_TABLE)


def price(mode: str, advance: str, now: str | None = None, xp: int | None = None, sessions: int | None = None) -> Price:
    """Price an advance, such as "power d8" or "unlock-sfx", in `mode` milestones, records or combined.

    `now` is the current rating, "-" for none; `xp` and `sessions` are what the player has. Raises Refused: `mode`;
    `advance` if there is no such advance; `not-next` if the size is not the next one; `funds`; and as reading a die
    does. Source: rules, "Advancing"; rulings 6, 7 and 12.
    """
    if mode not in MODES:
        raise Refused("mode", f"{quoted(mode)} is no way to advance: there is {', '.join(MODES)}")
    row, size = _advance(advance)
    currency = row.combined if mode == "combined" else "xp" if mode == "milestones" else "sessions"
    steps = 0
    if row.first and size:
        steps = size.rank - row.first.rank
        _check_next(advance, size, row, now)
    cost = row.xp + _EACH * steps if currency == "xp" else row.sessions + steps
    has = xp if currency == "xp" else sessions
    if has is not None and has < cost:
        unit = "XP" if currency == "xp" else "sessions"
        raise Refused("funds", f"{quoted(advance)} costs {cost} {unit}: there are {has}")
    told: Price = {"xp": cost} if currency == "xp" else {"sessions": cost}
    if has is not None:
        told["left"] = has - cost
    return told


def record(act: str, called: bool = False, ever: bool = False, spent: bool = False, current: bool = False) -> Record:
    """Call a session's record as 1 PP, spend it for good, or begin a `new-session`, which unticks it.

    The state before: `called` in this session, `called` ever, `spent`; `current` if it is the record of the session
    being played. Raises Refused: `act`, `current`, `spent`, `called` for a second time in a session, `never-called`.
    Source: rules, "Records of sessions"; ruling 14.
    """
    match act:
        case "new-session":
            return {"called": False, "ever": ever, "spent": spent}
        case "call" | "spend":
            if spent:
                raise Refused("spent", f"{act}: this record is spent, for good")
            if current:
                raise Refused("current", f"{act}: the session that is being played has no record yet")
            if act == "call" and called:
                raise Refused("called", "call: this record was called in this session; it can be in the next")
            if act == "spend" and not ever:
                raise Refused("never-called", "spend: a record must have been called once before")
            return {"called": True, "ever": True, "spent": False} if act == "call" else {
                "called": called, "ever": ever, "spent": True,
            }  # fmt: skip
    raise Refused("act", f"{quoted(act)}: with a record one can {', '.join(ACTS)}")


def _advance(text: str) -> tuple[_Row, Die | None]:
    """Return the table row of an advance and the size wanted, None if it has no sizes. Raises Refused: `advance`."""
    words = re.split(r"[\s-]+", text.strip().lower())
    name = "-".join(words)
    name = _SHORT.get(name, name)
    if name in _TABLE and not _TABLE[name].first:
        return _TABLE[name], None
    row = _TABLE.get(words[0])
    if row is None or row.first is None or len(words) != 2:
        raise Refused("advance", f"{quoted(text)} is not an advance: there is {', '.join(map(_written, ADVANCES))}")
    size = die_of(words[1])
    if size < row.first:
        raise Refused("advance", f"{quoted(text)} is not an advance: {words[0]} begins with {row.first}")
    return row, size


def _written(name: str) -> str:
    return f"{name} DIE" if _TABLE[name].first else name


def _check_next(advance: str, size: Die, row: _Row, now: str | None) -> None:
    """Check that the size is the one after `now`; None is not checked. Raises Refused: `not-next`."""
    if now is None:
        return
    before = row.before if size is row.first else size.down
    has = die_of(now) if now.strip() != NONE else None
    if has is not before:
        raise Refused("not-next", f"{quoted(advance)} comes after {before or 'none'}, not after {has or 'none'}")
