"""Positions as data: they round-trip at every ply, and nothing else is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.errors import BadPosition
from game.mana_surge import Game
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from tests.games.positions import by_hand
from tests.games.stored import Change, Position, comes_back, drop, put, puts, stays_while_a_copy_plays
from tests.mana_surge.playing import games, plies


def test_every_position_comes_back_and_plays_on_alike() -> None:
    for game in games(16):
        for at in plies(game):
            comes_back(at, Game.from_dict)


def test_a_copy_shares_nothing_that_moves() -> None:
    for game in games(8):
        for at in plies(game):
            stays_while_a_copy_plays(at, 6)


def at_ply(ply: int, **options: Any) -> Position:
    """Return the position after so many moves, each with the first token."""
    game = Game.new(seed="position", **options)
    while game.ply < ply:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    return game.to_dict()


def test_the_position_has_what_the_notation_names() -> None:
    """It has only `effects` and `more` besides, and `scores` when it is over."""
    keys = {
        "turn", "phase", "first", "active", "over", "ply", "seed", "board", "points", "spawns", "troops", "players",
        "pending", "effects", "more",
    }  # fmt: skip
    assert at_ply(0).keys() == at_ply(30).keys() == keys
    assert at_ply(0)["players"]["P1"] == {"colour": None, "corner": None, "mana": 0, "tokens": 0}
    assert (at_ply(0)["first"], at_ply(0)["active"], at_ply(0)["pending"]) == (None, None, {"P1": "colour"})


def test_a_position_of_another_engine_has_no_effects_and_no_more() -> None:
    for ply in (0, 3, 17, 40):
        data = at_ply(ply)
        bare = {key: value for key, value in data.items() if key not in ("effects", "more")}
        assert Game.from_dict(bare).legal(next(iter(data["pending"]))) == Game.from_dict(data).legal(
            next(iter(data["pending"]))
        )


def test_fierce_is_told_by_the_effects_of_another_engine() -> None:
    """A position of another engine has no `more`. Between plain tokens an attack that equals the defence kills only
    with Fierce."""
    sides = {"P1": {"troops": ["b4"]}, "P2": {"troops": ["b5"]}}
    data = by_hand(ManaSurgeScenarios(), phase="combat", fierce=True, **sides).to_dict()
    del data["more"]
    assert Game.from_dict(data).legal("P1") == ("b4xb5", "pass")
    assert Game.from_dict(data).setup["fierce"] == "on"


def test_what_the_turn_has_done_and_the_one_before_is_kept_for_people() -> None:
    game = Game.new(seed="position")
    for token in ("red", "green", "a1", "d7"):
        game.play(game.asked[0], token)
    first = game.asked[0]
    token = game.legal(first)[0]
    game.play(first, token)
    source, target = token.split("-")
    on = game.state.board.kind(target)
    more = game.view(None)["more"]
    assert more["last"] == [{"kind": "moved", "seat": first, "source": source, "target": target, "on": on}]


CHANGES = [
    *(drop(key) for key in ("turn", "phase", "first", "active", "over", "ply", "seed", "board", "points", "troops")),
    *(drop("players", "P2", key) for key in ("colour", "corner", "mana", "tokens")),
    drop("players", "P3"),
    drop("pending"),
    *puts("turn", values=(0, 41, -1, True, "3", None, 1.0, 10**30)),
    *puts("ply", values=(-1, True, "3", None)),
    *puts("points", values=(-1, True, "1", 0, 10**9)),
    *puts("spawns", values=(1, -1, None)),
    *puts("phase", values=("setup", "start", "combat", "over", "night", None, 3, [])),
    *puts("active", values=("P1", None, "P4", 0, [])),
    *puts("first", values=(None, "P4", {})),
    put("over", value=True),
    put("seed", value=""),
    put("seed", value=7),
    put("board", value="moon"),
    put("board", value=None),
    put("board", value=["surge"]),
    put("board", value="whirlpool"),
    put("pending", value={}),
    put("pending", value={"P1": "attack"}),
    put("players", value=[]),
    put("players", value=None),
    put("players", "P4", value={"colour": None, "corner": None, "mana": 0, "tokens": 0}),
    put("players", "P1", "mana", value=10),
    put("players", "P1", "mana", value=11),
    put("players", "P1", "mana", value=True),
    put("players", "P1", "tokens", value=7),
    put("players", "P1", "colour", value="green"),
    put("players", "P1", "colour", value="yellow"),
    put("players", "P1", "colour", value=None),
    put("players", "P1", "corner", value="d7"),
    put("players", "P1", "corner", value="b2"),
    put("players", "P1", "corner", value=None),
    put("troops", value=None),
    put("troops", value=["b2"]),
    put("troops", "a1", value="P1"),
    put("troops", "z9", value="P1"),
    put("troops", "c4", value="P4"),
    put("more", value={"version": 2}),
    put("more", value="x"),
    put("more", "colours", value="mixed"),
    put("more", "fierce", value=1),
    put("more", "last", value=[{"kind": "jumped", "seat": "P1"}]),
    put("more", "last", value=[{"kind": "moved", "seat": "P1", "source": "b2"}]),
    put("more", "last", value=[{"kind": "moved", "seat": "P1", "source": "b2", "target": "<b>", "on": "plain"}]),
    put("more", "last", value=[{"kind": "spawned", "seat": "P9", "hex": "b2"}]),
    put("more", "trail", value=7),
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_what_is_no_position_is_refused(change: Change) -> None:
    data = at_ply(20)
    assert (data["phase"], data["active"], data["board"]) == ("move", "P2", "surge")
    before = json.dumps(data)
    change(data)
    assert json.dumps(data) != before
    with pytest.raises(BadPosition) as refused:
        Game.from_dict(data)
    assert str(refused.value)


SETUP_CHANGES = [
    put("troops", "c4", value="P1"),
    drop("troops", "a2"),
    put("players", "P1", "mana", value=1),
    put("players", "P1", "colour", value=None),
    put("players", "P2", "colour", value="blue"),
    put("turn", value=1),
    put("points", value=1),
    put("active", value="P1"),
    put("first", value="P1"),
]


@pytest.mark.parametrize("change", SETUP_CHANGES, ids=range(len(SETUP_CHANGES)))
def test_what_is_no_position_of_the_set_up_is_refused(change: Change) -> None:
    data = at_ply(3)
    assert (data["phase"], data["pending"]) == ("setup", {"P2": "corner"})
    change(data)
    with pytest.raises(BadPosition):
        Game.from_dict(data)


def test_a_position_over_is_over_for_a_reason() -> None:
    data = at_ply(20)
    data.update(phase="over", over=True, active=None, points=0, pending={})
    with pytest.raises(BadPosition, match="10 mana or after round 40"):
        Game.from_dict(data)


@pytest.mark.parametrize("data", [{}, {"players": {}}, {"players": {"P1": 1, "P2": 1, "P3": 1}, "more": {}}])
def test_other_data_is_refused(data: Position) -> None:
    with pytest.raises(BadPosition):
        Game.from_dict(data)
