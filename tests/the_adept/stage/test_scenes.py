"""Scenes and sessions: how they begin, what is in them, and how they end."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Place, Select
from game.the_adept.stage.mastering.scenes import ABOUT, KINDS
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.tale.tables import ANA, GM, sheet


def test_scenes_and_what_is_in_them(table: Table, gm: Hands) -> None:
    gm.command("gm scene")
    gm.press("Rest")
    gm.fill(value="The Inn")
    assert table.tale.state.scene is not None
    assert table.tale.state.scene.kind == "rest"
    gm.command("gm scene", name="The Road", kind="bridge")
    gm.command("gm distinction", name="Dusk")
    gm.command("gm distinction", name="dusk", die="d10")
    gm.go("scene")
    gm.pick("In the scene", "Dusk")
    gm.press("d6")
    assert table.tale.state.scene.traits["Dusk"].die == "d6"
    gm.command("gm distinction", name="dusk", gone=True)
    assert table.tale.state.scene.traits == {}
    gm.refused("unknown", "gm distinction", name="Dawn", gone=True)
    gm.command("gm scene", end=True)
    assert table.tale.state.scene is None


def test_an_extra_is_beaten_as_a_boss_of_one_die_is(table: Table, gm: Hands) -> None:
    """Rules, "Bosses, extras, characters of the master's": harm is kept by name, and past its die it is defeated."""
    gm.command("gm distinction", name="Guard", kind="extra")
    gm.go("scene")
    gm.pick("In the scene", "Guard")
    gm.press("New harm")
    gm.fill(name="Wound", value="d6")
    assert gm.step.say == "Guard d8: Wound d6."
    assert "In the scene: extra Guard d8 (Wound d6)" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    gm.press("d10")
    gm.pick("Wound d6", "A step up")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "3d8"})
    table.tale.act(GM, "settle", {"difficulty": 1})
    gm.go("gm/roll/1")
    gm.pick("Who or what", "Guard")
    gm.pick("A harm that is there", "Wound")
    assert table.tale.state.scene is not None
    assert table.tale.state.scene.traits["Guard"].harm == {"Wound": "d10"}
    assert type(table.tale).from_dict(table.tale.to_dict()).state == table.tale.state
    gm.command("gm boss", name="guard", harm="Wound")
    assert gm.step.say == "Guard: Wound d10 steps up past d10: Guard is defeated."
    assert table.tale.state.scene.traits == {}
    with pytest.raises(Refused, match="Guard is there no more"):
        gm.go("foes/strike/-/Guard", name="Fear", value="d6")


@pytest.mark.parametrize("name", ["Guard", "guard"])
def test_what_hits_a_boss_harms_no_extra_of_its_name(table: Table, gm: Hands, name: str) -> None:
    """So stored tales of before, where extras took no harm, come to what they came to then."""
    table.tale.act(GM, "boss", {"name": "Guard", "dice": "d8"})
    table.tale.act(GM, "place", {"name": name, "kind": "extra"})
    gm.go("scene")
    gm.pick("In the scene", name)
    assert "New harm" not in gm.buttons
    table.tale.act(GM, "strike", {"boss": name, "harm": "Wound", "hit": "d10 d6"})
    assert table.tale.state.bosses == {}
    assert table.tale.state.scene is not None
    assert table.tale.state.scene.traits[name].harm == {}


def test_a_session_ends_with_records_and_xp(table: Table, gm: Hands) -> None:
    gm.command("gm session", do="end")
    gm.press("Name and XP")
    gm.fill(name="The First Door", xp="3")
    gm.go("scene/last/Bel")
    with pytest.raises(Refused, match="XP are a number"):
        gm.fill(name="The Fall", xp="many")
    gm.fill(name="The Fall", xp="2")
    assert "**Bel**: the record *The Fall*, 2 XP more" in gm.words
    gm.press("End session")
    sheets = [table.tale.state.characters[name].sheet for name in ("Iltani", "Bel")]
    assert [(each["records"][-1]["name"], each["xp"]) for each in sheets] == [("The First Door", 3), ("The Fall", 5)]
    gm.command("gm session", do="afresh")
    gm.command("gm session", record="Two", xp=1)
    assert not table.tale.state.session.running


@pytest.mark.parametrize("given", [{"do": "end", "xp": 3}, {"xp": 3}])
def test_xp_that_were_typed_are_kept_until_the_session_is_named(table: Table, gm: Hands, given: dict[str, Any]) -> None:
    gm.command("gm session", **given)
    gm.press("Name and XP")
    gm.fill(name="The First Door")
    gm.press("End session")
    assert table.tale.state.characters["Bel"].sheet["xp"] == 3


def test_a_session_ends_for_more_characters_than_have_a_button(table: Table, gm: Hands) -> None:
    for number in range(12):
        table.tale.act(GM, "enter", {"sheet": sheet(f"Mage {number}")})
    gm.go("scene/close")
    gm.press("Name and XP")
    gm.fill(name="The First Door", xp="3")
    gm.pick("Change for somebody else", "Mage 11")
    gm.fill(name="My Door", xp="2")
    [notes] = [
        each.note for c in gm.panel.controls if isinstance(c, Select) for each in c.choices if each.value == "Mage 11"
    ]
    assert notes == "My Door, 2 XP more"
    gm.press("End session")
    characters = table.tale.state.characters
    assert [characters[who].sheet["xp"] for who in ("Mage 10", "Mage 11")] == [3, 5]
    assert characters["Mage 11"].sheet["records"][-1]["name"] == "My Door"


def test_nobody_is_asked_to_act_between_sessions(table: Table, gm: Hands) -> None:
    gm.command("gm challenge", name="Bridge", die="d8")
    gm.go("gm")
    assert "name who acts" in gm.words
    table.tale.act(GM, "end-session", {"name": "The Fall"})
    said = ["\n".join(STAGE.status(table.tale, Place(TALE)).words), gm.words]
    gm.go("table")
    assert [each for each in (*said, gm.words) if "who acts" in each] == []
    assert "Challenge **Bridge**" in said[0]
    gm.command("gm session", do="start")
    assert "who acts" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_of_a_scene_says_what_its_kind_is_good_for_beside_the_kind(gm: Hands, kind: str) -> None:
    gm.go("scene")
    assert f"{kind} ({ABOUT[kind]})" in gm.words
    gm.press(kind.title())
    assert gm.form is not None
    assert gm.form.title == f"New {kind} scene: {ABOUT[kind]}"
    assert len(gm.form.title) <= 45
    assert [each.label for each in gm.form.fields] == ["What is it called?"]


def test_two_masters_who_begin_a_rest_at_once_begin_one(table: Table, gm: Hands) -> None:
    table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["d10"]})
    gm.go("scene")
    gm.press("Rest")
    other = gm.form
    assert other
    gm.fill(value="Camp")
    with pytest.raises(Refused, match="Camp has begun meanwhile"):
        gm.go(other.path, value="The Fire")  # as another game master, whose form was open
    assert table.tale.state.characters["Bel"].sheet["stress"] == {"injured": "d8"}
    gm.go("scene")
    gm.press("Rest")
    gm.fill(value="Another night")
    assert table.tale.state.characters["Bel"].sheet["stress"] == {"injured": "d6"}
