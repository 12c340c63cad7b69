"""What people see of a roll after others have acted on it: the next screen, and what its effect did."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Place, Select
from game.the_adept.tale.view import view
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM


def rolled(table: Table, who: str, name: str, pool: str, **given: Any) -> None:
    table.tale.act(who, "roll", {"character": name, "pool": pool, **given})


def card(table: Table, id: str) -> str:
    return "\n".join(STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].panel(None).words)


def selects(hands: Hands) -> list[str]:
    return [each.hint for each in hands.panel.controls if isinstance(each, Select)]


@pytest.mark.parametrize("part", ["/with", "/pp", "/hero"])
def test_a_screen_on_which_one_settles_goes_on_to_the_roll_when_somebody_else_has(falls: Falls, part: str) -> None:
    table = begun()
    gm, ana, ben = hands(table)
    falls("d10:9 d8:8 d6:3 d6:2")
    rolled(table, ANA, "Iltani", "2d6 d8 d10")
    ana.path = f"roll/1{part}"
    assert "Make an asset of it" not in selects(ana)
    gm.go("gm/roll/1")
    gm.press("A number")
    table.tale.act(GM, "settle", {"roll": "1", "difficulty": 5})
    assert selects(ana) == ["Make an asset of it"]
    assert ana.buttons == ["Back"]
    for late in (partial(ana.go, "roll/1/settle", value="number"), partial(gm.go, "gm/level/1")):
        with pytest.raises(Refused, match="roll 1 is settled"):
            late()
    with pytest.raises(Refused, match="roll 1 is settled"):
        gm.go("gm/size/1/d8")
    ben.path = f"roll/1{part}"  # somebody who cannot settle it sees the roll
    assert ben.buttons[-1] == "Back"
    assert "Settle against" not in selects(ben)


@pytest.mark.parametrize(
    ("pick", "told"),
    [("magic.will.telekinesis", True), ("magic.spellcasting.illusion", False), ("signature.Staff", False)],
)
def test_game_masters_are_told_what_a_failed_test_with_will_magic_does(falls: Falls, pick: str, told: bool) -> None:
    """Rules, "Methods of magic", Unstable Spells: it takes effect, and doom gains the largest die of the pool."""
    table = begun()
    gm, _, _ = hands(table)
    dice = {"magic.will.telekinesis": "d6:5", "magic.spellcasting.illusion": "d10:2", "signature.Staff": "d8:2"}[pick]
    falls(f"{dice} d12:3", f"{dice} d12:3")
    for difficulty in (20, 2):
        table.tale.act(ANA, "roll", {"character": "Iltani", "picks": ["approach.wits", pick]})
        table.tale.act(GM, "settle", {"difficulty": difficulty})
    gm.go("gm/roll/1")
    words = "Unstable Spells: it takes effect all the same, out of control; doom gains a d12."
    assert (words in gm.words) is told
    gm.go("gm/roll/2")
    assert words not in gm.words, "the test was won"


def test_no_form_opens_for_an_effect_or_hitches_that_are_used(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    falls("d10:9 d8:8 d6:1 d6:3")
    rolled(table, ANA, "Iltani", "2d6 d8 d10", against="5")
    table.tale.act(ANA, "settle", {"roll": "1"})
    table.tale.act(GM, "hitch", {"take": "d6", "roll": "1"})
    table.tale.act(ANA, "use", {"roll": "1"})
    for late in (
        partial(ana.go, "roll/1/effect/asset/d6/Iltani"),
        partial(gm.go, "gm/place/1/asset"),
        partial(gm.go, "gm/asset/1/c/Bel"),
        partial(gm.go, "gm/compit/1/1"),
    ):
        with pytest.raises(Refused, match=r"used|nothing left"):
            late()


def test_the_message_of_a_roll_tells_what_its_effect_did_until_that_is_taken_back(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    falls("d10:9 d8:8 d6:3 d6:2")
    rolled(table, ANA, "Iltani", "2d6 d8 d10", against="5")
    table.tale.act(ANA, "settle", {"roll": "1"})
    ana.go("roll/1")
    ana.pick("Make an asset of it", "Iltani: an asset")
    ana.fill(name="Iron Sluice")
    assert "against 5 · Heroic success" in card(table, "1")
    assert "Effect · Iltani: asset Iron Sluice d" in card(table, "1")
    assert "used" not in card(table, "1")
    table.tale.undo(GM)
    assert "Effect ·" not in card(table, "1")
    gm.go("gm/roll/1")
    gm.pick("Who or what", "The scene")
    gm.press("Asset")
    gm.fill(value="Fog")
    for words in (card(table, "1"), gm.words, ana.words):
        assert "Effect · Scene: Fog d" in words


def test_harm_of_a_roll_that_failed_stands_on_its_message(falls: Falls) -> None:
    table = begun()
    gm, *_ = hands(table)
    falls("d6:3 d6:2", "d8:8 d8:7")
    rolled(table, ANA, "Iltani", "2d6")
    gm.go("gm/roll/1")
    gm.press("2d8")
    gm.press("For Iltani")
    gm.press("Rattled")
    assert "Failure\nEffect · Iltani: rattled d" in card(table, "1")


def test_what_an_effect_did_to_what_is_hidden_is_for_masters_alone(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Quorum", "die": "d12", "hidden": True})
    falls("d10:9 d8:8 d6:3 d6:2")
    rolled(table, ANA, "Iltani", "2d6 d8 d10", against="5")
    table.tale.act(ANA, "settle", {"roll": "1"})
    gm.go("gm/roll/1")
    gm.pick("Who or what", "Quorum")
    gm.press("d10 on d12")
    assert "Effect · Quorum: d10 against d12" in gm.words
    assert "Quorum" not in str(view(table.tale, ANA))
    ana.go("roll/1")
    for words in (card(table, "1"), ana.words):
        assert "Its effect is used." in words
        assert "Quorum" not in words


def test_whoever_opens_somebody_elses_roll_is_told_whose_it_is(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    falls("d10:9 d8:8 d6:3 d6:2")
    rolled(table, ANA, "Iltani", "2d6 d8 d10")
    for path, does in (("", "settles it"), ("/with", "settles it"), ("/pp", "spends PP on it"),
                       ("/hero", "adds hero dice to it")):  # fmt: skip
        ben.path = f"roll/1{path}"
        assert f"This is Ana's roll: Ana or the game master {does}." in ben.words
    ana.go("roll/1")
    assert "This is" not in ana.words
    table.tale.act(ANA, "settle", {"roll": "1", "difficulty": 5})
    assert "This is Ana's roll: Ana or the game master uses its effect." in ben.words
    table.tale.act(ANA, "use", {"roll": "1"})
    assert "This is" not in ben.words


def test_what_answers_an_attack_is_for_the_master_to_settle(falls: Falls) -> None:
    table = begun()
    _, _, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    for who in ("Iltani", "Bel"):
        table.tale.act(GM, "hand", {"challenge": "Bridge", "to": who})
        table.tale.act(GM, "acted", {"challenge": "Bridge"})
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    falls("d6:3 d6:2")
    rolled(table, ANA, "Iltani", "2d6", aim="attack/Bridge")
    ben.go("roll/1")
    assert "This is Ana's roll: the game master settles it." in ben.words


def test_whoever_opens_the_contest_of_others_is_told_between_whom_it_is(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    stranger = Hands(table, "u9")
    falls("d6:3 d6:2", "d6:5 d6:2")
    rolled(table, ANA, "Iltani", "2d6", aim="character/Bel")
    stranger.go("roll/1")
    ben.go("roll/1")
    told = "This contest is between Iltani and Bel: whoever plays them goes on with it."
    assert told in stranger.words
    assert told not in ben.words
    rolled(table, BEN, "Bel", "2d6", against="#1")
    stranger.go("roll/2")
    ana.go("roll/2")
    assert told in stranger.words
    assert told not in ana.words


def test_the_effect_of_beating_a_gm_character_is_for_the_master_to_give_it(falls: Falls) -> None:
    """As in a contest: a challenge is not offered instead, since the roll was not against it."""
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8"})
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Huge": "d10", "Hungry": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    falls("d8:3 d10:4", "d10:9 d8:8 d6:3 d6:2")
    table.tale.act(GM, "roll", {"gmc": "Ogre", "picks": ["Huge", "Hungry"], "opposes": True})
    rolled(table, ANA, "Iltani", "2d6 d8 d10", against="#1")
    table.tale.act(ANA, "settle", {"roll": "2"})
    ana.go("roll/2")
    assert "The game master is asked to give **Ogre** stress or a complication of `d" in ana.words
    assert selects(ana) == ["Make an asset of it"]
    gm.go("roll/2")
    assert "*GM* gives **Ogre** stress" in gm.words
    gm.go("gm/roll/2")
    offered = next(each for each in gm.panel.controls if isinstance(each, Select) and each.hint.startswith("Who or"))
    assert offered.choices[0].label == "Ogre"
    table.tale.act(GM, "remove", {"name": "Ogre"})
    assert "Ogre** stress" not in ana.words


@pytest.mark.parametrize("foe", ["Lich", "Storm", ""])
def test_a_roll_against_a_foe_is_asked_for_what_it_can_be_alone(falls: Falls, foe: str) -> None:
    """Nobody recovers by it, and a heroic step becomes a die in a challenge, but not against a boss."""
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "2d8"})
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    falls("d8:2 d8:1", "d12:9 d12:8 d8:3 d8:2")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True, "what": foe})
    rolled(table, ANA, "Iltani", "2d8 2d12", against="#1")
    ana.go("roll/2")
    assert ("… 1 more effect" in ana.buttons) is (foe != "Lich")
    table.tale.act(ANA, "settle", {"roll": "2"})
    gm.go("gm/roll/2")
    assert ("It was to recover from…" in selects(gm)) is (not foe)
    assert ("Step as a die more" in gm.buttons) is (foe != "Lich")


def test_against_a_gm_character_no_heroic_step_becomes_a_die(falls: Falls) -> None:
    """Though a challenge goes on beside it."""
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    gm.command("gm gmc", name="Ogre", traits="Huge d8, Hungry d8", enters=True)
    falls("d8:2 d8:1", "d12:9 d12:8 d8:3 d8:2")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True, "gmc": "Ogre"})
    rolled(table, ANA, "Iltani", "2d8 2d12", against="#1")
    ana.go("roll/2")
    assert "… 1 more effect" not in ana.buttons
    table.tale.act(ANA, "settle", {"roll": "2"})
    gm.go("gm/roll/2")
    assert "Heroic success" in gm.words
    assert "Step as a die more" not in gm.buttons
