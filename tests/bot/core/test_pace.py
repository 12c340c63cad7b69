"""A table's own pace: how it is read and shown."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.tables.errors import BadWish
from bot.tables.lobby_options import checked
from bot.tables.waiting import pace
from game.core.discover import kit
from game.core.errors import SetupError


@pytest.mark.parametrize(
    ("typed", "kept", "length"),
    [
        ("12h", "12h", timedelta(hours=12)),
        (" 90 M ", "1h 30m", timedelta(minutes=90)),
        ("2 days", "2d", timedelta(days=2)),
        ("1d12h", "1d 12h", timedelta(hours=36)),
        ("1 day 12 hrs 5 min", "1d 12h 5m", timedelta(hours=36, minutes=5)),
        ("1m", "1m", timedelta(minutes=1)),
        ("30d", "30d", timedelta(days=30)),
        ("24 hours", "day", timedelta(days=1)),
        ("72h", "three-days", timedelta(days=3)),
        ("1 week", "7d", timedelta(days=7)),
        ("a week", "7d", timedelta(days=7)),
        ("2weeks", "14d", timedelta(days=14)),
        ("Two weeks", "14d", timedelta(days=14)),
        ("three days", "three-days", timedelta(days=3)),
        ("one day twelve hours", "1d 12h", timedelta(hours=36)),
        ("an hour", "1h", timedelta(hours=1)),
        ("half an hour", "30m", timedelta(minutes=30)),
        ("1h30", "1h 30m", timedelta(minutes=90)),
        ("one day", "day", timedelta(days=1)),
        ("Half a day", "12h", timedelta(hours=12)),
    ],
)
def test_a_pace_of_one_s_own(typed: str, kept: str, length: timedelta) -> None:
    assert pace.read(typed) == kept
    assert pace.length(kept) == length
    assert checked(kit(), "pace", typed) == kept
    assert checked(kit(), "pace", kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "warp",
        "12",
        "h",
        "-1h",
        "1.5h",
        "0m",
        "59s",
        "31d",
        "30d 1m",
        "999999h",
        "12h 2d",
        "1h 1h",
        "1h;",
        "two",
        "2 da h",
        "١h",
    ],
)
def test_what_is_no_pace_is_refused_and_says_what_would_do(typed: str) -> None:
    with pytest.raises(SetupError, match="such as 90m, 12h, 2 days"):
        pace.read(typed)
    with pytest.raises(BadWish, match="90m"):
        checked(kit(), "pace", typed)


@pytest.mark.parametrize(
    ("kept", "length", "said"),
    [
        ("live", timedelta(minutes=5), "five minutes a move"),
        ("day", timedelta(days=1), "a day a move"),
        ("three-days", timedelta(days=3), "three days a move"),
        ("none", None, "as slow as anybody likes"),
        ("1d 12h 5m", timedelta(days=1, hours=12, minutes=5), "1 day, 12 hours and 5 minutes a move"),
        ("damaged", None, "as slow as anybody likes"),
    ],
)
def test_how_long_that_is_and_how_it_is_said(kept: str, length: timedelta | None, said: str) -> None:
    assert pace.length(kept) == length
    assert pace.said(kept) == said


@pytest.mark.parametrize(
    ("own", "name"),
    [
        ("1m", "live"),
        ("5m", "live"),
        ("23h", "live"),
        ("day", "day"),
        ("2d", "day"),
        ("30d", "three-days"),
        ("none",) * 2,
    ],
)
def test_a_pace_of_one_s_own_is_like_one_with_a_name(own: str, name: str) -> None:
    assert pace.like(own) == name
