"""Ends of games in which a person sees at once what must be done: the strong player does it, and hints put it first."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from game.core.decisions import PASS
from game.core.judging.hint import hint
from game.mana_surge import Game
from game.mana_surge.players import search
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.judge import ManaSurgeJudge
from game.mana_surge.players.search.moment import Moment, decided
from game.mana_surge.players.search.outlook import standing
from game.mana_surge.rules.boards import USUAL, board
from game.mana_surge.rules.seats import ENOUGH, PLAYERS, SEAT_NAMES
from game.mana_surge.rules.state import START
from tests.games.playing import at_random
from tests.mana_surge.playing import position

ENDS: dict[str, tuple[str, dict[str, object]]] = {
    "who draws the tenth mana next is struck, though an Extra Action is one step away": (
        PASS,
        {
            "P1": {"troops": ["c3", "b1"], "mana": 3},
            "P2": {"troops": ["d4", "d6"], "mana": 9},
            "P3": {"troops": ["f2"], "mana": 3},
        },
    ),
    "so it is if that player's turn comes only after one who cannot strike": (
        PASS,
        {
            "P1": {"troops": ["c3", "b1"], "mana": 3},
            "P2": {"troops": ["b5"], "mana": 3},
            "P3": {"troops": ["d4", "d6"], "mana": 9},
        },
    ),
    "the Pool is barred to who would win there": (
        "c3-d4",
        {
            "P1": {"troops": ["c3", "b1"], "mana": 3},
            "P2": {"troops": ["d5", "d6"], "mana": 9},
            "P3": {"troops": ["f2"], "mana": 3},
        },
    ),
    "who would enter the Pool and win dies beside it, with its attacker": (
        "c4xd5",
        {
            "phase": "combat",
            "P1": {"troops": ["c4", "b1"], "mana": 3},
            "P2": {"troops": ["d5"], "mana": 9},
            "P3": {"troops": ["f2"], "mana": 3},
        },
    ),
    "the Pool pays a tenth mana next turn if the only one who could strike there dies": (
        PASS,
        {
            "P1": {"troops": ["d4", "c3"], "mana": 8},
            "P2": {"troops": ["c4"], "mana": 3},
            "P3": {"troops": ["f2"], "mana": 3},
        },
    ),
    "nine mana and a way into the Pool": (
        "c3-d4",
        {
            "P1": {"troops": ["c3", "b1"], "mana": 9},
            "P2": {"troops": ["d6"], "mana": 3},
            "P3": {"troops": ["f2"], "mana": 3},
        },
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_must_be_done_is_done_and_comes_first(end: str) -> None:
    token, keys = ENDS[end]
    game = position(**keys)
    [(seat, decision)] = game.pending.items()
    view = game.view(seat)
    assert search.policy(view, decision, Random(1)) == token
    assert hint(ManaSurgeJudge(), view, decision, Random(1)).tips[0].token == token


def shares(game: Game) -> tuple[float, ...] | None:
    """Return who cannot be kept from winning as a turn begins, if anybody, by place in the order of turns."""
    now = standing(game.state)
    return decided(field(*now.rules), Moment(now.troops, now.mana, now.rooms, now.turns))


def test_no_way_to_the_pool_leads_over_a_hex_that_locks() -> None:
    """A token from c1 is three steps from the Pool by c2, but stays on the Extra Action there."""
    keys: dict[str, object] = {
        "phase": "start",
        "P1": {"troops": ["c1", "c5", "f3"], "mana": 9},
        "P3": {"troops": ["d6"]},
    }
    game = position(P2={"troops": ["a2", "b1", "b2", "d2"]}, **keys)
    assert game.state.points == 3
    assert shares(game) is None
    game = position(P2={"troops": ["a2", "b1", "b2"]}, **keys)
    assert shares(game) == (1, 0, 0)  # by d2 and d3


def test_who_cannot_be_kept_from_winning_wins() -> None:
    """In random positions: that player then plays on well, and the others at random, several times."""
    seen, rng, usual = Counter[int](), Random(1), board(USUAL)
    hexes = [name for at, name in enumerate(usual.names) if at not in usual.corners and name != "d4"]
    for _ in range(120):
        free = iter(rng.sample([*hexes, "d4"], 12) if rng.random() < 0.3 else ["d4", *rng.sample(hexes, 12)])
        keys = {
            seat: {"troops": [*islice(free, rng.randrange(1, 5))], "mana": rng.choice((3, 9))}
            for seat in rng.sample(SEAT_NAMES, PLAYERS)
        }
        start = position(phase="start", turn=rng.choice((9, 40)), **keys)
        if start.state.phase != START:
            continue
        if (found := shares(start)) is None:
            continue
        seen[winner := found.index(1.0)] += 1
        for _ in range(5):
            game = start.copy()
            while not game.over:
                [(seat, decision)] = game.pending.items()
                plays = search.policy if seat == SEAT_NAMES[winner] else at_random
                game.play(seat, plays(game.view(seat), decision, rng))
            assert game.state.mana[winner] == ENOUGH
    assert all(seen[place] > 2 for place in range(PLAYERS))
