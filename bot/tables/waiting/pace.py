"""Paces: how long each answer may take. Some have a name, and a table can have one of its own."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache

from game.core.english import listed, many, number, sentence, within
from game.core.errors import SetupError
from game.core.options import Option, Value

LIVE, DAY, THREE_DAYS, NONE = "live", "day", "three-days", "none"
_LENGTHS = {LIVE: timedelta(minutes=5), DAY: timedelta(days=1), THREE_DAYS: timedelta(days=3)}
LEAST, MOST = timedelta(minutes=1), timedelta(days=30)
"""The limits of a table's own pace."""
_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_WORDS = {
    "d": ("d", "day", "days"),
    "h": ("h", "hr", "hrs", "hour", "hours"),
    "m": ("m", "min", "mins", "minute", "minutes"),
}
_PARTS = re.compile(
    r"\s*".join(
        [
            "",
            *(rf"(?:(?P<{unit}>[0-9]{{1,5}})\s*(?:{'|'.join(sorted(words, key=len, reverse=True))})\b)?"
              for unit, words in _WORDS.items()),
            "",
        ]
    ),
    re.IGNORECASE,
)  # fmt: skip
_WEEKS = re.compile(r"([0-9]{1,4})\s*(?:w|wk|wks|weeks?)", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, **{number(count): count for count in range(1, 13)}}
_NUMBER = re.compile(rf"\b({'|'.join(_NUMBERS)})(?=\s)", re.IGNORECASE)
_HALVES = {"half an hour": "30m", "half a day": "12h"}
_LIKE = "such as 90m, 12h, 2 days or 1d 12h, from a minute to 30 days"


def read(typed: str) -> str:
    """Parse a table's own pace and return it in the form that is stored: "12h", "1d 12h". Raises SetupError, whose text
    says what would be accepted."""
    found = _PARTS.fullmatch(_apart(typed))
    counts = {unit: int(count) for unit, count in found.groupdict().items() if count} if found else {}
    if not counts:
        named = ", ".join((*_LENGTHS, NONE))
        raise SetupError(f"for pace there is: {named}; or a time of your own, {_LIKE}. {typed!r} is none of these")
    length = sum((count * _UNITS[unit] for unit, count in counts.items()), timedelta())
    if not LEAST <= length <= MOST:
        raise SetupError(f"a pace of your own is {_LIKE}; {typed!r} is too {'short' if length < LEAST else 'long'}")
    return next((name for name in (DAY, THREE_DAYS) if _LENGTHS[name] == length), _written(length))


@lru_cache(256)
def length(pace: str) -> timedelta | None:
    """Return how long an answer may take; None means no limit, also if a stored pace cannot be read any more."""
    if pace in _LENGTHS:
        return _LENGTHS[pace]
    try:
        kept = read(pace)
    except SetupError:
        return None
    return _LENGTHS.get(kept) or sum((int(part[:-1]) * _UNITS[part[-1]] for part in kept.split()), timedelta())


def like(pace: str) -> str:
    """Return the named pace that is most like this one: the longest that is not longer."""
    own = length(pace)
    if own is None:
        return NONE
    return max((name for name, each in _LENGTHS.items() if each <= own), key=_LENGTHS.__getitem__, default=LIVE)


def said(pace: str) -> str:
    """Return the pace in words that fit after "the pace is": "a day a move", "12 hours a move"."""
    known = next((value for value in PACE.values if value.value == pace), None)
    if pace == LIVE:
        return "five minutes a move"
    if pace == NONE or (time := length(pace)) is None:
        return "as slow as anybody likes"
    return within(known.label) if known else f"{_in_words(time)} a move"


def suggestion(pace: str) -> str:
    """Return the pace as a suggestion: "Live: five minutes a move", "12 hours a move"."""
    named = next((value.label for value in PACE.values if value.value == pace), "")
    words = said(pace)
    return f"{named}: {words}" if named and named.lower() != words else sentence(words)


def follows(former: str, kept: str) -> str:
    """Return, as a clause, what a change of the pace means for those who are asked then; "" if there is no limit. It is
    true in a game that rests, too."""
    new, old = length(kept), length(former)
    if new is None:
        return ""
    if new >= (old or _LENGTHS[DAY]):
        return "who is asked now has all of that time anew"
    return "who is asked now loses no time by it" if old else "who is asked now has a day for that"


def _apart(typed: str) -> str:
    """Return the text in figures and with spaces after units: "1d12h" as "1d 12h", "two weeks" as "14d", "1h30" as
    "1h30m"."""
    figures = _NUMBER.sub(lambda word: str(_NUMBERS[word[1].lower()]), typed.strip())
    said = _HALVES.get(
        " ".join(typed.lower().split()), re.sub(r"(h\s*[0-5][0-9])$", r"\1m", figures, flags=re.IGNORECASE)
    )
    if weeks := _WEEKS.fullmatch(said):
        return f"{int(weeks[1]) * 7}d"
    return re.sub(r"([a-z])([0-9])", r"\1 \2", said, flags=re.IGNORECASE)


def _split(length: timedelta) -> dict[str, int]:
    left, counts = length, dict[str, int]()
    for unit, one in _UNITS.items():
        counts[unit], left = divmod(left, one)
    return {unit: count for unit, count in counts.items() if count}


def _written(length: timedelta) -> str:
    return " ".join(f"{count}{unit}" for unit, count in _split(length).items())


def _in_words(length: timedelta) -> str:
    names = {"d": "day", "h": "hour", "m": "minute"}
    return listed(many(count, names[unit]) for unit, count in _split(length).items())


PACE = Option(
    "pace",
    "Pace",
    "How long each answer may take: a pace, or a time such as 12h",
    (
        Value(LIVE, "Live", "everybody is here now: five minutes, then a computer player makes the move"),
        Value(DAY, "A day a move", "then a computer player makes it"),
        Value(THREE_DAYS, "Three days a move", "then a computer player makes it"),
        Value(NONE, "No pace", "as it comes, nobody is hurried"),
    ),
    default=NONE,
    read=read,
    hint="A pace of your own: `pace:12h`",
    example="12h",
    tell=suggestion,
    ends=tuple("hmd"),
)
