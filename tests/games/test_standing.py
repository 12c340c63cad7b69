"""/play with an ordinal or a number ("second pair", "the last one"): the place in the list, to be confirmed if it is
unclear."""

from __future__ import annotations

import pytest

from bot.tables.language import misread
from bot.tables.language.completion import choices
from bot.tables.language.naming import meant
from bot.tables.language.standing import nth
from game.core.decisions import PASS, Decision
from game.core.discover import kit
from game.core.narrowing import Path
from game.core.protocol import View
from tests.games.test_contract import NAMES, every_game
from tests.games.test_misread import asked, said


def placed(name: str, kind: str, typed: str) -> tuple[Path, Decision, View]:
    _, offered, decision, view = said(name, kind, typed)
    return nth(kit(name), decision, view, NAMES, offered, typed).path, decision, view


@every_game
def test_the_second_is_what_is_listed_behind_the_first_and_declining_is_neither(name: str) -> None:
    which, seen = kit(name), 0
    for decision, view, offered in asked(name):
        found = [
            nth(which, decision, view, NAMES, offered, f"the {order} one").path for order in ("first", "second", "last")
        ]
        assert (PASS,) not in found, decision
        walk = which.panels.narrowing(decision, view)
        if len(walk.options()) > 1 and not walk.numbered() and all(found):
            assert found[0] != found[1], decision
            assert found[2] != found[0], decision
            seen += 1
        for typed in ("the first one", "second one"):
            assert meant(offered.moves, typed) is None, "none is made of it"
    assert seen


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("second pair", 1), ("the 2nd pair please", 1), ("I'll take the second one", 1), ("pair 2", 1),
        ("option two", 1), ("first pair", 0), ("first", 0), ("last one", 2), ("third", 2),
        ("fourth one", None), ("pair 4", None), ("second first", None), ("pair 0", None),
        ("second warrior of the pair", None),
    ],
)  # fmt: skip
def test_a_pair_is_named_by_its_order(typed: str, at: int | None) -> None:
    path, decision, view = placed("spirit-ground", "pair", typed)
    assert path == (() if at is None else (str(at),))
    if at is not None:
        known = choices(kit("spirit-ground"), decision, view, NAMES, decision.tokens[at])
        assert choices(kit("spirit-ground"), decision, view, NAMES, typed) == known
        assert len(known) == 1


def made(name: str, kind: str, typed: str) -> tuple[str, ...] | None:
    """Return what is answered at once, () if it must be confirmed; None if no place in the list is named."""
    _, offered, decision, view = said(name, kind, typed)
    found = nth(kit(name), decision, view, NAMES, offered, typed)
    return found.answers if found.path else None


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("second pair", 1), ("the last one", 2), ("option 2", 1), ("number one", 0),
        ("first", None), ("go first", None), ("I go last", None), ("the last move", None), ("pair 2", None),
    ],
)  # fmt: skip
def test_what_can_mean_a_turn_or_how_many_is_confirmed(typed: str, at: int | None) -> None:
    _, decision, _ = placed("spirit-ground", "pair", typed)
    assert made("spirit-ground", "pair", typed) == (() if at is None else (decision.tokens[at],))
    assert made("spirit-ground", "pair", "one two") is None


def test_so_many_are_no_place_in_a_list_where_it_has_that_number_elsewhere() -> None:
    assert made("adepts", "pay", "pay 2") is None, "from stage 2"
    assert made("adepts", "pay", "2nd option") != ()
    assert made("harrowing", "keep", "keep two") == made("adepts", "discard", "discard last") == ()


def test_what_a_panel_lists_first_is_its_first_step_and_a_site_is_a_site() -> None:
    path, *_ = placed("adepts", "assign", "the second one")
    assert path == ("ruby",)
    assert placed("adepts", "assign", "first")[0] == placed("adepts", "site", "second site")[0] == ()
    found, *_ = said("adepts", "assign", "first")
    assert found.things == ("first",)


@pytest.mark.parametrize(
    "typed", ["two miners on onyx", "2 miners on onyx", "exactly 2 miners on onyx", "onyx 2 miners"]
)
def test_so_many_of_a_thing_are_neither_more_nor_where_they_stand(typed: str) -> None:
    found, offered, decision, view = said("adepts", "assign", typed)
    there = [f"2 miners to Onyx {site}: 2 onyxes" for site in ("I", "II", "III")]
    assert list(found.found) == there
    assert [label for label, _ in choices(kit("adepts"), decision, view, NAMES, typed)] == there
    told = misread.in_words(found, len(offered.told))
    assert "3 miners" not in told


def test_a_number_that_counts_nothing_is_a_site_as_well() -> None:
    found, *_ = said("adepts", "assign", "onyx 2")
    assert {label.partition(":")[0] for label in found.found} >= {"2 miners to Onyx I", "4 miners to Onyx II"}
