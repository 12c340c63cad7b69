"""Answering questions: what is refused, and how (rulings 4, 6 and 33)."""

from __future__ import annotations

import pickle
import random

import pytest

from game.adepts import Game
from game.adepts.scenario import read, set_up
from game.core.errors import GameError, IllegalToken, MoveError, NotAsked, SetupError, UnreadableToken
from tests.playouts import choose


def test_illegal_and_unreadable_tokens_are_different_errors() -> None:
    """Both quote the token, what is asked, and what would be legal."""
    game = Game.new(2, seed="errors")
    seat = game.asked[0]
    for token, error in (("topaz.1x9", IllegalToken), ("3A", IllegalToken), ("topaz 1", UnreadableToken)):
        with pytest.raises(error) as caught:
            game.play(seat, token)
        assert repr(token) in str(caught.value)
        assert "assign" in str(caught.value)
        assert caught.value.legal == game.legal(seat)
        assert game.legal(seat)[0] in str(caught.value)


def test_a_seat_that_is_asked_nothing_cannot_move() -> None:
    game = Game.new(2, seed="errors")
    [other] = set(game.seats) - set(game.asked)
    assert game.legal(other) == ()
    with pytest.raises(NotAsked, match=f"it is for {game.asked[0]} to choose"):
        game.play(other, "topaz.1x2")
    with pytest.raises(NotAsked, match="no such seat"):
        game.play("P3", "topaz.1x2")


def test_a_finished_game_asks_nobody() -> None:
    """Pending is empty, and there are scores (notation, "Position")."""
    game, rng = Game.new(2, seed="end"), random.Random(1)
    assert game.scores is None
    while not game.over:
        game.play(*choose(game, rng))
    assert game.pending == {}
    assert set(game.scores or {}) == {"P1", "P2"}
    with pytest.raises(NotAsked, match="the game is over"):
        game.play("P1", "pass")


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 6},
        {"players": "3"},
        {"spells": None},
        {"spells": 3},
        {"spells": "no-such-selection"},
        {"spells": ["1A"]},
        {"spells": [f"{n}A" for n in range(1, 20)] + ["1B"]},
        {"spells": [f"{n}A" for n in range(1, 20)] + ["21A"]},
        {"deck": "tarot"},
        {"seed": ""},
        {"seed": 'a"b'},
        {"seed": "a\nb"},
    ],
)
def test_options_no_game_can_be_made_of(options: dict[str, object]) -> None:
    with pytest.raises(SetupError):
        Game.new(**options)  # type: ignore[arg-type]


def test_a_spell_in_place_of_an_id_is_not_said_to_be_none() -> None:
    with pytest.raises(SetupError, match=r"no spell has the id 'Ambition'; ids are 1A"):
        Game.new(spells=["Ambition"])


def test_a_custom_selection_may_come_in_any_order() -> None:
    chosen = [f"{n}{'AB'[n % 2]}" for n in range(20, 0, -1)]
    assert Game.new(2, chosen, seed="x").spells == tuple(reversed(chosen))


def test_errors_are_one_tree() -> None:
    assert issubclass(MoveError, GameError)
    assert {error.__base__ for error in (NotAsked, IllegalToken, UnreadableToken)} == {MoveError}


def test_errors_come_back_from_worker_processes() -> None:
    """They can be pickled without losing anything."""
    game = Game.new(2, seed="errors")
    for seat, token in (("P9", "pass"), (game.asked[0], "pass"), (game.asked[0], "?")):
        with pytest.raises(MoveError) as caught:
            game.play(seat, token)
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (type(twin), str(twin), vars(twin)) == (type(caught.value), str(caught.value), vars(caught.value))
        assert twin.token == token


def test_what_happened_in_setting_up_is_told() -> None:
    """Each player's first cards, to that player alone (ruling 3)."""
    drew = [event for event in Game.new(3, seed="x").events if event.kind == "drew"]
    assert sorted(event.to for event in drew if event.to) == [("P1",), ("P2",), ("P3",)]


BACKLASH = """
[[scenario]]
title = "backlash"
players = 2
turn = 2
[scenario.P1]
hand = ["2B"]
battery = { ruby = 1 }
"""


def test_only_a_group_that_may_push_names_backlash() -> None:
    """Ruling 15: there must be a group to push, and site III must be free."""
    game = set_up(read(BACKLASH)[0])
    game.play("P1", "2B")
    assert (game.pending["P1"].source, any("!" in token for token in game.legal("P1"))) == ("", False)
    assert "Backlash" not in game.pending["P1"].text
    for seat, token in (("P1", "topaz.3x2"), ("P2", "onyx.1x2")):
        game.play(seat, token)
    assert (game.pending["P1"].source, any("!" in token for token in game.legal("P1"))) == ("2B", True)
    assert "Backlash" in game.pending["P1"].text


NEGATION = """
[[scenario]]
title = "negation"
players = 2
turn = 3
phase = "V"
[scenario.P1]
hand = ["20B"]
battery = { diamond = 2 }
[scenario.P2]
queue = { topaz = [0, 0, 1], ruby = [0, 0, 2], citrine = [0, 0, 4], sapphire = [0, 0, 2] }
"""


def test_negation_takes_the_earliest_in_board_order_of_types_that_would_bring_as_much() -> None:
    """Notation, "Processing": rubies, citrines and sapphires would bring four mana each."""
    game = set_up(read(NEGATION)[0])
    events = game.play("P1", "20B")
    [processed] = [event for event in events if event.kind == "processed"]
    assert (processed.data["voided"], processed.data["mana"]) == (["ruby"], 9)
