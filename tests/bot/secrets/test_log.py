"""The log keeps the last events for everybody, counted by what each may know: secret events push nothing out."""

from __future__ import annotations

import json

from bot.tables.context import Context
from bot.tables.side import from_side, to_side
from game.core.decisions import Event
from tests.bot.acting import events_since

KEPT = 150


def public(number: int) -> Event:
    return Event("rose", "P1", {"n": number})


def secret(number: int, *to: str) -> Event:
    return Event("kept", to[0], {"n": number}, to)


def test_what_happens_in_secret_pushes_nothing_out_of_the_log_of_others() -> None:
    context = Context().with_events([public(n) for n in range(200)], 1)
    before = {viewer: events_since(context, viewer) for viewer in (None, "P1", "P3")}
    assert before[None] == [public(n) for n in range(200 - KEPT, 200)]
    context = context.with_events([secret(n, "P2") for n in range(40)], 2)
    assert {viewer: events_since(context, viewer) for viewer in before} == before
    assert events_since(context, "P2") == [
        *(public(n) for n in range(200 - KEPT + 40, 200)),
        *(secret(n, "P2") for n in range(40)),
    ]


def test_each_sees_the_last_events_it_may_know_of_and_no_more_are_kept() -> None:
    context = Context()
    for turn in range(60):
        context = context.with_events(
            [public(turn), *(secret(turn, f"P{n}") for n in range(1, 6)), secret(turn, "P1", "P5")], turn
        )
    for viewer in (None, "P1", "P3", "P5"):
        assert len(events_since(context, viewer)) == min(KEPT, {None: 60, "P1": 180, "P3": 120, "P5": 180}[viewer])
    context = context.with_events([public(n) for n in range(KEPT)], 99)
    assert len(context.log) == KEPT


def test_the_log_is_the_same_when_it_has_been_stored() -> None:
    context = Context().with_events([public(1), secret(2, "P1")], 1, "P1").with_events([public(3)], 2)
    again = from_side(to_side(context))
    assert events_since(again, "P1") == events_since(context, "P1") == [public(1), secret(2, "P1"), public(3)]


def test_what_former_versions_kept_is_read() -> None:
    """Their events do not say what they reveal."""
    stored = {
        "log": [[1, 1, "rose", "P1", {"n": 1}, None], [2, 2, "kept", "P2", {"n": 2}, ["P2"]]],
        "count": 2,
        "round": [1, {"ply": 1}, [["P2", "3B"]]],
    }
    context = from_side(stored)
    assert events_since(context, "P2") == [public(1), secret(2, "P2")]
    assert context.can_take_back("P2")
    assert not context.can_take_back("P1")
    again = from_side(json.loads(json.dumps(to_side(context))))
    assert again == context
    told = context.with_events([Event("drew", "P1", {}, ("P1",), reveals=True)], 3)
    assert from_side(json.loads(json.dumps(to_side(told)))) == told
