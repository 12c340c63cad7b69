"""Sheets come as files of any origin, and are exported so that they can be imported unchanged."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.errors import Refused
from game.the_adept.rules.sheet import PLAY
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.sheets.offers import offers
from game.the_adept.tale import files
from game.the_adept.tale.texts import faults, plain
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, GM, SHEET, At, sheet, table


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("x = '" + "ä" * 32_766 + "'", "large", "65,538 bytes"),
        ("x = '" + "a" * 65_531 + "'", "large", "65,537 bytes: a sheet has at most 65,536"),
        (" \n\ufeff ", "empty", "nothing in it"),
        ("[" * 5_000, "syntax", "cannot be read"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "syntax", "nested more than 32 deep"),
        ('{"a":' * 40 + "1" + "}" * 40, "syntax", "nested more than 32 deep"),
        ("a" + ".a" * 40 + " = 1", "syntax", "more than 32 parts"),
        ("x = " + "9" * 5_000, "syntax", "too large"),
        ('{"x": ' + "9" * 5_000 + "}", "syntax", "too large"),
        ('{"x": 99999999999999999999}', "syntax", "too large"),
        ('{"x": NaN}', "syntax", "NaN is not a number"),
        ('{"x": -Infinity}', "syntax", "Infinity"),
        ('{"x": 1, "y": 2, "x": 3}', "syntax", "x stands there twice"),
        ("x = 1\nx = 2\ny = 3", "syntax", "line 2 says something a second time: x = 2"),
        ("x = 'a\x00b'", "syntax", "line 1 cannot be read: x = 'a\\x00b' (a sheet is a TOML or JSON text"),
        ("name = 'Ilt'\nhero d8\n", "syntax", "line 2 cannot be read: hero d8 ("),
        ('{\n"name": "Ilt",\n"pp" 1}', "syntax", 'line 3 cannot be read: "pp" 1} ('),
        ("a sheet, perhaps", "syntax", "line 1 cannot be read: a sheet, perhaps ("),
        ("name = ", "syntax", "the last line cannot be read, or something above is left open: name = ("),
        ("pp = [\n1,\n2", "syntax", "something above is left open: 2 ("),
        ('{"\u202ex": 1, "\u202ex": 3}', "syntax", "\\u202ex stands there twice"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_line(text: str, code: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        files.read(text)
    assert refused.value.code == code
    assert says in refused.value.problem
    assert "\n" not in refused.value.problem
    assert plain(refused.value.problem)
    assert len(refused.value.problem) < 300


def test_the_largest_file_is_read() -> None:
    text = "x = '" + "a" * (files.LARGEST - 6) + "'"
    assert len(text) == files.LARGEST
    assert list(files.read(text)) == ["x"]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"name": "Ilt\u202eani"}, "signs name"),
    ({"name": "Ilt\x00ani"}, "signs name"),
    ({"name": "Ilt\ud800ani"}, "signs name"),
    ({"notes": "n" * 2001}, "long notes"),
    ({"notes": {"deep": {"deep": 1}}}, "unknown notes"),
    ({"pp": 10**9}, "range pp"),
    ({"xp": 1.5}, "unknown xp"),
    ({"xp": float("nan")}, "unknown xp"),
    ({"specialties": {"x" * 41: "d6"}}, f"long specialties.{'x' * 40}…"),
    ({"specialties": {" ": "d6"}}, "missing specialties. "),
    ({"specialties": {"a.b": "d6"}}, "signs specialties.a.b"),
    ({"specialties": {"a\u202eb": "d6"}}, "signs specialties.a\\u202eb"),
    ({"signature": {"Staff": {"die": "d6", "luck": 1}}}, "unknown signature.Staff.luck"),
    ({"elements": [1]}, "unknown elements.1"),
    ({"aethers": "psi"}, "unknown aethers"),
    ({"magic_off": "yes"}, "unknown magic_off"),
    ({"records": [{"name": "One", "session": "1"}]}, "unknown records.1.session"),
    ({"assets": {f"a{number}": "d6" for number in range(501)}}, "count assets 501/500"),
    ({"magic": {"will": {"effects": {"time": "d6"}, "sfx": [{"name": "x", "text": "t" * 401}]}}},
     "long magic.will.sfx.1.text"),
    ({"x" * 60_000: 1}, f"unknown {'x' * 40}…"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "fault"), BAD, ids=[fault[:40] for _, fault in BAD])
def test_each_thing_that_may_not_stand_on_a_sheet_is_said(at: At, changes: dict[str, Any], fault: str) -> None:
    bad = {**sheet("Zu"), "format": 2, **changes}
    found = faults(bad, PLAY)
    assert fault in found
    assert "format" in found  # and every other fault
    assert all(plain(each) and len(each) < 200 for each in found)
    with pytest.raises(Refused) as refused:
        at(ANA, "enter", sheet=bad)
    assert refused.value.code == "sheet"
    assert "Zu" not in at.tale.state.characters


def test_dice_of_a_sheet_are_kept_as_they_are_written_everywhere(at: At, falls: Falls) -> None:
    """However somebody wrote them; the character grows, is out of action and banks hero dice like any other."""
    dice = {"wits": "D12", "focus": "10"}
    own = sheet("Ninsun", stress={"injured": "D12"}, hero=["D8", "8", "d6"], signature={"Staff": {"die": "8"}})
    own["approaches"] |= dice
    own["distinctions"]["concept"]["die"] = "d8 Master"
    own["magic"]["will"]["effects"]["time"] = "D6"
    at(ANA, "enter", sheet=own)
    found = at.sheet("Ninsun")
    assert (found["approaches"]["wits"], found["approaches"]["focus"]) == ("d12", "d10")
    assert (found["distinctions"]["concept"]["die"], found["magic"]["will"]["effects"]["time"]) == ("d8", "d6")
    assert (found["stress"], found["hero"], found["signature"]["Staff"]) == (
        {"injured": "d12"},
        ["d8", "d6"],
        {"die": "d8"},
    )
    assert not [each for each in offers(found, "approach") if "wits" in each.path]
    falls("d10:3 d10:4", "d12:12 d12:11")
    at(GM, "roll", pool="2d10")
    at(ANA, "roll", character="Ninsun", pool="2d12")
    at(ANA, "settle", roll="2", against="1")
    assert at.sheet("Ninsun")["hero"] == ["d6", "d8", "d10"]
    at(GM, "edit", character="Ninsun", set={"approaches.wits": "D10"})
    at(GM, "gmc", name="Magus", sheet=own)
    assert at.sheet("Ninsun")["approaches"]["wits"] == "d10"
    assert at.tale.state.gmcs["Magus"].sheet["approaches"]["wits"] == "d12"


WORDS = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), exclude_characters="."),
    min_size=1,
    max_size=12,
).filter(lambda text: text.strip() == text)
DIE = st.sampled_from(["d6", "d8", "d10", "d12"])
SFX = st.lists(st.fixed_dictionaries({"name": WORDS, "text": st.text(st.sampled_from("ab\n'\"\\#=é"), max_size=20),
                                      "open": st.booleans()}), max_size=2)  # fmt: skip
PLAYED = st.fixed_dictionaries(
    {
        "name": WORDS,
        "pp": st.integers(0, 99),
        "xp": st.integers(0, 99),
        "notes": st.text(st.sampled_from("ab\n'\"\\#=é"), max_size=40),
        "specialties": st.dictionaries(WORDS, DIE, max_size=3),
        "signature": st.dictionaries(WORDS, st.fixed_dictionaries({"die": DIE, "sfx": SFX}), max_size=3),
        "assets": st.dictionaries(
            WORDS,
            st.fixed_dictionaries({"die": DIE, "lasts": st.sampled_from(["scene", "session"]), "open": st.booleans()}),
            max_size=3,
        ),
        "complications": st.dictionaries(WORDS, DIE, max_size=3),
        "stress": st.dictionaries(st.sampled_from(STRESS), DIE, max_size=3),
        "trauma": st.dictionaries(st.sampled_from(STRESS), DIE, max_size=3),
        "elements": st.lists(WORDS, max_size=3),
        "out": st.lists(st.sampled_from(STRESS), max_size=2, unique=True),
        "records": st.lists(
            st.fixed_dictionaries({"name": WORDS, "session": st.integers(1, 9), "called": st.booleans()}), max_size=3
        ),
    }
)


@settings(max_examples=60)
@given(PLAYED, st.sampled_from(["toml", "json"]))
def test_what_was_exported_comes_back_the_same(played: dict[str, Any], form: files.Format) -> None:
    at = At(table())
    at(ANA, "enter", sheet={**deepcopy(SHEET), **played})
    (name,) = set(at.tale.state.characters) - {"Iltani", "Bel", "Ku"}
    first = at.tale.state.characters[name]
    text = files.written(files.kept(first), form)
    again = files.read(text)
    assert again == json.loads(json.dumps(files.kept(first)))
    at(ANA, "retire", character=name)
    at(ANA, "enter", sheet=again)
    second = at.tale.state.characters[name]
    assert second.sheet == first.sheet
    assert set(second.out) == set(first.out)
