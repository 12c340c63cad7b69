"""The texts of The Adept say what the rules do, and things are found by their names."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import desk
from game.the_adept import texts
from game.the_adept.desk.entries import entries
from game.the_adept.rules.advancing import ADVANCES, price
from game.the_adept.rules.doom import FLOOR, SPENDS
from game.the_adept.rules.traits import AETHERS, EFFECTS, METHODS, STRESS
from game.the_adept.tale.aims import TESTS
from tests.imports import ROOT
from tests.imports import files as files_of

FIRST = 3
_found = desk.lookup("adept")
assert _found is not None
LOOKUP = _found
REFS = {entry.ref: entry for entry in entries()}


def found(query: str) -> list[str]:
    return [hit.ref for hit in LOOKUP.search(query, FIRST)]


def test_what_the_code_goes_by_is_in_the_rules() -> None:
    """Docstrings name sections by their titles and rulings by their numbers, and these exist; there is no other text of
    the rules."""
    titles, cited, numbers = {section.title for section in texts.sections()}, set[str](), set[int]()
    for file in files_of("game/the_adept"):
        said = " ".join((ROOT / file).read_text(encoding="utf-8").split())
        for found in re.findall(r'\brules, ("[^()]*?")(?=[.;)])', said):
            cited |= set(re.findall(r'"([^"]+)"', found))
        for found in re.findall(r"\brulings? ((?:\d+(?:, | and | to )?)+)", said):
            numbers |= set(map(int, re.findall(r"\d+", found)))
        assert not re.search(r"specification|\bparts? \d", said), file
    assert cited
    assert cited <= titles
    assert numbers
    assert numbers <= set(texts.rulings())


@pytest.mark.parametrize("number", range(1, 19))
def test_every_ruling_has_its_text_and_stands_where_it_belongs(number: int) -> None:
    ruling = texts.rulings()[number]
    assert found(f"ruling {number}")[0] == f"ruling:{number}"
    for ref in ruling.about:
        assert f"ruling:{number}" in {note.ref for note in LOOKUP.page(ref).notes}, ref


def test_all_that_the_rules_know_has_a_page() -> None:
    """Methods, Effects, what doom buys, advances, stress."""
    assert {f"method:{name}" for name in METHODS} <= REFS.keys()
    assert {f"effect:{name}" for name in EFFECTS} <= REFS.keys()
    assert {f"spend:{name}" for name in SPENDS} <= REFS.keys()
    assert {f"price:{name}" for name in ADVANCES} <= REFS.keys()
    assert {f"term:{name}" for name in STRESS} <= REFS.keys()


def test_the_numbers_in_the_texts_are_those_of_the_rules() -> None:
    assert "d8 15 XP" in REFS["price:power"].text
    assert "d8 4 records" in REFS["price:power"].text
    assert price("milestones", "power d8") == {"xp": 15}
    assert "Combined:** d6 5 XP" in REFS["price:specialty"].text
    assert FLOOR == 2
    assert "two dice always stay" in REFS["section:doom"].text
    for aether, stress in AETHERS.items():
        lines = [line for line in REFS["section:aether"].text.splitlines() if aether.split("-")[0] in line.lower()]
        assert aether == "mana" or any(stress.capitalize() in line for line in lines), aether


def test_tests_are_called_alike_in_the_rules_and_where_they_are_chosen() -> None:
    [said] = [
        line for line in (files(texts) / "rules.toml").read_text().splitlines() if "two dice of one size (" in line
    ]
    assert f"({', '.join(f'{die} {called}' for die, called in TESTS.items())})" in said


def test_out_of_mana_is_no_price() -> None:
    assert found("out of mana")[:2] == ["term:out-of-mana", "section:mana"]
    for ref in ("term:out-of-mana", "section:mana"):
        assert "for 1 PP" not in REFS[ref].text
        assert "step" in REFS[ref].text, "how one gets out of it"


def test_no_text_is_that_of_the_rules() -> None:
    """None of the original rules' phrases occurs in ours."""
    phrases = (
        "a trait that describes",
        "draws attention to you",
        "brute strength",
        "throwing caution",
        "Magical Effects related to",
        "stress of mana depletion",
        "overcome with madness",
        "unhelpful temporary trait",
        "an overarching threat",
        "smash cut",
        "paragon of",
        "one die is knocked off",
    )
    ours = " ".join(entry.text for entry in entries())
    assert not [phrase for phrase in phrases if phrase.lower() in ours.lower()]
