"""`adepts adept tale`: a tale played step by step, in a file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from game.core.discover import aid
from tests.cli.conftest import Adepts

CASES = Path(__file__).parents[1] / "the_adept" / "cases.toml"
SHEET = tomllib.loads(CASES.read_text(encoding="utf-8"))["sheets"]["iltani"]


@pytest.fixture
def tower(adepts: Adepts, tmp_path: Path) -> Path:
    """A tale with a player and a character."""
    file, sheet = tmp_path / "tower.json", tmp_path / "iltani.json"
    sheet.write_text(json.dumps(SHEET), encoding="utf-8")
    assert adepts("adept", "tale", "new", file, "mara", "title=The Tower", "doom=2d6 d8", "hidden=yes").status == 0
    assert adepts("adept", "tale", "do", file, "ana", "join", "name=Ana") == (0, "Ana joined.\n", "")
    brought = adepts("adept", "tale", "do", file, "ana", "enter", f"sheet={sheet}").out
    assert brought == "Ana brought Iltani, with 1 PP.\n"
    return file


def test_a_table_is_played(adepts: Adepts, tower: Path) -> None:
    def do(who: str, *words: str) -> str:
        status, out, err = adepts("adept", "tale", "do", tower, who, *words)
        assert (status, err) == (0, "")
        return out

    do("mara", "session")
    assert do("mara", "scene", "name=The Gate") == "Scene: The Gate (action). (GM)\n"
    assert do("ana", "pp", "character=iltani", "by=2") == "Iltani: +2 PP. (Ana)\n"
    assert do("ana", "roll", "character=Iltani", "picks=approach.wits,+2d6").startswith("Iltani rolled d6:")
    assert do("mara", "boss", "name=Ogre", "dice=2d8") == "Boss Ogre: 2d8, hidden. (GM)\n"
    shown = adepts("adept", "tale", "show", tower, "ana").out.splitlines()
    assert shown[:2] == ["The Tower · session 1 · The Gate (action)", "Doom 2d6 d8"]
    assert shown[2] == "Iltani PP 3 · injured d6 · Fog d6"
    assert shown[3].startswith("Iltani 1: ")
    assert "Boss Ogre (hidden): 2d8" in adepts("adept", "tale", "show", tower, "mara").out
    assert "Ogre" not in adepts("adept", "tale", "log", tower).out
    assert "Boss Ogre: 2d8, hidden. (GM)" in adepts("adept", "tale", "log", tower, "mara").out
    assert adepts("adept", "tale", "undo", tower, "ana").out.startswith("Ana took back: Iltani rolled")
    assert "~~Iltani rolled" in adepts("adept", "tale", "log", tower).out
    assert adepts("adept", "tale", "proofs", tower).out.endswith("1 roll, all honest\n")
    assert adepts("adept", "tale", "undo", tower, "mara", 5).out == "GM took back: Iltani: +2 PP.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["do", "FILE", "ana", "scene", "name=Mine"], "scene: only a game master may do that [rights]"),
        (["do", "FILE", "ana", "fly"], "fly: 'fly' is nothing that one does: there is acted, advance"),
        (["do", "FILE", "ana", "pp", "by=1"], "pp: character is missing: pp takes character, by, why"),
        (["do", "FILE", "ana", "roll", "pool=d20"], "roll: 'd20': dice are d4 d6 d8 d10 d12 [size]"),
        (["do", "FILE", "mara", "spend", "spend=", "dice=d8"], "spend: "),
        (
            ["do", "FILE", "mara", "note", "text=caf\udce9"],
            "tower.json: what was given is not UTF-8, so nothing is written",
        ),
        (["undo", "FILE", "ben"], "undo: only whoever sits at this table"),
        (["new", "FILE", "mara", "title=x"], "this is there already"),
        (["new", "other.json", "mara"], "new: title is missing: new takes title, name, mode"),
        (["new", "other.json", "mara", "title=x", "mode=levels"], "new: mode = 'levels': this is none of"),
        (["show", "nowhere.json"], "nowhere.json: No such file"),
    ],
)
def test_what_is_refused_changes_nothing(adepts: Adepts, tower: Path, words: list[str], said: str) -> None:
    before = tower.read_bytes()
    status, out, err = adepts("adept", "tale", *(str(tower) if word == "FILE" else word for word in words))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert tower.read_bytes() == before
    assert not Path("other.json").exists()


def test_a_file_that_is_no_tale_is_refused(adepts: Adepts, tower: Path) -> None:
    data = json.loads(tower.read_text(encoding="utf-8"))
    for text, said in [
        ("{", "not JSON"),
        ("[]", "not a tale"),
        ("{}", "version: "),
        (json.dumps({**data, "version": 9}), "9"),
    ]:
        tower.write_text(text, encoding="utf-8")
        status, _, err = adepts("adept", "tale", "show", tower)
        assert status == 2
        assert said in err


def test_it_teaches(adepts: Adepts) -> None:
    out = adepts("adept", "tale", "--help").out
    assert "Examples:" in out
    assert max(map(len, out.splitlines())) <= 80
    tales = aid("adept").tales
    assert tales is not None
    listed = adepts("adept", "tale", "actions").out
    assert all(f"\n{name}" in f"\n{listed}" for name in tales.actions)
    assert all(about for about, _ in tales.actions.values())
