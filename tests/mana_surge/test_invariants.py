"""What is true at every ply of a game, on every board with every option: all that the notation names is as a second
engine, written plainly from the rulings (`naive`), has it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from game.mana_surge import Game
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import readable
from game.mana_surge.rules.view import VERSION
from tests.mana_surge.naive import Reference, scores, strikes
from tests.mana_surge.playing import games, plies
from tests.mana_surge.positions import lay_out
from tests.second_engines import Told, told

COUNT, LAID_OUT = 16, 200
"""Whole games, and games from positions laid out by chance, each of `MOST` moves at most."""
MOST = 20


def rows(steps: list[Told]) -> list[dict[str, object]]:
    """Return the steps of a turn as a position has them."""
    return [{"kind": step.kind, "seat": step.seat, **step.data} for step in steps]


def agree(game: Game, reference: Reference) -> None:
    """Assert that everything that is seen, asked, told and taken by itself is what the second engine says, and that
    nobody's view has more than the position without the seed."""
    whole, p = game.to_dict(), reference.position
    assert all({**game.view(seat), "seed": game.seed} == whole for seat in (None, *game.seats))
    assert not any("seed" in game.view(seat) for seat in (None, *game.seats))
    assert json.loads(json.dumps(whole)) == whole
    assert whole.pop("effects") == ([{"source": "fierce"}] if reference.fierce else [])
    assert whole.pop("more") == {
        "version": VERSION,
        "colours": game.setup["colours"],
        "fierce": reference.fierce,
        "trail": rows(reference.trail),
        "last": rows(reference.last),
    }
    assert whole == p
    assert [*whole["troops"]] == [*p["troops"]], "in hex order"
    assert told(game.events) == reference.told
    assert [*game.taken] == reference.taken
    now = ViewReader(game.view(None))
    assert now.standing() == scores(p)
    assert [*now.clockwise] == [*(game.order or game.seats)]
    for seat, decision in game.pending.items():
        assert [*decision.tokens] == [*game.legal(seat)] == reference.legal
        assert all(map(readable, decision.tokens))
        assert (decision.data["points"], decision.data["spawns"]) == (p["points"], p["spawns"])
        if decision.kind == "move":
            assert decision.data["attacks"] == strikes(reference.map, p, reference.fierce)


def play_on(game: Game, reference: Reference, rng: Random, most: int) -> Counter[str]:
    """Play both for so many moves, and compare them at every question. Return how often there was what."""
    seen, eager = Counter[str](), rng.random()
    while True:
        agree(game, reference)
        seen.update([*reference.position["pending"].values(), *(each.kind for each in reference.told)])
        if game.over or not most:
            break
        token = rng.choice(reference.legal)
        if token == "pass" and rng.random() < eager:
            token = rng.choice(reference.legal[:-1])
        game.play(game.asked[0], token)
        reference.play(token)
        most -= 1
    if game.over:
        lines = [*reference.position["scores"].values()]
        seen["ten" if max(line["mana"] for line in lines) == 10 else "forty"] += 1
        seen["tie"] += len({line["rank"] for line in lines}) < len(lines)
    return seen


def test_whole_games_go_as_a_second_engine_says() -> None:
    for game in games(COUNT):
        setup = game.setup
        reference = Reference.new(game.seed, setup["board"], setup["colours"], setup["fierce"] == "on")
        seen = play_on(game, reference, Random(game.seed), 10_000)
        assert seen["ten"] + seen["forty"] == 1


def test_games_from_rare_positions_go_as_a_second_engine_says() -> None:
    seen, rng = Counter[str](), Random("rare")
    for _ in range(LAID_OUT):
        reference = lay_out(rng)
        effects = [{"source": "fierce"}] if reference.fierce else []
        game = Game.from_dict({**reference.position, "effects": effects})
        reference.told, reference.taken, reference.trail, reference.last = [], [], [], []
        seen += play_on(game, reference, rng, MOST)
    kinds = ("spawn", "move", "attack", "spawned", "rested", "found_no_room", "collected", "ten", "forty", "tie")
    assert min(seen[kind] for kind in kinds) >= 3, seen


def test_turns_go_round_clockwise_by_corner() -> None:
    """The order of a round is that of corners, from the first player on; there is none in the set-up (r4)."""
    for game in games(8):
        assert game.order == ()
        *_, end = plies(game)
        corners = end.to_dict()["players"]
        clockwise = sorted(corners, key=lambda seat: corners[seat]["corner"])
        first = clockwise.index(end.view(None)["first"])
        assert [*end.order] == [*clockwise[first:], *clockwise[:first]]


def test_a_game_is_the_same_again_by_seed_and_moves() -> None:
    for one, two in zip(games(8), games(8), strict=True):
        assert [at.to_dict() for at in plies(one)] == [at.to_dict() for at in plies(two)]
