"""What answers are worth: chances that follow from public knowledge, with reasons; used for hints and reviews."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.core.decisions import Decision
from game.core.faces import Counts
from game.core.history import History
from game.core.judging.hint import hint
from game.core.judging.review import review
from game.core.layout import Button, Place, Verb
from game.core.narrowing import read_path
from game.core.protocol import Game as AnyGame
from game.spirit_ground import Game
from game.spirit_ground.kit import KIT
from game.spirit_ground.players.search import ending
from game.spirit_ground.players.search.judge import SpiritGroundJudge
from game.spirit_ground.rules.scenario import SpiritGroundScenarios
from game.spirit_ground.rules.state import FIRST
from tests.games.judging import adds_up
from tests.games.positions import by_hand
from tests.spirit_ground.playing import games, moves, plies

JUDGE = SpiritGroundJudge()
KINDS = ("pair", "order", "place", "pay", "rotate", "enhance")
LAST = {"turn": 12, "phase": "second", "first": "P1", "ground": {}, "bag": [], "stream": []}
"""The last turn of a game, so that only what counts at the end matters."""


def asked(kinds: tuple[str, ...] = KINDS) -> list[tuple[Game, Decision]]:
    """Return a question of each kind, from late turns, where evaluating them is cheapest."""
    found = dict[str, tuple[Game, Decision]]()
    for game in games(20):
        for at in plies(game):
            for decision in at.pending.values():
                if decision.kind in kinds and at.state.turn > 4 and at.state.phase != FIRST:
                    found.setdefault(decision.kind, (at.copy(), decision))
    assert found.keys() == set(kinds)
    return list(found.values())


def put(**data: Any) -> tuple[Game, Decision]:
    """Return a position set up by hand."""
    game = by_hand(SpiritGroundScenarios(), **data)
    [decision] = game.pending.values()
    return game, decision


def best(game: AnyGame, decision: Decision) -> str:
    """Return the first answer of a hint."""
    return hint(JUDGE, game.view(decision.seat), decision, Random(1)).tips[0].token


def test_the_terms_add_up_to_a_chance_and_both_chances_to_a_hundred() -> None:
    for game, decision in asked():
        world = adds_up(JUDGE, game, decision, JUDGE.candidates(game.view(decision.seat), decision)[:3])
        assert world.game.view(None) == game.view(None)


def test_a_hint_comes_of_what_all_see() -> None:
    """It does not depend on decks and bag, even if it pays for a relic, which draws from the bag."""
    for game, decision in asked(("pay", "rotate")):
        other = Game.from_view(game.view(None), "another")
        assert other.to_dict()["bag_order"] != game.to_dict()["bag_order"]
        one, same = (hint(JUDGE, each.view(decision.seat), decision, Random(1)) for each in (game, other))
        assert one == same
        assert any(tip.follow_ups for tip in one.tips) == (decision.kind == "rotate")


def test_a_hint_tells_the_rest_of_the_turn_and_leads_to_all_of_it() -> None:
    """Each answer is legal, and after them the turn is over, except that nobody knows what a relic draws. On the panel
    that its button leads to, one press confirms the square, the direction and the crystals."""
    [(before, decision)] = asked(("place",))
    seat, told = decision.seat, dict[bool, str]()
    view = before.view(seat)
    for token in JUDGE.candidates(view, decision):
        onward, game = JUDGE.follow_ups(view, decision, token), before.copy()
        for each in (token, *onward):
            game.play(seat, each)
        goes_on = (game.state.turn, game.state.phase) == (before.state.turn, before.state.phase)
        assert goes_on == (game.state.bag != before.state.bag)
        told[goes_on] = KIT.words.follow_ups(decision, view, {}, token, onward)
        path = KIT.panels.narrowing(decision, view).path_to_all((token, *onward))
        assert path == (token, *onward)
        panel = KIT.panels.decision(Place("abcdefgh", 1), decision, view, {}, path)
        [confirm] = [each for each in panel.controls if isinstance(each, Button) and each.verb is Verb.MOVE]
        assert (confirm.label, read_path(confirm.rest)) == ("Confirm", path)
    assert told[True].startswith(", then pay ")
    assert told[False].startswith(", then top ")


def test_a_choice_is_told_to_others_by_names() -> None:
    """The button says "your" and "you" instead."""
    names, told = {"P1": "Ann", "P2": "Bob"}, set()
    for game, decision in asked(("pair", "order")):
        view = game.view(decision.seat)
        for token in decision.tokens:
            said = KIT.words.choice(decision, view, names, token)
            label = KIT.words.move(decision, view, names, token)
            own = names[decision.seat]
            assert said.replace(f"{own}'s", "Your").startswith(label.partition(",")[0].replace("You go", f"{own} goes"))
            assert "you" not in said.lower()
            told.add(decision.kind)
    assert told == {"pair", "order"}


@pytest.mark.parametrize(
    ("data", "token"),
    [
        pytest.param(
            {"pair": "F1+C3", "tiles": {"a1": {"tile": "F3", "spirit": 1}, "b1": {"tile": "C2"}, "c3": {"tile": "F1"}}},
            "a2",
            id="a warrior with a spirit falls if it is closed in",
        ),
    ],
)
def test_what_wins_at_once_is_named_first(data: dict[str, Any], token: str) -> None:
    assert best(*put(**LAST, **data)) == token


def test_spirits_go_onto_the_last_warrior() -> None:
    """In storage they are worth nothing at the end; energy is as good there as anywhere."""
    game, decision = put(**LAST, pair="F1+C3", tiles={"c3": {"tile": "F1"}}, P2={"energy": 1, "spirit": 2})
    game.play(decision.seat, "e1")
    assert "spiritx2" in best(game, game.pending[decision.seat])


def test_a_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances add up to a hundred after each round, and end with the victory. Random players make mistakes."""
    monkeypatch.setattr(ending, "REPLIED", 1)
    game = Game.new(seed="playout 1")
    made = [(move.seat, move.token) for move in moves(game)]
    found = review(History(KIT.name, 2, game.setup, game.seed, tuple(made)), Counts(3, 2, 1, 2, 1))
    assert len(found.expected) == game.state.turn
    assert all(sum(row.values()) == pytest.approx(100) for row in found.expected)
    assert found.expected[-1] == {seat: 100.0 * (line["rank"] == 1) for seat, line in (game.scores or {}).items()}
    assert found.mistakes
