"""GM characters, and whose turn it is in an action scene."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import BadPosition, Refused
from game.the_adept.rules.doom import alertness
from game.the_adept.rules.traits import MOVES
from game.the_adept.tale import Tale
from game.the_adept.tale.acting import RULES
from game.the_adept.tale.actions.gmcs import highest
from game.the_adept.tale.view import log, status, view
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, PLAYERS, At, sheet


def ogre(at: At) -> None:
    at(GM, "gmc", name="Ogre", traits={"Huge": "d10", "Hungry": "8"})


def test_one_is_made_and_waits(at: At) -> None:
    ogre(at)
    assert at.tale.state.gmcs["Ogre"].traits == {"Huge": "d10", "Hungry": "d8"}
    assert not any("Ogre" in line for who in (ANA, "") for line in [*log(at.tale, who), *status(at.tale, who)])
    assert view(at.tale, ANA)["gmcs"] == {}
    at.refused("rights", ANA, "gmc", name="Mine", traits={"Big": "d8"})
    at.refused("name", GM, "gmc", name="bel", traits={"Big": "d8"})
    at.refused("name", GM, "boss", name="ogre", dice="2d8")  # foes are told apart by their names
    for traits in ({}, {f"Trait {n}": "d6" for n in range(6)}):
        at.refused("traits", GM, "gmc", name="Nobody", traits=traits)
    at.refused("size", GM, "gmc", name="Nobody", traits={"Big": "d7"})
    assert "missing" in at.refused("sheet", GM, "gmc", name="Nobody", sheet={"name": "x"})


def test_doom_pays_as_much_as_its_highest_trait(at: At) -> None:
    ogre(at)
    at.refused("cost", GM, "spend", spend="gmc", dice="d8", name="Ogre")
    at(GM, "spend", spend="gmc", dice="d10", name="ogre", hidden=False)
    assert at.tale.state.doom == "2d6 d8"
    assert log(at.tale)[-2:] == ["Doom is 2d6 d8: d10 so that ogre enters. (Mara)", "Ogre enters. (Mara)"]
    assert "Ogre" in status(at.tale, ANA)
    assert "Ogre · Huge d10, Hungry d8" in status(at.tale, GM)
    assert "traits" not in view(at.tale, ANA)["gmcs"]["Ogre"]
    at(GM, "doom", pool="3d12")
    at.refused("here", GM, "spend", spend="gmc", dice="d12", name="Ogre")
    at(GM, "depart", name="Ogre")
    assert "Ogre" not in status(at.tale, ANA)
    at(GM, "appear", name="Ogre")  # free at the beginning of a scene
    assert "Ogre" in status(at.tale, ANA)
    at(GM, "remove", name="Ogre")
    assert at.tale.state.gmcs == {}


def test_it_rolls_its_traits(at: At, falls: Falls) -> None:
    ogre(at)
    falls("d6:3 d8:1 d10:9", "d12:5")
    at(GM, "roll", gmc="Ogre", picks=["huge", "Hungry"], pool="d6", secret=True)
    assert at.tale.state.rolls["s1"].gmc == "Ogre"
    assert status(at.tale, GM)[-2] == "Ogre s1: [d6:3] ~~d8:1~~ [d10:9]"
    at.refused("unknown", GM, "roll", gmc="Ogre", picks=["Small"])
    at.refused("rights", ANA, "roll", gmc="Ogre", picks=["Huge"])
    at(GM, "gmc", name="Magus", sheet=sheet("Magus"))
    at(GM, "roll", gmc="Magus", picks=["approach.wits"])
    assert at.tale.state.rolls["1"].gmc == ""  # it is not in the scene, so its name is not shown
    assert log(at.tale)[-1] == "Mara rolled d12:5: 5, effect d4."
    at(GM, "hurt", gmc="Magus", harm="injured", hits=["d12", "up"])
    at.refused("out", GM, "roll", gmc="Magus", picks=["approach.wits"])


def test_a_signature_asset_on_its_sheet_may_be_a_die_alone(at: At) -> None:
    at(GM, "gmc", name="Magus", sheet=sheet("Magus", signature={"Staff": "d8", "Bell": {"die": "d6", "sfx": []}}))
    at(GM, "roll", gmc="Magus", picks=["signature.Staff", "signature.Bell"])
    assert at.tale.state.rolls["1"].pool == "d6 d8"
    assert highest(at.tale.state.gmcs["Magus"]) == "d12"


def test_it_is_hurt_and_mends(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    at(GM, "hurt", gmc="Ogre", harm="Injured", hits=["d12"])
    at(GM, "hurt", gmc="Ogre", harm="Blinded", hits=["d6"])
    assert "Ogre · injured d12 · Blinded d6" in status(at.tale)
    at(GM, "hurt", gmc="Ogre", harm="injured", hits=["d4"])
    assert log(at.tale)[-1] == "Ogre: injured past d12, stressed out. (Mara)"
    assert at.tale.log[-1].lines[-1].loud
    at(GM, "soothe", gmc="Ogre", harm="injured")
    at(GM, "soothe", gmc="Ogre", harm="blinded")
    found = at.tale.state.gmcs["Ogre"]
    assert (found.stress, found.complications, found.out) == ({"injured": "d10"}, {}, ())
    at(GM, "hurt", gmc="Ogre", harm="Netted", hits=["d12", "up"])
    at(GM, "soothe", gmc="Ogre", harm="Netted")
    found = at.tale.state.gmcs["Ogre"]
    assert (found.complications, found.taken_out) == ({"Netted": "d10"}, True), "it is out for this scene"
    at.refused("unknown", GM, "soothe", gmc="Ogre", harm="Fear")


def test_a_master_brings_it_back(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    at(GM, "hurt", gmc="Ogre", harm="injured", hits=["d12", "up"])
    at(GM, "hurt", gmc="Ogre", harm="Netted", hits=["d12", "up"])
    at.refused("rights", ANA, "revive", gmc="Ogre")
    at(GM, "revive", gmc="ogre")
    assert log(at.tale)[-1] == "Ogre is back. (Mara)"
    found = at.tale.state.gmcs["Ogre"]
    assert (found.able, found.stress, found.complications) == (True, {"injured": "d10"}, {"Netted": "d12"})


def test_a_log_of_when_any_complication_that_stepped_down_brought_it_back_is_read(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    at(GM, "hurt", gmc="Ogre", harm="Netted", hits=["d12", "up"])
    soothed = at(GM, "soothe", gmc="Ogre", harm="Netted")
    revived = at(GM, "revive", gmc="Ogre")
    at(GM, "roll", gmc="Ogre", pool="d6")
    at(GM, "hand", to="Bel")
    at(GM, "spend", spend="interrupt", dice="d10", name="Ogre")
    at(GM, "acted")
    for name in ("Iltani", "Ku", "Bel", "Ogre"):
        at(GM, "hand", to=name)
        at(GM, "acted")
    data = at.tale.to_dict()
    assert data["log"][soothed.number - 1].pop("rules") == RULES  # as in a log of back then
    data["log"][revived.number - 1]["struck"] = revived.number  # it was back without that
    assert Tale.from_dict(data).state == at.tale.state


def test_a_pick_with_a_plus_is_dice_in_a_log_of_when_it_always_was(at: At) -> None:
    at(GM, "gmc", name="Ogre", traits={"+d8": "d12"})
    at(GM, "appear", name="Ogre")
    made = at(GM, "roll", gmc="Ogre", picks=["+d8"])
    data = at.tale.to_dict()
    assert data["dice"]["casts"][-1]["pool"] == "d12"
    data["dice"]["casts"][-1] |= {"pool": "d8", "dice": "d8:5"}
    with pytest.raises(BadPosition, match="other dice would have fallen"):
        Tale.from_dict(data)
    del data["log"][made.number - 1]["rules"]
    [roll] = Tale.from_dict(data).state.rolls.values()
    assert roll.dice == "d8:5"


def test_a_complication_takes_one_out_of_that_scene_alone(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    at(GM, "hurt", gmc="Ogre", harm="Netted", hits=["d12", "up"])
    at.refused("out", GM, "roll", gmc="Ogre", pool="d6")
    at(GM, "scene", name="Next")
    at(GM, "roll", gmc="Ogre", pool="d6")


def test_a_log_of_when_it_stayed_out_in_later_scenes_is_read(at: At) -> None:
    """In former versions its turn was skipped then."""
    ogre(at)
    at(GM, "appear", name="Ogre")
    at(GM, "scene", name="Brawl", kind="action")
    hurt = at(GM, "hurt", gmc="Ogre", harm="Netted", hits=["d12", "up"])
    for name in ("Iltani", "Ku", "Bel"):
        at(GM, "hand", to=name)
        at(GM, "acted")
    at(GM, "hand", to="Ku")
    data = at.tale.to_dict()
    data["log"][hurt.number - 1]["struck"] = hurt.number  # it had come a scene earlier
    assert Tale.from_dict(data).state.scene == at.tale.state.scene


def test_a_name_that_nobody_sees_is_free(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre", hidden=True)
    at(CEM, "enter", sheet=sheet("Ogre"))  # a refusal would reveal it
    at.refused("name", GM, "reveal", name="Ogre")
    at(GM, "gmc", name="Lich", traits={"Dead": "d12"})
    at(GM, "appear", name="Lich")
    at.refused("name", CEM, "enter", sheet=sheet("lich"))


# --- turns


def test_one_that_leaves_unseen_takes_no_character_of_its_name_out_of_the_turns(at: At) -> None:
    """That would tell players of it."""
    at(GM, "gmc", name="Zu", traits={"Sly": "d8"})
    at(GM, "appear", name="Zu", hidden=True)
    at(BEN, "retire", character="Bel")
    at(BEN, "enter", sheet=sheet("Zu"), new=True)
    at(GM, "hand", to="Zu")
    before = view(at.tale, ANA)
    at(GM, "depart", name="Zu")
    assert view(at.tale, ANA) == before
    assert "Round 1 · Zu acts" in status(at.tale)


def test_an_action_scene_is_handed_on(at: At) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    at.refused("rights", ANA, "hand", to="Iltani")
    at(GM, "hand", to="bel")
    assert "Round 1 · Bel acts" in status(at.tale)
    at.refused("turn", GM, "hand", to="Ku")
    at.refused("rights", ANA, "acted")
    at(BEN, "acted")
    assert "Round 1 · Bel names who is next" in status(at.tale)
    at.refused("rights", ANA, "hand", to="Iltani")
    at.refused("turn", BEN, "hand", to="Bel")
    at(BEN, "hand", to="Ogre")
    at.refused("rights", BEN, "acted")
    at(GM, "acted")
    assert "Round 1 · the game master names who is next" in status(at.tale)
    at.refused("rights", BEN, "hand", to="Ku")
    at(GM, "complication", character="Ku", name="Fallen", hits=["d12", "up"])
    at.refused("turn", GM, "hand", to="Ku")
    at(GM, "hand", to="Iltani")
    at(ANA, "acted")
    at(ANA, "hand", to="Iltani")  # the last names the first of the next round
    assert "Round 2 · Iltani acts" in status(at.tale)
    at(GM, "scene", name="Road", kind="bridge")
    at.refused("scene", GM, "hand", to="Bel")


def test_doom_interrupts(at: At) -> None:
    ogre(at)
    at(GM, "hand", to="Iltani")
    assert alertness(at.sheet("Iltani")) == "d10"
    at(GM, "doom", pool="3d6 d8 d10")
    at.refused("unknown", GM, "spend", spend="interrupt", dice="d10", name="Ogre")  # it is not in the scene
    at(GM, "appear", name="Ogre")
    at.refused("cost", GM, "spend", spend="interrupt", dice="d8", name="Ogre")
    at(GM, "spend", spend="interrupt", dice="d10", name="Ogre")
    assert "Round 1 · Ogre acts" in status(at.tale)
    at(GM, "acted")
    at.refused("rights", ANA, "hand", to="Iltani")
    at(GM, "hand", to="Bel")
    at(BEN, "acted")
    at(BEN, "hand", to="Iltani")  # the interrupted one still has a turn


@pytest.mark.parametrize("how", ["depart", "remove", "retire"])
def test_nobody_waits_for_who_is_gone(at: At, how: str) -> None:
    ogre(at)
    at(GM, "appear", name="Ogre")
    name = "Ku" if how == "retire" else "Ogre"
    at(GM, "hand", to=name)
    at(GM, how, **({"character": name} if how == "retire" else {"name": name}))
    order = at.tale.state.scene.order if at.tale.state.scene else None
    assert order is not None
    assert (order.turn, order.done) == ("", ())
    at(GM, "hand", to="Bel")


def test_a_challenge_goes_for_nobody_who_left_the_tale(at: At) -> None:
    at(GM, "challenge", name="Bridge", die="d8")
    for who, name in PLAYERS.items():
        at(GM, "hand", to=name, challenge="Bridge")
        at(who, "acted", challenge="Bridge")
    at(GM, "challenge-acts", challenge="Bridge", grow=False, target="Ku")
    at(GM, "retire", character="Ku")
    assert at.tale.state.challenges["Bridge"].target == ""


def test_alertness_counts_senses_and_moves_of_a_fight() -> None:
    magus = sheet("Magus")
    moves = {move: alertness({"moves": {move: "d12"}}) for move in MOVES}
    assert [move for move, die in moves.items() if die == "d12"] == ["assess", "defend", "engage", "unleash"]
    assert alertness({**magus, "magic": {"will": {"effects": {"senses": "d12"}}}}) == "d12"
    assert alertness({}) == "d4"


def test_the_scene_is_the_master_s(at: At) -> None:
    at(GM, "place", name="Dusk")
    at(GM, "place", name="dusk", die="d10")
    at(GM, "place", name="Ladder", kind="asset", die="d6")
    assert "In the scene: distinction Dusk d10, asset Ladder d6" in status(at.tale)
    at(GM, "remove", name="ladder")
    assert "In the scene: distinction Dusk d10" in status(at.tale)
    at.refused("rights", ANA, "place", name="Mine")
    at(GM, "end-scene")
    at.refused("scene", GM, "place", name="Nowhere")


def test_records_and_xp_by_character(at: At) -> None:
    at(GM, "end-session", name="One", xp=3, names={"bel": "The Fall"}, more={"Ku": 2})
    assert [at.sheet(name)["records"][-1]["name"] for name in ("Iltani", "Bel", "Ku")] == ["One", "The Fall", "One"]
    assert [at.sheet(name)["xp"] for name in ("Iltani", "Bel", "Ku")] == [3, 3, 5]
    at(GM, "session")
    at.refused("xp", GM, "end-session", name="Two", more={"Ku": -1})
    at.refused("unknown", GM, "end-session", name="Two", names={"Nobody": "x"})


def test_a_roll_is_laid_aside(at: At, falls: Falls) -> None:
    falls("d6:1", "d6:3")
    at(ANA, "roll", character="Iltani", pool="d6")
    before = view(at.tale, ANA)
    at(GM, "lay-aside", roll="1")
    assert view(at.tale, ANA) == before
    at.refused("aside", GM, "lay-aside", roll="1")
    at(ANA, "roll", character="Iltani", pool="d6")
    at(GM, "scene", name="Next")
    assert all(roll.aside for roll in at.tale.state.rolls.values())


def test_stored_without_what_is_new(at: At) -> None:
    """A tale that was stored before GM characters and the like existed can be read."""
    at(ANA, "roll", character="Iltani", pool="d6")
    at(GM, "crisis", name="Fire", take="d10")
    data = at.tale.to_dict()
    data["base"].pop("gmcs")
    again = type(at.tale).from_dict(data)
    assert again.state == at.tale.state
    with pytest.raises(Refused):
        again.act(ANA, "reveal", {"name": "Fire"})


def test_a_heroic_step_becomes_an_effect_die(at: At, falls: Falls) -> None:
    falls("d8:8 d10:9 d6:4 d4:2", "d6:1 d8:8 d8:7")
    at(ANA, "roll", character="Iltani", pool="d4 d6 d8 d10")
    at.refused("extra", ANA, "spread")
    at(ANA, "settle", difficulty=7)
    assert (at.tale.state.rolls["1"].effect, at.tale.state.rolls["1"].heroic) == ("d10", 2)
    at.refused("rights", BEN, "spread")
    at(ANA, "spread")
    roll = at.tale.state.rolls["1"]
    assert (roll.total, roll.effect, roll.heroic) == (17, "d4 d8", 1)
    at(ANA, "roll", character="Iltani", pool="d6 2d8")
    at(ANA, "settle", difficulty=5)
    at.refused("effects", ANA, "spread")  # no good die is left


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("challenge", {"die": "d8"}),
        ("boss", {"dice": "3d8"}),
        ("crisis", {"take": "d8"}),
    ],
)
def test_nothing_that_stands_against_the_table_takes_a_character_s_name(
    at: At, action: str, given: dict[str, Any]
) -> None:
    with pytest.raises(Refused, match=f"a character is called Bel: give the {action} another name"):
        at(GM, action, name="bel", **given)
    at.tale.state = at.tale.state.model_copy(update={"characters": {}})
    at(GM, action, name="bel", **given)
    assert Tale.from_dict(at.tale.to_dict()).state.characters, "what was done before that was so is read as it was"


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("challenge", {"die": "d8"}),
        ("boss", {"dice": "3d10"}),
        ("crisis", {"take": "d8"}),
    ],
)
def test_no_character_is_called_like_what_stands_against_the_table(
    at: At, action: str, given: dict[str, object]
) -> None:
    """As far as all know. For something hidden, game masters are told, and cannot reveal it under that name any
    more."""
    at(ANA, "create", name="Zu")
    at(GM, action, name="Flood", **given)
    for tried, more in (("enter", {"sheet": sheet("FLOOD")}), ("fill", {"path": "name", "value": "flood"})):
        with pytest.raises(Refused, match="what stands against the table is called Flood: give the character another"):
            at(ANA, tried, **more)
    at(BEN, "retire", character="Bel")
    with pytest.raises(Refused, match="give the character another"):
        at(BEN, "create", name="Flood")
    at(GM, "remove", name="Flood")
    at(GM, "doom", pool="2d6 d8")
    at(GM, action, name="Flood", hidden=True, **given)
    at(ANA, "enter", sheet=sheet("Flood"))
    assert "is called Flood as well" in log(at.tale, GM)[-1]
    assert "is called Flood as well" not in "".join(log(at.tale, ANA))
    with pytest.raises(Refused, match="a character is called Flood: make this one anew with another name"):
        at(GM, "reveal", name="Flood")
