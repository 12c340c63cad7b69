"""The page about the operations is true."""

from __future__ import annotations

import re
from inspect import Parameter

import pytest

from game.core.aids import cases
from game.core.discover import aid
from tests.cli.conftest import Adepts, adepts
from tests.imports import ROOT

PAGE = (ROOT / "docs" / "the-adept.md").read_text(encoding="utf-8")
ADEPT = aid("adept")
ROWS = {cells[0].strip("` "): cells for line in PAGE.splitlines() if len(cells := line.strip("|").split("|")) == 4}
__all__ = ["adepts"]


def test_the_table_has_them_all() -> None:
    assert set(ROWS) - {"operation", "---"} == set(ADEPT.operations)


@pytest.mark.parametrize("name", ADEPT.operations)
def test_a_row_names_arguments_results_and_codes(name: str) -> None:
    _, takes, gives, codes = ROWS[name]
    operation = ADEPT.operations[name]
    assert takes.split() == [
        f"`{key}`" if each.default is Parameter.empty else f"[`{key}`]" for key, each in operation.parameters.items()
    ]
    assert set(operation.types["return"].__annotations__) <= set(re.findall("`([a-z_]+)`", gives))
    assert all(f"`{code}`" in operation.about for code in re.findall("`([a-z-]+)`", codes))


def test_its_cases_hold() -> None:
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    found = cases.read(text)
    assert [cases.run(ADEPT, case) for case in found] == [None, None]


def test_what_it_shows_of_a_shell_is_what_one_sees(adepts: Adepts) -> None:
    [shown] = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for block in shown.split("$ adepts ")[1:]:
        command, _, said = block.partition("\n")
        words = [word.replace('"', "") for word in re.findall(r'(?:[^\s"]|"[^"]*")+', command)]
        outcome = adepts(*words)
        assert outcome.out + outcome.err == said
