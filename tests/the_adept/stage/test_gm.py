"""The game master's panel, and what is done with a player's roll."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Panel, Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM
from tests.the_adept.tale.tables import sheet as character


def labels(panel: Panel) -> list[str]:
    return [each.label for each in panel.controls if isinstance(each, Button)]


def choices(hands: Hands, hint: str) -> list[str]:
    found = next(each for each in hands.panel.controls if isinstance(each, Select) and each.hint.startswith(hint))
    return [each.label for each in found.choices]


def sheet(table: Table, name: str) -> dict[str, object]:
    return dict(table.tale.state.characters[name].sheet)


def rolled(falls: Falls, *dice: str) -> tuple[Table, Hands, Hands]:
    """Let Ana roll, and open the game master's panel; `dice` fall for her and for the following rolls."""
    table = begun()
    gm, ana, _ = hands(table)
    falls(*dice)
    pool = " ".join(each.partition(":")[0] for each in dice[0].split())
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": pool})
    gm.go("gm")
    return table, gm, ana


def test_who_rolls_without_a_character_is_named() -> None:
    """As in public; a character that joins later does not take over the roll."""
    table = begun()
    gm, *_ = hands(table)
    table.tale.act("u9", "join", {"name": "Dee"})
    table.tale.act("u9", "roll", {"pool": "2d8"})
    gm.go("gm")
    assert "**Dee** rolled " in gm.words
    table.tale.act("u9", "enter", {"sheet": character("Cyd"), "new": True})
    assert "**Dee** rolled " in gm.words
    gm.press("Settle")
    assert "Dee" in gm.words


def test_what_waits_stands_on_top(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d8:5 d10:7")
    assert "**Iltani** rolled 12: effect `d4`, hitches `d6`." in gm.words
    gm.press("Settle")
    assert gm.path == "gm/roll/1"
    gm.press("Done with it")
    assert "Nothing waits for you." in gm.words
    table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["d12", "up"]})
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    assert "**Bridge**: name who acts." in gm.words
    gm.press("Help")
    gm.press("Bring back")
    assert not table.tale.state.characters["Bel"].out
    table.tale.act(GM, "end-session", {"name": "One"})
    gm.go("gm")
    gm.press("Session")
    gm.press("Start session")
    assert "No scene is played." in (gm.go("gm"), gm.words)[1]


def test_what_does_not_stand_there_is_counted() -> None:
    table = begun()
    gm, _, _ = hands(table)
    for _ in range(6):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d8"})
    gm.go("gm")
    assert "more" not in gm.words
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    assert "1 more waits: seen when these are done." in gm.words


def test_the_opposition_s_roll_is_called_what_rolled(falls: Falls) -> None:
    table = begun()
    gm, _, _ = hands(table)
    falls("d8:3 d8:2", "d6:3 d6:2", "d6:3 d6:2")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True, "what": "Flood"})
    table.tale.act(GM, "roll", {"pool": "2d6", "opposes": True})
    table.tale.act(ANA, "roll", {"pool": "2d6"})
    for id, head in (("1", "**Flood** · roll 1"), ("2", "**The opposition** · roll 2"), ("3", "**Ana** · roll 3")):
        gm.go(f"gm/roll/{id}")
        assert gm.words.startswith(head)


def test_hitches_become_doom_or_a_complication(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d8:1 d10:1 d10:4")
    gm.press("Settle")
    gm.press("d8 into doom")
    assert table.tale.state.doom == "2d6 2d8 d10"
    into_doom = "Doom grew by d8: 2d6 2d8 d10 (of the hitch d8, Iltani: +1 PP)"
    assert gm.step.say == f"{into_doom}."
    gm.press("Complication ×2")
    gm.fill(value="Lost")
    lost = "Iltani: Lost d8 (of the hitches d6 d10, +1 PP)"
    assert gm.step.say == f"{lost}."
    assert table.tale.state.rolls["1"].befell == (into_doom, lost)  # all read on the roll what its hitches did
    assert lost in STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words[0]
    assert (sheet(table, "Iltani")["complications"], sheet(table, "Iltani")["pp"]) == ({"Lost": "d8"}, 7)
    assert "into doom" not in "".join(labels(gm.panel))


def test_who_is_stressed_out_waits_for_game_masters_unless_they_are_lost() -> None:
    table = begun()
    gm = hands(table)[0]
    for _ in range(2):
        table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["d12"]})
    gm.command("gm panel")
    assert "**Bel** is stressed out: injured." in gm.words
    while not table.tale.state.characters["Bel"].lost:
        table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["d12"]})
    assert "Nothing waits for you." in gm.words


def test_a_complication_that_is_there_is_picked(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d8:3")
    table.tale.act(GM, "complication", {"character": "Iltani", "name": "Lost", "hits": ["d6"]})
    gm.press("Settle")
    gm.press("Complication")
    gm.pick("Step one up", "Lost")
    assert sheet(table, "Iltani")["complications"] == {"Lost": "d8"}


def test_one_tap_settles_against_two_dice(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9 d6:4", "d6:2 d6:3")
    gm.press("Settle")
    gm.press("2d6 easy")
    roll = table.tale.state.rolls["1"]
    assert (roll.success, roll.heroic, roll.effect, table.tale.state.rolls["2"].opposes) == (True, 2, "d10", True)
    gm.pick("Who or what", "Bel")
    gm.press("Injured")
    assert sheet(table, "Bel")["stress"] == {"injured": "d10"}
    assert "Effect · Bel: injured d10" in gm.words


def test_what_is_against_somebody_is_rolled_too(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:2 d10:3", "d6:1 d6:5 d8:4 d8:8 d10:2")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "rattled", "hits": ["d8"]})
    gm.press("Settle")
    gm.pick("Add what", "rattled")
    assert "Added to it: rattled d8." in gm.words
    gm.pick("Add what", "rattled")
    assert "Added to it" not in gm.words
    gm.pick("Add what", "rattled")
    gm.press("Doom")
    assert table.tale.state.rolls["2"].pool == "2d6 2d8 d10"
    assert not table.tale.state.rolls["2"].secret
    assert "It failed." in gm.words
    gm.press("For Iltani")
    gm.press("New complication")
    gm.fill(value="Cornered")
    assert sheet(table, "Iltani")["complications"] == {"Cornered": "d10"}  # the opposition's effect


def test_doom_is_rolled_in_secret_while_a_crisis_hides_its_dice(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9", "d6:1 d6:2 d8:3")
    table.tale.act(GM, "crisis", {"name": "Rot", "take": "d10", "hidden": True})
    gm.press("Settle")
    gm.press("Doom, in secret")
    assert table.tale.state.rolls["s1"].pool == "2d6 d8"
    assert table.tale.state.rolls["1"].success
    assert "Doom 2d6 d8 d10" in table.tale.status(ANA)
    assert not [line for line in table.tale.story(ANA) if "s1" in line]


def test_a_number_settles_and_nothing_else_does(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9")
    gm.press("Settle")
    gm.press("A number")
    with pytest.raises(Refused, match="is not a number"):
        gm.fill(value="lots")
    gm.fill(value="16")
    assert table.tale.state.rolls["1"].success


def test_a_gm_character_rolls_its_traits_against_it(falls: Falls) -> None:
    table, gm, ana = rolled(falls, "d8:8 d10:9", "d10:3 d10:4")
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Huge": "d10", "Quick": "d10", "Old": "d4"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    gm.press("Settle")
    gm.pick("Roll for a foe", "Ogre")
    for trait in ("Huge", "Old", "Quick", "Old"):  # Old is removed again
        gm.pick("Add a trait", trait)
    gm.press("Roll and settle")
    assert (table.tale.state.rolls["2"].gmc, table.tale.state.rolls["2"].pool) == ("Ogre", "2d10")
    assert table.tale.state.rolls["1"].success
    with pytest.raises(Refused):
        gm.go("gm/cast/1/Nobody")
    assert not STAGE.is_master(table.tale, ana.who)


def test_a_hidden_foe_rolls_in_secret(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9", "d8:2 d8:3", "d12:2 d12:3")
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8", "hidden": True})
    gm.press("Settle")
    gm.pick("Roll for a foe", "Curse")
    assert [*table.tale.state.rolls] == ["1", "s1"]
    assert "Curse" not in "".join(table.tale.story(ANA))


def test_what_is_called_alike_is_added_one_by_one(falls: Falls) -> None:
    """A complication of the scene, and the same of the character's own."""
    table, gm, _ = rolled(falls, "d6:2 d8:3", "d6:1 d8:8 d8:2")
    table.tale.act(GM, "place", {"name": "Fog", "kind": "complication", "die": "d6"})
    table.tale.act(GM, "complication", {"character": "Iltani", "name": "Fog", "hits": ["d6"]})
    gm.go("gm/roll/1")
    assert choices(gm, "Add what") == ["Fog d6", "Fog d6"]
    gm.pick("Add what", "scene|Fog|d6")
    assert "Added to it: Fog d6." in gm.words
    gm.press("2d8 average")
    assert table.tale.state.rolls["2"].pool == "d6 2d8"


def test_an_earlier_roll_is_what_it_is_against(falls: Falls) -> None:
    table = begun()
    gm, _, _ = hands(table)
    falls("d8:7 d8:8", "d6:3 d6:4")
    table.tale.act(GM, "roll", {"pool": "2d8"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    gm.go("gm/roll/2")
    gm.pick("Against a roll", "Roll 1: 15")
    assert table.tale.state.rolls["2"].success is False


def won(falls: Falls) -> tuple[Table, Hands]:
    """Return a table with a roll that was settled, with the effect d12 and d8, and the game master's hands."""
    table, gm, _ = rolled(falls, "d8:8 d10:9 d10:2")
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "2d8"})
    gm.press("Settle")
    gm.press("A number")
    gm.fill(value="1")
    assert table.tale.state.rolls["1"].effect == "d8 d12"  # d10 and three heroic steps: past d12 they go to another die
    return table, gm


def test_both_effect_dice_go_to_a_boss(falls: Falls) -> None:
    table, gm = won(falls)
    gm.pick("Who or what", "Lich")
    gm.press("New harm")
    gm.fill(value="Wound")
    assert (table.tale.state.bosses["Lich"].dice, table.tale.state.bosses["Lich"].harm) == ("d8", {"Wound": "d8"})
    assert "Effect · Lich d8: Wound d8" in gm.words
    table.tale.undo(GM)  # both hits are undone together, or one die would be back alone
    assert (table.tale.state.bosses["Lich"].dice, table.tale.state.rolls["1"].spent) == ("2d8", "-")


def test_three_effect_dice_go_to_a_boss(falls: Falls) -> None:
    """Two of them bought; each is a hit, the largest first, until the boss has no dice left."""
    table, gm, _ = rolled(falls, "d6:5 d6:2 d8:8 d8:2 d10:9 d10:3")
    table.tale.act(ANA, "choose", {"roll": "1", "effects": 3})
    table.tale.act(GM, "boss", {"name": "Lich", "dice": "3d8"})
    table.tale.act(GM, "boss", {"name": "Rat", "dice": "d6"})
    table.tale.act(GM, "settle", {"roll": "1", "difficulty": 14})
    gm.go("gm/roll/1")
    gm.pick("Who or what", "Lich")
    gm.press("New harm")
    gm.fill(value="Wound")  # d10, then d8, then d6
    assert (table.tale.state.bosses["Lich"].dice, table.tale.state.bosses["Lich"].harm) == ("d8", {})
    assert table.tale.state.rolls["1"].used
    table.tale.undo(GM)
    gm.go("gm/to/1/b/Rat")
    gm.press("New harm")
    gm.fill(value="Wound")
    assert list(table.tale.state.bosses) == ["Lich"]
    table.tale.undo(GM)
    assert table.tale.state.bosses["Rat"].dice == "d6"


def test_what_waits_says_of_an_effect_what_is_left(falls: Falls) -> None:
    """After the roller has used one of its dice."""
    table, gm, ana = rolled(falls, "d8:8 d10:9 d10:2")
    table.tale.act(GM, "challenge", {"name": "Door", "die": "d8"})
    gm.press("Settle")
    gm.press("A number")
    gm.fill(value="1")
    assert "won against 1: effect `d8 d12`" in (gm.go("gm"), gm.words)[1]
    ana.go("roll/1")
    ana.pick("Set it against", "Door: d12 against d8")
    assert "won against 1: effect `d8` left" in (gm.go("gm"), gm.words)[1]


def test_effect_dice_go_to_a_scene_and_an_asset(falls: Falls) -> None:
    table, gm = won(falls)
    gm.pick("Who or what", "Iltani")
    assert "✓ All dice" in labels(gm.panel)
    gm.press("Only d8")
    assert {"All dice", "Only d12", "✓ Only d8"} <= set(labels(gm.panel))
    gm.press("Asset")
    gm.fill(value="Rope")
    assets = sheet(table, "Iltani")["assets"]
    assert isinstance(assets, dict)
    assert assets["Rope"]["die"] == "d8"
    gm.pick("Who or what", "The scene")
    gm.press("Complication")
    gm.fill(value="Smoke")
    assert table.tale.state.scene is not None
    assert table.tale.state.scene.traits["Smoke"].die == "d12"


def test_two_masters_who_press_the_same_die_of_an_effect_use_no_other(falls: Falls) -> None:
    table, gm = won(falls)
    gm.pick("Who or what", "Bel")
    gm.press("Only d12")
    (same,) = (each for each in gm.panel.controls if isinstance(each, Button) and each.label == "Injured")
    gm.press("Injured")
    with pytest.raises(Refused, match="changed meanwhile: d8 is left"):
        gm.go(same.rest)  # as another game master, at the same moment
    assert sheet(table, "Bel")["stress"] == {"injured": "d12"}


def test_two_masters_who_name_what_an_effect_puts_into_the_scene_put_one(falls: Falls) -> None:
    table, gm = won(falls)
    gm.pick("Who or what", "The scene")
    gm.press("Asset")
    form = gm.form
    assert form
    gm.fill(value="Fog")
    with pytest.raises(Refused, match="changed meanwhile: d8 is left"):
        gm.go(form.path, value="Mist")  # as another game master, whose form was open
    assert table.tale.state.scene
    assert [*table.tale.state.scene.traits] == ["Fog"]


def test_effect_dice_hit_different_dice_of_a_challenge(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9 d10:2")
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "extra": 1})
    gm.press("Settle")
    gm.press("A number")
    gm.fill(value="1")
    assert "roll 1 · against 1 · **Heroic success" in gm.words
    gm.pick("Who or what", "Bridge")
    gm.press("d12 on d8: gone")
    assert "So far: d12 on d8" in gm.words
    gm.press("d8 on d8: d6 left")
    assert table.tale.state.challenges["Bridge"].pool == "d6 d8"


def test_no_die_of_a_challenge_is_hit_twice_by_one_roll(falls: Falls) -> None:
    """Not by one effect die after the other either, by whoever uses them; another roll hits it again."""
    table, gm, ana = rolled(falls, "d8:8 d10:9 d10:2", "d6:5 d6:4 d4:2")
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d12"})
    table.tale.act(GM, "settle", {"roll": "1", "difficulty": 1})  # d8 d12
    ana.go("roll/1")
    ana.pick("Set it against", "Bridge: d8 against d12")
    assert table.tale.state.challenges["Bridge"].pool == "d10 d12"
    there = [each.label for select in ana.panel.controls if isinstance(select, Select) for each in select.choices]
    assert sorted(there) == ["Bridge: d12 against d12", "Iltani: an asset d12"]
    with pytest.raises(Refused, match="there is d12"):
        ana.go("roll/1/effect/hit", value="d12>d10/Bridge")
    gm.go("gm/hit/1/-/Bridge")
    assert [each for each in labels(gm.panel) if " on " in each] == ["d12 on d12: d10 left"]
    table.tale.act(GM, "hit", {"name": "Bridge", "hits": ["d12>d12"]})  # by another roll
    gm.go("gm/roll/1")
    assert "Bridge" in choices(gm, "Who or what")
    table.tale.act(GM, "hit", {"name": "Bridge", "hits": ["d12>d10"]})
    assert table.tale.state.challenges["Bridge"].pool == "d10"
    assert "Bridge" not in choices(gm, "Who or what")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d4 2d6"})
    table.tale.act(ANA, "settle", {"roll": "2", "difficulty": 8})
    ana.go("roll/2")
    ana.pick("Set it against", "Bridge: d4 against d10")
    assert table.tale.state.challenges["Bridge"].pool == "d8"


def test_recovery_is_made_of_the_roll(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:6 d10:5 d10:2", "d6:1 d8:3 d8:4")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    gm.press("Settle")
    gm.pick("Add what", "injured")
    gm.press("2d8 average")
    gm.pick("It was to recover", "injured")
    assert sheet(table, "Iltani")["stress"] == {}


def test_two_masters_at_one_roll(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d8:5")
    table.tale.act(GM, "appoint", {"member": BEN})
    ben = Hands(table, BEN)
    gm.press("Settle")
    ben.go("gm/roll/1")
    ben.press("d6 into doom")
    assert "into doom" not in "".join(labels(gm.panel))
    with pytest.raises(Refused):
        gm.go("gm/hitch/1/d6")
    selects = [each.hint for each in ben.panel.controls if isinstance(each, Select)]
    assert selects == []


def test_two_masters_who_press_the_same_hitch_use_one_of_two(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d6:1 d8:5")
    gm.press("Settle")
    (same,) = (each for each in gm.panel.controls if isinstance(each, Button) and each.label == "d6 into doom")
    gm.press("d6 into doom")
    with pytest.raises(Refused, match="used already"):
        gm.go(same.rest)  # as another game master, at the same moment
    assert table.tale.state.rolls["1"].hitches == "d6"
    gm.press("d6 into doom")
    assert table.tale.state.rolls["1"].hitches == "-"


def test_two_masters_who_name_a_complication_for_the_same_hitch_make_one(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d6:1 d6:1 d8:5")
    gm.press("Settle")
    gm.press("Complication")
    form = gm.form
    assert form
    gm.fill(value="Lost")
    with pytest.raises(Refused, match="changed meanwhile: d6 is left"):
        gm.go(form.path, value="Stuck")  # as another game master, whose form was open
    gm.press("Complication")
    (same,) = (each for each in gm.panel.controls if isinstance(each, Select))
    gm.pick("Step one up", "Lost")
    with pytest.raises(Refused, match="used already"):
        gm.go(same.rest, value="Lost")
    assert sheet(table, "Iltani")["complications"] == {"Lost": "d8"}


def test_a_heroic_step_is_a_die_more_in_a_challenge(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9 d6:4 d6:2")
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "extra": 1})
    gm.press("Settle")
    gm.press("A number")
    gm.fill(value="7")
    (same,) = (each for each in gm.panel.controls if isinstance(each, Button) and each.label == "Step as a die more")
    gm.press("Step as a die more")
    with pytest.raises(Refused, match="have changed meanwhile"):
        gm.go(same.rest)  # as another game master, at the same moment
    assert table.tale.state.rolls["1"].effect == "d6 d8"
    gm.pick("Who or what", "Bridge")
    gm.press("d8 on d8: d6 left")
    gm.press("d6 on d8: d6 left")
    assert table.tale.state.challenges["Bridge"].pool == "2d6 d8"


def test_no_heroic_step_becomes_a_die_where_none_is_left(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:8 d10:9 d6:1")
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "extra": 1})
    gm.press("Settle")
    gm.press("A number")
    gm.fill(value="7")
    assert "Heroic success" in gm.words
    assert "Step as a die more" not in labels(gm.panel)
    with pytest.raises(Refused, match="no die of roll 1 is left"):
        table.tale.act(GM, "spread", {"roll": "1"})


def test_who_is_done_with_a_roll_is_not_asked_again(falls: Falls) -> None:
    table, gm, _ = rolled(falls, "d8:2 d10:7")
    gm.press("Settle")
    assert "Done with it" in labels(gm.panel)
    table.tale.act(GM, "settle", {"difficulty": 3})
    assert "Done with it" in labels(gm.panel)  # its effect waits
    table.tale.act(GM, "use", {})
    assert "Done with it" not in labels(gm.panel)
