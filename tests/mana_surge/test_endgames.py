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
from game.mana_surge.players.search.moment import TURNS, Moment, decided
from game.mana_surge.players.search.outlook import Rules, _begun, _ends, ended, standing
from game.mana_surge.rules.boards import USUAL, board, boards
from game.mana_surge.rules.hexes import hexes
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


def crowded(rng: Random) -> tuple[Rules, Moment]:
    """Return a position in which many hexes around the Pool, with abilities or beside spawners are taken."""
    rules = Rules(rng.choice([*boards().values()]), rng.random() < 0.4)
    on, corners = field(*rules), rules.board.corners
    rooms = [rules.board.around[corner] & on.open for corner in corners]
    troops, first = [0, 0, 0], rng.randrange(PLAYERS)
    for group, chance in (
        (on.pool, 0.7),
        (on.action, 0.3),
        (on.spawn, 0.2),
        (sum(on.rings[:2]), 0.2),
        (sum(rooms), 0.5),
    ):
        usual = rng.randrange(PLAYERS)
        for each in hexes(group & ~sum(troops)):
            if rng.random() < chance:
                troops[usual if rng.random() < 0.7 else rng.randrange(PLAYERS)] |= 1 << each
    mana = tuple(9 if own & on.pool or rng.random() < 0.3 else 3 for own in troops)
    left = rng.choice((1, 2, 50, 50))
    return rules, Moment(tuple(troops), mana, tuple(rooms[first:] + rooms[:first]), TURNS - left)


def wins(rules: Rules, now: Moment, place: int) -> bool:
    """Return whether a place can draw a tenth mana in its next turn, whatever those before it do; all turns are
    tried."""
    turn = _begun(rules, now)
    after = [ended(turn, troops) for troops in dict.fromkeys(_ends(turn))]
    if not place:
        return any(end.mana[-1] == ENOUGH for end in after)
    return all(ENOUGH not in end.mana and end.turns < TURNS and wins(rules, end, place - 1) for end in after)


def test_a_win_is_sure_where_nobody_can_prevent_it() -> None:
    """For the next player that is exactly so; of others at least nothing is said that is not so."""
    seen, rng = Counter[int](), Random(2)
    for _ in range(300):
        rules, now = crowded(rng)
        found = decided(field(*rules), now)
        assert (found == (1, 0, 0)) == (now.mana[0] == ENOUGH - 1 and wins(rules, now, 0))
        if found:
            seen[winner := found.index(1)] += 1
            assert wins(rules, now, winner), (winner, now)
    assert all(seen[place] > 5 for place in range(PLAYERS)), seen


def test_who_cannot_be_kept_from_winning_wins() -> None:
    """In random positions: that player then plays on well, and the others at random, several times."""
    seen, rng, usual = Counter[int](), Random(1), board(USUAL)
    beside = [name for at, name in enumerate(usual.names) if at not in usual.corners and name != "d4"]
    for _ in range(120):
        free = iter(rng.sample([*beside, "d4"], 12) if rng.random() < 0.3 else ["d4", *rng.sample(beside, 12)])
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
