"""Doom, foes, turns, scenes, harm, people: by presses, and by one command each."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Button, People, Place, Select
from game.the_adept.stage.mastering.scenes import ABOUT, KINDS
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet


@pytest.fixture
def table() -> Table:
    return begun()


@pytest.fixture
def gm(table: Table) -> Hands:
    return hands(table)[0]


def buttons(hands: Hands) -> list[str]:
    return [each.label for each in hands.panel.controls if isinstance(each, Button)]


def suggested(hands: Hands, command: str, option: str, typed: str = "") -> list[str]:
    path = next(each.path for each in STAGE.commands if each.name == command)
    return [each.value for each in STAGE.complete(hands.reader, path, option, typed)]


def refused(code: str, hands: Hands, command: str, **given: Any) -> str:
    with pytest.raises(Refused) as error:
        hands.command(command, **given)
    assert error.value.code == code, error.value.problem
    return error.value.problem


# --- doom


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
    refused("cost", gm, "gm doom", spend="end")
    refused("spend", gm, "gm doom", spend="pp", add="d6")
    refused("not-in-pool", gm, "gm doom", remove="d4")
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
    assert buttons(gm) == ["Back"]
    gm.command("gm crisis", name="flood")
    assert gm.path == "foes/crisis/Flood"
    gm.press("Spend a die")
    gm.pick("Spend a die", "Split the group")
    gm.press("Pay d10")
    gm.fill(value="Bel falls")
    assert "Flood" not in table.tale.state.crises
    assert gm.path == "foes"


# --- foes


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("gm doom", {"add": "d10"}),
        ("gm doom", {"spend": "extra", "name": "Rat"}),
        ("gm crisis", {"name": "flood", "take": "d6"}),
        ("gm crisis", {"name": "Flood"}),
        ("gm challenge", {"name": "Bridge"}),
        ("gm challenge", {"name": "Bridge", "acts": "grow"}),
        ("gm boss", {"name": "Lich"}),
        ("gm boss", {"name": "Lich", "harm": "Fear", "hit": "d6"}),
        ("gm boss", {}),
        ("gm gmc", {"name": "Ogre"}),
    ],
)
def test_hiding_where_it_does_nothing_is_refused(table: Table, gm: Hands, command: str, given: dict[str, Any]) -> None:
    table.tale.act(GM, "crisis", {"name": "Flood", "take": "d6"})
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "3d8"})
    before = len(table.tale.log)
    assert "`hidden` does nothing here: it is for a" in refused("option", gm, command, **given, hidden=True)
    assert len(table.tale.log) == before


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("gm boss", {"dice": "3d8"}),
        ("gm challenge", {"die": "d8"}),
        ("gm gmc", {"traits": "Huge d8", "enters": True}),
        ("gm crisis", {"take": "d6"}),
    ],
)
def test_what_is_hidden_is_said_to_be(gm: Hands, command: str, given: dict[str, Any]) -> None:
    told = gm.command(command, name="Xylem", **given, hidden=True).say
    assert ", hidden." in told
    assert "`/gm reveal` shows Xylem to all." in told
    gm.command("gm reveal", name="Xylem")
    assert "hidden" not in gm.command(command, name="Yarrow", **given, hidden=False).say


def test_a_challenge_by_taps(table: Table, gm: Hands) -> None:
    ana = hands(table)[1]
    gm.command("gm challenge")
    gm.press("d10")
    gm.press("3 dice")
    gm.press("Name it")
    with pytest.raises(Refused, match="write a number"):
        gm.fill(name="Bridge", rounds="soon")
    gm.fill(name="Bridge", rounds="1")
    gm.pick("Who acts next", "Iltani")
    gm.press("Iltani has acted")  # only Bel can be next
    gm.press("Bel has acted")
    assert gm.go("gm").show == "gm"
    gm.press("It acts")
    gm.press("d10 becomes d12")
    assert gm.path == "foes"  # the last round is over
    assert table.tale.state.challenges == {}
    ana.command("gm challenge", name="Mine", die="d4")
    assert "In this tale that is Mara." in ana.words
    assert table.tale.state.challenges == {}


def test_a_challenge_in_lines(table: Table, gm: Hands) -> None:
    gm.command("gm challenge", name="Bridge", die="d8", extra=1)
    for who in ("Iltani", "Bel"):
        gm.command("gm hand", to=who, challenge="bridge")  # this ends the turn before
    gm.command("gm hand", challenge="Bridge", acted=True)
    gm.command("gm challenge", name="bridge", acts="went")
    assert not table.tale.state.challenges["Bridge"].challenge_done  # whom it goes for is asked first
    gm.pick("It goes for", "Bel")
    assert table.tale.state.challenges["Bridge"].target == "Bel"
    table.tale.undo(GM)
    gm.command("gm challenge", name="bridge", acts="d8")
    assert table.tale.state.challenges["Bridge"].pool == "2d8 d10"
    gm.command("gm challenge", name="Bridge")
    assert gm.path == "foes/challenge/Bridge"
    gm.press("Remove")
    gm.press("Yes, remove it")
    assert table.tale.state.challenges == {}
    shown = STAGE.posts(table.tale, Place(TALE))
    assert "".join([*shown.values()][-1].panel(None).words) == "The challenge Bridge is gone."
    table.tale.undo(GM)
    taken = STAGE.posts(table.tale, Place(TALE))
    assert "Taken back." in "".join(taken[[*shown][-1]].panel(None).words)


def test_a_boss(table: Table, gm: Hands) -> None:
    gm.command("gm boss")
    gm.press("d8")
    gm.press("2 dice")
    gm.press("Name it")
    gm.fill(name="Lich")
    gm.pick("Open a boss", "Lich")
    gm.press("New harm")
    gm.fill(name="Wound", value="d6")
    assert gm.step.say == "Lich 2d8: Wound d6."
    hits = next(each for each in gm.panel.controls if isinstance(each, Select))
    assert [each.label for each in hits.choices][:3] == [
        "A step up: becomes d8",
        "Hit by d4: becomes d8",
        "Hit by d6: becomes d8",
    ]
    gm.pick("Wound d6", "up")
    assert gm.step.say == "Lich 2d8: Wound d6 steps up to d8."
    gm.pick("Wound d8", "A step up: takes a d8 of it")
    assert gm.step.say == "Lich: Wound d8 steps up past d8: a d8 of the boss goes, and Wound with it; d8 left."
    assert table.tale.state.bosses["Lich"].dice == "d8"
    gm.press("Roll")
    assert table.tale.state.rolls["1"].pool == "d8"
    gm.command("gm boss", name="Wyrm", dice="2d12", hidden=True)
    gm.command("gm boss", name="lich", harm="Fear", hit="d12")
    assert gm.step.say.endswith("a d8 of the boss goes, and Fear with it. None are left: Lich is defeated.")
    assert [*table.tale.state.bosses] == ["Wyrm"]
    gm.command("gm reveal", name="wyrm")
    assert not table.tale.state.bosses["Wyrm"].hidden


def test_a_gm_character_by_taps(table: Table, gm: Hands) -> None:
    gm.go("foes")
    gm.press("New GM character")
    gm.press("Name and traits")
    with pytest.raises(Refused, match="write a trait and its die"):
        gm.fill(name="Ogre", traits="Huge")
    gm.fill(name="Ogre", traits="Huge d10\nVery Hungry: d8")
    assert table.tale.state.gmcs["Ogre"].traits == {"Huge": "d10", "Very Hungry": "d8"}
    gm.pick("Open a GM", "Ogre")
    gm.press("Enter, by doom")
    gm.press("Pay d10")
    assert table.tale.state.gmcs["Ogre"].here
    gm.go("foes/gmc/Ogre")
    gm.pick("Roll: add", "Huge")
    gm.press("Roll")
    assert table.tale.state.rolls["1"].gmc == "Ogre"
    gm.press("Harm")
    gm.pick("Stress", "Injured")
    gm.press("d8")
    gm.press("Step up")
    assert table.tale.state.gmcs["Ogre"].stress == {"injured": "d10"}
    gm.press("Gone")
    assert table.tale.state.gmcs["Ogre"].stress == {}
    gm.go("foes/gmc/Ogre")
    gm.press("Leaves")
    gm.command("gm gmc", name="Spy", traits="Unseen d8", enters=True, hidden=True)
    assert table.tale.state.gmcs["Spy"].hidden
    gm.command("gm gmc", name="spy")
    gm.press("Reveal")
    assert table.tale.state.gmcs["Spy"].seen


def test_words_alone_do_not_empty_doom(table: Table, gm: Hands) -> None:
    gm.go("doom")
    gm.press("Set")
    with pytest.raises(Refused, match="'lots' has no dice"):
        gm.fill(value="lots")
    refused("empty", gm, "gm doom", set="many dice")
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


def test_an_interruption(table: Table, gm: Hands) -> None:
    gm.command("gm gmc", name="Ogre", traits="Huge d12", enters=True)
    gm.command("gm doom", add="d12")
    gm.command("gm hand", to="Iltani")
    gm.command("gm hand")
    gm.press("Interrupt")
    assert not [each for each in gm.panel.controls if isinstance(each, Button) and each.label.startswith("Pay")]
    gm.pick("Which GM", "Ogre")
    told = "It breaks into Iltani's turn, for a die as large as Iltani's best combat or senses trait, d10."
    assert gm.words.startswith(f"**Ogre acts now.** {told} Doom is `")  # the price is shown once
    assert gm.words.count("d10") == 1 + table.tale.state.doom.count("d10")
    gm.press("Pay d10")
    assert "It is **Ogre**'s turn." in gm.words
    gm.press("Ogre has acted")
    gm.pick("Who acts next", "Bel")
    ben = Hands(table, BEN)
    ben.go("turn")
    ben.press("Bel has acted")
    assert "It is **Iltani**'s turn." in ben.words


def test_an_interruption_of_a_challenge_leaves_the_turns_of_the_scene_at_rest(table: Table, gm: Hands) -> None:
    """It interrupts a turn of the challenge, which continues afterwards."""
    gm.command("gm gmc", name="Ogre", traits="Huge d12", enters=True)
    gm.command("gm doom", add="d12")
    gm.command("gm hand", to="Bel")
    gm.command("gm challenge", name="Flood", die="d8", hidden=False)
    gm.command("gm hand", to="Iltani", challenge="Flood")
    gm.go("doom/with/interrupt/-/Ogre")
    assert "It breaks into Iltani's turn" in gm.words
    gm.press("Pay d10")
    assert "so that Ogre acts now" in gm.step.say
    assert "Round 1" not in gm.step.say
    state = table.tale.state
    assert state.scene is not None
    assert state.scene.order is not None
    assert (state.scene.order.turn, state.challenges["Flood"].turn) == ("Bel", "Iltani")
    assert table.tale.from_dict(table.tale.to_dict()).state == state


# --- scenes, sessions


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
    refused("unknown", gm, "gm distinction", name="Dawn", gone=True)
    gm.command("gm scene", end=True)
    assert table.tale.state.scene is None


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


def test_what_must_stay_binds_spending_and_crises_and_not_the_master_s_word(table: Table, gm: Hands) -> None:
    """Rules, "Doom": the game master may set doom to anything, but spending must leave some of it."""
    gm.command("gm doom", set="d6 d10")
    words = refused("floor", gm, "gm crisis", name="Flood", take="d6")
    assert words.startswith(
        "that would leave d10: what is spent, or goes into a crisis, leaves at least 2 dice in doom"
    )
    assert "a game master may take dice out, or set doom" in words
    assert "that would leave no die: " in refused("floor", gm, "gm crisis", name="Flood", take="d6 d10")
    gm.command("gm doom", remove="d6")
    gm.command("gm doom", remove="d10")
    assert gm.step.say == "Doom is empty."
    assert "doom is empty" in refused("cost", gm, "gm doom", spend="extra", name="Rat")


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


# --- harm and help, people


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
    assert "Bring back" not in buttons(gm)


def test_all_of_a_gm_character_can_be_read(table: Table, gm: Hands) -> None:
    """However long its name, its traits and what has happened to it."""
    name, rope = "The Hungry Ogre of the Old Bridge", "Tangled in the Long Rope of the Drawbridge"[:40]
    traits = "Huge d10, Hungry d8, Clever d8, Cruel d6, Old d12"
    gm.command("gm gmc", name=name, traits=traits)
    gm.go("foes")
    assert traits in gm.words
    gm.go(f"harm/gmc/{name}")
    assert gm.words == f"**{name}** waits"
    gm.command("gm gmc", name=name, enters=True)
    gm.command("gm stress", who=name, type="injured", hit="d8")
    gm.command("gm comp", who=name, name=rope, hit="d10")
    gm.go(f"foes/gmc/{name}")
    assert traits in gm.words
    for path in ("harm", f"harm/gmc/{name}"):
        gm.go(path)
        assert f"**{name}** · injured d8 · {rope} d10" in gm.words
    gm.pick("Complication", rope)
    assert gm.words == f"**{name}**: {rope} d10"


@pytest.mark.parametrize(
    ("traits", "why"),
    [
        ("Pack 3d6", "'Pack 3d6': a trait has one die; dice of one size together are a boss"),
        ("Huge d10, huge: d8", "'huge' is named twice"),
    ],
)
def test_no_trait_of_a_gm_character_is_lost_unsaid(table: Table, gm: Hands, traits: str, why: str) -> None:
    assert refused("traits", gm, "gm gmc", name="Ogre", traits=traits) == why


@pytest.mark.parametrize(
    "traits", ["Huge d10 Hungry d8 Level 3 Guard d12", "Huge D10\n +1 Blade: d8; Old d12", "Huge d10 , Hungry 8"]
)
def test_traits_need_no_comma_between_them(table: Table, gm: Hands, traits: str) -> None:
    """A trait ends with its die; figures without a d may be part of a name."""
    gm.command("gm gmc", name="Ogre", traits=traits)
    found = table.tale.state.gmcs["Ogre"].traits
    assert found["Huge"] == "d10"
    assert found in (
        {"Huge": "d10", "Hungry": "d8", "Level 3 Guard": "d12"},
        {"Huge": "d10", "+1 Blade": "d8", "Old": "d12"},
        {"Huge": "d10", "Hungry": "d8"},
    )


def test_a_trait_may_have_a_full_stop(table: Table, gm: Hands) -> None:
    gm.command("gm gmc", name="Ogre", traits="Mr. Hyde d10", enters=True)
    gm.go("foes/gmc/Ogre")
    gm.pick("Roll: add a trait", "Mr. Hyde d10")
    assert "Pool: Mr. Hyde `d10`" in gm.words
    table.tale.act(ANA, "roll", {"character": "Iltani", "picks": ["approach.wits"]})
    gm.go("gm/roll/1")
    gm.pick("Roll for a foe", "Ogre")
    gm.pick("Add a trait", "Mr. Hyde d10")
    assert "against roll 1: Mr. Hyde `d10`" in gm.words


def test_a_trait_may_begin_with_a_plus(table: Table, gm: Hands) -> None:
    gm.command("gm gmc", name="Ogre", traits="+1 Blade d10, Huge d8", enters=True)
    gm.go("foes/gmc/Ogre")
    gm.pick("Roll: add a trait", "+1 Blade d10")
    gm.press("Roll")
    assert table.tale.state.rolls["1"].pool == "d10"


def test_all_of_a_large_doom_is_moved_in_several_goes(table: Table, gm: Hands) -> None:
    gm.command("gm doom", set="30d12")
    gm.go("doom/move/-/as-is/-")
    for _ in range(16):
        gm.press("+d12")
    assert "+d12" not in buttons(gm)
    assert "More dice come with another move." in gm.words
    gm.press("A new crisis")
    gm.fill(value="Fire")
    assert table.tale.state.crises["Fire"].pool == "16d12"


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
    refused("nothing", gm, "gm stress", who="Bel", type="rattled", hit="gone")
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
    assert "there is Iltani, Bel" in refused("unknown", gm, "gm stress", who="Nobody", type="injured", hit="d6")
    refused("name", gm, "gm comp", who="Bel", name="Rattled", hit="d6")


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


@pytest.mark.parametrize("name", ["Fire/", "/", "Fire/Water", "#1", "who/Bel"])
def test_any_name_is_found_by_what_is_pressed(table: Table, gm: Hands, name: str) -> None:
    ana = hands(table)[1]
    table.tale.act(ANA, "enter", {"sheet": sheet(name, stress={"injured": "d6"})})
    table.tale.act(GM, "challenge", {"name": f"x{name}", "die": "d8"})
    gm.go("gm")
    gm.press("Name")
    assert gm.path == f"foes/challenge/x{name}"
    ana.go(f"sheet/{name}")
    ana.press("Spend PP")
    assert ana.path == f"table/pp/{name}"
    gm.command("gm stress", who=name, type="injured")
    gm.press("Step up")
    assert table.tale.state.characters[name].sheet["stress"] == {"injured": "d8"}
    assert f"harm/who/{name}" in STAGE.around(f"harm/hit/up.d6/who/injured/{name}")


def test_people(table: Table, gm: Hands) -> None:
    gm.go("people")
    gm.pick("Give a character", "Bel")
    [whom] = [each for each in gm.panel.controls if isinstance(each, People)]
    with pytest.raises(Refused, match="join it first: here are Mara, Ana, Ben"):
        gm.go(whom.rest, value="stranger")
    gm.go(whom.rest, value=ANA)
    assert table.tale.state.characters["Bel"].owner == ANA
    gm.go("people/master", value=ANA)
    gm.pick("Game master no longer", GM)
    assert "In this tale that is Ana." in gm.words  # they lost access to the open screen
    assert gm.go("people/mine/Bel").acts == ()
    assert "In this tale that is Ana." in gm.words


def test_there_may_be_more_of_all_than_a_select_has(table: Table, gm: Hands) -> None:
    tale = table.tale
    tale.act(GM, "doom", {"pool": "30d6"})
    for n in range(27):
        name = f"{n} {'x' * 36}"[:38]
        tale.act(GM, "enter", {"sheet": sheet(name), "new": True})
        tale.act(GM, "boss", {"name": f"b{name}", "dice": "2d6"})
        tale.act(GM, "challenge", {"name": f"c{name}", "die": "d6", "hidden": n % 2 == 0})
        tale.act(GM, "gmc", {"name": f"g{name}", "traits": {f"{i}{'y' * 38}": "d8" for i in range(5)}})
        tale.act(GM, "appear", {"name": f"g{name}"})
        tale.act(GM, "place", {"name": f"p{name}"})
        tale.act(GM, "complication", {"character": "Bel", "name": f"k{name}", "hits": ["d6"]})
        tale.act(GM, "crisis", {"name": f"z{name}", "take": "d6", "hidden": n % 2 == 0})
    tale.act(BEN, "roll", {"character": "Bel", "pool": "d6 d8"})
    tale.act(GM, "settle", {"roll": "1", "difficulty": 0})
    tale.act(BEN, "roll", {"character": "Bel", "pool": "30d4"})
    last = f"26 {'x' * 36}"[:38]
    for path in ("gm", "doom", "foes", "foes/hidden", "harm", "harm/who/Bel", "people", "scene", "scene/close", "turn",
                 "gm/roll/1", "gm/roll/2", "gm/comp/2/1", f"gm/hit/1/-/c{last}", f"foes/challenge/c{last}",
                 f"foes/gmc/g{last}"):  # fmt: skip
        gm.go(path)  # checks that it fits into a message
    gm.go("harm")
    gm.pick("Who", "After these")
    gm.pick("Who", f"who {last}")
    gm.press("+1 PP")
    assert table.tale.state.characters[last].sheet["pp"] == 6


# --- what others may learn


def test_completion_tells_nobody_else() -> None:
    table = with_secrets()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Wraith", "traits": {"Cold": "d8"}})
    for command in STAGE.commands:
        for option in (each.name for each in command.options if each.completes):
            told = " ".join(suggested(ana, command.name, option))
            assert not [name for name in ("Xylem", "Quorum", "Zephyr", "Wraith") if name in told], command.name
    assert suggested(gm, "gm reveal", "name") == ["Quorum", "Xylem", "Zephyr"]
    assert suggested(gm, "gm boss", "name", "ZE") == ["Zephyr"]
    assert suggested(gm, "gm hand", "challenge") == ["Quorum"]
    assert suggested(ana, "gm hand", "to", "b") == ["Bel"]
    assert suggested(gm, "gm doom", "crisis") == ["Xylem"]
    assert suggested(gm, "gm gmc", "name") == ["Wraith"]
    assert suggested(gm, "gm distinction", "name") == []


def test_what_is_over_is_said() -> None:
    table = begun()
    gm = hands(table)[0]
    gm.command("gm boss", name="Lich", dice="2d8")
    gm.go("foes/boss/Lich")
    table.tale.act(GM, "remove", {"name": "Lich"})
    with pytest.raises(Refused, match="Lich is there no more"):
        gm.press("Remove")
    table.tale.act(GM, "end", {})
    with pytest.raises(Refused, match="has ended"):
        gm.command("gm doom", add="d6")


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


def test_the_status_names_who_has_no_character_yet(table: Table) -> None:
    before = STAGE.status(table.tale, Place(TALE)).words
    table.tale.act("cem", "join", {"name": "Cem"})
    assert "Without a character yet" not in "\n".join(before)
    assert "Without a character yet: Cem" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)


def test_only_what_a_command_takes_is_suggested_however_much_else_there_is(table: Table, gm: Hands) -> None:
    for number in range(26):
        gm.command("gm gmc", name=f"Ant {number}", traits="Small d4")
    gm.command("gm challenge", name="Zeta", die="d8")
    gm.command("gm crisis", name="Fire", take="d8")
    gm.command("gm comp", who="Bel", name="Lost")
    gm.command("gm asset", who="Bel", name="Rope")
    assert suggested(gm, "gm challenge", "name") == ["Zeta"]
    assert suggested(gm, "gm crisis", "name") == ["Fire"]
    assert suggested(gm, "gm doom", "name", "fi") == []
    assert suggested(gm, "gm comp", "name") == ["Lost"]
    assert suggested(gm, "gm asset", "name") == ["Rope"]
    assert suggested(gm, "gm asset", "who") == ["Bel", "Iltani"]
    assert len(suggested(gm, "gm stress", "who")) == 25


def test_suggestions_contain_each_word_that_is_typed(table: Table, gm: Hands) -> None:
    """In any order, and in letters that look alike; those that begin with it come first."""
    for name in ("An old lantern", "Lantern of old", "Old rope"):
        gm.command("gm asset", who="Bel", name=name)
    assert suggested(gm, "gm asset", "name", "lantern OLD") == ["An old lantern", "Lantern of old"]
    assert suggested(gm, "gm asset", "name", "ｌantern") == ["Lantern of old", "An old lantern"]
    assert suggested(gm, "gm asset", "name", "new lantern") == []


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
    assert refused("cost", gm, "gm doom", spend="gmc", name="Ogre") == told


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_of_a_scene_says_what_its_kind_is_good_for_beside_the_kind(gm: Hands, kind: str) -> None:
    gm.go("scene")
    assert f"{kind} ({ABOUT[kind]})" in gm.words
    gm.press(kind.title())
    assert gm.form is not None
    assert gm.form.title == f"New {kind} scene: {ABOUT[kind]}"
    assert len(gm.form.title) <= 45
    assert [each.label for each in gm.form.fields] == ["What is it called?"]
