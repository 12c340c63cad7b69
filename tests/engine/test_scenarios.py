"""Every scenario holds, and every spell, adept, ruling and question of the rulebook has one.

Rulings that no position can show have tests in this folder that name them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.adepts import scenario
from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.spells import SPELLS
from game.core.toml import load

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
SCENARIOS = [(file.name, table) for file in FILES for table in scenario.read(file.read_text(encoding="utf-8"))]
TESTS = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]

DESIGN_RULINGS = range(34)
"""The rulings about play; later ones are about notation."""


def titles() -> list[str]:
    return [table.title for _, table in SCENARIOS]


def plays(table: scenario.Scenario) -> str:
    return "\n".join(step.play for step in table.steps)


@pytest.mark.parametrize(("file", "table"), SCENARIOS, ids=[f"{file}: {table.title}" for file, table in SCENARIOS])
def test_scenario(file: str, table: scenario.Scenario) -> None:
    """A scenario's moves can be made, and what it expects is true."""
    assert scenario.run(table) is None, file


def test_titles_are_unique() -> None:
    assert len(set(titles())) == len(titles())


@pytest.mark.parametrize("spell", SPELLS)
def test_every_spell_is_cast_in_two_scenarios_that_name_it(spell: str) -> None:
    """One for the effect with exact numbers, and one for an edge case."""
    named = [t for _, t in SCENARIOS if spell in t.title.split() and re.search(rf"cast {spell}\b", plays(t))]
    assert len(named) >= 2


@pytest.mark.parametrize("adept", [adept.name.split()[0].lower() for adept in ADEPTS.values()])
def test_every_adept_has_a_scenario(adept: str) -> None:
    """Somebody holds the title, and the scenario's title says so."""
    held = [t for _, t in SCENARIOS if any(adept in table.adepts for table in t.seated())]
    assert any(adept in table.title.lower() for table in held)


def cited(text: str) -> set[int]:
    """Return the rulings that a text names: "(ruling 7)", "(rulings 5, 13 and 22 to 24)"."""
    found: set[int] = set()
    for numbers in re.findall(r"rulings? ((?:\d+(?:, | and | to |-)?)+)", text):
        for first, last in re.findall(r"(\d+)(?:(?: to |-)(\d+))?", numbers):
            found.update(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize("number", DESIGN_RULINGS)
def test_every_ruling_is_named_by_a_scenario_or_a_test(number: int) -> None:
    assert any(number in cited(text) for text in (*titles(), *TESTS)), rulebook.rulings()[number].title


QUESTIONS = (
    "Suspension",
    "Backlash",
    "work-site spells and topaz miners",
    "Barrier",
    "citrine and emerald",
    "Transfiguration",
    "amethyst",
    "Realignment",
    "Stasis",
    "several Siphons",
    "Negation",
    "several Negations",
)
"""The rulebook's questions, in its order."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_of_the_rulebook_has_a_scenario(question: str) -> None:
    """The scenario's title begins with the question."""
    assert any(title.startswith(f"FAQ {question}:") for title in titles())


def test_every_question_of_the_rulebook_is_answered_in_the_texts() -> None:
    rows = load(rulebook.__name__, "faq")["question"]
    assert sum(row.get("source") == "rulebook" for row in rows) == len(QUESTIONS)
