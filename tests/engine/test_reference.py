"""The engine plays as `reference` does, which was written from the rulebook, the rulings and the notation alone.

``pytest tests/engine/test_reference.py --playouts 2000`` compares more games and phases.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest

from game.adepts import Game
from tests.engine.positions import begun, lay_out
from tests.engine.reference.game import Reference
from tests.engine.reference.notation import PASS
from tests.imports import PACKAGES, files, names
from tests.playouts import Setting, settings

CHUNKS = 4
PHASES = 11
"""Phases from positions by chance that are compared for each setting; every eleventh is also a whole game."""

NOBODY = "nobody"
"""As a viewer: the position itself is looked at."""


class Manner(NamedTuple):
    """How a game is played by chance: how often to pass, and among how many of the first tokens to choose. Among few,
    several players choose the same mine or type."""

    ending: float
    first: int

    def choose(self, game: Game, rng: random.Random) -> tuple[str, str]:
        """Return a seat that is asked, and a legal token by chance: rarely to cast nothing."""
        seat = rng.choice(game.asked)
        *tokens, last = game.legal(seat)
        if last != PASS:
            tokens.append(last)
        elif not tokens or rng.random() < (0.03 if game.kind(seat) == "cast" else self.ending):
            return seat, PASS
        return seat, rng.choice(tokens[: self.first])


def told(game: Game, viewer: str | None) -> dict[str, Any]:
    """Return the position as it is, or as a viewer sees it, of its effects only whether there are any; what was chosen
    without asking, and the legal tokens."""
    position = game.to_dict() if viewer == NOBODY else game.view(viewer)
    position.pop("more", None)
    position["effects"] = bool(position["effects"])
    position["taken"] = [*map(tuple, game.taken)]
    return position | {"legal": {seat: list(game.legal(seat)) for seat in game.asked}}


def expected(reference: Reference, viewer: str | None) -> dict[str, Any]:
    position = reference.position() if viewer == NOBODY else reference.view(viewer)
    position["effects"], position["taken"] = reference.anything_in_force(), reference.taken
    return position | {"legal": {seat: asked.tokens for seat, asked in reference.pending.items()}}


def differences(found: object, wanted: object, path: str = "") -> Iterator[str]:
    """Yield every place where two positions differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in {**found, **wanted}:
            yield from differences(found.get(key), wanted.get(key), f"{path}.{key}" if path else key)
    elif found != wanted:
        yield f"{path}: the engine has {found}, the reference {wanted}"


def compare(game: Game, reference: Reference, rng: random.Random, whole: bool, where: str) -> None:
    """Play by chance in both engines, to the end of the game or of a phase, and fail where they differ. Now and then
    the engine goes on from a stored position."""
    manner, place = Manner(rng.random(), rng.choice((2, 200, 200))), game.place
    last = f"{where}, at the start"
    try:
        while True:
            viewer = NOBODY if rng.random() < 0.5 else rng.choice((None, *game.seats))
            found, wanted = told(game, viewer), expected(reference, viewer)
            if found != wanted:
                pytest.fail("\n".join([f"{last}:", *differences(found, wanted)]), pytrace=False)
            if game.over or (game.place != place and not whole):
                return
            if rng.random() < 0.02:
                game = Game.from_dict(game.to_dict())
            seat, token = manner.choose(game, rng)
            last = f"{where}, after move {game.ply + 1}, {game.place} {seat} {game.kind(seat)} {token}"
            game.play(seat, token)
            reference.play(seat, token)
    except Exception as error:
        error.add_note(last)
        raise


def some(count: int, chunk: int, every: int = 1) -> Iterator[tuple[Setting, random.Random]]:
    """Yield the settings of a chunk, or every so many of them, half of them with twenty spells that the table has
    chosen and named in any order; each with its own chance."""
    for setting in islice(settings(count, "reference"), chunk * every, None, CHUNKS * every):
        rng = random.Random(setting.seed)
        spells = [f"{number}{rng.choice('AB')}" for number in range(1, 21)]
        rng.shuffle(spells)
        yield setting._replace(spells=rng.choice((setting.spells, spells))), rng


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_games_go_as_a_second_reading_of_the_rules_says(chunk: int, pytestconfig: pytest.Config) -> None:
    """Who is asked what, the legal tokens, and the whole position after every answer (all of the rulings)."""
    for setting, rng in some(pytestconfig.getoption("--playouts"), chunk, every=11):
        reference = Reference(*setting)
        reference.begin()
        compare(setting.start(), reference, rng, whole=True, where=f"{setting}")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_phases_go_as_a_second_reading_of_the_rules_says(chunk: int, pytestconfig: pytest.Config) -> None:
    """The same for single phases, from positions that games seldom come to."""
    for setting, rng in some(pytestconfig.getoption("--playouts"), chunk):
        reference = Reference(*setting)
        for n in range(PHASES):
            lay_out(reference, rng)
            game = begun(reference)
            reference.begin()
            compare(game, reference, rng, whole=False, where=f"{setting}, phase {n}")


def test_the_second_reading_is_independent() -> None:
    used = {name for file in files("tests/engine/reference") for name in names(file)}
    ours = {name for name in used if name.split(".")[0] in (*PACKAGES, "tests")}
    assert ours == {name for name in ours if name.startswith("tests.engine.reference.")} != set()
