"""What is on pages, and that they fit into Discord's limits."""

from __future__ import annotations

import pytest

import desk
from game.adepts import texts as rulebook
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS

ADEPTS = desk.lookup("adepts")
assert ADEPTS is not None
entries, answer = ADEPTS.entries, ADEPTS.page


@pytest.mark.parametrize("ref", entries)
def test_a_page_fits_and_leads_on(ref: str) -> None:
    page = answer(ref)
    assert page.ref == ref
    assert len(ref) <= 100
    assert 0 < len(page.title) <= 256
    assert 0 < len(page.body) <= 4000
    assert page.text in page.body
    assert not page.body.endswith("…")
    assert 0 < len(page.see_also) <= 25
    others = [note.ref for note in page.notes] + [hit.ref for hit in page.see_also]
    assert ref not in others
    assert len(set(others)) == len(others)
    assert all(other in entries for other in others)


@pytest.mark.parametrize("spell", SPELLS)
def test_a_card_has_text_cost_phase_and_whatever_concerns_it(spell: str) -> None:
    page, row = answer(f"spell:{spell}"), SPELLS[spell]
    assert row.text in page.body
    assert f"Phase {row.phase}, costs " in page.body
    concerned = {f"ruling:{ruling.number}" for ruling in rulebook.rulings().values() if spell in ruling.about}
    reachable = {note.ref for note in page.notes} | {hit.ref for hit in page.see_also}
    assert concerned <= reachable
    for row_asked in rulebook.answers():
        assert (row_asked.question in page.body) == (spell in row_asked.about)


def test_a_ruling_on_many_spells_is_quoted_line_by_line() -> None:
    assert "Munificence: you may pick" in answer("spell:15A").body
    assert "Dissipate: three mana" not in answer("spell:15A").body


@pytest.mark.parametrize("gem", GEM_NAMES)
def test_an_adept_has_text_phase_and_questions(gem: str) -> None:
    page = answer(f"adept:{gem}")
    assert entries[f"adept:{gem}"].text in page.body
    assert "**Bonus of phase " in page.body
    assert page.notes


@pytest.mark.parametrize("phase", rulebook.phases())
def test_a_phase_has_its_steps_and_leads_to_its_spells(phase: str) -> None:
    page = answer(f"phase:{phase}")
    assert all(step in page.body for step in rulebook.phases()[phase].steps)
    linked = {hit.ref for hit in page.see_also}
    assert {f"spell:{spell}" for spell, row in SPELLS.items() if row.phase == phase} <= linked


def test_answers_and_rulings_lead_to_each_other_and_to_their_cards() -> None:
    for row in rulebook.answers():
        [ref] = [ref for ref, entry in entries.items() if entry.title == row.question]
        assert f"ruling:{row.ruling}" in {hit.ref for hit in answer(ref).see_also}
        assert ref in {hit.ref for hit in answer(f"ruling:{row.ruling}").see_also}


def test_what_is_not_there_is_a_key_error() -> None:
    for ref in ("99C", "spell:99C", "adept:99C", "phase:99C", "question:99C", ""):
        with pytest.raises(KeyError):
            answer(ref)
