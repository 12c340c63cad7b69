"""Positions as data: both ways at every ply, and nothing else is taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from game.core.errors import BadPosition, SetupError
from game.harrowing import Game
from tests.harrowing.playing import games, plies

Position = dict[str, Any]
KEYS = {
    "turn", "phase", "first", "active", "over", "ply", "seed", "sets", "used", "supply", "stack", "stack_size", "drawn",
    "claiming", "battle", "field", "players", "pending", "effects", "more",
}  # fmt: skip


def test_every_position_comes_back_and_plays_on_alike() -> None:
    for game in games(6):
        for at in plies(game):
            data = json.loads(json.dumps(at.to_dict()))
            again = Game.from_dict(data)
            assert again.to_dict() == data
            assert (again.pending, again.place, again.setup) == (at.pending, at.place, at.setup)
            if not at.over:
                one, two = at.copy(), again
                token = one.legal(one.asked[0])[-1]
                assert one.play(one.asked[0], token) == two.play(two.asked[0], token)
                assert one.to_dict() == two.to_dict()


def test_the_position_has_what_the_notation_names() -> None:
    for game in games(3):
        for at in plies(game):
            assert at.to_dict().keys() == KEYS | ({"scores"} if at.over else set())


def test_a_copy_shares_nothing_that_moves() -> None:
    for game in games(3):
        for number, at in enumerate(plies(game)):
            if number % 5:
                continue
            before, twin = at.to_dict(), at.copy()
            while not twin.over and twin.ply < at.ply + 8:
                twin.play(twin.asked[0], twin.legal(twin.asked[0])[0])
            assert at.to_dict() == before


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
    """The position after so many moves, each the first token."""
    game = Game.new(seed="a")
    while game.ply < ply:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    return json.loads(json.dumps(game.to_dict()))  # type: ignore[no-any-return]


def _put(*path: str | int, to: Any) -> Callable[[Position], None]:
    def change(data: Position) -> None:
        at: Any = data
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to

    return change


@pytest.mark.parametrize(
    "change",
    [
        _put("turn", to=31),
        _put("turn", to="1"),
        _put("phase", to="night"),
        _put("phase", to="over"),
        _put("active", to="P3"),
        _put("first", to=None),
        _put("supply", to=-1),
        _put("ply", to=None),
        _put("sets", to=[3, 4]),
        _put("sets", to=[9]),
        _put("stack", 0, to="9a"),
        _put("stack", 0, to="1o"),
        _put("stack", to=[]),
        _put("stack_size", to=3),
        _put("field", "1o", "hex", to="1,0"),
        _put("field", "1o", "hex", to="x"),
        _put("field", "1o", "side", to=2),
        _put("field", "1o", "power", to="1"),
        _put("field", "1o", "power", to="ab"),
        _put("field", "2o", to={"hex": "0,1", "side": 1, "pillars": {}, "power": "0"}),
        _put("field", "9z", to={"hex": "0,1", "side": 1, "pillars": {}, "power": "0"}),
        _put("players", "P1", "pool", to=81),
        _put("players", "P1", "pillars", to=9),
        _put("players", "P1", "power", "raise", to="1"),
        _put("players", "P1", "claimed", to=[{"tile": "1o", "side": 1, "sealed": False, "power": ""}]),
        _put("players", "P1", to=None),
        _put("pending", to={}),
        _put("pending", to={"P1": "core"}),
        _put("more", "version", to=99),
        _put("more", "uses", to=-1),
        _put("more", "todo", to=[]),
        _put("more", "todo", 0, to=["Act", 99]),
        _put("more", "todo", 0, to=["Act", None]),
        _put("more", "todo", 0, to=["Act", "P1"]),
        _put("more", "todo", 0, to=["Nap", 0]),
        _put("more", "todo", 0, to=["Reroll", 0]),
        _put("more", "todo", 0, to=["Do", "nap", []]),
        _put("more", "todo", 0, to=["Do", "end_turn", []]),
        _put("more", "todo", to=[["Act", 9], ["Act", 1]]),
        _put("more", "todo", to=[["Act", -1], ["Act", 1]]),
        _put("more", "todo", to=[["Resolve", 0, 500, 0, 0, -1], ["Act", 1]]),
        _put("more", "todo", to=[["Triggers", "noon", [0], []], ["Act", 1]]),
        _put("more", "battle", to={"ply": 1, "attacker": "P1", "attacked": {}, "rolls": [], "fought": "x"}),
        _put("more", "battle", to={"ply": 1, "attacker": "P1", "attacked": 1, "rolls": [], "fought": None}),
        _put("more", to=None),
    ],
)
def test_what_is_no_position_is_refused(change: Callable[[Position], None]) -> None:
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
