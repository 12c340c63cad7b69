"""The engine plays as `reference` does, which was written from the rulebook, the rulings and the notation alone.

``pytest tests/engine/test_reference.py --playouts 2000`` compares more games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from game.adepts import Game
from tests.engine.reference.game import Reference
from tests.engine.reference.notation import GEMS, PASS, in_order
from tests.engine.reference.table import Table
from tests.imports import PACKAGES, files, names
from tests.playouts import Setting, settings

CHUNKS = 4


def disturb(t: Table, rng: random.Random, asked: str) -> None:
    """Change, in phase I, what the mines hold and what all but the asked seat have: its question stays as it is."""

    def some(share: float, most: int) -> int:
        return rng.randint(1, most) if rng.random() < share else 0

    shares = (0.02, 0.1, 0.5, 0.9)
    ores, gems, levels, most = rng.choice(shares), rng.choice(shares), rng.choice(shares), rng.choice((1, 2, 10))
    for mine in t.mines.values():
        mine.stock = some(ores, most)
    for seat, player in t.players.items():
        if seat != asked:
            player.miners = rng.choice((0, 1, 2, 4, 10))
            player.mana = some(gems, 9)
            player.battery = {gem: some(levels, most) for gem in GEMS}
            player.queue = {gem: [some(gems, 2) for _ in range(3)] for gem in GEMS}
    for _ in range(3):
        for seat in t.seats:
            if seat != asked and t.library and len(t.players[seat].hand) < 5:
                t.take(seat, [t.library.pop()])


def start(setting: Setting, rng: random.Random, altered: bool) -> tuple[Game, Reference]:
    """Return both engines at the first question of a new game; altered, mostly as in a later turn, and often with many
    copies of few spells."""
    game, reference = setting.start(), Reference(*setting)
    t = reference.table
    if altered:
        t.turn = rng.choice((1, *(5, 6, 7) * 5))
        t.adepts |= {gem: rng.choice((None, *t.seats)) for gem in GEMS if gem != "topaz"}
        if rng.random() < 0.5:
            at, cards = rng.randrange(len(t.library)), in_order(t.library)
            t.library = cards[at:] + cards[:at]
        disturb(t, rng, t.first)
    reference.begin()
    return restored(game, reference) if altered else game, reference


def restored(game: Game, reference: Reference) -> Game:
    """Return the game with the position of the reference."""
    return Game.from_dict({**game.to_dict(), **reference.position()})


def choose(game: Game, rng: random.Random, ending: float) -> tuple[str, str]:
    """Return a seat that is asked, and a legal token by chance: rarely to cast nothing, else to pass as often as
    `ending` says."""
    seat = rng.choice(game.asked)
    *tokens, last = game.legal(seat)
    if last != PASS:
        tokens.append(last)
    elif not tokens or rng.random() < (0.03 if game.kind(seat) == "cast" else ending):
        return seat, PASS
    return seat, rng.choice(tokens)


def told(game: Game) -> dict[str, Any]:
    """Return the position, without what is not compared between engines, and the legal tokens."""
    position = game.to_dict()
    del position["effects"], position["more"]
    return position | {"legal": {seat: list(game.legal(seat)) for seat in game.asked}}


def expected(reference: Reference) -> dict[str, Any]:
    return reference.position() | {"legal": {seat: asked.tokens for seat, asked in reference.pending.items()}}


def differences(found: object, wanted: object, path: str = "") -> Iterator[str]:
    """Yield every place where two positions differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in {**found, **wanted}:
            yield from differences(found.get(key), wanted.get(key), f"{path}.{key}" if path else key)
    elif found != wanted:
        yield f"{path}: the engine has {found}, the reference {wanted}"


def compare(setting: Setting) -> None:
    """Play a random game in both engines, mostly one that is altered, and fail where they differ."""
    rng = random.Random(setting.seed)
    altered, ending, last = rng.random() < 0.95, rng.random(), "the start"
    try:
        game, reference = start(setting, rng, altered)
        while (found := told(game)) == (wanted := expected(reference)) and not game.over:
            if altered and game.phase == "I" and rng.random() < 0.03:
                disturb(reference.table, rng, game.asked[0])
                game = restored(game, reference)
            seat, token = choose(game, rng, ending)
            last = f"move {game.ply + 1}, {game.place} {seat} {game.kind(seat)} {token}"
            game.play(seat, token)
            reference.play(seat, token)
    except Exception as error:
        error.add_note(f"{setting}, {last}")
        raise
    if different := [*differences(found, wanted)]:
        pytest.fail("\n".join([f"{setting}, after {last}:", *different]), pytrace=False)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_games_go_as_a_second_reading_of_the_rules_says(chunk: int, pytestconfig: pytest.Config) -> None:
    """Who is asked what, the legal tokens, and the whole position after every answer (all of the rulings)."""
    for setting in list(settings(pytestconfig.getoption("--playouts"), "reference"))[chunk::CHUNKS]:
        compare(setting)


def test_the_second_reading_is_independent() -> None:
    used = {name for file in files("tests/engine/reference") for name in names(file)}
    ours = {name for name in used if name.split(".")[0] in (*PACKAGES, "tests")}
    assert ours == {name for name in ours if name.startswith("tests.engine.reference.")} != set()
