"""What /play answers to words that are no move: which of them it knows, and the moves that contain those."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bot.tables.language import misread
from bot.tables.language.misread import Heard, heard
from bot.tables.language.naming import exactly, meant
from bot.tables.language.spoken import Sayable, sayable, where
from bot.tables.language.words import (
    words,
)
from game.core.decisions import Decision
from game.core.discover import kit
from game.core.layout import Button, Place, Select, Verb
from game.core.narrowing import read_path
from game.core.protocol import View
from tests.games.test_contract import CONTENT, NAMES, every_game, playouts, questions


@cache
def asked(name: str) -> list[tuple[Decision, View, Sayable]]:
    """Return questions of the game, with the views of the seats asked and all that can be said to answer them."""
    found = [(decision, at.view(decision.seat)) for _, game in playouts(name) for at, decision in questions(game)]
    return [(decision, view, sayable(kit(name), decision, view, NAMES)) for decision, view in found]


def said(name: str, kind: str, typed: str, skip: int = 0) -> tuple[Heard, Sayable, Decision, View]:
    """Hear what was typed at a question of this kind with more than two answers, after skipping some such questions."""
    found = [each for each in asked(name) if each[0].kind == kind and len(each[0].tokens) > 2]
    decision, view, offered = found[skip]
    return heard(kit(name), decision, view, offered, typed), offered, decision, view


@every_game
def test_a_move_that_was_found_goes_on_where_the_panel_has_it(name: str) -> None:
    """It leads to the same place as choosing it on the panel: to its confirmation or to the next step, and nothing is
    done yet."""
    which, rng = kit(name), Random(name)
    for decision, view, (moves, _) in asked(name):
        walk = which.panels.narrowing(decision, view)
        for move in rng.sample(moves, min(3, len(moves))):
            path = where(walk, move)
            panel = which.panels.decision(Place("abcdefgh", 99), decision, view, NAMES, path)
            own = (each for each in panel.controls if isinstance(each, Button | Select))
            onward = [read_path(each.rest) for each in own if each.verb in (Verb.MOVE, Verb.STEP, Verb.PICK)]
            assert not path or path in [each[: len(path)] for each in onward], (decision, move)


def test_words_that_are_not_understood_are_named_and_the_move_without_them_is_offered() -> None:
    found, *_ = said("adepts", "assign", "drop two rubys on the first spott")
    assert found.unknown == ("drop", "spott")
    assert found.things == ("two", "rubys", "first")
    assert found.whole
    assert [label.partition(":")[0] for label in found.found] == ["2 miners to Ruby I"]
    told = misread.in_words(found, 72)
    assert "There is no `drop` or `spott` in what you can choose now." in told
    assert "Possible with `two`, `rubys` and `first`:\n- 2 miners to Ruby I" in told


def test_what_only_names_a_thing_brings_all_the_moves_with_it_and_no_other() -> None:
    found, offered, *_ = said("adepts", "assign", "something with citrine one please")
    every = [move.label for move in offered.moves if "Citrine" in move.label]
    assert sorted(found.found) == sorted(each for each in every if "Citrine I:" in each)
    found, offered, *_ = said("adepts", "assign", "something with the citrine one please")  # which is no number
    assert {*found.found} == {*every, "Citrine"}


def test_a_spot_of_the_field_is_found_by_the_tiles_beside_it() -> None:
    """The labels contain only the tiles' ids, not their names."""
    _, offered, decision, view = said("harrowing", "spot", "", 3)
    beside = next(iter(kit("harrowing").words.aliases(decision, view).items()))
    found = heard(kit("harrowing"), decision, view, offered, f"put it next to the {beside[1]}")
    spots = [move.label for move in offered.moves if beside[0] in words(move.label)]
    assert spots
    assert set(spots) <= set(found.found)
    assert not [label for label in found.found if beside[0] not in words(label)]


def test_a_square_is_found_by_the_warriors_beside_it() -> None:
    which = kit("spirit-ground")
    for decision, view, offered in asked("spirit-ground"):
        if decision.kind != "place" or len(decision.tokens) < 4:
            continue
        aliases, own = which.words.aliases(decision, view), decision.data["name"]
        name = next((said.removeprefix(own).split() for said in aliases.values() if said != own), [])
        if not name:
            continue
        typed = f"put {own} next to the {' '.join(name[:2])}"
        assert meant(offered.moves, typed) is None
        found = heard(which, decision, view, offered, typed)
        assert found.whole
        assert {label.partition(":")[0] for label in found.found} == {
            square for square, said in aliases.items() if all(each in said for each in name[:2])
        }
        return
    raise AssertionError("nobody stood beside a free square")


def test_things_are_found_by_what_people_call_them() -> None:
    found, *_ = said("adepts", "assign", "put some guys on the first ruby")
    assert found.unknown == ("some",)
    assert all("Ruby I:" in label for label in found.found)
    for decision, view, offered in asked("harrowing"):
        if decision.kind == "invoke" and any("battle" in words(move.label) for move in offered.told):
            found = heard(kit("harrowing"), decision, view, offered, "fight")
            assert found.whole
            assert all("battle" in words(label) for label in found.found)
            found = heard(kit("harrowing"), decision, view, offered, "put cubes in my fortress")
            assert "fortress" not in found.unknown
            return
    raise AssertionError("nobody could battle")


def test_of_things_that_are_nowhere_together_the_moves_with_most_are_told() -> None:
    found, *_ = said("adepts", "assign", "ruby and topaz with 3")
    assert not found.whole
    assert "Nothing that you can choose now has `ruby`, `topaz` and `3` together." in misread.in_words(found, 72)
    assert all(("Ruby" in each or "Topaz" in each) and ("3 " in each or "III" in each) for each in found.found)


@every_game
def test_whatever_is_typed_is_answered_within_a_panel(name: str) -> None:
    """The refusal fits into the question's panel, and names some moves as they can be typed, none of them twice."""
    which, rng = kit(name), Random(name)
    for decision, view, offered in asked(name):
        panel = which.panels.decision(Place("abcdefgh", 99), decision, view, NAMES)
        known = [each for move in offered.moves for label in move.labels for each in words(label)]
        for typed in ("", "zz " * 900, "`" * 90, " ".join(rng.sample(known, min(3, len(known))))):
            found = heard(which, decision, view, offered, typed)
            assert len(set(found.found)) == len(found.found)
            assert found.found
            told = misread.in_words(found, len(offered.told))
            assert len(told) <= 1500
            assert len(told) + sum(map(len, panel.words)) <= CONTENT


def test_of_nothing_that_is_known_all_ways_are_told_once_in_the_order_of_the_buttons() -> None:
    """A direction may have two notations, alone or with the tokens that are put onto the tile then; the button is the
    same."""
    which, seen = kit("spirit-ground"), 0
    for decision, view, offered in asked("spirit-ground"):
        if decision.kind != "rotate":
            continue
        seen += len(offered.moves) > len(decision.tokens)
        moves = [which.words.move(decision, view, NAMES, token) for token in decision.tokens]
        told = misread.in_words(heard(which, decision, view, offered, "attack"), len(offered.told))
        assert told == "\n- ".join(("Possible:", *moves))
        told = misread.in_words(heard(which, decision, view, offered, "top somewhere"), len(offered.told))
        assert told == "\n- ".join(
            ("There is no `somewhere` in what you can choose now.\nPossible with `top`:", *moves)
        )
        assert exactly(offered.moves, offered.moves[-1].value) == offered.moves[-1]  # the longer notation is a move too
    assert seen


@pytest.mark.parametrize("typed", ["not the ruby", "don't put two on ruby 1", "anything except citrine"])
def test_what_is_denied_is_not_taken_for_a_thing(typed: str) -> None:
    found, offered, *_ = said("adepts", "assign", typed)
    assert meant(offered.moves, typed) is None
    assert not {"not", "don", "t", "except"} & {*found.unknown, *found.things}


@pytest.mark.parametrize(
    "typed",
    ["What should I do?", "what do I do now", "which one should I play", "what now?", "what would you do", "hint"],
)
def test_whoever_asks_what_to_choose_is_told_of_hints(typed: str) -> None:
    assert "*Hint*" in misread.elsewhere(typed, True)
    assert "There are no hints at this table" in misread.elsewhere(typed, False)


@pytest.mark.parametrize(
    "typed", ["what can I do", "what does this do", "what is ruby", "which turn is it", "next ruby"]
)
def test_other_questions_are_not_taken_for_that(typed: str) -> None:
    assert "int" not in misread.elsewhere(typed, True)


@pytest.mark.parametrize("typed", ["review", "pause", "replay", "rematch", "export", "score?", "pause the game"])
def test_whoever_types_a_command_as_a_move_is_led_to_it(typed: str) -> None:
    found = misread.elsewhere(typed, hints=True)
    assert found.startswith("There is a command for that: `/table ")
    assert found.split()[-1].strip("`.") in typed


@pytest.mark.parametrize("typed", ["review the ruby", "pause replay", "log ruby 2"])
def test_what_names_more_than_a_command_is_none(typed: str) -> None:
    assert misread.elsewhere(typed, hints=True) == ""
