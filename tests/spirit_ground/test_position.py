"""Positions as data: they round-trip at every ply, and nothing else is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.errors import BadPosition, SetupError
from game.spirit_ground import Game
from tests.games.stored import Change, Position, comes_back, drop, put, puts, stays_while_a_copy_plays
from tests.spirit_ground.playing import games, plies

KEYS = {
    "turn", "phase", "active", "first", "over", "ply", "seed", "content", "stream", "pair", "newest", "tiles", "ground",
    "relics", "players", "supply", "bag", "spirit_track", "last_relic", "pending", "decks", "bag_order", "effects",
    "more",
}  # fmt: skip


def test_every_position_comes_back_and_plays_on_alike() -> None:
    for game in games(16):
        for at in plies(game):
            comes_back(at, Game.from_dict)


def test_a_position_of_another_engine_has_no_effects_and_no_more() -> None:
    for game in games(6):
        for at in plies(game):
            if at.pending and "target" in at.view(None)["pending"].values():
                continue
            bare = {key: value for key, value in at.to_dict().items() if key not in ("effects", "more")}
            assert Game.from_dict(bare).to_dict() == at.to_dict()


def test_the_position_has_what_the_notation_names() -> None:
    for game in games(3):
        for at in plies(game):
            assert at.to_dict().keys() == KEYS | ({"scores"} if at.over else set())


def test_a_copy_shares_nothing_that_moves() -> None:
    for game in games(6):
        for at in plies(game):
            stays_while_a_copy_plays(at, 6)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 3}, "for 2 players"),
        ({"players": True}, "for 2 players"),
        ({"content": "moon"}, "there is: fen-crag"),
        ({"seed": ""}, "a seed is"),
        ({"seed": 'a"b'}, "a seed is"),
    ],
)
def test_what_no_game_can_be_made_of_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Game.new(**options)


def at_ply(ply: int) -> Position:
    """Return the position after so many moves, each with the first token."""
    game = Game.new(seed="position")
    while game.ply < ply:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    return game.to_dict()


def _swap_decks(data: Position) -> None:
    data["decks"]["P1"], data["decks"]["P2"] = data["decks"]["P2"], data["decks"]["P1"]


CHANGES = [
    *(drop(key) for key in sorted(KEYS - {"effects", "more"})),
    *(drop("players", "P2", key) for key in ("energy", "spirit", "relics", "dead", "deck_size")),
    *puts("turn", values=(0, 13, -1, True, "3", None, 1.0)),
    *puts("ply", values=(-1, True, "3", None)),
    *puts("phase", values=("choose", "second", "over", "night", None, [])),
    *puts("active", values=(None, "P3", 0, [])),
    *puts("first", values=(None, "P3", "P2")),
    *puts("pending", values=({}, {"P1": "pair"}, {"P2": "place"}, {"P1": "target"}, {"P1": "pay"})),
    *puts("pending", values=({"P1": "n"}, {"P1": []}, {"P1": None})),
    *puts("newest", values=("e5", None, "z1")),
    *puts("pair", values=(None, ["F1"], ["C1", "F1"], ["F1", "F2"])),
    put("stream", value=[["C3", "F12"]]),
    put("stream", value=None),
    put("seed", value=""),
    put("content", value="moon"),
    put("over", value=True),
    put("spirit_track", value=3),
    put("last_relic", value="P1"),
    put("relics", value=["a1"]),
    put("relics", value=["b2"]),
    put("players", "P1", "relics", value=1),
    put("players", "P1", "dead", value=1),
    put("players", "P1", "energy", value=-1),
    put("players", "P1", "deck_size", value=1),
    put("bag_order", value=["gold"]),
    put("bag_order", value=[]),
    put("bag", value={"energy": 0, "spirit": 0}),
    put("ground", "b2", value={"energy": 1, "spirit": 0}),
    put("ground", "a1", value={"energy": 1, "spirit": 0}),
    put("tiles", "a1", "top", value="ne"),
    put("tiles", "a1", "seat", value="P2"),
    put("tiles", "a1", "tile", value="F13"),
    put("tiles", "a1", "strength", value=9),
    put("tiles", "a1", "alive", value=False),
    put("more", value={"version": 99}),
    _swap_decks,
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_what_is_no_position_is_refused(change: Change) -> None:
    """From the middle of a turn: the tile on a1 is being turned."""
    data = json.loads(json.dumps(at_ply(3)))
    assert data["pending"] == {"P1": "rotate"}
    Game.from_dict(json.loads(json.dumps(data)))
    change(data)
    with pytest.raises(BadPosition):
        Game.from_dict(data)


def test_a_choice_of_no_pair_is_refused() -> None:
    data = at_ply(0)
    assert data["pending"] == {"P1": "pair"}
    with pytest.raises(BadPosition, match="there is no pair to choose"):
        Game.from_dict({**data, "stream": []})
