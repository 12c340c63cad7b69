"""Foes and the people at the table: by presses, and by one command each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Button, People, Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet


def suggested(hands: Hands, command: str, option: str, typed: str = "") -> list[str]:
    path = next(each.path for each in STAGE.commands if each.name == command)
    return [each.value for each in STAGE.complete(hands.reader, path, option, typed)]


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
    assert "`hidden` does nothing here: it is for a" in gm.refused("option", command, **given, hidden=True)
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
    gm.fill(name="Bridge", rounds="2")
    for _ in range(2):
        gm.pick("Who acts next", "Iltani")
        end = next(each.rest for each in gm.panel.controls if isinstance(each, Button) and "acted" in each.label)
        gm.press("Iltani has acted")  # only Bel can be next
        with pytest.raises(Refused, match="it is Bel's now"):
            gm.go(end)  # as another game master, who pressed at the same moment
        gm.go("foes/acted/challenge/Bridge")  # as a button of an earlier version, which names no turn
        assert gm.go("gm").show == "gm"
        if table.tale.state.challenges["Bridge"].round == 1:
            gm.press("It acts")
            gm.press("d10 becomes d12")
    assert "all have acted in its last round, so it is lost." in gm.words
    gm.press("It is lost")
    assert "acts now" not in gm.words, "nothing that it could do would count"
    gm.press("It is lost")
    assert gm.path == "foes"
    assert table.tale.state.challenges == {}
    ana.command("gm challenge", name="Mine", die="d4")
    assert "in this tale for Mara." in ana.words
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
    with pytest.raises(Refused, match="Lich's Wound is d8 now"):
        gm.go(hits.rest, value="up")  # as another game master, at the same moment
    gm.pick("Wound d8", "A step up: takes a d8 of it")
    assert gm.step.say == "Lich: Wound d8 steps up past d8: a d8 of the boss goes, and Wound with it; d8 left."
    with pytest.raises(Refused, match="is gone now"):
        gm.go(hits.rest, value="up")
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
    assert gm.refused("traits", "gm gmc", name="Ogre", traits=traits) == why


def test_a_whole_sheet_of_a_gm_character_is_a_file_and_its_faults_are_told_in_words(table: Table, gm: Hands) -> None:
    wrong = json.dumps(sheet("Bel", moves={"assess": "d20"}))
    why = gm.refused("sheet", "gm gmc", name="Wraith", sheet=wrong)
    assert "• moves.assess = 'd20': only d4 d6 d8 d10 d12 may stand here" in why
    whole = json.dumps(sheet("Bel"))
    assert gm.refused("name", "gm gmc", name="x" * 41, sheet=whole).endswith("may have 40 letters"), "not the sheet's"
    gm.command("gm gmc", name="Wraith", sheet=whole)
    assert table.tale.state.gmcs["Wraith"].sheet["name"] == "Wraith"


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
    assert "in this tale for Ana." in gm.words  # they lost access to the open screen
    assert gm.go("people/mine/Bel").acts == ()
    assert "in this tale for Ana." in gm.words


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


def test_the_status_names_who_has_no_character_yet(table: Table) -> None:
    before = STAGE.status(table.tale, Place(TALE)).words
    table.tale.act("cem", "join", {"name": "Cem"})
    assert "Without a character yet" not in "\n".join(before)
    assert "Without a character yet: Cem" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
