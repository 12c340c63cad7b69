"""Doom: what goes into it, what it buys, and what it cannot pay."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.core.layout import Select
from tests.the_adept.stage.hands import Hands, Table
from tests.the_adept.tale.tables import GM


def test_doom_by_taps(table: Table, gm: Hands) -> None:
    gm.command("gm doom")
    gm.press("+d8")
    gm.pick("Take a die out", "d10")
    gm.press("Set")
    gm.fill(value="3d6 d8")
    assert table.tale.state.doom == "3d6 d8"
    assert "Too dear now: Split the group · End the scene." in gm.words
    gm.pick("Spend a die", "An asset")
    assert "Doom is `3d6 d8`" in gm.words
    gm.press("Pay d6")
    gm.fill(value="High Ground")
    assert table.tale.state.scene is not None
    assert table.tale.state.scene.traits["High Ground"].die == "d6"
    gm.pick("Spend a die", "As 1 PP")
    gm.press("Pay d6")
    assert table.tale.state.doom == "d6 d8"
    assert "Spend a die" not in [getattr(each, "hint", "") for each in gm.panel.controls]


def test_doom_in_one_line(table: Table, gm: Hands) -> None:
    assert gm.command("gm doom", add="d8").say == "Doom is 2d6 2d8 d10."
    gm.command("gm doom", add="d4", remove="2d8")
    assert table.tale.state.doom == "d4 2d6 d10"
    gm.command("gm doom", set="2d6 d8 d10 d12")
    gm.command("gm doom", spend="distinction", name="Burning Roof")  # the smallest die that is enough
    assert table.tale.state.doom == "2d6 d10 d12"
    gm.refused("cost", "gm doom", spend="end")
    gm.refused("spend", "gm doom", spend="pp", add="d6")
    gm.refused("not-in-pool", "gm doom", remove="d4")
    gm.command("gm doom", spend="asset")
    assert gm.path == "doom/buy/asset/-"  # what is missing is asked for


def test_dice_go_into_a_crisis(table: Table, gm: Hands) -> None:
    gm.command("gm crisis")
    gm.press("+d8")
    gm.press("Split in two")
    assert "which arrive as `2d6`" in gm.words
    gm.press("Hidden: no")
    gm.press("A new crisis")
    gm.fill(value="Rot")
    crisis = table.tale.state.crises["Rot"]
    assert (crisis.pool, crisis.hidden, table.tale.state.doom) == ("2d6", True, "2d6 d10")
    gm.command("gm doom", add="2d8")
    gm.go("doom/move/-/as-is/-")
    for die in ("+d8", "+d8"):
        gm.press(die)
    gm.press("Join to one")
    gm.pick("Into one", "Rot")
    assert table.tale.state.crises["Rot"].pool == "2d6 d10"
    gm.command("gm crisis", name="Flood", take="d10", hidden=False)
    assert table.tale.state.doom == "2d6"
    gm.go("doom/move/-/as-is/-")
    assert "At least 2 of it must stay." in gm.words
    assert gm.buttons == ["Back"]
    gm.command("gm crisis", name="flood")
    assert gm.path == "foes/crisis/Flood"
    gm.press("Spend a die")
    gm.pick("Spend a die", "Split the group")
    gm.press("Pay d10")
    gm.fill(value="Bel falls")
    assert "Flood" not in table.tale.state.crises
    assert gm.path == "foes"


def test_words_alone_do_not_empty_doom(table: Table, gm: Hands) -> None:
    gm.go("doom")
    gm.press("Set")
    with pytest.raises(Refused, match="'lots' has no dice"):
        gm.fill(value="lots")
    gm.refused("empty", "gm doom", set="many dice")
    assert table.tale.state.doom == "2d6 d8 d10"
    gm.fill(value=" - ")
    assert table.tale.state.doom == "-"


def test_doom_that_words_once_emptied_is_empty_when_an_older_tale_is_read(table: Table) -> None:
    table.tale.act(GM, "doom", {"pool": "-"})
    stored = table.tale.to_dict()
    stored["log"][-1]["given"]["pool"] = "lots"
    assert type(table.tale).from_dict(stored).state.doom == "-"


def test_nothing_is_offered_that_doom_cannot_pay(table: Table, gm: Hands) -> None:
    """A GM character enters for a die as large as its highest trait, and two dice stay in doom."""
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Huge": "d12"}})
    table.tale.act(GM, "gmc", {"name": "Cat", "traits": {"Small": "d4"}})
    table.tale.act(GM, "doom", {"pool": "3d6"})
    gm.go("foes/gmc/Ogre")
    assert "too dear now" in gm.words
    with pytest.raises(AssertionError, match="no button"):
        gm.press("Enter, by doom")
    gm.go("doom")
    gm.pick("Spend a die", "A GM character enters")
    [select] = [each for each in gm.panel.controls if isinstance(each, Select)]
    assert [each.label for each in select.choices] == ["Cat"]
    assert "Too dear now: Ogre d12." in gm.words
    table.tale.act(GM, "remove", {"name": "Cat"})
    gm.go("doom")
    with pytest.raises(AssertionError, match="no choice"):
        gm.pick("Spend a die", "A GM character enters")
    table.tale.act(GM, "doom", {"pool": "d6 d12"})
    gm.go("doom/with/gmc/-/Ogre")  # an older button
    assert "That cannot be paid now, as 2 of it must stay." in gm.words
    table.tale.act(GM, "doom", {"pool": "2d6 d12"})
    gm.go("foes/gmc/Ogre")
    assert "too dear now" not in gm.words
    gm.press("Enter, by doom")
    gm.press("Pay d12")
    assert table.tale.state.gmcs["Ogre"].here


def test_doom_buys_nothing_for_a_scene_while_none_is_played(table: Table, gm: Hands) -> None:
    """Its name would be written in vain."""
    table.tale.act(GM, "end-scene", {})
    gm.go("doom")
    assert "No scene is played: what belongs to one cannot be bought." in gm.words
    with pytest.raises(AssertionError, match="no choice"):
        gm.pick("Spend a die", "An asset of the scene")
    gm.pick("Spend a die", "As 1 PP")
    with pytest.raises(Refused, match="Fog belongs to a scene"):
        gm.command("gm doom", spend="asset", name="Fog")


def test_what_must_stay_binds_spending_and_crises_and_not_the_master_s_word(table: Table, gm: Hands) -> None:
    """Rules, "Doom": the game master may set doom to anything, but spending must leave some of it."""
    gm.command("gm doom", set="d6 d10")
    words = gm.refused("floor", "gm crisis", name="Flood", take="d6")
    assert words.startswith(
        "that would leave d10: what is spent, or goes into a crisis, leaves at least 2 dice in doom"
    )
    assert "a game master may take dice out, or set doom" in words
    assert "that would leave no die: " in gm.refused("floor", "gm crisis", name="Flood", take="d6 d10")
    gm.command("gm doom", remove="d6")
    gm.command("gm doom", remove="d10")
    assert gm.step.say == "Doom is empty."
    assert "doom is empty" in gm.refused("cost", "gm doom", spend="extra", name="Rat")


def test_doom_is_called_empty_to_whom_it_is_really(table: Table, gm: Hands) -> None:
    table.tale.act(GM, "doom", {"pool": "d6 d8 d8"})
    gm.command("gm crisis", name="Rot", take="d6", hidden=True)
    gm.command("gm doom", remove="2d8")
    assert "Doom is really empty: others see" in gm.step.say


def test_doom_that_must_stay_says_so(table: Table, gm: Hands) -> None:
    gm.command("gm doom", set="2d12")
    gm.go("doom")
    assert "leaves at least 2 of it\n-# It can buy nothing now." in gm.words
    gm.command("gm boss", name="Lich", dice="2d8")
    gm.go("foes/boss/Lich")
    gm.press("New harm")
    gm.fill(name="Torn Pages", value="d10")
    assert "Past d8 it takes a d8 of the boss with it" in gm.words
    past = "Lich: Torn Pages hit by d10 is past d8: a d8 of the boss goes, and Torn Pages with it"
    assert gm.step.say == f"{past}; d8 left."


def test_all_of_a_large_doom_is_moved_in_several_goes(table: Table, gm: Hands) -> None:
    gm.command("gm doom", set="30d12")
    gm.go("doom/move/-/as-is/-")
    for _ in range(16):
        gm.press("+d12")
    assert "+d12" not in gm.buttons
    assert "More dice come with another move." in gm.words
    gm.press("A new crisis")
    gm.fill(value="Fire")
    assert table.tale.state.crises["Fire"].pool == "16d12"


@pytest.mark.parametrize(
    ("bought", "told"),
    [
        ("An asset of the scene", "**An asset of the scene**: that costs a die, and is as large. Doom is `4d8`."),
        (
            "A distinction",
            "**A distinction of the scene**: that costs a die, d8 or larger, and is d8 for everybody. Doom",
        ),
        ("Add a die", "**Add a die to a GM roll**: that costs the die itself. Doom is `4d8`."),
    ],
)
def test_a_price_is_a_sentence(table: Table, gm: Hands, bought: str, told: str) -> None:
    table.tale.act(GM, "doom", {"pool": "4d8"})
    gm.go("doom")
    gm.pick("Spend a die for", bought)
    assert told in gm.words


def test_what_doom_cannot_pay_is_named_as_where_it_is_bought(table: Table, gm: Hands) -> None:
    table.tale.act(GM, "doom", {"pool": "d4 2d6"})
    gm.command("gm gmc", name="Ogre", traits="Huge d10")
    told = "a GM character enters: that costs a die as large as its highest trait; doom is d4 2d6"
    assert gm.refused("cost", "gm doom", spend="gmc", name="Ogre") == told
