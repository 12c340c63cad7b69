"""What is true at every ply of random games, on every board with every option."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.mana_surge import Game
from game.mana_surge.rules.tokens import readable
from tests.mana_surge import naive
from tests.mana_surge.playing import games, plies

CHUNKS = 8


def check(position: dict[str, Any], legal: tuple[str, ...]) -> None:
    at = naive.board(position["board"])
    troops, players = position["troops"], position["players"]
    assert list(troops) == [hex for hex in at.cubes if hex in troops], "in hex order"
    assert not set(troops) & set(at.corners), "nothing enters a corner (r2)"
    for seat, player in players.items():
        assert player["tokens"] == list(troops.values()).count(seat)
        assert 0 <= player["mana"] <= 10
    over = position["over"]
    assert over == (max(player["mana"] for player in players.values()) == 10) or (over and position["turn"] == 40)
    assert over == ("scores" in position) == (position["phase"] == "over") == (not position["pending"])
    assert 0 <= position["turn"] <= 40
    if over:
        assert (position["active"], position["points"], position["spawns"]) == (None, 0, 0)
        return
    assert len(legal) > 1, "who is asked has a choice"
    assert len(set(legal)) == len(legal)
    assert all(map(readable, legal))
    if position["phase"] != "setup":
        assert list(position["pending"]) == [position["active"]]
        assert list(legal) == naive.legal(position)
    if position["phase"] == "start":
        assert 0 < position["spawns"] < len(legal), "with as much room as spawns nobody is asked (r6)"
    else:
        assert position["spawns"] == 0


def changes(before: dict[str, Any], token: str, game: Game) -> None:
    """Assert that the events report exactly what a move and its consequences have changed."""
    troops = naive.after(before, token)
    mana = {seat: player["mana"] for seat, player in before["players"].items()}
    by_itself = {move.token for move in game.taken}
    for event in game.events:
        if event.kind == "spawned" and event.data["hex"] in by_itself:
            assert event.data["hex"] not in troops
            assert event.seat is not None
            troops[event.data["hex"]] = event.seat
        if event.kind == "collected":
            assert (
                troops[next(hex for hex, kind in naive.board(before["board"]).kinds.items() if kind == "pool")]
                == event.seat
            )
            mana[event.seat or ""] += 1
            assert event.data["mana"] == mana[event.seat or ""]
        if event.kind == "began_turn":
            kinds = [naive.board(before["board"]).kinds.get(hex) for hex, seat in troops.items() if seat == event.seat]
            assert event.data["points"] == 1 + kinds.count("action"), "as the turn begins, before spawning (r5)"
            assert event.data["spawns"] == 1 + kinds.count("spawn")
    after = game.to_dict()
    assert after["troops"] == {hex: troops[hex] for hex in naive.board(before["board"]).cubes if hex in troops}
    assert {seat: player["mana"] for seat, player in after["players"].items()} == mana


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_position_of_random_games_keeps_the_books(chunk: int, pytestconfig: pytest.Config) -> None:
    for game in list(games(pytestconfig.getoption("--playouts") // 3))[chunk::CHUNKS]:
        rng, ply = Random(game.seed), 0
        before: dict[str, Any] = {}
        token = ""
        while True:
            position = game.to_dict()
            check(position, game.legal(game.asked[0]) if game.asked else ())
            assert position["ply"] == ply
            if before and before["phase"] != "setup":
                changes(before, token, game)
            if game.over:
                break
            [seat] = game.asked
            token, before = rng.choice(game.legal(seat)), position
            game.play(seat, token)
            ply += 1


def test_a_game_is_the_same_again_by_seed_and_moves() -> None:
    for one, two in zip(games(16), games(16), strict=True):
        assert [at.to_dict() for at in plies(one)] == [at.to_dict() for at in plies(two)]


def test_views_are_the_position_without_the_seed() -> None:
    for game in games(8):
        for at in plies(game):
            whole = at.to_dict()
            assert whole.pop("seed") == at.seed
            assert json.loads(json.dumps(whole)) == whole
            for seat in (None, "P1", "P2", "P3"):
                assert at.view(seat) == whole


def test_only_who_begins_is_drawn_and_then_nothing_can_be_taken_back() -> None:
    """Randomness is used only once, with the last corner (r3)."""
    for game in games(8):
        for at in plies(game):
            for event in at.events:
                assert event.reveals == (event.kind == "began_turn" and event.data["turn"] == 1 and event.data["opens"])


def test_turns_go_round_clockwise_by_corner() -> None:
    """Each turn of a round comes once, in the order of corners, starting with the first player (r4)."""
    for game in games(8):
        begun = [event for at in plies(game) for event in at.events if event.kind == "began_turn"]
        corners = game.to_dict()["players"]
        clockwise = sorted(corners, key=lambda seat: corners[seat]["corner"])
        first = clockwise.index(game.order[0])
        assert list(game.order) == [*clockwise[first:], *clockwise[:first]]
        for index, event in enumerate(begun):
            assert (event.data["turn"], event.seat) == (index // 3 + 1, game.order[index % 3])
