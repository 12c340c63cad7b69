"""Harm and help: stress, complications, trauma, assets and mana, and when they end."""

from __future__ import annotations

from game.the_adept.tale import Tale
from game.the_adept.tale.view import status
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, At


def test_who_is_out_cannot_act_until_below_d12(at: At) -> None:
    at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    assert at.sheet("Bel")["trauma"] == {"injured": "d6"}
    at.refused("out", BEN, "roll", character="Bel", pool="d6")
    assert "Bel PP 5 · out: injured · injured d12 · trauma injured d6" in status(at.tale)
    at(BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, effect="d8")
    assert at.sheet("Bel")["stress"] == {"injured": "d10"}
    at(BEN, "roll", character="Bel", pool="d6")
    at.refused("stress", BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, trauma=True)
    at(BEN, "recover", character="Bel", what="injured", total=14, difficulty=8, effect="d12")
    at(BEN, "recover", character="Bel", what="injured", total=5, difficulty=8, hitches=1, trauma=True)
    assert at.sheet("Bel")["trauma"] == {"injured": "d8"}
    at.refused("session", BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, trauma=True)


def test_whose_stress_is_corrected_can_act_again(at: At) -> None:
    """However a game master lowers it; what is still d12 counts on."""
    at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    at(GM, "stress", character="Bel", type="rattled", hits=["d12", "up"])
    at(GM, "stress", character="Bel", type="drained", hits=["d12", "up"])
    at(GM, "edit", character="Bel", set={"stress": {"rattled": "d12", "injured": "d8", "drained": "d10"}})
    assert (at.tale.state.characters["Bel"].out, at.sheet("Bel")["magic_off"]) == (("rattled",), False)
    at.refused("out", BEN, "roll", character="Bel", pool="d6")
    at(GM, "edit", character="Bel", drop=["stress.rattled"])
    at(BEN, "roll", character="Bel", pool="d6")
    assert Tale.from_dict(at.tale.to_dict()).state == at.tale.state


def test_a_log_of_when_a_corrected_character_stayed_out_is_read(at: At) -> None:
    """Their turns were passed over, in a challenge and in the scene, which does not rest for a hidden one."""
    hurt = at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    at(GM, "challenge", name="Bridge", die="d8", hidden=True)
    for where in ({"challenge": "Bridge"}, {}):
        for name in ("Iltani", "Ku"):
            at(GM, "hand", to=name, **where)
            at(GM, "acted", **where)
    at(GM, "challenge-acts", challenge="Bridge")
    at(GM, "hand", to="Ku")
    data = at.tale.to_dict()
    data["log"][hurt.number - 1]["struck"] = hurt.number
    read = Tale.from_dict(data).state
    assert (read.challenges, read.scene) == (at.tale.state.challenges, at.tale.state.scene)


def test_past_trauma_a_character_is_lost(at: At) -> None:
    at(GM, "stress", character="Bel", type="unsound", hits=["d12", "up", "up", "up", "up", "up"])
    assert at.tale.state.characters["Bel"].lost
    at.refused("lost", GM, "stress", character="Bel", type="unsound", hits=["d6"])
    at(GM, "bring-back", character="Bel")
    assert at.sheet("Bel")["stress"]["unsound"] == "d10"


def test_complications_take_out_of_the_scene(at: At) -> None:
    at(CEM, "complication", character="Ku", name="Trapped", hits=["d12"])
    at(CEM, "complication", character="Ku", name="trapped", hits=["d6"])
    at.refused("out", CEM, "roll", character="Ku", pool="d6")
    at(GM, "scene", name="Next")
    at(CEM, "roll", character="Ku", pool="d6")
    at(CEM, "recover", character="Ku", what="trapped", total=9, difficulty=3, effect="d12")
    assert at.sheet("Ku")["complications"] == {}


def test_no_asset_and_complication_of_one_character_are_called_alike(at: At, falls: Falls) -> None:
    """An opportunity, or removing one of them, would mean either; so with stress and a complication."""
    at(GM, "asset", character="Ku", name="Fog", effect="d8", free=True)
    assert "has an asset called Fog" in at.refused("name", CEM, "complication", character="Ku", name="fog", hits=["d6"])
    falls("d6:1 d8:3")
    at(CEM, "roll", character="Ku", pool="d6 d8")
    at.refused("name", GM, "hitch", take="d6", complication="Fog")
    at.refused("name", GM, "complication", character="Ku", name="Injured", hits=["d6"])
    at(GM, "complication", character="Ku", name="Mud", hits=["d6"])
    at.refused("name", CEM, "asset", character="Ku", name="mud")
    at(GM, "complication", character="Iltani", name="Fog", hits=["d6"])  # it is somebody else's


def test_assets_cost_and_last(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    at(ANA, "asset", character="Iltani", name="Ward", effect="d10", cap="d8", lasts="session", open=True)
    assert at.sheet("Iltani")["pp"] == 2
    assert at.sheet("Iltani")["assets"]["Ward"] == {"die": "d8", "lasts": "session", "open": True}
    at.refused("rights", ANA, "asset", character="Iltani", name="Gift", free=True)
    at.refused("name", ANA, "asset", character="Iltani", name="fog")
    at(GM, "end-scene")
    assert set(at.sheet("Iltani")["assets"]) == {"Ward"}
    at.refused("xp", GM, "end-session", name="The First Door", xp=-3)
    at.refused("xp", GM, "end-session", name="The First Door", more={"Iltani": -1})
    at(GM, "end-session", name="The First Door", xp=3)
    assert at.sheet("Iltani")["assets"] == {}
    assert at.sheet("Iltani")["xp"] == 3


def test_an_asset_is_extended_for_pp(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    at(ANA, "extend", character="Iltani", name="fog", lasts=True, open=True)
    assert at.sheet("Iltani")["assets"]["Fog"] == {"die": "d6", "lasts": "session", "open": True}
    assert at.sheet("Iltani")["pp"] == 2
    at.refused("paid", ANA, "extend", character="Iltani", name="Fog", lasts=True)
    at.refused("unknown", ANA, "extend", character="Iltani", name="Rope", lasts=True)
    at.refused("rights", BEN, "extend", character="Iltani", name="Fog", open=True)
    at(GM, "pp", character="Iltani", by=-2)
    at(ANA, "asset", character="Iltani", name="Rope", effect="d8")
    told = at.refused("funds", ANA, "extend", character="Iltani", name="Rope", open=True)
    assert told == "Iltani has 0 PP: 1 is wanted"


def test_who_manages_the_channel_makes_somebody_a_master(at: At) -> None:
    at.refused("unknown", "boss", "install", member="boss", by="Mod")
    at.refused("nothing", "boss", "install", member=GM, by="Mod")
    at("boss", "install", member=ANA, by="Mod")
    assert at.tale.state.members[ANA].gm
    assert at.tale.log[-1].lines[0].text == "Mod, who manages the channel, made Ana a game master."


def test_a_signature_asset_becomes_others_in_the_next_scene(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"signature.Staff.die": "d10"})
    at(ANA, "drop", character="Iltani", name="staff")
    assert at.sheet("Iltani")["signature"] == {}
    at.refused("scene", ANA, "replace", character="Iltani", dropped="Staff", names=["Wand"])
    at(GM, "scene", name="Next")
    at.refused("too-small", ANA, "replace", character="Iltani", dropped="Staff", names=["A", "B", "C", "D"])
    at.refused("name", ANA, "replace", character="Iltani", dropped="Staff", names=["St. Ishara's Rod"])
    at(ANA, "replace", character="Iltani", dropped="Staff", names=["Wand", "Ring"])
    assert {name: each["die"] for name, each in at.sheet("Iltani")["signature"].items()} == {"Wand": "d8", "Ring": "d8"}


def test_rest_and_out_of_mana(at: At) -> None:
    at(GM, "stress", character="Ku", type="rattled", hits=["d8"])
    at(GM, "stress", character="Ku", type="injured", hits=["d6"])
    at(CEM, "out-of-mana", character="Ku")
    assert (at.sheet("Ku")["magic_off"], at.sheet("Ku")["pp"]) == (True, 6)
    at.refused("shut-down", CEM, "out-of-mana", character="Ku")
    at(GM, "scene", name="Camp", kind="rest")
    assert (at.sheet("Ku")["stress"], at.sheet("Ku")["magic_off"]) == ({"rattled": "d6"}, False)


def test_who_declared_it_is_out_of_mana_for_the_scene_whatever_drained_does(at: At, falls: Falls) -> None:
    at(GM, "stress", character="Ku", type="drained", hits=["d8"])
    at(CEM, "out-of-mana", character="Ku")
    at(CEM, "ease", character="Ku", type="drained")
    assert at.sheet("Ku")["magic_off"]
    spell = {"character": "Ku", "picks": ["approach.wits", "magic.will.telekinesis"]}
    at.refused("shut-down", CEM, "roll", **spell)
    at(GM, "scene", name="Next")
    falls("d6:2 d12:3")
    at(CEM, "roll", **spell)


def test_drained_d12_that_went_no_further_shuts_no_magic_down_after_the_scene(at: At) -> None:
    at(GM, "stress", character="Ku", type="drained", hits=["d12"])
    at(CEM, "out-of-mana", character="Ku")
    at(GM, "end-scene")
    assert not at.sheet("Ku")["magic_off"]
    at(GM, "scene", name="Next")
    at(CEM, "out-of-mana", character="Ku")
    at(GM, "stress", character="Ku", type="drained", hits=["up"])
    assert at.tale.log[-1].lines[0].text == "Ku: drained past d12, magic is shut down."
    at(GM, "end-scene")
    assert at.sheet("Ku")["magic_off"]  # until it steps down
    at(GM, "scene", name="Camp", kind="rest")
    assert not at.sheet("Ku")["magic_off"]


def test_a_spell_that_was_cast_when_drained_gave_back_declared_magic_stays_cast(at: At, falls: Falls) -> None:
    falls("d6:2 d12:3")
    at(CEM, "roll", character="Ku", picks=["approach.wits", "magic.will.telekinesis"])
    at(CEM, "out-of-mana", character="Ku")
    stored = at.tale.to_dict()
    stored["log"][-2:] = reversed(stored["log"][-2:])
    assert list(Tale.from_dict(stored).state.rolls) == ["1"]
