"""The actions at a table, and their effects."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from game.the_adept.tale import Tale
from game.the_adept.tale.actions.rolls import KEPT
from game.the_adept.tale.view import status
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, PLAYERS, At, sheet, table


def refused(at: At, code: str, who: str, action: str, **given: Any) -> str:
    before = at.tale.state
    with pytest.raises(Refused) as error:
        at(who, action, **given)
    assert error.value.code == code, str(error.value)
    assert at.tale.state is before
    return error.value.problem


# --- people, rights


def test_what_somebody_brings_that_nobody_gave_here_is_told_to_all(at: At) -> None:
    at(BEN, "enter", sheet=sheet("Zu", pp=50, xp=500, hero=["d12"]))
    line = at.tale.log[-1].lines[-1]
    assert line.text.endswith("brought Zu, with 50 PP, 500 XP and hero dice d12.")
    assert line.loud
    at(CEM, "enter", sheet=sheet("Wu", pp=1), new=True)
    assert not at.tale.log[-1].lines[-1].loud


def test_who_may_do_what(at: At) -> None:
    at(ANA, "pp", character="iltani", by=-1, why="a favour")
    assert at.sheet("Iltani")["pp"] == 4
    assert at.tale.log[-1].lines[0].text == "Iltani: -1 PP, a favour."
    refused(at, "rights", BEN, "pp", character="Iltani", by=1)
    refused(at, "rights", "stranger", "pp", character="Iltani", by=1)
    refused(at, "rights", ANA, "scene", name="Mine")
    refused(at, "rights", ANA, "roll", pool="d6", secret=True)
    refused(at, "rights", ANA, "edit", character="Iltani", set={"pp": 9})
    at(GM, "pp", character="Iltani", by=2)
    at(GM, "give", character="Iltani", member=BEN)
    refused(at, "rights", ANA, "pp", character="Iltani", by=1)
    assert "there is Iltani, Bel, Ku" in refused(at, "unknown", GM, "pp", character="Nobody", by=1)
    refused(at, "funds", BEN, "pp", character="Iltani", by=-7)


def test_what_no_action_takes_changes_nothing(at: At) -> None:
    before = at.tale.state
    for given in ({"by": 1}, {"character": "Iltani", "by": "1"}, {"character": "Iltani", "by": 1, "when": "now"}):
        with pytest.raises(BadArguments):
            at(GM, "pp", **given)
    with pytest.raises(Refused, match="there is acted, advance"):
        at(GM, "fly")
    assert at.tale.state is before


def test_a_tale_keeps_a_master(at: At) -> None:
    refused(at, "last-gm", GM, "leave")
    refused(at, "last-gm", GM, "appoint", member=GM, gm=False)
    at(GM, "appoint", member=ANA)
    at(GM, "leave")
    at(ANA, "scene", name="Hers")
    refused(at, "rights", GM, "scene", name="His")


def test_names_are_told_apart(at: At) -> None:
    refused(at, "name", "dee", "join", name="ana")
    at(ANA, "join", name="Anna")
    assert at.tale.state.members[ANA].name == "Anna"
    refused(at, "name", BEN, "enter", sheet=sheet("ILTANI"))
    refused(at, "sheet", BEN, "enter", sheet={"name": "Zu"})
    assert refused(at, "sheet", BEN, "enter", sheet=sheet("Zu", xp=-1)) == "range xp"
    at(BEN, "leave")
    assert at.tale.state.characters["Bel"].owner == ""
    assert at.tale.log[-1].name == "Ben"


def test_a_sheet_is_edited_by_paths_and_stays_good(at: At) -> None:
    at(ANA, "edit", character="Iltani", set={"notes": "x", "specialties.Chess": "d6"}, drop=["specialties.Alchemy"])
    assert set(at.sheet("Iltani")["specialties"]) == {"Court Etiquette", "Chess"}
    assert refused(at, "sheet", ANA, "edit", character="Iltani", set={"moves.assess": "d7"}) == "die moves.assess"
    refused(at, "sheet", ANA, "edit", character="Iltani", set={"creation.x": 1})
    assert "Alchemy" in at.sheet("Bel")["specialties"]  # sheets share no data
    told = refused(at, "unknown", ANA, "edit", character="Iltani", drop=["specialties.Law"])
    assert told == "'specialties.Law' is not on the sheet"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"stress": "d6"}, "unknown stress"),
        ({"assets": ["Fog"]}, "unknown assets"),
        ({"hero": "d6"}, "unknown hero"),
        ({"records": ["One"]}, "missing records.1.name"),
        ({"approaches": 3}, "missing approaches.flair"),
    ],
)
def test_a_sheet_of_another_shape_is_refused(at: At, change: dict[str, Any], wrong: str) -> None:
    assert wrong in refused(at, "sheet", BEN, "enter", sheet=sheet("Zu", **change))


def test_who_leaves_takes_no_roll_along(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4 d8:5")
    at(GM, "roll", character="Bel", pool="d6 2d8")
    at(BEN, "choose")  # the character's player may, whoever rolled
    at(GM, "challenge", name="Bridge", die="d8")
    at(GM, "hand", challenge="Bridge", to="Bel")
    at(GM, "retire", character="Bel")
    assert at.tale.state.challenges["Bridge"].turn == ""
    refused(at, "unknown", GM, "hitch", take="d6")
    refused(at, "rights", BEN, "choose")
    at(GM, "choose")


def test_what_people_write_stays_on_one_line(at: At) -> None:
    at(GM, "pp", character="Bel", by=1, why="a\nb" * 300)
    assert "\n" not in at.tale.log[-1].lines[0].text
    assert len(at.tale.log[-1].lines[0].text) < 250
    refused(at, "name", GM, "scene", name=" \n ")
    refused(at, "name", GM, "boss", name="x" * 41, dice="2d6")


# --- rolls


def test_a_roll_of_traits(at: At, falls: Falls) -> None:
    falls("d12:7 d10:5 d6:6 d4:2")
    at(
        ANA, "roll", character="Iltani", paid=1,
        picks=["distinction.trait!", "approach.wits", "move.assess", "move.engage"],
    )  # fmt: skip
    roll = at.tale.state.rolls["1"]
    assert (roll.pool, roll.total, roll.effect, roll.hitches) == ("d4 d6 d10 d12", 13, "d10", "-")
    assert at.sheet("Iltani")["pp"] == 5  # hinder gains what the second move costs
    refused(at, "rights", BEN, "choose")
    at(ANA, "choose", keep=3)
    assert (at.tale.state.rolls["1"].total, at.sheet("Iltani")["pp"]) == (18, 4)
    refused(at, "keep", ANA, "choose", keep=2)
    refused(at, "option", ANA, "choose", keep=3, option=9)
    at(ANA, "settle", difficulty=12)
    roll = at.tale.state.rolls["1"]
    assert (roll.success, roll.heroic, roll.effect) == (True, 1, "d6")
    refused(at, "settled", ANA, "settle", difficulty=1)


def test_a_roll_as_text(at: At, falls: Falls) -> None:
    falls("d12:7 d10:5 d6:6 d4:1", "d8:3")
    at(GM, "edit", character="Iltani", set={"hero": ["d8"]})
    at(ANA, "roll", character="Iltani", pool="d4 d6 d10 d12")
    said = ["Iltani 1: [d12:7] <d10:5> [d6:6] ~~d4:1~~", "13, effect d10, hitches d4", "choices: 13 d10 · 11 d12"]
    assert status(at.tale)[-3:] == said
    at(ANA, "choose", option=2)
    at(ANA, "hero", roll="1", dice="d8")
    assert status(at.tale)[-3:-1] == ["Iltani 1: <d12:7> [d10:5] [d6:6] ~~d4:1~~ + d8:3", "14, effect d12, hitches d4"]
    at(ANA, "settle", difficulty=4)
    assert status(at.tale)[-2:] == ["14, effect d8 d12, hitches d4", "success, heroic 2"]


def test_mana_uses_the_smallest_hitch_up(at: At, falls: Falls) -> None:
    falls("d6:1 d12:1 d8:5")
    at(ANA, "roll", character="Iltani", picks=["magic.will.telekinesis", "approach.wits", "move.defend"])
    assert at.tale.state.rolls["1"].hitches == "d12"
    assert at.sheet("Iltani")["stress"] == {"drained": "d6"}
    at(GM, "stress", character="Iltani", type="drained", hits=["d12", "up"])
    assert at.sheet("Iltani")["magic_off"] is True
    refused(at, "shut-down", ANA, "roll", character="Iltani", picks=["magic.will.telekinesis"])
    falls("d6:3")
    at(ANA, "roll", character="Iltani", picks=["magic.will.telekinesis"], aether="psi")
    assert at.sheet("Iltani")["stress"]["unsound"] == "d6"  # untrained: at each use
    at(ANA, "edit", character="Iltani", set={"aethers": ["psi"]})
    falls("d6:3", "d6:1")
    at(ANA, "roll", character="Iltani", picks=["magic.will.telekinesis"], aether="psi")
    assert at.sheet("Iltani")["stress"]["unsound"] == "d6"  # mastered: only on a hitch
    at(ANA, "roll", character="Iltani", picks=["magic.will.telekinesis"], aether="psi")
    assert at.sheet("Iltani")["stress"]["unsound"] == "d8"
    at(ANA, "ease", character="Iltani", type="drained")
    assert at.sheet("Iltani")["magic_off"] is False


def test_hitches_are_paid_for(at: At, falls: Falls) -> None:
    falls("d6:1 d8:1 d10:1 d10:4", "d6:1 d8:1")
    at(ANA, "roll", character="Iltani", pool="d6 d8 2d10")
    refused(at, "rights", ANA, "hitch", take="d6")
    at(GM, "hitch", take="d6")
    assert (at.tale.state.doom, at.sheet("Iltani")["pp"]) == ("2d6 d8 d10".replace("2d6", "3d6"), 6)
    at(GM, "hitch", take="d8 d10", complication="Lost")
    assert (at.sheet("Iltani")["complications"], at.sheet("Iltani")["pp"]) == ({"Lost": "d8"}, 7)
    refused(at, "not-in-pool", GM, "hitch", take="d6")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    at(GM, "hitch", take="d6", complication="lost")
    assert (at.sheet("Iltani")["complications"], at.sheet("Iltani")["pp"]) == ({"Lost": "d10"}, 7)  # a botch is free
    at(GM, "hitch", take="d8", complication="lost")
    assert at.sheet("Iltani")["pp"] == 8


def test_hero_dice_are_banked_and_used(at: At, falls: Falls) -> None:
    falls("d6:6 d8:2", "d12:12 d10:9", "d6:4", "d8:8", "d6:1", "d6:1")
    at(GM, "roll", pool="d6 d8")
    at(ANA, "roll", character="Iltani", pool="d10 d12")
    at(ANA, "settle", against="1")
    assert at.sheet("Iltani")["hero"] == ["d6"]
    at(ANA, "roll", character="Iltani", pool="d6")
    refused(at, "not-in-pool", ANA, "hero", roll="3", dice="d8")
    at(GM, "edit", character="Iltani", set={"hero": ["d6", "d8"]})
    at(ANA, "hero", roll="3", dice="d8")
    assert at.tale.state.rolls["3"].total == 12
    at(ANA, "hero", roll="3", dice="d6")
    assert (at.tale.state.rolls["3"].total, at.tale.state.rolls["3"].hitches) == (12, "d6")
    at(ANA, "take-back", roll="3")
    assert (at.sheet("Iltani")["hero"], at.tale.state.rolls["3"].hitches) == (["d6"], "-")
    refused(at, "nothing", ANA, "take-back", roll="3")
    at(ANA, "hero", roll="3", dice="d6")
    at(GM, "hitch", take="d6", roll="3")
    assert "the game master has used it" in refused(at, "used", ANA, "take-back", roll="3")
    at.tale.undo(GM)
    at.tale.undo(ANA)
    at(ANA, "choose", roll="3")
    assert at.tale.state.rolls["3"].total == 12  # what hero dice added stays


def test_a_master_s_choice_of_more_dice_is_not_said_to_be_paid(at: At, falls: Falls) -> None:
    falls("d6:2 d6:3 d6:4")
    at(GM, "roll", pool="3d6")
    at(GM, "choose", roll="1", keep=3)
    assert at.tale.log[-1].lines[0].text == "Mara took 9, effect d4."


def test_dice_are_told_as_dice_without_the_words_beside_them(at: At, falls: Falls) -> None:
    at(GM, "boss", name="Lich", dice="mighty, 3D10")
    assert at.tale.state.bosses["Lich"].dice == "3d10"
    at(GM, "strike", boss="Lich", harm="Wound", hit="d6")
    at(GM, "strike", boss="Lich", harm="Wound", hit="a great D8")
    assert at.tale.log[-1].lines[0].text == "Lich 3d10: Wound d6 hit by d8 becomes d8."
    at(GM, "strike", boss="Lich", harm="Wound", hit=" UP")
    assert at.tale.log[-1].lines[0].text == "Lich 3d10: Wound d8 steps up to d10."
    at(GM, "spend", spend="asset", dice="their D8", name="Fog")
    assert at.tale.log[-1].lines[0].text == "Doom is 2d6 d10: d8 for an asset of the scene: Fog."
    falls("d4:1 d6:3")
    at(GM, "roll", pool="d4 d6", opposes=True)
    at(ANA, "asset", character="Iltani", name="Rope")
    at(ANA, "opportunity", character="Iltani", take="that D4", what="Rope", roll="1")
    assert at.tale.log[-1].lines[0].text == "Iltani: an opportunity, d4: Rope becomes d8 (1 PP)."


def test_what_is_not_there_is_refused_with_what_is(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Rope")
    assert refused(at, "unknown", ANA, "lose", character="Iltani", name="Torch").endswith("there is Rope")
    at(ANA, "lose", character="Iltani", name="rope")
    assert at.sheet("Iltani")["assets"] == {}
    at(GM, "crisis", name="Fire", take="d8")
    at(GM, "crisis", name="Rot", take="d10", hidden=True)
    assert refused(at, "unknown", ANA, "hit", name="Flood", hits=["d8>d8"]).endswith("there is Fire")


def test_opportunities_help(at: At, falls: Falls) -> None:
    falls("d6:1 d8:1 d10:7", "d6:1")
    at(GM, "stress", character="Iltani", type="injured", hits=["d8"])
    at(GM, "asset", character="Iltani", name="Fog", free=True)
    at(GM, "roll", pool="d6 d8 d10")
    at(GM, "asset", character="Iltani", name="Wall", effect="d12", free=True)
    refused(at, "die", ANA, "opportunity", character="Iltani", take="d6", what="Wall")  # no die is larger
    at(ANA, "opportunity", character="Iltani", take="d6", what="Fog")
    assert (at.sheet("Iltani")["assets"]["Fog"]["die"], at.sheet("Iltani")["pp"]) == ("d8", 4)
    at(ANA, "opportunity", character="Iltani", take="d8", what="injured")
    assert at.sheet("Iltani")["stress"] == {"injured": "d6"}
    refused(at, "not-in-pool", ANA, "opportunity", character="Iltani", take="d6", what="Fog")
    at(BEN, "roll", character="Bel", pool="d6")
    refused(at, "unknown", ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="2")


def test_a_contest(at: At, falls: Falls) -> None:
    falls("d6:3 d8:4", "d10:10 d8:2", "d6:2 d6:3")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    at(GM, "contest", rolls=["1"])
    assert at.tale.log[-1].lines[0].text == "The contest goes on: 7 is to beat, the other side is next."
    at(BEN, "roll", character="Bel", pool="d8 d10")
    at(GM, "contest", rolls=["1", "2"])
    assert at.tale.log[-1].lines[0].text == "The contest goes on: 12 is to beat, Iltani is next."
    at(ANA, "roll", character="Iltani", pool="2d6")
    at(GM, "contest", rolls=["1", "2", "3"])
    assert [at.tale.state.rolls[id].success for id in "123"] == [False, True, False]
    assert (at.tale.state.rolls["2"].heroic, at.tale.state.rolls["2"].effect) == (1, "d6")
    told = "Bel won the contest against Iltani, 12 to 5, heroic 1, effect d6."
    assert at.tale.log[-1].lines[0].text == told
    assert at.tale.state.rolls["3"].befell == ()
    assert at.tale.state.rolls["2"].befell == ("Bel has a hero die more: d6",)
    refused(at, "settled", GM, "contest", rolls=["1", "2"])


def test_no_roll_is_twice_in_a_contest(at: At, falls: Falls) -> None:
    falls("d8:5 d8:6")
    at(ANA, "roll", character="Iltani", pool="2d8")
    refused(at, "duplicate", GM, "contest", rolls=["1", "1"])


def test_a_contest_is_theirs_who_are_in_it(at: At, falls: Falls) -> None:
    falls("d6:3 d8:4", "d10:6 d8:2", "d6:4 d6:5")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    refused(at, "rights", ANA, "contest", rolls=["1"], give_in=True)  # only whoever must answer may
    at(BEN, "roll", character="Bel", pool="d8 d10", against="#1")
    refused(at, "rights", CEM, "contest", rolls=["1", "2"])
    refused(at, "rights", BEN, "contest", rolls=["1", "2"], give_in=True)
    at(ANA, "contest", rolls=["1", "2"], give_in=True)
    assert at.sheet("Iltani")["pp"] == 6
    assert [at.tale.state.rolls[id].success for id in "12"] == [False, True]


def test_a_contest_won_by_five_banks_a_hero_die(at: At, falls: Falls) -> None:
    falls("d6:3 d8:1", "d10:8 d8:2")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    at(BEN, "roll", character="Bel", pool="d8 d10")
    at(BEN, "contest", rolls=["1", "2"])
    assert at.sheet("Bel")["hero"] == []  # it continues: nobody has failed yet
    falls("d6:1 d6:2")
    at(ANA, "roll", character="Iltani", pool="2d6")
    at(ANA, "contest", rolls=["1", "2", "3"])
    assert at.sheet("Bel")["hero"] == ["d6"]


def test_a_roll_knows_what_it_is_against(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4", "d6:3 d8:4", "d6:3 d8:2", "d6:2 d8:2")
    at(ANA, "roll", pool="d6 d8", opposes=True)  # anybody may roll the difficulty
    at(ANA, "roll", character="Iltani", pool="d6 d8", against="#1")
    at(ANA, "settle", roll="2")
    assert (at.tale.state.rolls["2"].success, at.tale.state.rolls["2"].against) == (True, "4")
    at(BEN, "roll", character="Bel", pool="d6 d8", against="11")
    at(BEN, "settle")
    assert at.tale.state.rolls["3"].success is False
    at(BEN, "roll", character="Bel", pool="d6 d8")
    refused(at, "difficulty", BEN, "settle")
    refused(at, "difficulty", BEN, "roll", pool="d6", against="eleven")
    refused(at, "unknown", BEN, "roll", pool="d6", against="#9")
    refused(at, "unknown", BEN, "roll", pool="d6", character="Bel", opposes=True)


def test_a_public_roll_tells_of_no_secret_one(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4", "d6:3 d8:4", "d8:8 d8:7")
    at(GM, "roll", pool="d6 d8", secret=True)
    refused(at, "secret", GM, "roll", pool="2d8", against="#s1")
    refused(at, "unknown", BEN, "roll", pool="d6", against="#s1")
    at(GM, "roll", pool="d6 d8", secret=True, against="#s1")
    at(BEN, "roll", character="Bel", pool="2d8", against="3")
    at(GM, "settle", roll="1", against="s1")
    made = at.tale.state.rolls["1"]
    assert (made.success, made.against) == (True, "3")


def test_what_opposes_a_character_has_opportunities(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4", "d6:1")
    at(ANA, "asset", character="Iltani", name="Fog")
    at(BEN, "roll", pool="d6 d8", opposes=True)
    at(BEN, "roll", pool="d6")
    refused(at, "unknown", ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="2")
    at(ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="1")
    assert at.sheet("Iltani")["assets"]["Fog"]["die"] == "d8"


# --- harm and help


def test_who_is_out_cannot_act_until_below_d12(at: At) -> None:
    at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    assert at.sheet("Bel")["trauma"] == {"injured": "d6"}
    refused(at, "out", BEN, "roll", character="Bel", pool="d6")
    assert "Bel PP 5 · out: injured · injured d12 · trauma injured d6" in status(at.tale)
    at(BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, effect="d8")
    assert at.sheet("Bel")["stress"] == {"injured": "d10"}
    at(BEN, "roll", character="Bel", pool="d6")
    refused(at, "stress", BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, trauma=True)
    at(BEN, "recover", character="Bel", what="injured", total=14, difficulty=8, effect="d12")
    at(BEN, "recover", character="Bel", what="injured", total=5, difficulty=8, hitches=1, trauma=True)
    assert at.sheet("Bel")["trauma"] == {"injured": "d8"}
    refused(at, "session", BEN, "recover", character="Bel", what="injured", total=9, difficulty=8, trauma=True)


def test_whose_stress_is_corrected_can_act_again(at: At) -> None:
    """However a game master lowers it; what is still d12 counts on."""
    at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    at(GM, "stress", character="Bel", type="rattled", hits=["d12", "up"])
    at(GM, "stress", character="Bel", type="drained", hits=["d12", "up"])
    at(GM, "edit", character="Bel", set={"stress": {"rattled": "d12", "injured": "d8", "drained": "d10"}})
    assert (at.tale.state.characters["Bel"].out, at.sheet("Bel")["magic_off"]) == (("rattled",), False)
    refused(at, "out", BEN, "roll", character="Bel", pool="d6")
    at(GM, "edit", character="Bel", drop=["stress.rattled"])
    at(BEN, "roll", character="Bel", pool="d6")
    assert Tale.from_dict(at.tale.to_dict()).state == at.tale.state


def test_a_log_of_when_a_corrected_character_stayed_out_is_read(at: At) -> None:
    """Their turns were passed over, in a challenge and in the scene."""
    hurt = at(GM, "stress", character="Bel", type="injured", hits=["d12", "d8"])
    at(GM, "challenge", name="Bridge", die="d8")
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
    refused(at, "lost", GM, "stress", character="Bel", type="unsound", hits=["d6"])
    at(GM, "bring-back", character="Bel")
    assert at.sheet("Bel")["stress"]["unsound"] == "d10"


def test_complications_take_out_of_the_scene(at: At) -> None:
    at(CEM, "complication", character="Ku", name="Trapped", hits=["d12"])
    at(CEM, "complication", character="Ku", name="trapped", hits=["d6"])
    refused(at, "out", CEM, "roll", character="Ku", pool="d6")
    at(GM, "scene", name="Next")
    at(CEM, "roll", character="Ku", pool="d6")
    at(CEM, "recover", character="Ku", what="trapped", total=9, difficulty=3, effect="d12")
    assert at.sheet("Ku")["complications"] == {}


def test_no_asset_and_complication_of_one_character_are_called_alike(at: At, falls: Falls) -> None:
    """An opportunity, or removing one of them, would mean either; so with stress and a complication."""
    at(GM, "asset", character="Ku", name="Fog", effect="d8", free=True)
    assert "has an asset called Fog" in refused(
        at, "name", CEM, "complication", character="Ku", name="fog", hits=["d6"]
    )
    falls("d6:1 d8:3")
    at(CEM, "roll", character="Ku", pool="d6 d8")
    refused(at, "name", GM, "hitch", take="d6", complication="Fog")
    refused(at, "name", GM, "complication", character="Ku", name="Injured", hits=["d6"])
    at(GM, "complication", character="Ku", name="Mud", hits=["d6"])
    refused(at, "name", CEM, "asset", character="Ku", name="mud")
    at(GM, "complication", character="Iltani", name="Fog", hits=["d6"])  # it is somebody else's


def test_assets_cost_and_last(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    at(ANA, "asset", character="Iltani", name="Ward", effect="d10", cap="d8", lasts="session", open=True)
    assert at.sheet("Iltani")["pp"] == 2
    assert at.sheet("Iltani")["assets"]["Ward"] == {"die": "d8", "lasts": "session", "open": True}
    refused(at, "rights", ANA, "asset", character="Iltani", name="Gift", free=True)
    refused(at, "name", ANA, "asset", character="Iltani", name="fog")
    at(GM, "end-scene")
    assert set(at.sheet("Iltani")["assets"]) == {"Ward"}
    refused(at, "xp", GM, "end-session", name="The First Door", xp=-3)
    refused(at, "xp", GM, "end-session", name="The First Door", more={"Iltani": -1})
    at(GM, "end-session", name="The First Door", xp=3)
    assert at.sheet("Iltani")["assets"] == {}
    assert at.sheet("Iltani")["xp"] == 3


def test_an_asset_is_extended_for_pp(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Fog")
    at(ANA, "extend", character="Iltani", name="fog", lasts=True, open=True)
    assert at.sheet("Iltani")["assets"]["Fog"] == {"die": "d6", "lasts": "session", "open": True}
    assert at.sheet("Iltani")["pp"] == 2
    refused(at, "paid", ANA, "extend", character="Iltani", name="Fog", lasts=True)
    refused(at, "unknown", ANA, "extend", character="Iltani", name="Rope", lasts=True)
    refused(at, "rights", BEN, "extend", character="Iltani", name="Fog", open=True)
    at(GM, "pp", character="Iltani", by=-2)
    at(ANA, "asset", character="Iltani", name="Rope", effect="d8")
    refused(at, "funds", ANA, "extend", character="Iltani", name="Rope", open=True)


def test_who_manages_the_channel_makes_somebody_a_master(at: At) -> None:
    refused(at, "unknown", "boss", "install", member="boss", by="Mod")
    refused(at, "nothing", "boss", "install", member=GM, by="Mod")
    at("boss", "install", member=ANA, by="Mod")
    assert at.tale.state.members[ANA].gm
    assert at.tale.log[-1].lines[0].text == "Mod, who manages the channel, made Ana a game master."


def test_a_signature_asset_becomes_others_in_the_next_scene(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"signature.Staff.die": "d10"})
    at(ANA, "drop", character="Iltani", name="staff")
    assert at.sheet("Iltani")["signature"] == {}
    refused(at, "scene", ANA, "replace", character="Iltani", dropped="Staff", names=["Wand"])
    at(GM, "scene", name="Next")
    refused(at, "too-small", ANA, "replace", character="Iltani", dropped="Staff", names=["A", "B", "C", "D"])
    refused(at, "name", ANA, "replace", character="Iltani", dropped="Staff", names=["St. Ishara's Rod"])
    at(ANA, "replace", character="Iltani", dropped="Staff", names=["Wand", "Ring"])
    assert {name: each["die"] for name, each in at.sheet("Iltani")["signature"].items()} == {"Wand": "d8", "Ring": "d8"}


def test_rest_and_out_of_mana(at: At) -> None:
    at(GM, "stress", character="Ku", type="rattled", hits=["d8"])
    at(GM, "stress", character="Ku", type="injured", hits=["d6"])
    at(CEM, "out-of-mana", character="Ku")
    assert (at.sheet("Ku")["magic_off"], at.sheet("Ku")["pp"]) == (True, 6)
    refused(at, "shut-down", CEM, "out-of-mana", character="Ku")
    at(GM, "scene", name="Camp", kind="rest")
    assert (at.sheet("Ku")["stress"], at.sheet("Ku")["magic_off"]) == ({"rattled": "d6"}, False)


def test_who_declared_it_is_out_of_mana_for_the_scene_whatever_drained_does(at: At, falls: Falls) -> None:
    at(GM, "stress", character="Ku", type="drained", hits=["d8"])
    at(CEM, "out-of-mana", character="Ku")
    at(CEM, "ease", character="Ku", type="drained")
    assert at.sheet("Ku")["magic_off"]
    spell = {"character": "Ku", "picks": ["approach.wits", "magic.will.telekinesis"]}
    refused(at, "shut-down", CEM, "roll", **spell)
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


# --- doom, foes


def test_doom_is_spent_on_the_scene(at: At) -> None:
    at(GM, "spend", spend="asset", dice="d8", name="High Ground")
    assert at.tale.state.doom == "2d6 d10"
    assert at.tale.state.scene is not None
    assert at.tale.state.scene.traits["High Ground"].die == "d8"
    at(GM, "spend", spend="distinction", dice="d10", name="Burning Roof")
    refused(at, "floor", GM, "spend", spend="pp", dice="d6")
    at(GM, "doom", pool="2d6 2d12")
    at(GM, "spend", spend="end", dice="2d12")
    assert at.tale.state.scene is None
    at(GM, "doom", pool="3d6")
    refused(at, "scene", GM, "spend", spend="asset", dice="d6", name="Nowhere")


def test_a_crisis_is_made_of_doom_and_worn_down(at: At) -> None:
    at(GM, "crisis", name="Fire", take="d10", how="split")
    at(GM, "crisis", name="fire", take="d8")
    assert (at.tale.state.doom, at.tale.state.crises["Fire"].pool) == ("2d6", "3d8")
    at(GM, "spend", spend="complication", dice="d8", name="Smoke", crisis="Fire")
    at(ANA, "hit", name="Fire", hits=["d10>d8", "d6>d8"])
    assert at.tale.state.crises["Fire"].pool == "d6"
    at(ANA, "hit", name="fire", hits=["d8>d6"])
    assert at.tale.state.crises == {}


def test_a_challenge_is_handed_on(at: At) -> None:
    at(GM, "challenge", name="Bridge", die="d8", extra=1, rounds=2)
    refused(at, "rights", ANA, "hand", challenge="Bridge", to="Iltani")
    at(GM, "hand", challenge="Bridge", to="Bel")
    refused(at, "turn", GM, "hand", challenge="Bridge", to="Ku")
    refused(at, "rights", ANA, "acted", challenge="Bridge")
    at(BEN, "acted", challenge="Bridge")
    refused(at, "rights", ANA, "hand", challenge="Bridge", to="Iltani")
    refused(at, "turn", BEN, "hand", challenge="Bridge", to="Bel")
    at(BEN, "hand", challenge="Bridge", to="Iltani")
    at(ANA, "acted", challenge="Bridge")
    at(GM, "complication", character="Ku", name="Fallen", hits=["d12", "up"])  # Ku is out, so all have acted
    refused(at, "turn", ANA, "hand", challenge="Bridge", to="Ku")
    at(GM, "challenge-acts", challenge="Bridge", die="d8")
    assert at.tale.state.challenges["Bridge"].pool == "2d8 d10"
    refused(at, "turn", GM, "challenge-acts", challenge="Bridge")
    at(ANA, "hand", challenge="Bridge", to="Iltani")
    assert at.tale.state.challenges["Bridge"].round == 2
    at(ANA, "acted", challenge="Bridge")
    at(ANA, "hand", challenge="Bridge", to="Bel")
    at(BEN, "acted", challenge="Bridge")
    at(GM, "challenge-acts", challenge="Bridge")
    assert at.tale.state.challenges == {}
    assert at.tale.log[-1].lines[0].text == "Bridge: the last round is over, and the challenge is lost."


def test_a_challenge_beats_the_oldest_roll_that_lies_there(at: At) -> None:
    at(GM, "challenge", name="Bridge", die="d8")
    for who, name in PLAYERS.items():
        at(GM, "hand", to=name, challenge="Bridge")
        at(who, "acted", challenge="Bridge")
    at(GM, "challenge-acts", challenge="Bridge", grow=False, target="Iltani")
    at(ANA, "roll", character="Iltani", pool="2d6")
    for _ in range(KEPT - 1):
        at(BEN, "roll", pool="d6")
    at(GM, "assail", challenge="Bridge", theirs="1")
    theirs, *_, attack = at.tale.state.rolls.values()
    assert (theirs.cast, theirs.success, theirs.opposition) == ("1", attack.total <= theirs.total, attack.cast)


def test_a_boss_is_struck_down(at: At) -> None:
    at(GM, "boss", name="Ogre", dice="2d8")
    refused(at, "boss", GM, "boss", name="Twins", dice="d6 d8")
    at(GM, "strike", boss="Ogre", harm="Wound", hit="d8")
    assert at.tale.state.bosses["Ogre"].harm == {"Wound": "d8"}
    at(GM, "strike", boss="Ogre", harm="wound", hit="up")
    assert (at.tale.state.bosses["Ogre"].dice, at.tale.state.bosses["Ogre"].harm) == ("d8", {})
    at(GM, "strike", boss="Ogre", harm="Fear", hit="d10")
    assert at.tale.state.bosses == {}


# --- growth


def advanced(at: At, **given: Any) -> None:
    at(ANA, "advance", character="Iltani", **given)


def test_xp_buy_between_sessions_and_in_bridge_scenes(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"xp": 60})
    step = {"advance": "move d6", "path": "moves.unleash", "value": "d6"}
    refused(at, "scene", ANA, "advance", character="Iltani", **step)
    at(GM, "scene", name="Road", kind="bridge")
    refused(at, "advance", ANA, "advance", character="Iltani", **{**step, "value": "d8"})
    refused(at, "advance", ANA, "advance", character="Iltani", **{**step, "path": "approaches.force"})
    refused(at, "not-next", ANA, "advance", character="Iltani", **{**step, "path": "moves.engage"})
    advanced(at, **step)
    assert (at.sheet("Iltani")["moves"]["unleash"], at.sheet("Iltani")["xp"]) == ("d6", 45)
    advanced(at, advance="power d6", path="magic.will.effects.time", value="d6")
    sfx = [{**each, "open": True} for each in at.sheet("Iltani")["distinctions"]["concept"]["sfx"]]
    refused(at, "advance", ANA, "advance", character="Iltani", advance="unlock-sfx", path="moves.assess", value="d12")
    refused(
        at,
        "advance",
        ANA,
        "advance",
        character="Iltani",
        advance="unlock-sfx",
        path="distinctions.concept.sfx",
        value=sfx,
    )
    advanced(at, advance="unlock-sfx", path="distinctions.concept.sfx", value=[sfx[0], {**sfx[1], "open": False}])
    assert at.sheet("Iltani")["xp"] == 30
    at(GM, "end-session", name="One")
    advanced(at, advance="status d8", path="distinctions.concept.die", value="d8")
    refused(
        at, "funds", ANA, "advance", character="Iltani", advance="specialty d6", path="specialties.Chess", value="d6"
    )


def test_what_is_bought_takes_nothing_away_and_nothing_along(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"xp": 60})
    at(GM, "scene", name="Road", kind="bridge")
    staff = at.sheet("Iltani")["signature"]["Staff"]
    step = {"character": "Iltani", "advance": "signature d10", "path": "signature.Staff"}
    refused(at, "advance", ANA, "advance", **step, value={"die": "d10", "sfx": []})
    at(ANA, "advance", **step, value="d10")
    assert at.sheet("Iltani")["signature"]["Staff"] == {**staff, "die": "d10"}
    sfx = at.sheet("Iltani")["distinctions"]["concept"]["sfx"]
    more = {"name": "Third Mask", "text": "...", "open": True}
    step = {"character": "Iltani", "advance": "new-sfx", "path": "distinctions.concept.sfx"}
    for wrong in ([*({**each, "open": True} for each in sfx), more], [more, more, more]):
        refused(at, "advance", ANA, "advance", **step, value=wrong)
    at(ANA, "advance", **step, value=[*sfx, more])


def test_no_two_records_of_a_character_are_called_alike(at: At) -> None:
    at(GM, "end-session", name="One")
    at(GM, "session")
    assert "Iltani has a record called one already" in refused(at, "name", GM, "end-session", name="one")
    at(GM, "end-session", name="Two", names={"Bel": "Her Own"})


def test_records_are_called_then_spent(falls: Falls) -> None:
    at = At(table(mode="records"))
    at(GM, "end-session", name="The First Door")
    refused_early = {"advance": "switch-distinction", "path": "distinctions.trait", "records": ["The First Door"]}
    new = {**at.sheet("Iltani")["distinctions"]["trait"], "name": "Counts the Stars"}
    at(GM, "session")
    at(GM, "scene", name="Inn", kind="tag")
    refused(at, "never-called", ANA, "advance", character="Iltani", value=new, **refused_early)
    at(ANA, "call", character="Iltani", record="the first door")
    assert at.sheet("Iltani")["pp"] == 6
    refused(at, "called", ANA, "call", character="Iltani", record="The First Door")
    refused(at, "funds", ANA, "advance", character="Iltani", value=new, **{**refused_early, "records": []})
    locked = {**new, "sfx": [{"name": "a"}, {"name": "b"}]}
    refused(at, "advance", ANA, "advance", character="Iltani", value=locked, **refused_early)
    advanced(at, value=new, **refused_early)
    refused(at, "spent", ANA, "call", character="Iltani", record="The First Door")
    at(GM, "end-session", name="Two")
    assert [each["spent"] for each in at.sheet("Iltani")["records"]] == [True, False]
    refused(at, "session", GM, "end-session", name="Three")


def test_a_session_begins_with_a_pp(at: At) -> None:
    at(GM, "end-session", name="One")
    at(ANA, "pp", character="Iltani", by=-5)
    at(GM, "stress", character="Bel", type="injured", hits=["d8"])
    at(GM, "session", clear=True)
    assert (at.sheet("Iltani")["pp"], at.sheet("Bel")["pp"], at.sheet("Bel")["stress"]) == (1, 5, {})
    refused(at, "session", GM, "session")


def test_a_tale_ends() -> None:
    at = At(table())
    at(GM, "end")
    refused(at, "over", GM, "scene", name="More")
    with pytest.raises(Refused, match="has ended"):
        at.tale.undo(GM)  # its secret has been published
    with pytest.raises(Refused, match="0 to 4"):
        Tale.new(GM, "x", floor=5)
