"""Harm and help: stress, complications and assets, by presses and by one command each."""

from __future__ import annotations

from tests.the_adept.stage.hands import Hands, Table
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, GM


def test_harm_and_help_by_taps(table: Table, gm: Hands) -> None:
    gm.command("gm stress")
    gm.pick("Who", "Bel")
    gm.pick("Stress", "Rattled")
    gm.press("d8")
    gm.press("d6: becomes d10")
    gm.press("Step down")
    bel = table.tale.state.characters["Bel"].sheet
    assert bel["stress"] == {"rattled": "d8"}
    gm.press("Gone")
    gm.press("Back")
    gm.press("New complication")
    gm.fill(name="Lost")
    gm.pick("Complication", "Lost")
    gm.press("Step up")
    assert table.tale.state.characters["Bel"].sheet["complications"] == {"Lost": "d8"}
    gm.press("Gone")
    gm.press("New asset")
    gm.fill(name="Rope", die="d8")
    gm.pick("Change an asset", "Rope")
    gm.press("d10")
    bel = table.tale.state.characters["Bel"].sheet
    assert (bel["complications"], bel["assets"]["Rope"]["die"], bel["pp"]) == ({}, "d10", 5)
    gm.press("−1 PP")
    assert table.tale.state.characters["Bel"].sheet["pp"] == 4


def test_a_gm_character_that_was_taken_out_is_brought_back(table: Table, gm: Hands) -> None:
    gm.command("gm gmc", name="Ogre", traits="Huge d10", enters=True)
    gm.command("gm comp", who="Ogre", name="Netted", hit="d12")
    gm.command("gm comp", who="Ogre", name="Netted", hit="up")
    gm.command("gm comp", who="Ogre", name="Netted", hit="gone")
    gm.command("gm comp", who="Ogre")
    assert "out of the scene" in gm.words
    gm.press("Bring back")
    assert table.tale.state.gmcs["Ogre"].able
    assert "Bring back" not in gm.buttons


def test_many_effect_dice_are_set_against_a_crisis_in_several_goes(table: Table, gm: Hands, falls: Falls) -> None:
    name = "A crisis whose name is forty letters lon"
    table.tale.act(GM, "doom", {"pool": "20d12"})
    table.tale.act(GM, "crisis", {"name": name, "take": "12d12"})
    table.tale.act(GM, "edit", {"character": "Bel", "set": {"pp": 20}})
    falls(" ".join(["d12:9"] * 12))
    table.tale.act(GM, "roll", {"character": "Bel", "pool": "12d12"})
    table.tale.act(GM, "choose", {"roll": "1", "effects": 10})
    table.tale.act(GM, "settle", {"roll": "1", "difficulty": 17})
    gm.go("gm/roll/1")
    for size, left in (("12d12", "6d10 6d12"), ("6d10 6d12", "10d10 2d12")):
        assert table.tale.state.crises[name].pool == size
        gm.pick("Who or what", f"p {name}")
        while gm.path and gm.path.startswith("gm/hit/"):
            gm.press("d12 on d12")
        assert table.tale.state.crises[name].pool == left
    assert table.tale.state.rolls["1"].used


def test_harm_and_help_in_lines(table: Table, gm: Hands) -> None:
    assert gm.command("gm stress", who="bel", type="injured", hit="d8").say == "Bel: injured d8."
    gm.command("gm stress", who="Bel", type="injured", hit="down")
    gm.refused("nothing", "gm stress", who="Bel", type="rattled", hit="gone")
    gm.command("gm comp", who="Bel", name="Lost")
    gm.command("gm comp", who="Bel", name="lost", hit="d10")
    gm.command("gm asset", who="Bel", name="Rope", die="d8", lasts="session")
    gm.command("gm asset", who="Bel", name="rope", die="d6")
    bel = table.tale.state.characters["Bel"].sheet
    assert (bel["stress"], bel["complications"]) == ({"injured": "d6"}, {"Lost": "d10"})
    assert bel["assets"] == {"Rope": {"die": "d6", "lasts": "session", "open": False}}
    gm.command("gm asset", who="Bel", name="Rope", gone=True)
    gm.command("gm give", character="Bel", pp=2, person=ANA)
    found = table.tale.state.characters["Bel"]
    assert (found.sheet["assets"], found.sheet["pp"], found.owner) == ({}, 7, ANA)
    assert "there is Iltani, Bel" in gm.refused("unknown", "gm stress", who="Nobody", type="injured", hit="d6")
    gm.refused("name", "gm comp", who="Bel", name="Rattled", hit="d6")


def test_an_asset_stays_what_it_is_when_its_die_changes(table: Table, gm: Hands) -> None:
    """Good for one use, open, and for the session; a command changes nothing that it does not name."""
    gm.command("gm asset", who="Bel", name="Rope", die="d8")
    fog = {"die": "d8", "lasts": "session", "open": True, "once": True}
    table.tale.act(GM, "edit", {"character": "Bel", "set": {"assets.Fog": fog}})
    gm.command("gm asset", who="Bel", name="fog", die="d10")
    gm.command("gm asset", who="Bel", name="Rope", lasts="session")
    assets = table.tale.state.characters["Bel"].sheet["assets"]
    assert assets["Fog"] == {**fog, "die": "d10"}
    assert assets["Rope"] == {"die": "d8", "lasts": "session", "open": False}
    gm.command("gm asset", who="Bel", name="Fog")
    assert "Fog d10" in gm.words
    gm.press("d12")
    assert table.tale.state.characters["Bel"].sheet["assets"]["Fog"] == {**fog, "die": "d12"}
