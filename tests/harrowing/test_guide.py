"""The guide of a first game: every lesson is given once, when it matters, and what it says to press is there."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest

from game.core.faces import PastQuestion
from game.harrowing import Game
from game.harrowing.guide.lessons import LESSONS
from game.harrowing.guide.topics import Moment
from game.harrowing.kit import KIT
from game.harrowing.players.features import FEATURES
from game.harrowing.players.quick import answer
from game.harrowing.rules.content import face
from tests.games.guiding import guided, pressed
from tests.harrowing.playing import at

NAMES = {"P1": "Ann", "P2": "Bob"}


def assert_pressable(game: Game, seat: str, token: str) -> None:
    """Assert that the labels named by the guide lead to that token, or to the first claim once that is possible."""
    decision, view = game.pending[seat], game.view(seat)
    answers = pressed(KIT, game, seat, KIT.guide.presses(decision, view, NAMES, (token,), False))
    assert answers[0] == ("claim" if Moment(decision, view).first_claim else token)


def test_nothing_is_to_be_placed_beside_what_is_being_claimed() -> None:
    """Ruling 17: a tile being claimed counts as gone."""
    field = '"1,-1" = "1d1 P1", "2,-1" = "2a1 P1", "1,0" = "3x1 P1"'
    game = at(f'stack = ["2f"]\nfield = {{ {field} }}', "claim", "3x", "pass")
    [(seat, decision)] = game.pending.items()
    assert decision.kind == "side"
    assert Moment(decision, game.view(seat)).kin == ["1d", "2a"]


def test_lessons_come_one_by_one_and_when_they_matter() -> None:
    """In games of computer players with each seat guided: no lesson is repeated, and all whose topics came up are
    given."""
    mattered = set[str]()
    for seed in ("a", "b", "c"):
        for heard in guided(KIT, Game.new(2, seed), partial(plausible, Random(seed)), assert_pressable).values():
            assert len(heard.told) == len(set(heard.told))
            mattered |= heard.mattered
    assert mattered == LESSONS.texts.keys()


def plausible(rng: Random, game: Game, _seat: str) -> str:
    return answer(game, rng)


def whimsical(game: Game, rng: Random) -> str:
    """Return a plausible answer, or a random one in a quarter of all cases."""
    return rng.choice(game.legal(game.asked[0])) if rng.random() < 0.25 else answer(game, rng)


def _runes(id: str, side: int) -> set[str]:
    return set(face(id, side).runes)


def test_where_a_tile_goes_is_said_by_what_one_owns() -> None:
    """Beside whichever of their own tiles share a rune with it; a player without any is not sent to them."""
    heard = set[str]()
    for seed in ("a", "b", "c", "d"):
        game, rng = Game.new(2, seed), Random(seed)
        while not game.over:
            [(seat, decision)] = game.pending.items()
            view = game.view(seat)
            if decision.kind == "side":
                own = {id: row["side"] for id, row in view["field"].items() if seat in row["pillars"]}
                drawn = set().union(*(_runes(decision.data["tile"], side) for side in (1, 2)))
                kin = [id for id, side in own.items() if drawn & _runes(id, side)]
                texts = KIT.guide.lessons(decision, view, NAMES, [])
                [text] = [each for each in texts if "Place it beside" in each or "any spot will do" in each]
                if kin:
                    heard.add("kin")
                    named = re.findall(r"\d[a-z]", text.partition("**")[2].partition("**")[0])
                    assert named
                    assert set(named) <= set(kin)
                else:
                    heard.add("alone" if own else "none")
                    assert ("is yours yet" in text) == (not own)
                    assert "any spot will do" in text
            game.play(seat, whimsical(game, rng))
    assert heard == {"kin", "alone", "none"}


def test_the_first_claim_is_what_is_to_be_pressed_once_it_can_be_made() -> None:
    """As the lesson says, which is the last before the guide ends; a computer player might do something else first."""
    waited = 0
    for seed in ("a", "b", "c", "d"):
        game, rng = Game.new(2, seed), Random(seed)
        before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
        while not game.over:
            [(seat, decision)] = game.pending.items()
            view, token = game.view(seat), whimsical(game, rng)
            texts = KIT.guide.lessons(decision, view, NAMES, before[seat])
            claimed = view["players"][seat]["claimed"]
            if any("You can claim" in text for text in texts) and not claimed:
                assert KIT.guide.presses(decision, view, NAMES, (token,), False).startswith("**Claim")
                waited += token != "claim"
            assert not any("first claim is made" in text for text in texts) or claimed
            assert claimed or not KIT.guide.closed(before[seat])
            before[seat].append(KIT.guide.asked(decision, view))
            game.play(seat, token)
    assert waited


def test_who_has_three_of_a_rune_already_is_told_to_win_with_any_tile() -> None:
    """Ruling 18: unsealing the third wins nothing, but the next claim does, even that of a wild tile."""
    three = at('P1 = { claimed = ["1a1", "2a1", "1d1"] }\nP2 = { claimed = ["3a1", "4a1", "4d1"] }')
    text = "\n".join(KIT.guide.lessons(three.pending["P1"], three.view("P1"), NAMES, []))
    assert "with the next claim:** Bob with any tile." in text
    assert "your next claim wins the game with any tile." in text
    two = at('P1 = { claimed = ["1a1", "2a1", "1b1", "2b1"] }')
    assert "wins the game with A or B." in "\n".join(KIT.guide.lessons(two.pending["P1"], two.view("P1"), NAMES, []))


@pytest.mark.parametrize(
    ("claimed", "said"),
    [
        ('"1a1"', "You have 1 A now: two more with A win."),
        ('"1a2"', "You have 1 B and 1 C now: two more with B or two more with C win."),
        ('"1a1", "1b2"', "You have 2 A and 1 C now: one more with A wins."),
        ('"1x1"', "It shows no rune now: three tiles with one rune win."),
        ('"1a1 sealed"', "It shows no rune now: three tiles with one rune win."),
    ],
)
def test_after_the_first_claim_it_is_said_how_many_more_win(claimed: str, said: str) -> None:
    game = at(f"P1 = {{ claimed = [{claimed}] }}")
    assert said in "\n".join(KIT.guide.lessons(game.pending["P1"], game.view("P1"), NAMES, []))


def test_the_welcome_says_how_one_wins() -> None:
    assert "claims a third tile with one rune" in KIT.guide.welcome()


def test_the_way_leads_to_all_that_a_hint_proposes() -> None:
    """Not to what a computer player would choose after the first of it, such as another tile for the pillar."""
    field = '"0,-1" = "2e2 P1", "1,-1" = "3f1 P1"'
    game = at(f'stack = ["2f", "1b"]\nfield = {{ {field} }}')
    decision, view = game.pending["P1"], game.view("P1")
    for tile in ("2e", "3f"):
        way = KIT.guide.presses(decision, view, NAMES, ("raise", tile), False)
        assert pressed(KIT, game, "P1", way) == ("raise", tile)


def test_the_welcome_says_what_one_wins_as_hints_call_it() -> None:
    assert "nearness to a name" in FEATURES.values()
    assert "wins a name, and the game" in KIT.guide.welcome()
