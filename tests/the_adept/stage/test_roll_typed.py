"""/roll: dice and traits that are typed, and what is against them."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Select
from game.the_adept.stage.rolling.builder import Builder
from tests.the_adept.stage.hands import STAGE
from tests.the_adept.stage.tables import HIDDEN, begun, hands, last, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import GM


def test_dice_are_rolled_at_once() -> None:
    table = begun()
    _, ana, ben = hands(table)
    ana.command("roll", dice="D8 Flair, 2d6")
    assert (last(table).pool, last(table).character, ana.path) == ("2d6 d8", "Iltani", "roll/1")
    ana.command("roll", dice="d8", against="11")
    assert last(table).against == "11"
    ben.command("roll", dice="d8", against="#1")
    assert last(table).against == "#1"
    ana.command("roll", dice="d8", against="2d6")
    assert [each.pool for each in list(table.tale.state.rolls.values())[-2:]] == ["2d6", "d8"]
    assert (last(table).against, ana.path) == ("#4", "roll/5")
    ana.command("roll", dice="d10")
    assert last(table).against == ""
    ana.command("roll", against="doom")
    assert "Against Doom 2d6 d8 d10." in ana.words


def test_what_a_player_rolls_for_the_opposition_offers_no_lower_total(falls: Falls) -> None:
    table = begun()
    gm, _, ben = hands(table)
    falls("d6:5 d8:6 d8:7", "d10:9 d10:4")
    ben.command("roll", dice="2d10", against="d6 2d8")
    for who, choice in ((ben, []), (gm, ["Total and effect"])):
        who.go("roll/1")
        assert [each.hint for each in who.panel.controls if isinstance(each, Select)] == choice


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"dice": "d20"}, "'d20': dice are d4 d6 d8 d10 d12"),
        ({"dice": "2d8", "against": "d20"}, "'d20': dice are d4 d6 d8 d10 d12"),
        (
            {"dice": "Fog"},
            "'Fog' has no dice: write such as 2d6 d8; dice are d4 d6 d8 d10 d12; or name traits of yours, such as wits"
            " + assess",
        ),
        (
            {"dice": "2d8", "against": "-5"},
            "'-5' is nothing to roll against: write a number such as 11, dice such as 2d8, or what is suggested",
        ),
        (
            {"dice": "2d8", "against": "Roll 2"},
            "'Roll 2' is nothing to roll against: write a number such as 11, dice such as 2d8, or what is suggested",
        ),
        ({"dice": "31d6"}, "'31d6': a pool has 1 to 30 dice"),
        ({"dice": "d6", "secret": True}, "only a game master rolls in secret"),
    ],
)
def test_what_cannot_be_rolled_is_quoted(given: dict[str, Any], said: str) -> None:
    table = begun()
    _, ana, _ = hands(table)
    with pytest.raises(Refused) as error:
        ana.command("roll", **given)
    assert error.value.problem == said
    assert table.tale.state.rolls == {}


@pytest.mark.parametrize("said", ["wits + assess", "Wits assess", "roll my wits and assess", "wits, assess"])
def test_traits_that_are_named_are_picked_in_the_builder(said: str) -> None:
    """Nothing is rolled yet: the chances are at the top."""
    table = begun()
    _, ana, _ = hands(table)
    ana.command("roll", dice=said, against="hard")
    assert ana.path == "pool"
    assert [each.key for each in Builder(ana.reader).picked] == ["approach.wits", "move.assess"]
    assert "2d10" in ana.words
    assert table.tale.state.rolls == {}


@pytest.mark.parametrize(
    "name", ["The Rope", "Salt and Pepper", "Rope/Chain", "A Rope (old)", "Roll", "and", "Rope", "Charge!"]
)
def test_a_name_is_understood_whatever_is_in_it(name: str) -> None:
    """Also words and signs that stand between names."""
    table = begun()
    gm, ana, _ = hands(table)
    for each in ("Lantern", "/", name):
        gm.command("gm asset", who="Iltani", name=each)
    for said in (f"wits + {name}", f"wits, {name.upper()} and lantern", f"my lantern with the {name} & wits"):
        ana.command("roll", dice=said)
        picked = {each.key for each in Builder(ana.reader).picked}
        assert picked - {"asset.Lantern"} == {"approach.wits", f"asset.{name}"}, said
        assert ("asset.Lantern" in picked) == ("lantern" in said)
        ana.press("Roll")
        assert table.tale.log[-1].action == "roll"


@pytest.mark.parametrize(
    ("said", "assets"),
    [
        ("salt and pepper pot", ["Salt", "Pepper Pot"]),
        ("salt and pepper + pepper pot", ["Salt and Pepper", "Pepper Pot"]),
        ("wits, salt and pepper", ["Salt and Pepper"]),
        ("pepper pot lid with salt", ["Pepper", "Pot Lid", "Salt"]),
    ],
)
def test_names_are_read_as_long_as_the_rest_still_names_something(said: str, assets: list[str]) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    for each in ("Salt and Pepper", "Salt", "Pepper", "Pepper Pot", "Pot Lid"):
        gm.command("gm asset", who="Iltani", name=each)
    ana.command("roll", dice=said)
    picked = [each.key.removeprefix("asset.") for each in Builder(ana.reader).picked]
    assert [each for each in picked if each != "approach.wits"] == assets


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("wit + assess", "such as wits + assess: none is called 'wit'"),
        ("my wits with force field", "none is called 'field'"),
        ("wits + luck and love", "none is called 'luck' or 'love'"),
        ("love", "such as wits + assess"),
    ],
)
def test_words_that_name_nothing_are_told_if_others_do(said: str, told: str) -> None:
    table = begun()
    _, ana, _ = hands(table)
    with pytest.raises(Refused) as error:
        ana.command("roll", dice=said)
    assert error.value.problem.endswith(told)


def test_a_distinction_that_hinders_is_named_as_it_is_offered() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.command("roll", dice="wits + hinder never lets a riddle lie")
    assert [each.key for each in Builder(ana.reader).picked] == ["approach.wits", "distinction.trait!"]


def test_a_name_that_two_things_have_is_asked_for() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    gm.command("gm asset", who="Iltani", name="Rope (new)")
    gm.command("gm asset", who="Iltani", name="Rope (old)")
    with pytest.raises(Refused, match="has no dice"):
        ana.command("roll", dice="wits + rope")
    ana.command("roll", dice="wits + rope (old)")
    assert [each.key for each in Builder(ana.reader).picked] == ["approach.wits", "asset.Rope (old)"]


def test_a_master_names_the_traits_of_whoever_has_them() -> None:
    """Also while the pool is nobody's; but not traits that several have."""
    table = begun()
    gm, _, _ = hands(table)
    gm.command("gm gmc", name="Warden", traits="Claws d8, Fog d6", enters=True)
    gm.command("roll", dice="claws and fog", against="Iltani")
    build = Builder(gm.reader)
    assert (build.roller, [each.pick for each in build.picked]) == ("gmc/Warden", ["Claws", "Fog"])
    assert build.against is not None
    assert build.against.key == "character/Iltani"
    gm.command("roll", dice="fog")
    with pytest.raises(Refused, match="has no dice"):
        gm.command("roll", dice="wits")
    assert Builder(gm.reader).roller == "gmc/Warden"


def test_what_can_be_read_as_dice_names_nobody_else_s_traits() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "asset", {"character": "Iltani", "name": "Plan 8"})
    gm.command("roll", dice="plan 8")
    assert (last(table).pool, last(table).what, last(table).character) == ("d8", "plan 8", "")


@pytest.mark.parametrize("said", ["hard", "Hard test", "test, hard", "2d10"])
def test_a_test_is_named_as_people_say_it(said: str) -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.command("roll", dice="d8", against=said)
    assert list(table.tale.state.rolls.values())[-2].pool == "2d10"


def test_against_is_completed_with_what_one_sees() -> None:
    table = with_secrets()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "3d10"})
    found = STAGE.complete(ana.reader, "pool/command", "against", "lich")
    assert [each.label for each in found] == ["Boss Lich 3d10"]
    ana.command("roll", dice="d8", against=found[0].value)
    assert list(table.tale.state.rolls.values())[-2].pool == "3d10"
    mine, theirs = (
        [each.label for each in STAGE.complete(who.reader, "pool/command", "against", "")] for who in (ana, gm)
    )
    assert [name for name in HIDDEN if any(name in each for each in theirs)] == [*HIDDEN]
    assert not [name for name in HIDDEN if any(name in each for each in mine)]
