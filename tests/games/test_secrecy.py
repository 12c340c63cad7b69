"""Hidden information stays hidden in every game: two games that differ only in it look the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from game.core import history
from game.core.errors import BadPosition
from game.core.protocol import Game
from tests.games.test_contract import every_game, playouts, some
from tests.games.twins import go_alike, refused, reordered, shown, written

Path = tuple[str, ...]


@every_game
def test_what_one_seat_holds_unseen_shows_to_nobody_else(name: str) -> None:
    """Two seats swap what they hold. If onlookers cannot see the difference, then no other seat can either: not in its
    view, not in its question, not in the record so far."""
    found = 0
    for which, game in playouts(name):
        for at in some(game):
            moves = list(game.moves[: at.ply])
            record = history.write_masked(which, at, moves)
            for seat, other in permutations(at.seats, 2):
                for here, there in pairs(at.to_dict(), seat, other):
                    twin = swapped(which.restore, at, here, there)
                    if twin is None or twin.view(None) != at.view(None):
                        continue
                    if twin.view(seat) == at.view(seat):
                        continue
                    found += 1
                    assert written(twin, None) == written(at, None), here
                    for third in set(at.seats) - {seat, other}:
                        assert written(twin, third) == written(at, third), here
                        assert twin.pending.get(third) == at.pending.get(third), here
                    assert history.write_masked(which, twin, moves) == record, here
        secrets = [event for at in game.before for event in at.events if event.to is not None]
        assert found or not secrets, "a game with secrets has something hidden"


@every_game
def test_what_only_some_are_told_changes_no_public_view(name: str) -> None:
    """Whoever is told something in secret has a view that differs from an onlooker's."""
    for _, game in playouts(name):
        for at in game.before[:1]:
            for event in at.events:
                for seat in event.to or ():
                    assert at.view(seat) != at.view(None), event.kind


@every_game
def test_games_that_differ_in_what_nobody_sees_are_told_alike_up_to_what_comes_out(name: str) -> None:
    """The seed is another, and whatever no view has is in another order. Views, questions, refusals and the record so
    far are the same; so is what a move brings, up to the first event that reveals something, after which nobody can
    take the move back."""
    rng, dice = Random(name), Random(name)
    for which, game in playouts(name):
        for at in some(game, 60):
            here, there = at.copy(), reordered(which, at, rng)
            moves = list(game.moves[: at.ply])
            assert shown(there) == shown(here)
            assert there.pending == here.pending
            assert history.write_masked(which, there, moves) == history.write_masked(which, here, moves)
            token = game.moves[max(0, at.ply - 1)].token
            assert refused(there, token) == refused(here, token)
            seat = dice.choice(list(at.asked))
            go_alike(here, there, seat, dice.choice(list(at.legal(seat))))


def pairs(data: Any, seat: str, other: str, here: Path = (), there: Path = ()) -> Iterator[tuple[Path, Path]]:
    """Yield the pairs of paths under which two seats have different values of the same name."""
    if not isinstance(data, Mapping):
        return
    if seat in data and other in data:
        yield from differing(data[seat], data[other], (*here, seat), (*here, other))
        return
    for key, value in data.items():
        yield from pairs(value, seat, other, (*here, key), (*there, key))


def differing(mine: Any, theirs: Any, here: Path, there: Path) -> Iterator[tuple[Path, Path]]:
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        for key in mine.keys() & theirs.keys():
            yield from differing(mine[key], theirs[key], (*here, key), (*there, key))
    elif mine != theirs:
        yield here, there


def swapped(restore: Any, at: Game, here: Path, there: Path) -> Game | None:
    """Return the game with the values at the two paths exchanged; None if that is not a valid position."""
    data: dict[str, Any] = copy.deepcopy(json.loads(json.dumps(at.to_dict())))
    mine, theirs = within(data, here), within(data, there)
    mine[here[-1]], theirs[there[-1]] = theirs[there[-1]], mine[here[-1]]
    try:
        game: Game = restore(data)
    except BadPosition:
        return None
    return game


def within(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the mapping that contains the last part of the path."""
    for key in path[:-1]:
        data = data[key]
    return data
