"""Actions can be undone; dice never vanish; a tale is stored and read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from game.core.errors import BadPosition, Refused
from game.the_adept.tale import Tale
from game.the_adept.tale.view import log, view
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM, At


def undo_refused(at: At, code: str, who: str, number: int | None = None) -> str:
    before, entries = at.tale.state, at.tale.log
    with pytest.raises(Refused) as error:
        at.tale.undo(who, number)
    assert error.value.code == code
    assert at.tale.state is before
    assert at.tale.log is entries
    return error.value.problem


def test_one_takes_back_one_s_own_last_change(at: At) -> None:
    at(ANA, "pp", character="Iltani", by=-1)
    at(BEN, "pp", character="Bel", by=-2)
    at.tale.undo(ANA)
    assert (at.sheet("Iltani")["pp"], at.sheet("Bel")["pp"]) == (5, 3)
    assert log(at.tale)[-3:] == [
        "~~Iltani: -1 PP. (Ana)~~",
        "Bel: -2 PP. (Ben)",
        "Ana took back: Iltani: -1 PP.",
    ]
    undo_refused(at, "rights", ANA, at.tale.log[-2].number)
    undo_refused(at, "rights", "stranger")


def test_not_while_something_rests_on_it(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    made = at.tale.log[-1].number
    at(GM, "roll", character="Iltani", picks=["asset.Fog", "approach.wits"])
    assert "something rests on it, which is to be taken back first: Iltani rolled" in undo_refused(at, "rests", ANA)
    undo_refused(at, "rests", GM, made)
    at.tale.undo(GM)
    at.tale.undo(ANA)
    assert at.sheet("Iltani")["assets"] == {}
    assert at.sheet("Iltani")["pp"] == 5


def test_what_an_effect_was_used_for_is_taken_back_with_it(at: At, falls: Falls) -> None:
    """In former versions each die of it that hit a boss was an action of its own."""
    at(GM, "boss", name="Lich", dice="2d8")
    falls("d8:8 d10:9 d10:2")
    at(ANA, "roll", character="Iltani", pool="d8 2d10")
    at(ANA, "settle", difficulty=1)
    at(GM, "use", then=2)
    at(GM, "strike", boss="Lich", harm="Wound", hit="d12")
    first = at.tale.log[-1].number
    at(GM, "strike", boss="Lich", harm="Wound", hit="d8")
    at.tale.undo(GM, first)
    assert (at.tale.state.bosses["Lich"].dice, at.tale.state.rolls["1"].spent) == ("2d8", "-")


def test_what_is_hidden_keeps_nobody_from_taking_back(at: At) -> None:
    """Hidden actions that depend on it are undone with it, since a refusal would reveal them; game masters read what
    happened to them."""
    at(ANA, "asset", character="Iltani", name="Fog")
    at(GM, "roll", character="Iltani", picks=["asset.Fog", "approach.wits"], secret=True)
    at(GM, "settle", difficulty=3)
    at(GM, "note", text="she hides")
    at.tale.undo(ANA)
    assert at.tale.state.rolls == {}
    assert log(at.tale)[-1] == log(at.tale, BEN)[-1] == "Ana took back: Iltani: asset Fog d6, 1 PP."
    seen = log(at.tale, GM)
    assert seen[-3:-2] == ["Ana took back: Iltani: asset Fog d6, 1 PP."]
    assert seen[-2].startswith("That went with it: Iltani rolled ")
    assert seen[-1].startswith("That went with it: Iltani: ")
    assert sum(line.startswith("~~") for line in seen) == 3
    assert "she hides (Mara)" in seen  # what does not depend on it stays
    assert len(at.tale.dice.casts) == 1
    again = Tale.from_dict(json.loads(json.dumps(at.tale.to_dict())))
    assert again.state == at.tale.state


def test_a_master_is_told_what_rests_on_it(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    made = at.tale.log[-1].number
    at(GM, "roll", character="Iltani", picks=["asset.Fog", "approach.wits"], secret=True)
    assert "taken back first: Iltani rolled" in undo_refused(at, "rests", GM, made)


def test_other_dice_would_have_fallen(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"approaches.wits": "d10"})
    edited = at.tale.log[-1].number
    at(ANA, "roll", character="Iltani", picks=["approach.wits"])
    undo_refused(at, "rests", GM, edited)


def test_a_roll_never_vanishes(at: At, falls: Falls) -> None:
    falls("d6:4 d8:7", "d6:2")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    at(BEN, "roll", character="Bel", pool="d6")
    at(BEN, "choose")
    at.tale.undo(ANA)
    assert list(at.tale.state.rolls) == ["2"]
    assert [cast["dice"] for cast in view(at.tale)["dice"]] == ["d6:4 d8:7", "d6:2"]
    assert "~~Iltani rolled d6:4 d8:7: 11, effect d4. (Ana)~~" in log(at.tale)
    undo_refused(at, "nothing", "gm", 999)


def test_a_choice_stays_with_its_roll(at: At, falls: Falls) -> None:
    """ "The last roll" is another one later, so the action stores which was meant."""
    falls("d6:4 d8:7 d10:2", "d6:2 d6:3 d6:5")
    at(ANA, "roll", character="Iltani", pool="d6 d8 d10")
    at(ANA, "choose", option=1)
    at(ANA, "roll", character="Iltani", pool="3d6")
    at.tale.undo(ANA)
    assert at.tale.log[-3].given["roll"] == "1"
    assert at.tale.state.rolls["1"].total == 11


def test_fifty_back_and_no_further(at: At) -> None:
    for _ in range(200):
        at(GM, "pp", character="Iltani", by=1)
    numbers = [entry.number for entry in at.tale.log]
    undo_refused(at, "nothing", GM, numbers[-51])
    at.tale.undo(GM, numbers[-50])
    for _ in range(49):
        at.tale.undo(GM)
    assert at.sheet("Iltani")["pp"] == 155
    at.tale = Tale.from_dict(json.loads(json.dumps(at.tale.to_dict())))
    assert at.sheet("Iltani")["pp"] == 155
    at.tale.undo(GM)
    assert at.sheet("Iltani")["pp"] == 154


def test_what_is_stored_is_read_back_or_refused(at: At) -> None:
    at(ANA, "roll", character="Iltani", picks=["approach.wits"])
    data = json.loads(json.dumps(at.tale.to_dict()))
    assert Tale.from_dict(data).to_dict() == data
    changes: Sequence[dict[str, Any]] = (
        {"version": 2},
        {"log": [{}]},
        {"luck": 1},
        {"dice": {**data["dice"], "casts": []}},
    )
    for change in changes:
        with pytest.raises(BadPosition):
            Tale.from_dict({**data, **change})
