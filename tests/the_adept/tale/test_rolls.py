"""Rolls: what is paid and earned for them, hero dice, contests, and what they are against."""

from __future__ import annotations

from game.the_adept.tale import Tale
from game.the_adept.tale.actions.lying import KEPT
from game.the_adept.tale.view import status
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, At


def test_a_roll_of_traits(at: At, falls: Falls) -> None:
    falls("d12:7 d10:5 d6:6 d4:2")
    at(
        ANA, "roll", character="Iltani", paid=1,
        picks=["distinction.trait!", "approach.wits", "move.assess", "move.engage"],
    )  # fmt: skip
    roll = at.tale.state.rolls["1"]
    assert (roll.pool, roll.total, roll.effect, roll.hitches) == ("d4 d6 d10 d12", 13, "d10", "-")
    assert at.sheet("Iltani")["pp"] == 5  # hinder gains what the second move costs
    at.refused("rights", BEN, "choose")
    at(ANA, "choose", keep=3)
    assert (at.tale.state.rolls["1"].total, at.sheet("Iltani")["pp"]) == (18, 4)
    at.refused("keep", ANA, "choose", keep=2)
    at.refused("option", ANA, "choose", keep=3, option=9)
    at(ANA, "settle", difficulty=12)
    roll = at.tale.state.rolls["1"]
    assert (roll.success, roll.heroic, roll.effect) == (True, 1, "d6")
    at.refused("settled", ANA, "settle", difficulty=1)


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
    at.refused("shut-down", ANA, "roll", character="Iltani", picks=["magic.will.telekinesis"])
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
    at.refused("rights", ANA, "hitch", take="d6")
    at(GM, "hitch", take="d6")
    assert (at.tale.state.doom, at.sheet("Iltani")["pp"]) == ("2d6 d8 d10".replace("2d6", "3d6"), 6)
    at(GM, "hitch", take="d8 d10", complication="Lost")
    assert (at.sheet("Iltani")["complications"], at.sheet("Iltani")["pp"]) == ({"Lost": "d8"}, 7)
    at.refused("not-in-pool", GM, "hitch", take="d6")
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
    told = at.refused("not-in-pool", ANA, "hero", roll="3", dice="d8")
    assert told == "d8 is not among the hero dice: there is d6"
    at(GM, "edit", character="Iltani", set={"hero": ["d6", "d8"]})
    at(ANA, "hero", roll="3", dice="d8")
    assert at.tale.state.rolls["3"].total == 12
    at(ANA, "hero", roll="3", dice="d6")
    assert (at.tale.state.rolls["3"].total, at.tale.state.rolls["3"].hitches) == (12, "d6")
    at(ANA, "take-back", roll="3")
    assert (at.sheet("Iltani")["hero"], at.tale.state.rolls["3"].hitches) == (["d6"], "-")
    at.refused("nothing", ANA, "take-back", roll="3")
    at(ANA, "hero", roll="3", dice="d6")
    at(GM, "hitch", take="d6", roll="3")
    assert "the game master has used it" in at.refused("used", ANA, "take-back", roll="3")
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
    assert at.refused("unknown", ANA, "lose", character="Iltani", name="Torch").endswith("there is Rope")
    at(ANA, "lose", character="Iltani", name="rope")
    assert at.sheet("Iltani")["assets"] == {}
    at(GM, "crisis", name="Fire", take="d8")
    at(GM, "crisis", name="Rot", take="d10", hidden=True)
    assert at.refused("unknown", ANA, "hit", name="Flood", hits=["d8>d8"]).endswith("there is Fire")


def test_opportunities_help(at: At, falls: Falls) -> None:
    falls("d6:1 d8:1 d10:7", "d6:1")
    at(GM, "stress", character="Iltani", type="injured", hits=["d8"])
    at(GM, "asset", character="Iltani", name="Fog", free=True)
    at(GM, "roll", pool="d6 d8 d10")
    at(GM, "asset", character="Iltani", name="Wall", effect="d12", free=True)
    at.refused("die", ANA, "opportunity", character="Iltani", take="d6", what="Wall")  # no die is larger
    at(ANA, "opportunity", character="Iltani", take="d6", what="Fog")
    assert (at.sheet("Iltani")["assets"]["Fog"]["die"], at.sheet("Iltani")["pp"]) == ("d8", 4)
    at(ANA, "opportunity", character="Iltani", take="d8", what="injured")
    assert at.sheet("Iltani")["stress"] == {"injured": "d6"}
    at.refused("not-in-pool", ANA, "opportunity", character="Iltani", take="d6", what="Fog")
    at(BEN, "roll", character="Bel", pool="d6")
    at.refused("unknown", ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="2")


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
    at.refused("settled", GM, "contest", rolls=["1", "2"])


def test_no_roll_is_twice_in_a_contest(at: At, falls: Falls) -> None:
    falls("d8:5 d8:6")
    at(ANA, "roll", character="Iltani", pool="2d8")
    at.refused("duplicate", GM, "contest", rolls=["1", "1"])


def test_a_contest_is_theirs_who_are_in_it(at: At, falls: Falls) -> None:
    falls("d6:3 d8:4", "d10:6 d8:2", "d6:4 d6:5")
    at(ANA, "roll", character="Iltani", pool="d6 d8")
    at.refused("rights", ANA, "contest", rolls=["1"], give_in=True)  # only whoever must answer may
    at(BEN, "roll", character="Bel", pool="d8 d10", against="#1")
    at.refused("rights", CEM, "contest", rolls=["1", "2"])
    at.refused("rights", BEN, "contest", rolls=["1", "2"], give_in=True)
    at(ANA, "contest", rolls=["1", "2"], give_in=True)
    assert at.sheet("Iltani")["pp"] == 6
    assert [at.tale.state.rolls[id].success for id in "12"] == [False, True]


def test_the_sides_of_a_contest_answer_in_turn(at: At, falls: Falls) -> None:
    """Only a master lets somebody roll out of turn; the refusal says who answers which roll."""
    falls("d6:3 d8:4", "d10:6 d8:2", "d8:5 d8:6", "d4:2 d6:1")
    at(ANA, "roll", character="Iltani", pool="d6 d8", aim="character/Bel")
    for who, name in ((ANA, "Iltani"), (CEM, "Ku")):
        assert at.refused("turn", who, "roll", character=name, pool="2d8", against="#1").endswith(
            "Bel answers roll 1 now"
        )
    at.refused("turn", CEM, "roll", pool="2d8", against="#1")  # dice of nobody
    at(BEN, "roll", character="Bel", pool="d8 d10", against="#1")
    for against in ("#1", "#2"):
        told = at.refused("turn", BEN, "roll", character="Bel", pool="2d8", against=against)
        assert told == f"roll {against[1:]} is not for Bel to answer: Iltani answers roll 2 now"
    at(CEM, "roll", character="Ku", pool="2d8")
    at.refused("turn", CEM, "meet", roll="3", against="#2")
    at(GM, "roll", character="Bel", pool="d4 d6", against="#1")


def test_no_answer_pushes_out_the_oldest_roll_that_it_answers(at: At, falls: Falls) -> None:
    falls("d6:1 d6:2", *["d6:3"] * (KEPT - 1), "d12:8 d12:9", "d6:3", "d6:3")
    at(ANA, "roll", character="Iltani", pool="2d6", aim="character/Bel")
    for _ in range(KEPT - 1):
        at(CEM, "roll", pool="d6")
    answer = at(BEN, "roll", character="Bel", pool="2d12", against="#1")
    former = at.tale.to_dict()
    at(CEM, "roll", pool="d6")
    at(ANA, "contest", rolls=["1", str(KEPT + 1)], give_in=True)
    assert at.tale.state.rolls["1"].success is False
    at(CEM, "roll", pool="d6")
    assert [*at.tale.state.rolls] == [str(number) for number in range(4, KEPT + 4)], "it is settled, so it goes"
    assert Tale.from_dict(at.tale.to_dict()).state == at.tale.state
    former["log"][answer.number - 1]["rules"] = 2  # as in a log of when it did
    assert [*Tale.from_dict(former).state.rolls] == [str(number) for number in range(2, KEPT + 2)]


def test_however_long_rolls_answer_one_another_no_more_than_twice_as_many_stay(at: At) -> None:
    for number in range(3 * KEPT):
        at(GM, "roll", pool="d6", against=f"#{number}" if number else "")
    assert [*at.tale.state.rolls] == [str(number) for number in range(KEPT + 1, 3 * KEPT + 1)]


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
    at.refused("difficulty", BEN, "settle")
    at.refused("difficulty", BEN, "roll", pool="d6", against="eleven")
    at.refused("unknown", BEN, "roll", pool="d6", against="#9")
    at.refused("unknown", BEN, "roll", pool="d6", character="Bel", opposes=True)


def test_the_best_total_of_the_opposition_is_to_be_beaten_unless_a_master_says_otherwise(at: At, falls: Falls) -> None:
    falls("d6:5 d8:6 d8:7")
    at(ANA, "roll", pool="d6 2d8", opposes=True)
    at.refused("rights", ANA, "choose", option=2)
    at(GM, "choose", roll="1", option=2)
    assert (at.tale.state.rolls["1"].total, at.tale.state.rolls["1"].effect) == (12, "d8")


def test_a_public_roll_tells_of_no_secret_one(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4", "d6:3 d8:4", "d8:8 d8:7")
    at(GM, "roll", pool="d6 d8", secret=True)
    at.refused("secret", GM, "roll", pool="2d8", against="#s1")
    at.refused("unknown", BEN, "roll", pool="d6", against="#s1")
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
    at.refused("unknown", ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="2")
    at(ANA, "opportunity", character="Iltani", take="d6", what="Fog", roll="1")
    assert at.sheet("Iltani")["assets"]["Fog"]["die"] == "d8"
