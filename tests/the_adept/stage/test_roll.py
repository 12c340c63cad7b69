"""A roll on the table: choices, PP, hero dice, contests, how it ends, and what its effect does."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Place, Select
from game.the_adept.tale.state import Roll
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import HIDDEN, begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM


def rolled(table: Table, who: str, name: str, pool: str, **given: Any) -> None:
    table.tale.act(who, "roll", {"character": name, "pool": pool, **given})


def roll(table: Table, id: str) -> Roll:
    return table.tale.state.rolls[id]


def sheet(table: Table, name: str) -> Any:
    return table.tale.state.characters[name].sheet


def labels(hands: Hands) -> list[str]:
    return [each.label for each in hands.panel.controls if hasattr(each, "label")]


def ways(hands: Hands, hint: str) -> list[tuple[str, str]]:
    selects = [each for each in hands.panel.controls if isinstance(each, Select) and each.hint == hint]
    return [(way.label, way.note) for each in selects for way in each.choices]


def test_who_has_left_the_table_finds_nothing_to_press_on_an_old_roll() -> None:
    table = begun()
    _, ana, _ = hands(table)
    rolled(table, ANA, "Iltani", "3d12")
    table.tale.act(ANA, "leave", {})
    ana.go("roll/1/with")  # *Settle* on the public message
    assert "This is Iltani's roll: Iltani or the game master settles it." in ana.words
    assert labels(ana) == ["Roll against it", "Back"]


# --- total and effect


def test_each_choice_says_what_it_would_come_to(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    falls("d6:6 d8:5 d10:7 d12:9")
    rolled(table, ANA, "Iltani", "d6 d8 d10 d12", against="14")
    ana.go("roll/1")
    assert ways(ana, "Total and effect") == [
        ("16, effect d8", "beats 14"),
        ("15, effect d10", "beats 14 · advised"),
        ("13, effect d12", "does not beat 14"),
    ]
    ben.go("roll/1")
    assert "Total and effect" not in [each.hint for each in ben.panel.controls if isinstance(each, Select)]


def test_what_is_advised_stands_until_somebody_chooses(falls: Falls) -> None:
    """Heroic steps count, including those that a hero die adds."""
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d8"]}})
    dice = "d8:6 d10:7 d10:10 d12:10"
    falls(dice, "d8:6", dice, "d8:2 d8:5")
    ana.command("roll", dice="d8 2d10 d12", against="7")
    assert (roll(table, "1").total, roll(table, "1").effect) == (17, "d12")  # 20 and d10 would be d12 d6, this d12 d8
    ana.press("Hero die")
    assert "what it shows is added to the total" in ana.words
    ana.press("Roll d8")
    assert (roll(table, "1").total, roll(table, "1").effect) == (23, "d12")
    assert "hero **d8:6** (roll 2)" in ana.words
    ana.press("Settle against 7")
    assert roll(table, "1").effect == "d10 d12"
    rolled(table, ANA, "Iltani", "d8 2d10 d12", aim="test/d8")
    ana.go("roll/3")
    ana.pick("Total and effect", "17, effect d12")
    ana.pick("Total and effect", "20, effect d10")
    ana.press("Roll theirs: 2d8")
    assert (roll(table, "3").total, roll(table, "3").effect) == (20, "d6 d12")  # as chosen


def test_what_was_met_is_rolled_against_no_more() -> None:
    table = begun()
    gm, _, ben = hands(table)
    table.tale.act(GM, "roll", {"pool": "2d6"})

    def posted() -> list[str]:
        panel = STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None)
        return [each.label for each in panel.controls if isinstance(each, Button)]

    assert "Roll against it" in posted()
    rolled(table, ANA, "Iltani", "2d8", against="#1")
    rolled(table, BEN, "Bel", "2d8")
    table.tale.act(ANA, "settle", {"roll": "2"})
    assert "Roll against it" not in posted()
    assert ben.go("roll/3/with").form, "there is nothing but a number"
    with pytest.raises(Refused, match="or no more"):
        ben.go("roll/3/settle", value="#1")
    ben.go("pool")
    assert "Roll 1" not in str(ways(ben, "Against"))
    ben.go("roll/1")
    assert "Roll against it" not in labels(ben)
    gm.go("gm/roll/3")
    gm.pick("Against a roll made before", "Roll 1")  # a game master may
    assert roll(table, "3").success is not None


def test_a_choice_is_taken_and_twice_is_once(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    falls("d6:6 d8:5 d12:9")
    rolled(table, ANA, "Iltani", "d6 d8 d12", against="10")
    ana.go("roll/1")
    assert ways(ana, "Total and effect") == [
        ("15, effect d8", "beats 10, heroic: effect d10"),
        ("11, effect d12", "beats 10 · advised"),
    ]
    ana.pick("Total and effect", "11, effect d12")
    assert (roll(table, "1").total, roll(table, "1").effect) == (11, "d12")
    entries = len(table.tale.log)
    assert ana.go("roll/1/take/2.1.2").say == "That is chosen already."
    assert len(table.tale.log) == entries
    with pytest.raises(Refused) as error:
        ben.go("roll/1/take/2.1.1")
    assert error.value.code == "rights"
    for forged in ("9.9.9", "x", "2.1.0", "2.1", "2.1.99"):
        with pytest.raises(Refused):
            ana.go(f"roll/1/take/{forged}")


def test_a_pp_buys_a_die_for_the_total_or_the_effect(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:6 d8:5 d10:4 d12:9")
    rolled(table, ANA, "Iltani", "d6 d8 d10 d12")
    ana.go("roll/1")
    ana.press("+1 die")
    assert ("20, effect d10", "") in ways(ana, "One more die in the total · 1 PP")
    ana.pick("One more die in the total", "20, effect d10")
    assert (roll(table, "1").total, sheet(table, "Iltani")["pp"]) == (20, 4)
    assert "+1 die for 1 PP" in labels(ana)  # the last die could still join the total
    ana.press("+1 die")
    ana.pick("One more die in the total", "24")
    assert "+1 die for 1 PP" not in labels(ana)
    assert sheet(table, "Iltani")["pp"] == 3


def test_hero_dice_are_added_and_ones_taken_back(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d6", "d8"]}})
    falls("d6:6 d8:5", "d8:7", "d6:1")
    rolled(table, ANA, "Iltani", "d6 d8")
    ana.go("roll/1")
    ana.press("Hero die")
    ana.press("Roll d8")
    assert roll(table, "1").total == 18
    ana.press("Hero die")
    ana.press("Roll d6")
    assert roll(table, "1").hitches == "d6"
    assert "Hero die" not in labels(ana), "there is none left"
    ana.press("Take d6 back")
    assert (roll(table, "1").hitches, sheet(table, "Iltani")["hero"]) == ("-", ["d6"])
    ben.go("roll/1/hero")
    assert labels(ben) == ["Roll against it", "Back"]


# --- how it ends


def test_a_heroic_success_banks_the_die_that_rolled_highest(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    falls("d6:4 d8:3", "d10:9 d12:8 d8:2")
    table.tale.act(GM, "roll", {"pool": "d6 d8"})
    rolled(table, ANA, "Iltani", "d8 d10 d12", against="#1")
    ana.go("roll/2")
    assert labels(ana)[0] == "Settle against 7"
    ana.press("Settle against 7")
    assert "against 7 · Heroic success, effect 2 steps up" in ana.words
    assert sheet(table, "Iltani")["hero"] == ["d6"]
    gm.go("roll/2")
    assert "GM" in labels(gm)


def test_a_roll_is_settled_against_what_one_picks(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    falls("d6:4 d8:3", "d10:9", "d8:2")
    table.tale.act(GM, "roll", {"pool": "d6 d8"})
    rolled(table, ANA, "Iltani", "d10")
    rolled(table, BEN, "Bel", "d8")
    ana.go("roll/2")
    ana.press("Settle")
    assert [label for label, _ in ways(ana, "Settle against")] == ["Roll 1: 7, Mara", "Roll 3: 2, Bel"]
    ana.pick("Settle against", "Roll 1")
    assert roll(table, "2").success
    ben.go("roll/3/with")
    ben.fill(number="2")
    assert roll(table, "3").success is False  # a tie fails
    with pytest.raises(Refused):
        ben.go("roll/3/settle", number="4")
    with pytest.raises(Refused):
        ana.go("roll/3/settle", number="x")


def test_in_a_challenge_a_heroic_step_may_be_an_effect_die(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8", "extra": 1})
    falls("d6:3 d8:2 d10:9 d12:8")
    rolled(table, ANA, "Iltani", "d6 d8 d10 d12", against="12")
    ana.go("roll/1")
    assert [label for label in labels(ana) if label.startswith("…")] == ["… 1 more effect"]
    assert "a heroic step may be an effect die more" in ana.words
    ana.press("… 1 more effect")
    assert roll(table, "1").effect == "d6 d8"
    assert "__d6:3__ __d8:2__" in ana.words
    assert "Heroic success\n" in f"{ana.words}\n"  # its step made no die larger
    gm.go("gm/roll/1")
    assert "Step as a die more" not in labels(gm)
    ana.pick("Set it against", "Curse: d8 against d8")
    assert table.tale.state.challenges["Curse"].pool == "d6 2d8"
    ana.pick("Set it against", "Curse: d6 against d8")
    assert table.tale.state.challenges["Curse"].pool == "2d6 d8"


def test_an_effect_becomes_an_asset_or_heals(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    falls("d10:5 d10:4 d8:3")
    rolled(table, ANA, "Iltani", "d8 2d10", against="5")
    ana.go("roll/1")
    ana.press("Settle against 5")
    assert [each.hint for each in ana.panel.controls if isinstance(each, Select)] == ["Make an asset of it"]
    ana.pick("Make an asset of it", "Iltani: an asset d8")
    ana.fill(name="Wall")
    assert sheet(table, "Iltani")["assets"]["Wall"]["die"] == "d8"


def test_each_effect_die_is_used_once(falls: Falls) -> None:
    """By anybody: then it is gone for all, and an older press does nothing."""
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8", "extra": 1})
    falls("d8:8 d8:7 d10:3 d12:2")
    rolled(table, ANA, "Iltani", "2d8 d10 d12", against="9")
    table.tale.act(ANA, "choose", {"roll": "1", "effects": 2})
    table.tale.act(ANA, "settle", {"roll": "1"})
    ana.go("roll/1")
    ana.pick("Make an asset of it", "Iltani: an asset d12")
    asked = ana.form
    ana.pick("Set it against", "Curse: d12 against d8")
    assert ana.step.say.startswith("Curse: d12 against d8; 2d8 left.")
    assert "Left of its effect: `d6 d10`" in ana.words
    ana.form = asked
    for again in (partial(ana.fill, name="Wall"), partial(ana.go, "roll/1/effect/hit", value="d12>d8/Curse")):
        with pytest.raises(Refused, match="has only d6 d10 left"):
            again()
    ana.pick("Make an asset of it", "Iltani: an asset d10")
    ana.fill(name="Fog")
    assert ana.step.say == "Iltani: asset Fog d10."
    gm.go("gm/roll/1")
    assert "`d6` that is left" in gm.words
    gm.pick("Who or what", "Bel")
    gm.press("Injured")
    told = ("Curse: d12 against d8; 2d8 left", "Iltani: asset Fog d10", "Bel: injured d6")
    for each in (gm.words, ana.words, STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words[0]):
        assert "\n".join(f"Effect · {line}" for line in told) in each
    assert [each for each in (ana.panel, gm.panel) if any(isinstance(part, Select) for part in each.controls)] == []
    message = STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None)
    assert "Use the effect" not in [each.label for each in message.controls if hasattr(each, "label")]
    for who in (ana, gm):
        with pytest.raises(Refused, match="is used"):
            who.go("roll/1/effect/asset/d6/Iltani", name="Wall")
    with pytest.raises(Refused, match="all are used"):
        gm.go("gm/to/1/c/Bel")


def test_the_use_of_an_effect_is_taken_back_with_what_it_was_used_for(falls: Falls) -> None:
    """By anybody, from either side: no die is used twice, and none is lost by mistake."""
    table = begun()
    gm, ana, _ = hands(table)
    falls("d8:8 d8:7 d12:2")
    rolled(table, ANA, "Iltani", "2d8 d12", against="9")
    table.tale.act(ANA, "settle", {"roll": "1"})
    before = table.tale.state
    for who, taken in ((ana, None), (gm, None), (gm, 0), (gm, 1)):
        ana.go("roll/1")
        ana.pick("Make an asset of it", "Iltani: an asset")
        ana.fill(name="Bridge")
        used, made = table.tale.log[-2:]
        assert (used.action, made.action) == ("use", "asset")
        with pytest.raises(Refused, match=r"nothing|own last"):
            table.tale.undo(who.who, used.number)
        table.tale.undo(who.who, None if taken is None else made.number)
        assert table.tale.state == before
        assert [each.struck for each in table.tale.log[-3:-1]] == [table.tale.log[-1].number] * 2
    assert [line.text for line in table.tale.log[-1].lines] == ["Mara took back: Iltani: asset Bridge d12."]


def test_a_secret_roll_is_not_there_for_others() -> None:
    table = with_secrets()
    gm, ana, _ = hands(table)
    said = []
    for id in ("s1", "s9"):
        with pytest.raises(Refused) as error:
            ana.go(f"roll/{id}")
        said.append(error.value.problem.replace(id, ""))
    assert said[0] == said[1]
    gm.go("roll/s1")
    assert "secret" in gm.words


def test_what_is_taken_back_meanwhile_is_said_to_be_gone() -> None:
    table = begun()
    _, ana, ben = hands(table)
    rolled(table, ANA, "Iltani", "d6")
    ben.go("roll/1")
    table.tale.undo(ANA)
    with pytest.raises(Refused) as error:
        ben.panel  # noqa: B018  (a screen is made when it is looked at)
    assert "no roll '1' lies on the table" in error.value.problem
    with pytest.raises(Refused):
        ana.go("roll/1/settle", number="3")


def test_whoever_presses_whatever_nothing_breaks_and_nothing_leaks() -> None:
    table = with_secrets()
    gm, ana, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8", "extra": 1})
    for name in ("Iltani", "Bel"):
        table.tale.act(GM, "edit", {"character": name, "set": {"hero": ["d4", "d6", "d8"], "pp": 30}})
    for number in range(12):
        who, name = ((ANA, "Iltani"), (BEN, "Bel"))[number % 2]
        against = f"#{number}" if number % 4 == 3 else ""
        table.tale.act(who, "roll", {"character": name, "pool": "2d6 2d8 d10", "against": against}, salt=f"{number}")
        if number % 4 == 0:
            table.tale.act(who, "settle", {"difficulty": 1})

    def look(who: Hands, panel: object) -> None:
        if who is not gm:
            said = repr(panel)
            assert not [each for each in (*HIDDEN, "29d4", "roll/s1") if each in said]

    paths = [
        *(f"roll/{id}" for id in range(1, 13)),
        "roll/s1",
        "roll/3/pp",
        "roll/1/hero",
        "roll/3/hero",
        "roll/4/hero",
        "roll/8/hero",
        "roll/2/with",
    ]
    met = pressed(table, [gm, ana, ben, Hands(table, "zoe", "Zoe")], paths, 1500, look)
    assert {"did choose", "did settle", "did hero", "did contest", "did hit", "did asset"} <= set(met), met


def test_opportunities_that_nothing_can_be_made_of_are_told(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:1 d6:4")
    table.tale.act(GM, "roll", {"pool": "2d6"})
    ana.go("table/pp")
    assert "Opportunities lie there (d6 of roll 1)" in ana.words
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    assert "Opportunities lie there" not in ana.words
    ana.pick("Use an opportunity", "injured d6 down")
    assert sheet(table, "Iltani")["stress"] == {}
    assert roll(table, "1").befell == ("Iltani: an opportunity, d6: injured is gone (1 PP)",)
