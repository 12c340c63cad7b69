"""What is true at every ply of a game, compared with a slow reference implementation (`naive`)."""

from __future__ import annotations

import json
from collections import Counter

from game.core.decisions import Decision
from game.harrowing import Game
from game.harrowing.rules.content import CUBES, FACES, PILLARS, Face
from tests.harrowing import naive
from tests.harrowing.playing import games, greedy_game, plies

COUNT = 24


def test_pieces_are_neither_made_nor_lost_and_the_field_hangs_together_around_one_core() -> None:
    for game in games(COUNT):
        for at in plies(game):
            position = at.to_dict()
            cubes_and_pillars(position, at)
            tiles(position)
            field(position)


def cubes_and_pillars(position: naive.Position, at: Game) -> None:
    """Except for power that a question is about, which nobody holds meanwhile."""
    held = sum(decision.data["count"] for decision in at.pending.values() if decision.kind == "pool")
    assert naive.cubes(position) + held == CUBES
    for seat, player in position["players"].items():
        standing = sum(row["pillars"].get(seat, 0) for row in position["field"].values())
        assert standing + player["pillars"] == PILLARS


def tiles(position: naive.Position) -> None:
    if position["turn"] == 0:
        return
    found = [*position["stack"], *(id for id in position["field"] if id[1] != "o")]
    found += [row["tile"] for player in position["players"].values() for row in player["claimed"]]
    found += [position["drawn"]] if position["drawn"] else []
    assert sorted(found) == [f"{number}{letter}" for number in position["sets"] for letter in "abcdefxyz"]


def field(position: naive.Position) -> None:
    lying = naive.where(position)
    assert len(lying) == len(position["field"])
    assert naive.connected(set(lying))
    cores = [hex for hex, id in lying.items() if id[1] == "o"]
    assert cores == [(0, 0)] if position["turn"] else not lying or cores == [(0, 0)]


def _face(decision: Decision) -> Face:
    return next(face for face in FACES if face.id == decision.source)


def expected(position: naive.Position, decision: Decision) -> list[str] | None:
    """Return the tokens of a question about tiles by the reference implementation; None for other questions."""
    seat, kind = decision.seat, decision.kind
    lying = set(position["field"]) - {position["claiming"]}
    if kind == "claim":
        return naive.claimable(position, seat)
    if kind == "spot" and position["drawn"]:
        return naive.spots(position, lying)
    steps = [step for step in _face(decision).steps if step.verb == kind] if decision.source else []
    if kind in ("raise", "flip") and len({step.what for step in steps}) == 1 and steps[0].what != "it":
        return sorted(naive.of_sort(position, seat, steps[0].what))
    if kind == "march":
        reach = steps[0].what
        return sorted(id for id in naive.own(position, seat) if id in lying and naive.goals(position, id, reach))
    if kind == "to":
        march = next(step for step in _face(decision).steps if step.verb == "march")
        return sorted(naive.goals(position, decision.data["tile"], march.what))
    if kind == "swap":
        second = naive.of_sort(position, seat, steps[0].other)
        return sorted(id for id in naive.of_sort(position, seat, steps[0].what) if second - {id})
    if kind == "with":
        swap = next(step for step in _face(decision).steps if step.verb == "swap")
        return sorted(naive.of_sort(position, seat, swap.other) - {decision.data["tile"]})
    if kind == "rotate":
        return naive.triples(position, naive.of_sort(position, seat, steps[0].what))
    if kind == "shift":
        loose = {id for id in naive.of_sort(position, seat, steps[0].what) if not naive.locked(position, id)}
        goal = naive.own(position, seat) & lying if steps[0].other == "own" else lying
        return sorted(id for id in loose if naive.spots(position, goal - {id}))
    if kind == "spot":
        shift = next(step for step in _face(decision).steps if step.verb == "shift")
        goal = naive.own(position, seat) & lying if shift.other == "own" else lying
        return naive.spots(position, goal - {decision.data["tile"]})
    if kind == "battle":
        others = [other for other in position["players"] if other != seat]
        return [
            f"{id}:{other}"
            for id in sorted(naive.tiles(position))
            for other in others
            if other in position["field"][id]["pillars"] and naive.strength(position, seat, id)
        ]
    if kind == "banish":
        return [
            f"{id}:{other}"
            for id in sorted(naive.near(position, seat))
            for other in position["players"]
            if other != seat and other in position["field"][id]["pillars"]
        ]
    return None


def test_what_is_legal_is_what_a_slow_reading_of_the_rules_says() -> None:
    checked = Counter[str]()
    for game in games(COUNT, "legal"):
        for at in plies(game):
            for decision in at.pending.values():
                wanted = expected(at.view(None), decision)
                if wanted is None:
                    continue
                found = [token for token in decision.tokens if token != "pass"]
                if decision.kind == "battle":  # lasting strength adds others
                    assert set(wanted) <= set(found)
                    assert found == sorted(found)
                else:
                    assert found == wanted, (decision, at.to_dict())
                checked[decision.kind] += 1
    often = ("claim", "spot", "raise", "march", "to", "flip", "shift", "swap", "with", "rotate", "battle", "banish")
    assert all(checked[kind] > 10 for kind in often), checked


def test_locks_are_right_however_the_field_came_about() -> None:
    """The locks that are cached from one question to the next are those that a restored game finds."""
    for game in games(6, "locks"):
        for at in plies(game):
            position = at.to_dict()
            if not position["turn"] or at.over:
                continue
            g = at.state
            known = {id for number, id in enumerate(_IDS) if (g.loose | g.locked) >> number & 1}
            for id in known & set(naive.tiles(position)):
                assert bool(g.locked >> _IDS.index(id) & 1) == naive.locked(position, id)


_IDS = sorted(
    {f"{number}{letter}" for number in range(1, 5) for letter in "abcdefoxyz"},
)


def test_every_kind_of_question_comes_up_with_two_answers_or_more() -> None:
    kinds = Counter[str]()
    for game in games(60, "kinds"):
        for at in plies(game):
            for decision in at.pending.values():
                assert len(decision.tokens) > 1
                assert len(set(decision.tokens)) == len(decision.tokens)
                assert decision.tokens.index("pass") == len(decision.tokens) - 1 if "pass" in decision.tokens else True
                kinds[decision.kind] += 1
    asked = {
        "core", "set", "invoke", "keep", "order", "free", "pool", "rout", "raise", "march", "to", "shift", "swap",
        "with", "flip", "claim", "banish", "battle", "side", "spot", "rotate", "spin", "muster", "reroll",
    }  # fmt: skip
    assert kinds.keys() >= asked, asked - kinds.keys()


def test_views_are_the_position_without_seed_and_stack() -> None:
    for game in games(6):
        for at in plies(game):
            whole = at.to_dict()
            for hidden in ("seed", "stack"):
                del whole[hidden]
            assert json.loads(json.dumps(whole)) == whole
            for seat in (None, *at.seats):
                assert at.view(seat) == whole


def test_what_is_drawn_or_rolled_cannot_be_taken_back() -> None:
    for game in games(6):
        for at in plies(game):
            for event in at.events:
                assert event.reveals == (event.kind in ("drew", "rolled", "rerolled"))


def test_a_game_is_the_same_again_by_seed_and_moves() -> None:
    for one, two in zip(games(6), games(6), strict=True):
        assert [at.to_dict() for at in plies(one)] == [at.to_dict() for at in plies(two)]


def test_what_thinks_ahead_knows_no_more_than_a_view() -> None:
    """The stack is dealt anew from what cannot be seen; what can be seen stays."""
    for game in games(6):
        for at in plies(game):
            view = at.view(None)
            twin = Game.from_view(view)
            assert twin.view(None) == view
            assert twin.pending == at.pending
            assert sorted(twin.to_dict()["stack"]) == sorted(at.to_dict()["stack"])


def test_a_game_ends_by_a_third_rune_or_after_round_30() -> None:
    whys = Counter[str]()
    ends = [[*plies(game)][-1] for game in games(6)] + [greedy_game(number) for number in range(2)]
    for end in ends:
        position, ended = end.to_dict(), end.events[-1]
        whys[ended.data["why"]] += 1
        sets = {seat: line["set"] for seat, line in position["scores"].items()}
        if ended.data["why"] == "name":
            assert sets[ended.data["winner"]] >= 3
            assert position["scores"][ended.data["winner"]]["rank"] == 1
        else:
            assert position["turn"] == 30
        assert position["pending"] == {}
        assert position["active"] is None
    assert len(whys) == 2, whys
