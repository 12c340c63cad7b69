"""Positions as data: they round-trip at every ply, and nothing else is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.errors import BadPosition, SetupError
from game.harrowing import Game
from tests.games.stored import Change, Position, comes_back, put, stays_while_a_copy_plays
from tests.harrowing.playing import games, plies

KEYS = {
    "turn", "phase", "first", "active", "over", "ply", "seed", "sets", "used", "supply", "stack", "stack_size", "drawn",
    "claiming", "battle", "field", "players", "pending", "effects", "more",
}  # fmt: skip


def test_every_position_comes_back_and_plays_on_alike() -> None:
    for game in games(6):
        for at in plies(game):
            comes_back(at, Game.from_dict)


def test_the_position_has_what_the_notation_names() -> None:
    for game in games(3):
        for at in plies(game):
            assert at.to_dict().keys() == KEYS | ({"scores"} if at.over else set())


def test_a_copy_shares_nothing_that_moves() -> None:
    for game in games(3):
        for number, at in enumerate(plies(game)):
            if number % 5 == 0:
                stays_while_a_copy_plays(at, 8)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 1}, "for 2 to 4 players"),
        ({"players": 5}, "for 2 to 4 players"),
        ({"players": True}, "for 2 to 4 players"),
        ({"seed": ""}, "a seed is"),
        ({"seed": 'a"b'}, "a seed is"),
    ],
)
def test_what_no_game_can_be_made_of_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Game.new(**options)


def at_ply(ply: int) -> Position:
    """Return the position after so many moves, each with the first token."""
    game = Game.new(seed="a")
    while game.ply < ply:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    return json.loads(json.dumps(game.to_dict()))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "change",
    [
        put("turn", value=31),
        put("turn", value="1"),
        put("phase", value="night"),
        put("phase", value="over"),
        put("active", value="P3"),
        put("first", value=None),
        put("supply", value=-1),
        put("ply", value=None),
        put("sets", value=[3, 4]),
        put("sets", value=[9]),
        put("stack", 0, value="9a"),
        put("stack", 0, value="1o"),
        put("stack", value=[]),
        put("stack_size", value=3),
        put("field", "1o", "hex", value="1,0"),
        put("field", "1o", "hex", value="x"),
        put("field", "1o", "side", value=2),
        put("field", "1o", "power", value="1"),
        put("field", "1o", "power", value="ab"),
        put("field", "2o", value={"hex": "0,1", "side": 1, "pillars": {}, "power": "0"}),
        put("field", "9z", value={"hex": "0,1", "side": 1, "pillars": {}, "power": "0"}),
        put("players", "P1", "pool", value=81),
        put("players", "P1", "pillars", value=9),
        put("players", "P1", "power", "raise", value="1"),
        put("players", "P1", "claimed", value=[{"tile": "1o", "side": 1, "sealed": False, "power": ""}]),
        put("players", "P1", value=None),
        put("pending", value={}),
        put("pending", value={"P1": "core"}),
        put("more", "version", value=99),
        put("more", "uses", value=-1),
        put("more", "todo", value=[]),
        put("more", "todo", 0, value=["Act", 99]),
        put("more", "todo", 0, value=["Act", None]),
        put("more", "todo", 0, value=["Act", "P1"]),
        put("more", "todo", 0, value=["Nap", 0]),
        put("more", "todo", 0, value=["Reroll", 0]),
        put("more", "todo", 0, value=["Do", "nap", []]),
        put("more", "todo", 0, value=["Do", "end_turn", []]),
        put("more", "todo", value=[["Act", 9], ["Act", 1]]),
        put("more", "todo", value=[["Act", -1], ["Act", 1]]),
        put("more", "todo", value=[["Resolve", 0, 500, 0, 0, -1], ["Act", 1]]),
        put("more", "todo", value=[["Triggers", "noon", [0], []], ["Act", 1]]),
        put("more", "todo", value=[["Do", "unseal", [1]], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Side", 1, 5], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Place", 1, 5, 1], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Move", 1, 5, "own"], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["March", 1, 5, "near"], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Swap", 1, 5, "any"], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Spin", 1, [4, 5, 6]], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Do", "take", [1, 5]], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Do", "turn_over", [1, 5]], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Keep", 1, [], 9], ["Act", 1]]),
        put("more", "todo", value=[["Act", 1], ["Resolve", 1, 0, 0, 0, -1], ["Act", 1]]),
        put("more", "battle", value={"ply": 1, "attacker": "P1", "attacked": {}, "rolls": [], "fought": "x"}),
        put("more", "battle", value={"ply": 1, "attacker": "P1", "attacked": 1, "rolls": [], "fought": None}),
        put("more", value=None),
    ],
)
def test_what_is_no_position_is_refused(change: Change) -> None:
    data = at_ply(3)
    assert Game.from_dict(data).to_dict() == data
    change(data)
    with pytest.raises(BadPosition):
        Game.from_dict(data)


@pytest.mark.parametrize("key", sorted(KEYS - {"effects"}))
def test_a_position_without_a_key_is_refused(key: str) -> None:
    data = at_ply(3)
    del data[key]
    with pytest.raises(BadPosition):
        Game.from_dict(data)
