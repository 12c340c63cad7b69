"""The player called `strong`: it answers every question from what it may know; and tests of its parts."""

from __future__ import annotations

from operator import is_
from random import Random
from typing import Any

import pytest

from game.adepts import Game
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.strong.playing import answered, play_on, worthwhile
from game.adepts.players.strong.sight import Sight
from game.adepts.players.strong.value import FEATURES, features, margin, margins, table
from game.adepts.rules.gems import SEAT_OF, SEATS
from game.adepts.rules.state import Quiet
from game.adepts.sampling import sampled
from tests.agents.test_swapped import firsts

SEEN = ("source", "me", "seats", "opponents", "harm", "turn", "phase", "miners", "mana", "hand_sizes", "processing")
"""Attributes of an Observation to be compared as they are; the others contain rows of various types."""
TABLES = (
    "batteries",
    "stocks",
    "adepts",
    "hand",
    "drawn",
    "discard",
    "queues",
    "parties",
    "own_stages",
)


def plain(value: Any) -> Any:
    """Return the value with all lists and tuples as lists."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def test_a_bare_state_looks_as_its_view_does() -> None:
    for game, decision in firsts():
        view, me = game.view(decision.seat), SEAT_OF[decision.seat]
        g = sampled(view, decision, Random(1))
        asking = g.agenda.pop()
        question = next(each for each in asking.run(g) if each.seat == me)
        bare, seen = Sight(g, asking, question), Observation(view, decision)
        assert [getattr(bare, name) for name in SEEN] == [getattr(seen, name) for name in SEEN]
        for name in TABLES:
            assert plain(getattr(bare, name)) == plain(getattr(seen, name)), name
        assert bare.effects == seen.effects
        assert all(map(is_, bare.prospects, seen.prospects))  # cached for equal facts
        if "chosen" in decision.data:
            assert list(bare.about["chosen"]) == list(decision.data["chosen"])
        if decision.kind == "realign":
            assert bare.about["gem"] == decision.data["gem"]


def test_playing_on_stops_with_the_turn_and_leaves_the_world_alone() -> None:
    game = Game.new(players=3, seed="on")
    [(seat, decision)] = game.pending.items()
    world = sampled(game.view(seat), decision, Random(1))
    before = Game(world.copy()).to_dict()
    twin = answered(world, SEAT_OF[seat], decision.tokens[0])
    play_on(twin)
    assert isinstance(twin, Quiet)
    assert (twin.turn, twin.phase, twin.events) == (1, "V", [])
    assert Game(world.copy()).to_dict() == before
    twin.turn = 8
    play_on(twin)
    assert twin.over


def test_only_the_first_site_that_takes_a_group_is_tried() -> None:
    """Where Subsidence limits the first sites, larger groups go to the second."""
    tokens = ("topaz.2x2", "topaz.2x3", "topaz.3x2", "topaz.3x4", "ruby.1x2", "ruby.2x2", "ruby.1x2!", "pass")
    assert worthwhile(tokens) == ("topaz.2x2", "topaz.2x3", "topaz.3x4", "ruby.1x2", "ruby.1x2!", "pass")


def test_margins_are_beyond_the_mean_of_the_others() -> None:
    assert margins([9.0, 3.0, 0.0]) == [7.5, -1.5, -6.0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_value_has_a_weight_for_every_feature_and_sums_to_nothing(players: int) -> None:
    """What one seat is ahead, the others are behind."""
    assert [len(row) for row in table(players)] == [len(FEATURES)] * 7
    game = Game.new(players=players, seed="value")
    [(seat, decision)] = game.pending.items()
    g = answered(sampled(game.view(seat), decision, Random(1)), SEAT_OF[seat], decision.tokens[0])
    play_on(g)
    assert len(features(g, SEATS[0])) == len(FEATURES)
    assert abs(sum(margin(g, each) for each in SEATS[:players])) < 1e-9
    before = margin(g, SEATS[0])
    g.mana[0] += 10
    assert margin(g, SEATS[0]) > before


def test_at_the_end_the_value_is_the_score() -> None:
    game = Game.new(players=2, seed="end")
    [(seat, decision)] = game.pending.items()
    g = answered(sampled(game.view(seat), decision, Random(1)), SEAT_OF[seat], decision.tokens[0])
    while not g.over:
        play_on(g)
        if not g.over:
            g.agenda.pop().run(g)
    totals = {name: line["total"] for name, line in (Game(g).scores or {}).items()}
    assert margin(g, SEATS[0]) == totals["P1"] - totals["P2"]
