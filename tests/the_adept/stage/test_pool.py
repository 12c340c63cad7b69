"""The pool builder: presses alone, exact odds, and what one may not see or do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.errors import Refused
from game.core.layout import Place, Select
from game.the_adept.rules.dice import Die
from game.the_adept.stage.rolling.builder import nearest, percent
from tests.the_adept.stage.hands import STAGE, TALE, Hands
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import begun, hands, last, unknown, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet


def hints(hands: Hands) -> list[str]:
    return [each.hint for each in hands.panel.controls if isinstance(each, Select)]


def choices(hands: Hands, hint: str) -> list[str]:
    return [
        way.label
        for each in hands.panel.controls
        if isinstance(each, Select) and each.hint == hint
        for way in each.choices
    ]


# --- taps


def test_the_usual_roll_takes_three_presses_and_a_mightier_one_five() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("pool")
    before = table.clicks
    ana.pick("Approach", "Wits")
    ana.pick("Move", "Assess")
    ana.press("Roll")
    assert table.clicks - before == 3
    assert (last(table).pool, last(table).character) == ("d10 d12", "Iltani")
    assert ana.path == "roll/1"
    ana.go("pool")
    before = table.clicks
    ana.pick("Distinction", "Never Lets")
    ana.pick("Magic", "Illusion")
    ana.press("Roll")
    assert table.clicks - before == 3  # the last pool was kept
    assert (last(table).pool, last(table).magic) == ("d8 2d10 d12", True)
    ana.go("pool")
    before = table.clicks
    ana.press("Roll")
    assert table.clicks - before == 1
    assert last(table).pool == "d8 2d10 d12"


def test_a_pool_that_is_kept_says_so_until_it_is_changed() -> None:
    _, ana, _ = hands(begun())
    ana.go("pool")
    ana.pick("Approach", "Wits")
    assert "last roll" not in ana.words
    ana.press("Roll")
    ana.go("pool")
    assert "As in your last roll: change what differs, or *Clear* it." in ana.words
    ana.pick("Against", "Test, hard")
    assert "last roll" in ana.words, "it is the same pool"
    ana.pick("Move", "Assess")
    assert "last roll" not in ana.words
    ana.press("Clear")
    assert "last roll" not in ana.words


def test_the_odds_are_those_of_the_rules() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("pool")
    ana.pick("Approach", "Guile")
    ana.pick("Move", "Defend")
    ana.pick("Specialty", "Alchemy")
    assert "`d6 2d8` · hitch 36 %" in ana.words
    ana.pick("Against", "A number")
    ana.fill(number="7")
    assert "`d6 2d8` · beats 7: **82 %** · heroic 35 % · hitch 36 % · effect about d6" in ana.words
    with pytest.raises(Refused):
        ana.go("pool/number", number="eleven")
    ana.pick("Against", "Against nothing")
    assert "beats" not in ana.words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 300), "under 1 %"),
        (Fraction(1, 200), "1 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(399, 400), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_only_what_is_certain_is_said_to_be(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


def test_the_nearest_die_and_of_two_the_larger() -> None:
    assert (nearest(Fraction(679, 100)), nearest(Fraction(7)), nearest(Fraction(12))) == (Die.D6, Die.D8, Die.D12)


# --- what is in it


def test_hindering_earns_and_a_second_die_costs() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("pool")
    ana.pick("Distinction", "Hinder d4: Never Lets")
    assert "It brings 1 PP." in ana.words
    ana.pick("Approach", "Wits")
    ana.press("More dice")
    ana.pick("Second approach", "Focus")
    ana.press("+d6")
    ana.press("+d6")
    ana.press("Take d6 away")
    ana.press("Done")
    ana.press("Roll")
    assert last(table).pool == "d4 d6 d10 d12"
    assert table.tale.state.characters["Iltani"].sheet["pp"] == 5  # one gained, one spent
    ana.go("pool")
    ana.pick("Approach", "No approach")
    assert "Focus d10" in ana.words  # it moves up, and costs nothing
    assert "It brings 1 PP." in ana.words


def test_what_cannot_be_paid_cannot_be_rolled() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "pp", {"character": "Iltani", "by": -5})
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.press("More dice")
    ana.pick("Second approach", "Focus")
    ana.press("Done")
    assert "There are not enough PP for that." in ana.words
    with pytest.raises(AssertionError, match="no button 'Roll'"):
        ana.press("Roll")


def test_magic_has_a_fuel_and_a_league() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "drained", "hits": ["d12", "up"]})
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.pick("Magic", "Illusion")
    assert "magic is shut down" in ana.words
    ana.press("More dice")
    ana.pick("Fuelled by", "Prana")
    assert "`d10 d12`" in ana.words
    ana.pick("How mighty", "A spell of power d8")
    assert "`d4 d10`" in ana.words  # the High Concept is d6
    ana.press("Done")
    ana.press("Roll")
    assert table.tale.state.characters["Iltani"].sheet["stress"]["injured"] == "d6"
    ana.go("pool")
    ana.pick("Magic", "No magic")
    assert "`d12`" in ana.words
    ana.press("More dice")
    assert "Fuelled by" not in hints(ana)


def test_assets_of_others_are_there_when_they_are_open() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(BEN, "asset", {"character": "Bel", "name": "Rope"})
    table.tale.act(BEN, "asset", {"character": "Bel", "name": "Light", "open": True})
    table.tale.act(ANA, "asset", {"character": "Iltani", "name": "Fog"})
    table.tale.act(GM, "place", {"name": "Smoke", "kind": "complication", "die": "d8"})
    ana.go("pool")
    helps = choices(ana, "Assets and what helps")
    assert helps == ["Fog d6", "Light d6 of Bel", "Smoke d8 (complication)"]
    for each in helps:
        ana.pick("Assets", each)
    assert "`2d6 d8`" in ana.words
    ana.pick("Assets", "✓ Fog")
    assert "`d6 d8`" in ana.words
    table.tale.act(BEN, "lose", {"character": "Bel", "name": "Light"})
    assert "`d8`" in ana.words  # what is gone is left out


def test_stress_of_whom_one_rolls_against_is_free() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Bel", "type": "rattled", "hits": ["d10"]})
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "3d10"})
    table.tale.act(GM, "strike", {"boss": "Lich", "harm": "Wound", "hit": "d8"})
    ana.go("pool")
    assert "Assets and what helps" not in hints(ana)
    ana.pick("Against", "Bel")
    ana.pick("Assets", "rattled d10 of theirs")
    ana.pick("Against", "Boss Lich")
    assert "d10" not in ana.words.replace("3d10", "")  # Bel's does not help against the Lich
    ana.pick("Assets", "Wound d8 of theirs")
    assert "beats 3d10" in ana.words


# --- against


def test_what_stands_against_one_is_rolled_first() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d10"]})
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.pick("Against", "Test, average")
    ana.press("Roll theirs first")
    ana.pick("What counts against you", "injured")
    ana.press("Roll theirs")
    assert (last(table).pool, last(table).opposes) == ("2d8 d10", True)
    assert f"beats {last(table).total}: " in ana.words
    ana.press("Roll")
    assert last(table).against == "#1"
    ana.go("pool")
    assert "beats" not in ana.words  # that was for one roll


def test_what_it_was_aimed_at_is_rolled_by_one_press() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "crisis", {"name": "Fire", "take": "d8 d10"})
    for against, name in (("Test, average", "an average test"), ("Doom", "doom"), ("Crisis Fire", "Fire")):
        ana.go("pool")
        ana.pick("Approach", "Wits")
        ana.pick("Distinction", "Hinder d4: Never Lets")
        ana.pick("Against", against)
        ana.press("Roll")
        pool = {"doom": "2d6", "Fire": "d8 d10"}.get(name, "2d8")
        assert f"against {name}, {pool}" in ana.words
        message = STAGE.posts(table.tale, Place(TALE))[f"roll {last(table).cast}"].panel(None)
        assert "Wits d12 + Hinder d4: Never Lets a Riddle Lie (+1 PP)" in "\n".join(message.words)
        assert f"against {name}, {pool}" in "\n".join(message.words)
        gm.go(f"gm/roll/{last(table).cast}")
        assert f"It was aimed at {name}, {pool}." in gm.words
        (gm if name == "doom" else ana).press(f"Roll {pool}" if name == "doom" else f"Roll theirs: {pool}")
        theirs = last(table)
        assert (theirs.pool, theirs.opposes, theirs.what) == (pool, True, name)
        assert table.tale.state.rolls[str(int(theirs.cast) - 1)].success is not None
        assert f"against {theirs.total}, {name}" in ana.words
        message = STAGE.posts(table.tale, Place(TALE))[f"roll {theirs.cast}"].panel(None)
        assert f"rolled the opposition: {name}" in message.words[0]


def test_what_was_aimed_at_and_is_over_is_not_offered() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "2d8"})
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.pick("Against", "Boss Lich")
    ana.press("Roll")
    table.tale.act(GM, "remove", {"name": "Lich"})
    assert "Lich" not in ana.words
    with pytest.raises(Refused, match="there no more"):
        ana.go("roll/1/theirs")
    ana.press("Settle")


def test_what_a_roll_says_of_itself_names_nothing_hidden() -> None:
    table = with_secrets()
    gm = hands(table)[0]
    table.tale.act(GM, "strike", {"boss": "Zephyr", "harm": "Quorums Bane", "hit": "d6"})
    gm.go("pool")
    gm.pick("Against", "Boss Zephyr")
    gm.pick("Doom", "Crisis Xylem")
    gm.pick("Doom", "Quorums Bane")
    gm.press("Roll")
    assert (last(table).secret, last(table).what, last(table).aim) == (False, "d8 + d6", "")
    with pytest.raises(Refused) as hidden:
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6", "aim": "boss/Zephyr"})
    with pytest.raises(Refused) as unknown:
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6", "aim": "boss/Nobody"})
    assert str(hidden.value).replace("Zephyr", "Nobody") == str(unknown.value)


def test_labels_of_dice_stay_with_the_roll() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.command("roll", dice="D4 d4 wits d8 staff", against="test d6")
    assert [each.what for each in table.tale.state.rolls.values()] == ["an easy test", "D4 d4 wits d8 staff"]
    assert "D4 d4 wits d8 staff" in ana.words
    ana.command("roll", dice="2d6 D8")
    assert last(table).what == ""


def test_what_a_roll_brought_stands_with_it(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.pick("Move", "Assess")
    ana.pick("Magic", "Illusion")
    falls("d10:1 d10:9 d12:9", "d4:3 d4:2")
    ana.pick("Against", "Test, very easy")
    ana.press("Roll")
    assert "Iltani: drained d6 (mana used the hitch d10 up)" in ana.words
    ana.press("Roll theirs: 2d4")
    brought = "steps up\nIltani: drained d6 (mana used the hitch d10 up)\nIltani has a hero die more: d4"
    assert brought in ana.words, "after how it ended"
    assert brought in "\n".join(STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words)


def test_the_opposition_that_lies_there_is_meant() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    gm.go("pool")
    gm.pick("Doom", "Doom 2d6")
    gm.press("Roll")
    ben.go("pool/for/Bel")
    ben.pick("Approach", "Wits")
    assert f"beats {last(table).total}: " in ben.words
    ben.press("Roll")
    assert last(table).against == "#1"
    ana.go("pool")
    assert "Against" not in ana.words


def test_two_at_once_have_pools_of_their_own() -> None:
    table = begun()
    _, ana, ben = hands(table)
    ana.go("pool")
    ben.go("pool")
    ana.pick("Approach", "Wits")
    ben.pick("Approach", "Force")
    ana.press("Roll")
    ben.press("Roll")
    assert [(each.character, each.pool) for each in table.tale.state.rolls.values()] == [
        ("Iltani", "d12"),
        ("Bel", "d4"),
    ]


# --- masters


def test_masters_roll_doom_gm_characters_and_secretly() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Strong": "d10", "Slow": "d6"}})
    gm.go("pool")
    gm.pick("Doom", "Doom 2d6 d8 d10")
    gm.press("+d12")
    gm.press("Roll")
    assert (last(table).pool, last(table).opposes) == ("2d6 d8 d10 d12", True)
    gm.go("pool/for/Ogre")
    gm.press("Clear")
    assert hints(gm)[:3] == ["Who rolls", "Ogre's traits", "Assets and what helps"], "its own come first"
    gm.pick("Assets", "Test, easy")
    gm.pick("Ogre's traits", "Strong d10")
    assert "`2d6 d10`" in gm.words
    gm.pick("Assets", "✓ Test, easy")
    gm.press("More dice")
    gm.press("Make it secret")
    gm.press("Roll")
    assert (last(table).secret, last(table).pool, last(table).gmc) == (True, "d10", "Ogre")
    assert gm.path == "roll/s1"
    ana.go("pool/command", against="roll 1")
    with pytest.raises(Refused) as unknown:
        ana.go("pool/command", against="roll s1")
    assert "s1" not in unknown.value.problem.replace("'roll s1'", "").replace("'s1'", "")
    with pytest.raises(Refused):
        ana.go("pool/for/Ogre")


def test_a_master_who_plays_too_rolls_for_that_character() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "enter", {"sheet": sheet("Mo"), "new": True})
    gm.go("pool")
    assert "**Mo**" in gm.words
    gm.pick("Who rolls", "Nobody")
    assert "**Free dice**" in gm.words


def test_a_pool_is_nobody_else_s() -> None:
    table = begun()
    _, ana, _ = hands(table)
    with pytest.raises(Refused) as error:
        ana.go("pool/for/Bel")
    assert error.value.problem == "you do not roll for 'Bel': you play Iltani"
    ana.go("pool/who", value="character/Bel")  # a forged choice
    assert "**Iltani**" in ana.words


# --- more than a select holds


def test_a_sheet_with_forty_powers_is_reached_by_taps() -> None:
    table = begun()
    _, ana, _ = hands(table)
    effects = {f"elemental:Thing {number}": "d6" for number in range(40)}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"magic.craft": {"effects": effects}}})
    ana.go("pool")
    ana.pick("Magic", "After these")
    ana.pick("Magic", "Thing 39 d6")
    assert ana.path == "pool"
    assert "Thing 39 d6" in ana.words


def test_many_things_to_roll_against_are_reached_too() -> None:
    table = begun()
    gm, _, _ = hands(table)
    for number in range(40):
        table.tale.act(GM, "enter", {"sheet": sheet(f"{number} {'x' * 37}"), "new": True})
        table.tale.act(GM, "boss", {"name": f"Boss {number} {'y' * 31}", "dice": "2d6"})
    gm.go("pool")
    while f"39 {'x' * 37}" not in choices(gm, "Against"):
        gm.pick("Against", "After these")
    gm.pick("Against", f"39 {'x' * 37}")
    assert "Against 39 x" in gm.words
    gm.pick("Who rolls", "After these")
    gm.pick("Who rolls", f"38 {'x' * 37}")
    assert "**38 x" in gm.words


def test_whoever_presses_whatever_nothing_breaks_and_nothing_leaks() -> None:
    table = with_secrets()
    gm, ana, ben = hands(table)
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Strong": "d10"}})

    def look(who: Hands, panel: object) -> None:
        gmcs = table.tale.state.gmcs
        if not STAGE.is_master(table.tale, who.who):
            waits = ["Ogre"] if "Ogre" in gmcs and not gmcs["Ogre"].seen else []
            said = repr(panel)
            assert not [each for each in (*unknown(table), *waits) if each in said]

    met = pressed(table, [gm, ana, ben, Hands(table, "zoe", "Zoe")], ["pool", "pool/more", "pool/theirs"], 1000, look)
    assert {"did roll", "pool", "roll"} <= set(met), met


def test_what_is_there_no_more_is_not_rolled_against(falls: Falls) -> None:
    """It was taken back or is over by the time of the roll, which is said before any dice fall."""
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    ana.go("pool")
    ana.pick("Approach", "Wits")
    ana.pick("Against", "Challenge Storm")
    table.tale.act(GM, "remove", {"name": "Storm"})
    assert "Storm is no more to be rolled against." in ana.words
    ana.press("Roll")
    assert ana.step.say == "Nothing was rolled: Storm is no more to be rolled against. Choose anew."
    assert (ana.path, table.tale.state.rolls) == ("pool", {})
    falls("d12:4")
    ana.press("Roll")
    assert last(table).against == ""
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    ana.go("pool/against", value="challenge/Storm")
    table.tale.act(GM, "remove", {"name": "Storm"})
    ana.go("pool")  # nothing is said about it later
    assert "Storm" not in ana.words
