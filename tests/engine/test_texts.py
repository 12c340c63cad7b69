"""The game's texts and its effects belong together: neither is without the other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from game import adepts
from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import ADEPTS, Adept
from game.adepts.rules.cards import DECKS, SPELL_IDS, copies, full_deck, selection
from game.adepts.rules.casting import PHASE_GEMS
from game.adepts.rules.gems import GEM_NAMES, GEMS
from game.adepts.rules.spells import SPELLS, Spell
from game.core.english import number

TOPICS = {*SPELL_IDS, *GEM_NAMES, *(f"phase {phase}" for phase in ("I", "II", "III", "IV", "V"))}

LASTING = [
    "1B",
    "2B",
    "3A",
    "3B",
    "4A",
    "4B",
    "5B",
    "9A",
    "13A",
    "16A",
    "17A",
    "17B",
    "18B",
    "19A",
    "19B",
    "20A",
    "20B",
]
"""Spells that stay in play until the phase ends (notation, "Casting")."""


def test_there_are_forty_spells_and_eight_adepts() -> None:
    assert tuple(SPELLS) == SPELL_IDS
    assert tuple(ADEPTS) == GEMS


@pytest.mark.parametrize("spell", SPELLS.values(), ids=SPELLS)
def test_a_spell_has_name_text_cost_phase_copies_and_an_effect_of_its_own(spell: Spell) -> None:
    """The cost is minor, major, two minor, minor and major, or two major, in gems of the phase (rulings, "Spell
    costs")."""
    assert type(spell).__name__ == spell.name
    assert 20 <= len(spell.text) <= 180
    assert spell.phase == ("I", "II", "III", "V")[(spell.number - 1) // 5]
    minor, major = PHASE_GEMS[spell.phase]
    costs = [((minor, 1),), ((major, 1),), ((minor, 2),), ((minor, 1), (major, 1)), ((major, 2),)]
    assert spell.cost == costs[(spell.number - 1) % 5]
    assert [copies(spell.id, deck) for deck in DECKS] == [
        (4, 3, 3, 3, 2)[(spell.number - 1) % 5],
        (4, 4, 3, 3, 2)[(spell.number - 1) % 5],
    ]
    assert spell.lasting == (spell.id in LASTING)
    own = vars(type(spell)).keys() | vars(type(spell).__mro__[1]).keys() - vars(Spell).keys()
    assert own & {"begin", "act"} or "rule" in own


@pytest.mark.parametrize("adept", ADEPTS.values(), ids=lambda adept: adept.name)
def test_an_adept_has_name_phase_and_text(adept: type) -> None:
    assert 20 <= len(vars(adept)["text"]) <= 220
    assert vars(adept)["phase"] in ("I", "II", "III", "V")


@pytest.mark.parametrize("card", [*map(type, SPELLS.values()), *ADEPTS.values()], ids=lambda card: card.name)
def test_every_figure_of_a_card_stands_in_its_text(card: type[Spell | Adept]) -> None:
    """What the rule, the previews and the computer players count with is what people read."""
    for of, figure in vars(card).items():
        if type(figure) is not int or of == "gem" or of.startswith("_"):  # Python has some, such as `__firstlineno__`
            continue
        assert re.search(rf"\b{number(figure)}\b", card.text, re.IGNORECASE), of


def test_decks_have_60_and_64_cards() -> None:
    """Rulings, "Copies"."""
    assert [len(full_deck(selection("first-game"), deck)) for deck in DECKS] == [60, 64]


def test_no_rule_asks_which_spell_is_about() -> None:
    """No condition in the engine compares a spell's id: spells change the rules through effects in force."""
    for file in (Path(adepts.__file__).parent / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare | ast.match_case):
                ids = [c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and c.value in SPELL_IDS]
                assert not ids, f"{file.name} compares with {ids}"


def test_one_term_for_one_thing() -> None:
    """Miners dig, titles are held: no text of the game uses other words (CONTRIBUTING, "Words")."""
    texts = [spell.text for spell in SPELLS.values()] + [adept.text for adept in ADEPTS.values()]
    texts += [section.text for section in rulebook.sections()] + [ruling.text for ruling in rulebook.rulings().values()]
    texts += [step for phase in rulebook.phases().values() for step in (phase.summary, *phase.steps)]
    texts += [answer.answer for answer in rulebook.answers()]
    other = re.compile(r"\bproduc(?!tion|ed gems)|(?<!its )adept card(?!s\b)")
    assert not [text for text in texts if other.search(text)]


def test_rulings_are_numbered_without_gaps_and_about_known_things() -> None:
    assert list(rulebook.rulings()) == list(range(len(rulebook.rulings())))
    assert all(set(ruling.about) <= TOPICS for ruling in rulebook.rulings().values())


def test_answers_cite_rulings_and_are_about_known_things() -> None:
    assert all(answer.ruling in rulebook.rulings() for answer in rulebook.answers())
    assert all(set(answer.about) <= TOPICS for answer in rulebook.answers())


@pytest.mark.parametrize("topic", sorted(TOPICS - {"phase IV"}))
def test_every_spell_adept_and_phase_has_a_ruling(topic: str) -> None:
    assert any(topic in ruling.about for ruling in rulebook.rulings().values())


def test_the_five_phases_and_the_sections_have_texts() -> None:
    assert list(rulebook.phases()) == ["I", "II", "III", "IV", "V"]
    assert all(phase.steps and phase.summary for phase in rulebook.phases().values())
    assert len({section.id for section in rulebook.sections()}) == len(rulebook.sections()) > 10
