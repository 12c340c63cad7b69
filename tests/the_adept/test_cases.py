"""The cases of the operations, the given ones and our own; every error code is among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import game.the_adept as adept
from game.core.aids import cases
from game.core.aids.cases import Case
from game.core.discover import aid
from game.core.errors import BadRecord

HERE = Path(__file__).parent
GIVEN = cases.read((HERE / "cases.toml").read_text(encoding="utf-8"))
MORE = cases.read((HERE / "more.toml").read_text(encoding="utf-8"))
ADEPT = aid("adept")
CODE = re.compile("`([a-z-]+)`")
READING = {"size", "count", "syntax", "empty", "die", "value"}
"""Error codes for input that cannot be parsed."""


@pytest.mark.parametrize("case", [*GIVEN, *MORE], ids=lambda case: case.title)
def test_case(case: Case) -> None:
    assert cases.run(ADEPT, case) is None


def test_all_are_there() -> None:
    assert len(GIVEN) == 172
    assert len(adept.OPERATIONS) == len(ADEPT.operations) == 28
    assert {case.op for case in GIVEN} == {case.op for case in MORE} == set(ADEPT.operations)
    assert {function.__name__ for function in adept.OPERATIONS} | {"OPERATIONS", "Refused"} == set(adept.__all__)


@pytest.mark.parametrize("name", ADEPT.operations)
def test_each_refusal_that_an_operation_names_has_a_case(name: str) -> None:
    """And it has no other errors, except for those of parsing if its docstring refers to them."""
    operation = ADEPT.operations[name]
    [said] = re.findall(r"Raises Refused(.*?)Source:", operation.about, re.DOTALL)
    codes = set(CODE.findall(said))
    assert codes - set(operation.parameters) <= found(name)
    assert found(name) - codes <= (READING if "as reading" in " ".join(said.split()) else set())


def found(name: str) -> set[str]:
    """Return the error codes in an operation's cases."""
    return {case.error for case in (*GIVEN, *MORE) if case.op == name and case.error}


def test_refusals_quote_what_was_given_and_say_what_is_possible() -> None:
    with pytest.raises(adept.Refused) as refused:
        adept.parse("d8 d20")
    assert refused.value.code == "size"
    assert str(refused.value) == "'d20': dice are d4 d6 d8 d10 d12 [size]"


HEAD = '[sheets.a]\nname = "A"\n'


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ('op = "step"\nin = { die = "d6", by = 1 }\nout = { dice = "d6" }', 'dice: expected "d6", got "d8"'),
        ('op = "step"\nin = { die = "d6", by = 1 }\nout = { dies = "d6" }', 'dies: expected "d6", got null'),
        ('op = "step"\nin = { die = "d6", by = 1 }\nerror = "size"', 'expected error size, got {"dice": "d8"}'),
        ('op = "step"\nin = { die = "d7", by = 1 }\nerror = "count"', "expected error count, got error size: 'd7'"),
        ('op = "step"\nin = { die = "d7", by = 1 }\nout = { dice = "d8" }', 'expected {"dice": "d8"}, got error size'),
        ('op = "step"\nin = { die = "d6" }\nout = { dice = "d8" }', "by is missing: step takes die, by"),
        ('op = "step"\nin = { die = "d6", by = "1" }\nout = {}', "by = '1': this is not a whole number"),
        ('op = "step"\nin = { die = "d6", up = 1 }\nout = {}', "'up' is not an argument: step takes die, by"),
        ('op = "climb"\nin = {}\nout = {}', "'climb' is not an operation: there is parse, step"),
        ('op = "recover"\nin = { die = "d6", total = 1, difficulty = 2 }\nout = { out = 0 }', "out: expected 0, got"),
        ('op = "rest"\nin = { stress = { injured = "d8", rattled = "d8" } }\nout = { stress = {} }', "stress: exp"),
        ('op = "analyse"\nin = { roll = "d6:2" }\nout = { best_total = { total = 3 } }', "best_total.total: expect"),
    ],
)  # fmt: skip
def test_what_does_not_hold_says_why(case: str, why: str) -> None:
    [read] = cases.read(f'[[case]]\ntitle = "t"\n{case}\n')
    said = cases.run(ADEPT, read)
    assert said is not None
    assert said.startswith(why)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "case: this is missing"),
        ("[[case]", "line 1"),
        ('[[case]]\ntitle = "t"\nop = "step"\nin = {}', "case.[1]: a case has either out or error"),
        ('[[case]]\ntitle = "t"\nop = "step"\nin = {}\nout = {}\nerror = "size"', "case.[1]: a case has"),
        ('[[case]]\ntitle = "t"\nin = {}\nout = {}', "case.[1].op: this is missing"),
        (
            f'{HEAD}[[case]]\ntitle = "t"\nop = "validate"\nin = {{ sheet = "b" }}\nout = {{}}',
            "t: no sheet is called 'b'",
        ),
        (
            f'{HEAD}[[case]]\ntitle = "t"\nop = "step"\nin = {{ sheet = "a", set = {{ "name.x" = 1 }} }}\nout = {{}}',
            "t: set or drop leads nowhere",
        ),
    ],
)
def test_a_file_of_no_cases_is_placed(text: str, said: str) -> None:
    with pytest.raises(BadRecord) as wrong:
        cases.read(text)
    assert said in str(wrong.value)


def test_a_sheet_is_changed_in_a_copy() -> None:
    text = HEAD + "".join(
        f'[[case]]\ntitle = "t"\nop = "validate"\nin = {{ sheet = "a", {change} }}\nout = {{}}\n'
        for change in ('set = { "x.y" = 1 }', 'drop = ["name", "z.z"]', "set = {}")
    )
    assert [case.given["sheet"] for case in cases.read(text)] == [{"name": "A", "x": {"y": 1}}, {}, {"name": "A"}]
