"""What can be looked up in each game and aid: links lead to entries, every page can be shown, and what people would
type (`tests/<folder>/lookups.py`) finds its answer."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import desk
from desk import Lookup
from game.core.rows import asked

FIRST = 3
ENOUGH, AT_ONCE = 30, 0.8
"""The least number of lookups in a game's list, and the share of them that must find their answer in first place."""
DESKS = {type(source.desk).__module__.split(".")[1]: name for name, source in desk.sources().items()}
"""The lookup's name by the folder of its game or aid."""
LISTS = {
    (folder, name): rows
    for folder in DESKS
    if Path(__file__).parents[1].joinpath(folder, "lookups.py").is_file()
    for name, rows in vars(import_module(f"tests.{folder}.lookups")).items()
    if name.isupper()
}

every_desk = pytest.mark.parametrize("folder", DESKS)


def lookup(folder: str) -> Lookup:
    found = desk.lookup(DESKS[folder])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("folder", "query", "answers"), [(of, *row) for (of, _), rows in LISTS.items() for row in rows.items()]
)
def test_a_lookup_finds_its_answer_among_the_first_three(folder: str, query: str, answers: set[str]) -> None:
    assert answers <= lookup(folder).entries.keys()
    assert answers & {hit.ref for hit in lookup(folder).search(query, FIRST)}


@pytest.mark.parametrize(("folder", "name"), LISTS)
def test_there_are_enough_lookups_and_most_find_their_answer_first(folder: str, name: str) -> None:
    rows = LISTS[folder, name]
    assert len(rows) >= ENOUGH
    at_once = sum(lookup(folder).search(query, 1)[0].ref in answers for query, answers in rows.items())
    assert at_once >= AT_ONCE * len(rows)


@every_desk
def test_entries_lead_somewhere(folder: str) -> None:
    """Every link leads to an entry, and each entry has a unique reference."""
    refs, listed = lookup(folder).entries, desk.source(DESKS[folder]).desk
    assert listed is not None
    assert len({entry.ref for entry in listed.entries()}) == len(list(listed.entries()))
    for ref, entry in refs.items():
        assert {*entry.see, *entry.about} <= refs.keys(), ref
        assert ref == entry.ref
        assert len(ref) <= 100
        assert entry.text, ref


@every_desk
def test_every_way_of_asking_belongs_to_an_entry(folder: str) -> None:
    assert asked(f"game.{folder}.desk").keys() <= lookup(folder).entries.keys()


@every_desk
def test_every_page_can_be_shown(folder: str) -> None:
    for ref in lookup(folder).entries:
        page = lookup(folder).page(ref)
        assert page.text
        assert "{" not in page.text, ref
        assert len(page.text) + sum(len(note.title) + len(note.text) for note in page.notes) < 4000, ref


_SEARCHED = """
import sys, desk
for name in desk.sources():
    print(name, *([hit.ref for hit in desk.lookup(name).search(query, 6)] for query in sys.argv[1:]))
"""


def test_what_is_found_comes_in_the_same_order_in_every_process() -> None:
    """Python iterates over a set of strings in another order in each process (hash randomisation)."""
    queries = ("bigger map", *(query for rows in LISTS.values() for query in [*rows][::8]))

    def searched(seed: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", _SEARCHED, *queries],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout

    assert searched("1") == searched("3")
