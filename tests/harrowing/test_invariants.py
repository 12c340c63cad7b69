"""What is true at every ply of a game, compared with a slow second implementation (`reference`)."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from game.harrowing import Game
from game.harrowing.kit import KIT
from game.harrowing.rules.content import CUBES, PILLARS
from tests.games.twins import go_alike, refused, reordered, shown
from tests.harrowing import naive
from tests.harrowing.playing import choose, games, greedy_game, plies
from tests.harrowing.positions import begun, laid_out
from tests.harrowing.reference import Reference, new

COUNT = 9
LAID_OUT = 400
KINDS = {
    "invoke", "keep", "order", "free", "pool", "rout", "raise", "march", "to", "shift", "swap", "with", "flip", "claim",
    "banish", "battle", "seal", "side", "spot", "rotate", "spin", "muster", "reroll",
}  # fmt: skip
"""All kinds of questions but those of the set-up."""
REVEALING = {"drew", "rolled", "rerolled"}


def agree(game: Game, reference: Reference) -> None:
    """Both are at the same question in the same position."""
    asked = [
        (decision.seat, decision.kind, decision.tokens, decision.source, decision.data)
        for decision in game.pending.values()
    ]
    assert asked == ([reference.pending] if reference.pending else [])
    ahead = any(decision.ahead for decision in game.pending.values())
    assert ahead == any("pass" in game.legal(seat) and seat != reference.position["active"] for seat in game.asked)
    position = game.to_dict()
    del position["effects"], position["more"]
    assert position == reference.position


def answer(game: Game, reference: Reference, token: str) -> None:
    """The same follows in both from an answer. What is drawn or rolled cannot be taken back."""
    events = game.play(game.asked[0], token)
    reference.play(token)
    agree(game, reference)
    assert [event[:3] for event in events] == reference.told
    assert {event.kind for event in events if event.reveals} == REVEALING & {event.kind for event in events}
    assert {*game.taken} == {*reference.taken}


def test_a_game_goes_as_a_slow_reading_of_the_rules_says() -> None:
    """Pieces are neither made nor lost, and the field hangs together around one core."""
    for game in games(COUNT):
        reference, rng = new(len(game.seats), game.seed), Random(game.seed)
        eager = rng.choice((0.0, 0.5, 0.9))
        agree(game, reference)
        while not game.over:
            answer(game, reference, choose(game, rng, eager))
            cubes_and_pillars(reference)
            tiles(reference.position)
            field(reference.position)


def test_so_it_does_from_rare_positions() -> None:
    """Such as with sealed tiles, rituals in force that several own, next to no supply, and in the last round."""
    rng, seen = Random("rare"), Counter[str]()
    for _ in range(LAID_OUT):
        position = laid_out(rng)
        game, reference = begun(position), Reference(position)
        agree(game, reference)
        for _ in range(8):
            if not game.over:
                seen[game.kind(game.asked[0]) or ""] += 1
                answer(game, reference, rarely(game, rng))
    assert {*seen} == KINDS, KINDS - {*seen}


def rarely(game: Game, rng: Random) -> str:
    """Return a legal token, mostly one that random players seldom come to choose: a claim, or a tile's spell."""
    tokens = [token for token in game.legal(game.asked[0]) if token != "pass"]
    if game.kind(game.asked[0]) == "invoke" and rng.random() < 0.85:
        if "claim" in tokens:
            return "claim"
        tokens = [token for token in tokens if token in ("weave", "muster") or token[0].isdigit()] or tokens
    if game.kind(game.asked[0]) == "keep":
        return rng.choice((tokens[-1], "pass"))
    return rng.choice(tokens) if rng.random() < 0.9 else game.legal(game.asked[0])[-1]


def cubes_and_pillars(reference: Reference) -> None:
    """Except for power that a question is about, which nobody holds meanwhile."""
    position, asked = reference.position, reference.pending
    held = asked.data["count"] if asked and asked.kind == "pool" else 0
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


def test_views_are_the_position_without_seed_and_stack() -> None:
    for game in games(6):
        for at in plies(game):
            whole = at.to_dict()
            for hidden in ("seed", "stack"):
                del whole[hidden]
            assert json.loads(json.dumps(whole)) == whole
            for seat in (None, *at.seats):
                assert at.view(seat) == whole


TRIED = ("pass", "meditate", "weave", "1a", "2c", "3x", "4d1", "1o", "2c:P2", "1,0", "9,9", "3", "P2", "1a+2c+3x", "cw")


def test_nothing_tells_the_seed_or_the_stack() -> None:
    """Two games that differ only in them look alike, refuse alike, and tell the same until a tile is drawn or dice are
    rolled."""
    rng, alike = Random("hidden"), 0
    for _ in range(LAID_OUT // 4):
        game = begun(laid_out(rng))
        for _ in range(4):
            if game.over:
                break
            twin = reordered(KIT, game, rng)
            assert shown(twin) == shown(game)
            assert twin.pending == game.pending
            seat, token = game.asked[0], rng.choice(TRIED)
            if token not in game.legal(seat):
                told = refused(game, token)
                assert len(told) == len(game.seats)
                assert refused(twin, token) == told
            alike += go_alike(game, twin, seat, rarely(game, rng))
    assert alike > LAID_OUT // 2


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
