"""Tests to recover: they begin in one place, count once, and their results name the people."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Place, Select
from game.the_adept.tale.state import Roll
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM


def hurt(table: Table, name: str, die: str, type: str = "injured") -> None:
    table.tale.act(GM, "stress", {"character": name, "type": type, "hits": [die]})


def sheet(table: Table, name: str) -> Any:
    return table.tale.state.characters[name].sheet


def from_what(hands: Hands) -> list[str]:
    selects = [each for each in hands.panel.controls if isinstance(each, Select)]
    return [way.label for each in selects if each.hint == "From what?" for way in each.choices]


def begin(hands: Hands, name: str, what: str, against: str) -> None:
    hands.go(f"recover/{name}")
    hands.pick("From what?", what)
    hands.press(against)


def lines(table: Table) -> list[str]:
    return [line.text for line in table.tale.log[-1].lines]


def test_no_roll_that_lay_there_before_is_offered_as_the_test(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    hurt(table, "Iltani", "d8")
    falls("d6:3 d10:5", "d8:3 d8:4 d8:1")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d10"})
    begin(ana, "Iltani", "injured", "Against d8 + 2d8")
    gm.go("gm/roll/1")
    assert "Roll 2" not in str([each.choices for each in gm.panel.controls if isinstance(each, Select)])


def test_a_test_is_rolled_against_the_die_and_2d8(falls: Falls) -> None:
    """It opens the builder against that roll; an effect larger than the die removes it."""
    table = begun()
    _, ana, _ = hands(table)
    hurt(table, "Iltani", "d8")
    ana.go("recover/Iltani")
    assert from_what(ana) == ["injured d8"]
    falls("d8:3 d8:4 d8:1", "d6:3 d10:5 d12:8")  # the only choice there is
    ana.press("Against d8 + 2d8")
    assert ana.path == "pool"
    assert "Against Roll 1: 7, Iltani's injured d8, 2d8." in ana.words
    rolled(ana)
    assert lines(table) == [
        "Iltani: 8 against 7: success, effect d12.",
        "Iltani's injured d8 is gone.",
    ]
    assert sheet(table, "Iltani")["stress"] == {}
    assert ana.words.endswith("· Success\nIltani's injured d8 is gone")
    post = STAGE.posts(table.tale, Place(TALE))["roll 2"].panel(None)
    assert "Iltani's injured d8 is gone" in "".join(post.words)


def rolled(hands: Hands) -> None:
    """Roll with three traits of Iltani, and settle the roll."""
    for hint, choice in (("Approach", "Wits"), ("Move", "Assess"), ("Specialty", "Alchemy")):
        hands.pick(hint, choice)
    hands.press("Roll")
    hands.press("Settle against")


@pytest.mark.parametrize(
    ("mine", "told", "left"),
    [
        ("d4:3 d10:6 d12:8", "Iltani's injured d10 goes down to d8", {"injured": "d8"}),
        ("d4:1 d10:2 d12:3", "Iltani: injured d12 (the test to recover failed, 1 hitch)", {"injured": "d12"}),
        ("d4:2 d10:2 d12:2", "Iltani's injured d10 stays", {"injured": "d10"}),
    ],
)
def test_what_comes_of_it(falls: Falls, mine: str, told: str, left: dict[str, str]) -> None:
    table = begun()
    hurt(table, "Iltani", "d10")
    opposed = {"character": "Iltani", "patient": "Iltani", "what": "injured"}
    falls("d8:4 d8:3 d10:2", mine)
    table.tale.act(ANA, "tend", opposed)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d4 d10 d12", "against": "#1"})
    if left["injured"] == "d8":  # takes the d10 as effect
        table.tale.act(ANA, "choose", {"option": 2})
    table.tale.act(ANA, "settle", {"roll": "2"})
    assert f"{told}." in lines(table)
    assert sheet(table, "Iltani")["stress"] == left
    settled = table.tale.state.rolls["2"]
    assert settled.used
    assert told in settled.befell
    assert settled.success or settled.hitches == "-"


def test_heroic_steps_count(falls: Falls) -> None:
    """They count once: a d6 that becomes d8 is not larger than d8, but larger than d6."""
    for die, left in (("d8", {"injured": "d6"}), ("d6", {})):
        table = begun()
        hurt(table, "Iltani", die)
        falls(f"d8:5 d8:5 {die}:1" if die == "d8" else "d6:1 d8:5 d8:5", "d6:2 d8:8 d10:8")
        table.tale.act(ANA, "tend", {"character": "Iltani", "patient": "Iltani", "what": "injured"})
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10", "against": "#1"})
        table.tale.act(ANA, "settle", {"roll": "2"})
        assert table.tale.state.rolls["2"].heroic == 1
        assert sheet(table, "Iltani")["stress"] == left


def test_no_other_roll_heals_and_none_twice(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    hurt(table, "Iltani", "d12")
    falls("d12:11 d12:12", "d8:2 d8:2 d12:3", "d12:11 d12:12", "d12:9 d12:10")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d12"})
    begin(ana, "Iltani", "injured", "Against d12 + 2d8")
    for who, given, code in (
        (ANA, {"roll": "1", "against": "2"}, "recover"),  # made before
        (ANA, {"roll": "1", "against": "#2"}, "unknown"),
    ):
        with pytest.raises(Refused) as error:
            table.tale.act(who, "settle", given)
        assert error.value.code == code
    assert ana.go("roll/1/with").form, "roll 2 is not offered"
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d12"})
    with pytest.raises(Refused, match="for Iltani to beat"):
        table.tale.act(GM, "settle", {"roll": "3", "against": "2"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d12", "against": "#2"})
    table.tale.act(ANA, "settle", {"roll": "4"})
    assert sheet(table, "Iltani")["stress"] == {"injured": "d10"}
    gm.go("gm/roll/1")
    gm.pick("Against a roll made before", "Roll 2")
    assert sheet(table, "Iltani")["stress"] == {"injured": "d10"}


def test_the_same_test_is_gone_on_with_not_rolled_again(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    hurt(table, "Iltani", "d8")
    falls("d8:8 d8:8 d8:8")
    begin(ana, "Iltani", "injured", "Against d8 + 2d8")
    begin(ana, "Iltani", "injured", "Beat 16")
    assert [*table.tale.state.rolls] == ["1"]
    assert "Roll 1: 16" in ana.words
    with pytest.raises(Refused, match="roll against roll 1"):
        table.tale.act(ANA, "tend", {"character": "Iltani", "patient": "Iltani", "what": "injured"})
    with pytest.raises(Refused, match="its best total"):
        table.tale.act(ANA, "choose", {"roll": "1", "option": 1})


def test_others_help_whoever_is_out(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    hurt(table, "Bel", "d12")
    table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["up"]})
    ben.go("recover/Bel")
    assert "Bel cannot act (injured), and rolls nothing." in ben.words
    ben.go("table")
    assert "Bel cannot act (injured), and rolls nothing." in ben.words
    assert "Others may help, by *Recover* on their own sheets: Iltani." in ben.words
    with pytest.raises(Refused, match="cannot act"):
        table.tale.act(BEN, "tend", {"character": "Bel", "patient": "Bel", "what": "injured"})
    ana.go("recover/Iltani")
    assert from_what(ana) == ["Bel: injured d12"]
    assert "Bel's trauma injured `d6` waits until injured is gone." in ana.words
    falls("d8:1 d8:3 d12:2", "d6:6 d8:7")
    begin(ana, "Iltani", "Bel: injured", "Against d12 + 2d8")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "against": "#1"})
    table.tale.act(ANA, "settle", {})
    assert "Bel's injured d12 goes down to d10." in lines(table)
    assert table.tale.state.characters["Bel"].out == ()


def test_whoever_is_out_reads_so_where_the_stress_is_and_where_one_rolls() -> None:
    """Past d12 the rating stays, so the consequence is shown beside it, and nobody picks dice in vain."""
    table = begun()
    gm, _, ben = hands(table)
    ben.command("roll")
    ben.pick("Approach", "Wits")
    ben.go("stress/Bel")
    ben.pick("Take stress", "Injured")
    ben.press("d12")
    assert "cannot act" not in ben.words
    assert "Trauma" not in ben.words
    ben.press("One step up")
    out = "Bel cannot act (injured), and rolls nothing."
    assert f"Now: injured **d12**\nTrauma: injured **d6**\n{out}\nOthers may help" in ben.words
    ben.press("One step up")
    assert "Trauma: injured **d8**" in ben.words
    ben.go("trouble/Bel")
    assert out in ben.words
    ben.go("pool")
    assert out in ben.words
    with pytest.raises(AssertionError, match="no button 'Roll'"):
        ben.press("Roll")
    ben.go("stress/Bel")
    ben.press("Ease injured")
    assert "cannot act" not in ben.words
    assert "Trauma: injured **d8**" in ben.words
    ben.go("pool")
    ben.press("Roll")
    assert ben.path == "roll/1"
    ben.go("stress/Bel")
    ben.pick("Take stress", "Drained")
    ben.press("d12")
    ben.press("One step up")
    assert "Magic is shut down." in ben.words
    gm.command("gm gmc", name="Ogre", traits="Huge d10")
    table.tale.act(GM, "hurt", {"gmc": "Ogre", "harm": "injured", "hits": ["d12", "up"]})
    gm.go("pool/for/Ogre")
    assert "Ogre cannot act (injured), and rolls nothing." in gm.words


def test_doom_may_stand_against_it_and_tells_of_nothing_hidden(falls: Falls) -> None:
    falls(" ".join(["d4:2"] * 29), "d6:2 d6:2 d6:2 d8:2 d10:2")
    table = with_secrets()
    _, ana, _ = hands(table)
    hurt(table, "Iltani", "d6")
    assert table.tale.state.doom != table.tale.state.seen_doom
    begin(ana, "Iltani", "injured", "Against d6 + doom")
    assert table.tale.state.rolls["1"].pool == "3d6 d8 d10"
    assert "Iltani's injured d6, doom" in lines(table)[0]


def test_trauma_once_a_session(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"trauma": {"rattled": "d8"}}})
    falls("d8:2 d8:2 d8:2", "d8:2 d8:2 d8:2", "d6:6 d8:7", "d6:6 d8:7")
    ana.go("recover/Iltani")
    assert "Trauma is treated once a session, whatever comes of it." in ana.words
    begin(ana, "Iltani", "trauma: rattled", "Against d8 + 2d8")
    begin(ben, "Bel", "Iltani: trauma: rattled", "Against d8 + 2d8")
    for who, name, against in ((ANA, "Iltani", "#1"), (BEN, "Bel", "#2")):
        table.tale.act(who, "roll", {"character": name, "pool": "d6 d8", "against": against})
        table.tale.act(who, "settle", {})
    assert "Nothing came of it: trauma (rattled) was treated this session." in lines(table)
    assert sheet(table, "Iltani")["trauma"] == {"rattled": "d6"}
    ana.go("recover/Iltani")
    assert "Nobody has anything to recover from now." in ana.words
    assert "Iltani's trauma rattled `d6` was treated this session." in ana.words
    assert not [each for each in ana.panel.controls if isinstance(each, Button) and each.label.startswith("Against")]


def test_a_name_with_a_slash_is_recovered_from(falls: Falls) -> None:
    """By somebody else, too."""
    table = begun()
    _, _, ben = hands(table)
    table.tale.act(GM, "complication", {"character": "Iltani", "name": "Arm/leg hurt", "hits": ["d8"]})
    falls("d8:2 d8:2 d8:2", "d10:6 d10:2 d10:7")
    ben.go("recover/Bel")
    assert from_what(ben) == ["Iltani: Arm/leg hurt d8"]
    ben.press("Against d8 + 2d8")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "3d10", "against": "#1"})
    table.tale.act(BEN, "settle", {})
    assert "Iltani's Arm/leg hurt d8 is gone." in lines(table)
    assert sheet(table, "Iltani")["complications"] == {}


def test_what_former_versions_stored_is_read(falls: Falls) -> None:
    table = begun()
    hurt(table, "Iltani", "d8")
    falls("d8:2 d8:2 d8:2")
    table.tale.act(ANA, "tend", {"character": "Iltani", "patient": "Iltani", "what": "injured"})
    made = table.tale.state.rolls["1"]
    stored = made.model_dump(mode="json")
    assert Roll.model_validate(stored) == made
    assert Roll.model_validate({**stored, "heals": "stress/injured/Iltani"}) == made
    assert Roll.model_validate({**stored, "heals": ""}).heals is None


def test_taking_it_back_makes_it_ill_again(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    hurt(table, "Iltani", "d8")
    falls("d8:2 d8:2 d8:2", "d6:6 d8:7")
    begin(ana, "Iltani", "injured", "Against d8 + 2d8")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "against": "#1"})
    table.tale.act(ANA, "settle", {})
    table.tale.undo(ANA)
    assert sheet(table, "Iltani")["stress"] == {"injured": "d8"}
    assert table.tale.state.rolls["1"].heals


def test_nobody_answers_for_who_began_a_test_and_left_the_tale() -> None:
    table = begun()
    _, ana, _ = hands(table)
    hurt(table, "Bel", "d8")
    begin(ana, "Iltani", "Bel: injured", "Against d8 + 2d8")

    def offered() -> list[str]:
        post = STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None)
        return [each.label for each in post.controls if isinstance(each, Button)]

    assert offered()[0] == "Roll against it"
    table.tale.act(ANA, "retire", {"character": "Iltani"})
    assert "Roll against it" not in offered()
