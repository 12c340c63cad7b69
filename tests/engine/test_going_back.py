"""What events and questions say about themselves: whether they reveal something hidden, are private, or can be passed
ahead."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from game.adepts import Game
from game.core.decisions import PASS, Event
from game.core.records import Move
from tests.playouts import Setting, playout, settings


def held(position: dict[str, Any], seat: str) -> Counter[str]:
    player = position["players"][seat]
    return Counter((*player["hand"], *player["drawn"]))


@pytest.mark.parametrize("setting", list(settings(24, "reveals")), ids=str)
def test_an_event_reveals_whenever_chance_is_used_or_a_hidden_card_is_had(setting: Setting) -> None:
    before = setting.start().to_dict()
    revealing = Counter[bool]()

    def look(game: Game, move: Move, events: tuple[Event, ...]) -> None:
        nonlocal before
        after = game.to_dict()
        public = Counter[str](before["discard"])
        drawn = any(held(after, seat) - held(before, seat) - public for seat in game.seats)
        if drawn or after["more"]["uses"] != before["more"]["uses"]:
            assert any(event.reveals for event in events), move
        before = after
        revealing[any(event.reveals for event in events)] += 1

    playout(setting, look)
    assert min(revealing[True], revealing[False]) > 8


@pytest.mark.parametrize("setting", list(settings(8, "private")), ids=str)
def test_research_alone_is_private_and_casting_alone_can_be_passed_ahead(setting: Setting) -> None:
    found = Counter[tuple[str, bool, bool]]()

    def look(game: Game, _move: Move, _events: tuple[Event, ...]) -> None:
        public = game.view(None)["pending"]
        for seat, decision in game.pending.items():
            found[decision.kind, decision.private, decision.ahead] += 1
            assert decision.private == (public[seat] == "research")
            assert decision.ahead == (decision.kind == "cast")
            assert not decision.ahead or PASS in decision.tokens

    playout(setting, look)
    assert found["research", True, False]
    assert found["cast", False, True]


def test_in_each_casting_step_everybody_is_asked_or_told_to_be_unable() -> None:
    """It is announced to all, only as having no spells or nothing to pay with (ruling 6), whatever is in hand."""
    unable = Counter[str]()
    for setting in settings(12, "unable"):
        steps = {(turn, phase) for turn in range(1, 9) for phase in ("I", "II", "III", "V")} - {(1, "I"), (1, "II")}
        answered = _answered(setting, unable)
        assert answered == Counter((*step, seat) for step in steps for seat in setting.start().seats)
    assert unable["means"]


def _answered(setting: Setting, unable: Counter[str]) -> Counter[tuple[int, str, str | None]]:
    """Return how often each seat was asked to cast or announced as unable to, by turn and phase."""
    answered = Counter[tuple[int, str, str | None]]()
    now = (1, "I")

    def look(game: Game, move: Move, events: tuple[Event, ...]) -> None:
        nonlocal now
        for event in events:
            if event.kind == "began_turn":
                now = (event.data["turn"], "I")
            elif event.kind == "began_phase":
                now = (now[0], event.data["phase"])
            elif event.kind == "unable":
                assert (event.to, event.reveals, set(event.data)) == (None, False, {"lacks"})
                unable[event.data["lacks"]] += 1
                answered[*now, event.seat] += 1
            elif event.kind == "cast" or (event.kind == "passed" and event.data["asked"] == "cast"):
                answered[*now, event.seat] += 1

    playout(setting, look)
    return answered
