"""What is true at every ply of a game: all that the notation names is as a second engine, written plainly from the
rulings (`naive`), has it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from game.spirit_ground import Game
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.view import VERSION
from tests.second_engines import told
from tests.spirit_ground.naive import (
    NAMES,
    SEATS,
    Position,
    Reference,
    against,
    beside,
    price,
    scores,
    tiles,
)
from tests.spirit_ground.playing import choose, games, plies
from tests.spirit_ground.positions import closing_in, lay_out

COUNT, LAID_OUT = 24, 300
"""Whole games, and games from positions laid out by chance."""
HIDDEN = ("seed", "decks", "bag_order")


def agree(game: Game, reference: Reference) -> None:
    """Assert that everything that is seen, asked, told and taken by itself is what the second engine says, and that
    nobody's view has more than the position without what is hidden."""
    expected = reference.position
    whole = game.to_dict()
    view = {key: value for key, value in whole.items() if key not in HIDDEN}
    assert all(game.view(seat) == view for seat in (None, *game.seats))
    assert json.loads(json.dumps(whole)) == whole
    targeting = "target" in expected["pending"].values()
    assert whole.pop("more") == {"version": VERSION, **({"targets": reference.left} if targeting else {})}
    assert whole.pop("effects") == []
    assert whole == expected
    for table in ("tiles", "ground"):
        assert [*whole[table]] == [name for name in NAMES if name in whole[table]], "in square order"
    if not game.over:
        [(seat, decision)] = game.pending.items()
        assert [*decision.tokens] == [*game.legal(seat)] == reference.legal()
        assert decision.data == facts(expected)
    assert told(game.events) == reference.told
    assert [*game.taken] == reference.taken
    read_alike(ViewReader(game.view(None)), expected)


def facts(p: Position) -> Position:
    """Return what comes with a question: the tile with its square, the cost of a shrine, the crystals in storage."""
    [(seat, kind)] = p["pending"].items()
    if kind in ("pair", "order"):
        return {"pair": p["pair"]} if kind == "order" else {}
    tile = p["pair"][SEATS.index(seat)]
    found = {"tile": tile, "name": tiles()[tile]["name"]}
    if kind != "place":
        found["square"] = p["newest"]
    own, cost = p["players"][seat], {"cost": price(p, p["newest"])} if kind == "pay" else {}
    return found | cost | ({"storage": own["energy"] + own["spirit"]} if kind == "enhance" else {})


def read_alike(now: ViewReader, p: Position) -> None:
    """Assert that what panels and pictures tell besides is what the second engine says."""
    assert now.standing() == scores(p)
    assert {shrine: now.cost(shrine) for shrine in now.relics} == {shrine: price(p, shrine) for shrine in p["relics"]}
    for square, row in p["tiles"].items():
        assert now.against(square) == against(p["tiles"], square)
        left = [each for each in beside(square) if each not in p["tiles"]]
        assert now.pressed.get(square) == (left[0] if row["alive"] and len(left) == 1 else None)


def play_on(game: Game, reference: Reference, rng: Random, seen: Counter[str], closing: bool = False) -> None:
    """Play both to the end, and compare them at every question. With `closing`, tiles are placed where they surround
    most."""
    eager = rng.choice((0.0, 0.5, 0.9))
    while True:
        agree(game, reference)
        seen.update([*map(str, reference.position["pending"].values()), *(each.kind for each in reference.told)])
        if game.over:
            break
        token = choose(game, rng, eager)
        if closing and game.kind(game.asked[0]) == "place":
            token = closing_in(reference.position, rng)
        game.play(game.asked[0], token)
        reference.play(token)
    seen[reference.told[-1].data["why"]] += 1
    seen["tie"] += len({line["total"] for line in reference.position["scores"].values()}) == 1


def test_whole_games_go_as_a_second_engine_says() -> None:
    seen = Counter[str]()
    for game in games(COUNT):
        play_on(game, Reference.new(game.seed), Random(game.seed), seen)
    assert seen["took_relic"] > COUNT
    assert seen["fell"] > COUNT


def test_games_from_rare_positions_go_as_a_second_engine_says() -> None:
    seen, rng = Counter[str](), Random("rare")
    for _ in range(LAID_OUT):
        reference = lay_out(rng)
        game = Game.from_dict(reference.position)
        reference.told, reference.taken = [], []
        play_on(game, reference, rng, seen, closing=rng.random() < 0.7)
    kinds = ("pair", "order", "place", "pay", "rotate", "enhance", "target", "deaths", "ground", "tiles", "tie")
    assert min(seen[kind] for kind in kinds) >= 5, seen


def test_what_thinks_ahead_knows_no_more_than_a_view() -> None:
    """Decks and bag are dealt anew from what cannot be seen; what can be seen stays."""
    for game in games(6):
        for at in plies(game):
            view = at.view(None)
            twin = Game.from_view(view)
            assert twin.view(None) == view
            assert twin.pending == at.pending
