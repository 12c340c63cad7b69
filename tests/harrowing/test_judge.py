"""The judge of hints and reviews: chances that add up, obviously best answers, and the review of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from game.core.decisions import PASS
from game.core.faces import Counts
from game.core.history import History
from game.core.judging.hint import Tip, hint
from game.core.judging.review import review
from game.harrowing import Game
from game.harrowing.kit import KIT
from game.harrowing.players import greedy, judge
from game.harrowing.players.chances import weights
from game.harrowing.players.features import FEATURES, features
from game.harrowing.players.judge import HarrowingJudge
from game.harrowing.rules.seats import SEAT_NAMES, clockwise
from game.harrowing.rules.state import SETUP
from tests.games.judging import adds_up
from tests.harrowing.playing import at, games, plies

JUDGE = HarrowingJudge()
READY = """
[scenario.field]
"1,0" = "1a1 P1"
"1,-1" = "1d1 P1"
"2,-1" = "2a1 P1"
"""
"""A pattern of P1's."""
TWO = 'claimed = ["3a1", "3d1"]'
"""Two claimed tiles with its rune."""


def tips(game: Game) -> Sequence[Tip]:
    [(seat, decision)] = game.pending.items()
    return hint(JUDGE, game.view(seat), decision, Random(1)).tips


def told(text: str, seat: int = 0) -> dict[str, float]:
    """Return the features of a seat, before P1's turn."""
    g = at(text).state
    return dict(zip(FEATURES, features(g, clockwise(g.players, 0))[seat], strict=True))


def test_chances_come_to_a_hundred_and_are_the_sum_of_what_they_come_of() -> None:
    """For each seat, at each kind of question, with any number of players; nothing is changed by it."""
    kinds = defaultdict[int, set[str]](set)
    for game in games(3):
        for now in islice(plies(game), 0, None, 23):
            for seat, decision in now.pending.items():
                kinds[len(now.seats)].add(decision.kind)
                world = adds_up(JUDGE, now, decision, {decision.tokens[0], decision.tokens[-1]})
                assert world.game.view(seat) == now.view(seat)
    assert kinds.keys() == {2, 3, 4}
    assert set[str]().union(*kinds.values()) >= {"core", "invoke", "spot", "battle"}


def test_in_the_set_up_nobody_is_ahead() -> None:
    game = Game.new(4, seed="judge")
    while game.state.phase == SETUP:
        [(seat, decision)] = game.pending.items()
        world = JUDGE.after(JUDGE.deal(game.view(seat), decision, Random(1)), seat, decision.tokens[0])
        assert JUDGE.ahead(world) == dict.fromkeys(SEAT_NAMES, 25)
        game.play(seat, decision.tokens[0])


def test_a_hint_comes_of_what_all_see() -> None:
    """It depends neither on the order of the stack nor on future dice."""
    for game in games(2):
        for now in islice(plies(game), 20, 60, 30):
            [(seat, decision)] = now.pending.items()
            other = Game.from_view(now.view(None), "another")
            assert other.to_dict()["stack"] != now.to_dict()["stack"]
            one, same = (hint(JUDGE, each.view(seat), decision, Random(1)) for each in (now, other))
            assert one == same


def test_a_hint_tells_how_a_spell_is_aimed_and_leads_there() -> None:
    """Each answer is legal, and after them the spell is resolved, except that nobody knows draws and rolls in advance.
    A pass needs nothing more."""
    whole = 0
    for game in games(4):
        for now in islice(plies(game), 8, None, 9):
            for seat, decision in now.pending.items():
                view = now.view(seat)
                for token in JUDGE.candidates(view, decision):
                    onward, then = JUDGE.follow_ups(view, decision, token), now.copy()
                    for each in (token, *onward):
                        then.play(seat, each)
                    if token == PASS:
                        assert onward == ()
                        continue
                    one, other = now.state, then.state
                    drawn = (one.stack, one.uses) != (other.stack, other.uses)
                    assert drawn or then.kind(seat) in (None, "invoke", "keep") or other.phase != one.phase
                    assert KIT.words.follow_ups(decision, view, {}, token, onward).startswith(
                        ", then " if onward else ""
                    )
                    walk = KIT.panels.narrowing(decision, view)
                    assert walk.answers(walk.path_to_all((token, *onward))) == (token, *onward)
                    whole += bool(onward)
    assert whole > 10


def test_who_can_win_at_once_does() -> None:
    game = at(READY + f"[scenario.P1]\n{TWO}")
    best, *_ = tips(game)
    assert (best.token, best.follow_ups[0]) == ("claim", "1a")
    game.play("P1", "claim")
    assert all(tip.behind == 0 for tip in tips(game))  # whichever it is


def test_who_is_about_to_lose_breaks_the_pattern() -> None:
    """P2 would next claim a third tile with rune A; otherwise P1 can only meditate."""
    text = """
[scenario.field]
"1,0" = "1d1 P2"
"1,-1" = "2a1 P2"
"2,-1" = "2f2 P2"
"-1,0" = "1c1 P2"
"0,-1" = "4d1 P1"
[scenario.P1]
claimed = ["2b1", "3b1"]
[scenario.P2]
claimed = ["3a1", "3d1"]
power = { raise = "111", weave = "111", shift = "111", muster = "111" }
"""
    best, other = tips(at(text, "4d"))
    assert (best.token, other.token) == ("2a:P2", "1c:P2")
    assert other.behind > 1


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        pytest.param(f"[scenario.P1]\n{TWO}", "one turn", id="two claimed, a pattern, a free slot"),
        pytest.param(
            '[scenario.P1]\npower = { claim = "1" }\n' + TWO,
            "two turns",
            id="the slot is full: meditation comes before",
        ),
        pytest.param('[scenario.P1]\nclaimed = ["3a1"]', "three turns", id="two claims with a meditation between"),
        pytest.param("", "five turns", id="three claims with two"),
        pytest.param(
            '[scenario.P1]\nclaimed = ["3a1", "3d1 sealed"]', "two turns", id="meditation unseals, then one claim wins"
        ),
    ],
)
def test_how_many_turns_a_name_takes(text: str, feature: str) -> None:
    found = told(READY + text)
    turns = ("one turn", "two turns", "three turns", "four turns", "five turns")
    assert [bool(found[each]) for each in turns] == [place >= turns.index(feature) for place in range(len(turns))]


def test_a_name_is_the_further_the_more_it_takes_to_a_pattern() -> None:
    """One can claim at once, or must first raise a pillar, or first place two tiles."""
    one_open = READY.replace('2a1 P1"', '2a1"')
    alone = '[scenario.field]\n"1,0" = "1a1 P1"\n'
    steps = [
        (told(text)["can be claimed"], told(text)["one step"], told(text)["two steps"])
        for text in (READY, one_open, alone)
    ]
    assert steps == [(True, True, True), (False, True, True), (False, False, True)]


def test_a_pattern_is_the_less_safe_the_more_others_can_send() -> None:
    near = READY + '"2,0" = "2c1 P2"\n'
    exposed = [
        told(near + f"[scenario.P1]\n{TWO}\nfort = {mine}\n[scenario.P2]\nfort = {theirs}\npool = 0")[
            "exposed, one turn"
        ]
        for mine, theirs in ((0, 0), (0, 3), (3, 3))
    ]
    assert exposed[0] == 0 < exposed[1] > exposed[2]


def test_a_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances add up to a hundred after each round, and end with the victory. The same game has the same review."""
    monkeypatch.setattr(judge, "SPELLS", 2)
    monkeypatch.setattr(judge, "MOST", 2)
    game, rng, made = Game.new(2, seed="review6"), Random(3), list[tuple[str, str]]()
    while not game.over:
        [(seat, decision)] = game.pending.items()
        made.append((seat, greedy.policy(game.view(seat), decision, rng)))
        game.play(*made[-1])
    history, counts = History(KIT.name, 2, {}, game.seed, tuple(made)), Counts(3, 2, 1, 2, 1)
    found = review(history, counts)
    assert len(found.expected) == game.state.turn
    assert all(sum(row.values()) == pytest.approx(100) for row in found.expected)
    assert found.expected[-1] == {seat: 100.0 * (line["rank"] == 1) for seat, line in (game.scores or {}).items()}
    assert found == review(history, counts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_of_players_has_weights(players: int) -> None:
    assert [len(row) for row in weights(players)] == [len(FEATURES) + 1] * players
