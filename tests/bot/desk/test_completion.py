"""Autocompletion: each choice offered while somebody types leads to a page."""

from __future__ import annotations

import pytest

import desk
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from tests.bot.desk.lookups import LOOKUPS

ADEPTS = desk.lookup("adepts")
assert ADEPTS is not None
complete, search, page, entries = ADEPTS.complete, ADEPTS.search, ADEPTS.page, ADEPTS.entries
KINDS = (None, "spell", "adept", "phase")
PREFIXES = list(dict.fromkeys(query[:end] for query, *_ in LOOKUPS for end in range(len(query) + 1)))


def test_choices_fit_and_are_never_offered_twice() -> None:
    for number, kind in enumerate(KINDS):
        for typed in PREFIXES[number :: 8 if kind else 2]:
            choices = complete(typed, kind)
            assert len(choices) <= 25
            assert all(0 < len(label) <= 100 and 0 < len(value) <= 100 for label, value in choices)
            assert len({value for _, value in choices}) == len({label for label, _ in choices}) == len(choices)


def test_values_lead_to_pages() -> None:
    for kind in KINDS:
        for _, value in complete("a", kind):
            assert page(f"{kind}:{value}" if kind else value)


def test_with_nothing_typed_everything_of_a_kind_is_there() -> None:
    assert [value for _, value in complete("", "adept")] == list(GEM_NAMES)
    assert [value for _, value in complete("", "phase")] == ["I", "II", "III", "IV", "V"]
    assert [value for _, value in complete("", "spell")] == list(SPELLS)[:25]
    assert {value.partition(":")[0] for _, value in complete("")} == {"section"}


@pytest.mark.parametrize("spell", SPELLS)
def test_a_spell_is_offered_by_three_letters_and_by_id(spell: str) -> None:
    name = SPELLS[spell].name
    for kind, value in ((None, f"spell:{spell}"), ("spell", spell)):
        assert value in [found for _, found in complete(name[:3], kind)]
        assert complete(spell, kind)[0][1] == value
        assert complete(name.lower(), kind)[0][1] == value


@pytest.mark.parametrize(
    ("typed", "value"), [("steal m", "12B"), ("skip oppon", "1B"), ("barier", "3B"), ("double ba", "20A")]
)
def test_a_spell_is_offered_by_effect_and_misspelt(typed: str, value: str) -> None:
    assert value in [found for _, found in complete(typed, "spell")[:3]]


def test_a_choice_that_is_sent_finds_its_page() -> None:
    """Discord sends the value as the option's text."""
    for _, value in complete("topaz"):
        assert search(value)[0].ref == value


def test_entries_have_labels_of_their_own() -> None:
    assert len({entry.title for entry in entries.values()}) == len(entries)
