"""Function calls per move: each is counted once, where it is made."""

from __future__ import annotations

import sys

from benchmarks import counted_bot
from benchmarks.calls import Calls


def test_calls_are_counted_on_the_way_to_them_and_built_in_ones_with_their_caller() -> None:
    def leaf() -> int:
        return len("two")

    def middle() -> None:
        leaf()
        leaf()

    counted = counted_bot.Calls()
    sys.setprofile(counted)
    try:
        middle()
        leaf()
    finally:
        sys.setprofile(None)
    here = f"{test_calls_are_counted_on_the_way_to_them_and_built_in_ones_with_their_caller.__qualname__}.<locals>"
    file = "(tests/benchmarks/test_calls.py)"
    assert sorted(counted.lines()) == [
        f"{here}.leaf {file} 2",
        f"{here}.middle {file} 1",
        f"{here}.middle {file};{here}.leaf {file} 4",
    ]


def test_what_the_libraries_do_is_their_callers_but_for_discords() -> None:
    """Libraries' calls count as those of their callers, except for Discord's libraries, which count by themselves."""
    send = "Reply.show (bot/answers/replies.py);replace (dataclasses.py)"
    text = f"{send} 20\n{send};HTTPClient.request (discord/http.py);encode (json.py) 6\nwatch (uvloop/loop.py) 2"
    calls = Calls.read(text, moves=2)
    assert calls.total == 14
    assert [line.split(maxsplit=1) for line in calls.parts()] == [
        ["10", "bot/answers"],
        ["3", "discord.py, aiohttp"],
        ["1", "the event loop"],
    ]
    assert [line.split() for line in calls.tree(least=5)] == [
        ["13", "Reply.show", "(bot/answers/replies.py)"],
        ["13", "replace", "(dataclasses.py)"],
    ]
