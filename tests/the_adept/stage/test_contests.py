"""Contests at the table: who must answer whom, until somebody has lost (rules, "Contests")."""

from __future__ import annotations

from functools import partial

import pytest

from game.core.errors import Refused
from game.core.layout import Accent, Box, Button, Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, sheet


def labels(who: Hands) -> list[str]:
    return [each.label for each in who.panel.controls if isinstance(each, Button)]


def choices(who: Hands, hint: str) -> list[str]:
    selects = [each for each in who.panel.controls if isinstance(each, Select) and each.hint.startswith(hint)]
    return [each.label for select in selects for each in select.choices]


def ended(table: Table, id: str) -> tuple[str, Accent]:
    """Return the line in the channel that says how a roll ended, and its colour."""
    panel = STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].panel(None)
    (box,) = (each for each in panel.parts if isinstance(each, Box))
    (line,) = (each for each in "\n".join(panel.words).splitlines() if each.startswith("against "))
    return line, box.accent


def shown(table: Table, id: str, success: bool | None, decided: bool) -> bool:
    """Return whether a roll's picture shows this outcome."""
    sketch = STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].sketch
    assert isinstance(sketch, partial)
    return (sketch.args[10], sketch.args[14]) == (success, decided)


def posted(table: Table, id: str) -> tuple[str, list[str]]:
    panel = STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].panel(None)
    return "\n".join(panel.words), [each.label for each in panel.controls if isinstance(each, Button)]


def three() -> tuple[Table, Hands, Hands, Hands, Hands]:
    """Return a table of Ana, Ben, Cem and the game master, with their hands."""
    table = begun()
    table.tale.act(CEM, "join", {"name": "Cem"})
    table.tale.act(CEM, "enter", {"sheet": sheet("Ku"), "new": True})
    return (table, *hands(table), Hands(table, CEM))


def dice(who: Hands, *names: str) -> None:
    """Put these dice into the open pool, and roll."""
    who.press("More dice")
    for name in names:
        who.press(f"+{name}")
    who.press("Done")
    who.press("Roll")


def begins(falls: Falls, table: Table, ana: Hands) -> None:
    """Iltani rolls 7 against Bel."""
    falls("d6:4 d8:3")
    ana.go("pool")
    ana.pick("Against", "Bel")
    dice(ana, "d6", "d8")


def test_a_contest_goes_to_and_fro_until_somebody_has_lost(falls: Falls) -> None:
    table, gm, ana, ben, _ = three()
    begins(falls, table, ana)
    for words in (ana.words, posted(table, "1")[0]):  # who must answer is said once
        assert words.count("Bel") == 2
        assert "**Contest** · Iltani 7: **Bel** rolls against it, or gives in." in words
        assert "yet to roll" not in words
    assert "against Bel, who is to answer" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    assert posted(table, "1")[1][:2] == ["Roll against it", "Contest"]
    ben.go("table")
    assert "**Contest** · Iltani 7" in ben.words
    falls("d12:9 d12:2")
    ben.press("Roll against it")
    assert "Against Roll 1: 7, Iltani." in ben.words
    dice(ben, "d12", "d12")
    assert "against 7, Iltani" in ben.words
    assert "against 7, Iltani" in posted(table, "2")[0]
    assert "**Contest** · Iltani 7 · Bel 11: **Iltani** rolls against it, or gives in." in ben.words
    assert not [each for each in labels(ben) if each in ("Contest", "Settle against 7", "Roll against it", "Give in")]
    assert posted(table, "1")[1][0] == "Roll 2"  # which answered it
    assert "yet to roll" not in posted(table, "1")[0]
    gm.go("gm")
    assert labels(gm).count("Contest") == 1
    assert "Settle" not in labels(gm)
    falls("d4:3 d4:2 d4:2 d4:2 d4:2 d4:2")  # 13 with all her PP
    ana.go("table")
    ana.press("Roll against it")
    ana.press("Clear")
    dice(ana, *["d4"] * 6)
    assert "Iltani must be higher than 11, and loses unless more is added." in ana.words
    assert "Lose the contest" not in labels(ben)
    ana.press("Lose the contest")
    told = "Bel won the contest against Iltani, 11 to 5, heroic 1, effect d6."
    assert table.tale.log[-1].lines[0].text == told
    assert [ended(table, id)[0] for id in "23"] == [
        "against 7, Iltani · Bel wins the contest, 11 to 5, heroic, effect 1 step up",
        "against 11, Bel · Bel wins the contest",
    ]
    assert all(posted(table, id)[0].count("contest") == 1 for id in "23")
    assert [table.tale.state.rolls[id].success for id in "123"] == [False, True, False]
    gm.go("gm")  # only the winner's effect waits
    assert [each for each in labels(gm) if each in ("Settle", "Contest", "Effect", "Hitches")] == ["Effect"]
    assert "**Bel** won against 7, Iltani: effect `d6`" in gm.words


@pytest.mark.parametrize("at_once", [False, True])
def test_who_has_nothing_to_add_has_lost_a_contest_at_once(falls: Falls, at_once: bool) -> None:
    """Everybody reads so with the roll, and undoing the roll undoes that too."""
    table = begun()
    gm, ana, ben = hands(table)
    begins(falls, table, ana)
    falls("d4:2 d4:1")
    ben.go("table")
    if at_once:
        ben.command("roll", dice="2d4", against="Roll 1: 7, Iltani")
    else:
        ben.press("Roll against it")
        dice(ben, "d4", "d4")
    assert "Iltani wins the contest" in ben.words
    assert "Iltani wins the contest, 7 to 2, heroic" in posted(table, "1")[0]
    gm.go("gm")
    assert "Contest" not in labels(gm)
    assert table.tale.from_dict(table.tale.to_dict()).state == table.tale.state
    ben.command("tale undo")
    ben.press("Take it back")
    ben.go("table")
    assert "**Contest** · Iltani 7: **Bel** rolls against it, or gives in." in ben.words


@pytest.mark.parametrize(
    ("change", "dice", "lost"),
    [
        ({"pp": 0}, "d4:3 d4:2 d4:3", True),
        ({"pp": 1}, "d4:3 d4:2 d4:3", False),  # a PP buys one more die
        ({"pp": 0}, "d4:3 d4:2 d4:3 d4:1", False),  # a hitch may bring a PP
        ({"pp": 0, "hero": ["d6"]}, "d4:3 d4:2", False),
        ({"pp": 9}, "d4:3 d4:2 d4:2", True),
        ({"pp": 0, "records": [{"name": "The Fire"}]}, "d6:4 d6:3 d6:2", False),
        ({"pp": 0, "records": [{"name": "The Fire", "called": True, "ever": True}]}, "d6:4 d6:3 d6:2", True),
    ],
)
def test_while_something_may_be_added_no_contest_is_lost(
    falls: Falls, change: dict[str, object], dice: str, lost: bool
) -> None:
    table = begun()
    _, ana, ben = hands(table)
    begins(falls, table, ana)
    table.tale.act(GM, "edit", {"character": "Bel", "set": change})
    falls(dice)
    ben.go("pool/answer/1")
    ben.command("roll", dice=" ".join(each.partition(":")[0] for each in dice.split()), against="Roll 1: 7, Iltani")
    assert ("Iltani wins the contest" in ben.words) is lost
    assert ("Lose the contest" in labels(ben)) is not lost


@pytest.mark.parametrize("by", ["scene", "master"])
def test_a_contest_goes_no_further_once_its_scene_is_over_or_the_master_is_done_with_it(falls: Falls, by: str) -> None:
    table, gm, ana, ben, _ = three()
    begins(falls, table, ana)
    falls("d12:9 d12:2")
    ben.go("pool/answer/1")
    dice(ben, "d12", "d12")
    assert STAGE.posts(table.tale, Place(TALE))["roll 2"].calls == (ANA,)
    if by == "scene":
        table.tale.act(GM, "scene", {"name": "The Crypt"})
    else:
        gm.go("gm/roll/2")
        gm.press("Done with it")
        assert table.tale.log[-1].lines[0].text == "The contest of roll 2 goes no further."
    assert STAGE.posts(table.tale, Place(TALE))["roll 2"].calls == ()
    for id in "12":
        words, buttons = posted(table, id)
        assert ("Contest" in words, buttons) == (False, ["GM", "Proof"])
    assert "who is to answer" not in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    for who in (ana, ben):
        who.go("table")
        assert "Contest" not in who.words
        assert "Your last roll is open" not in who.words
    ana.go("roll/2")
    assert not {"Roll against it", "Give in"} & {*labels(ana)}
    with pytest.raises(Refused, match="roll 2 is of no contest that goes on"):  # an old button
        ana.go("roll/2/give-in")


def test_only_the_two_rolls_that_decide_a_contest_say_who_wins_it(falls: Falls) -> None:
    """A roll that was beaten on the way says by whom, but nothing about the contest's end."""
    table, gm, ana, _, _ = three()
    falls("d6:5 d6:3", "d12:9 d12:8", "d12:12 d12:9", "d12:11 d12:8")
    before = {"against": ""}
    for who, name, pool in (
        (ANA, "Iltani", "2d6"),
        (BEN, "Bel", "2d12"),
        (ANA, "Iltani", "2d12"),
        (BEN, "Bel", "2d12"),
    ):
        aim = {"aim": "character/Bel"} if not before["against"] else {}
        table.tale.act(who, "roll", {"character": name, "pool": pool, **before, **aim})
        before = {"against": f"#{len(table.tale.state.rolls)}"}
    assert ended(table, "2") == ("against 8, Iltani · beaten by Iltani, 21", Accent.QUIET)
    assert ended(table, "4") == ("against 21, Iltani", Accent.QUIET)
    table.tale.act(BEN, "contest", {"rolls": ["1", "2", "3", "4"]})
    assert ended(table, "1") == ("against Bel · beaten by Bel, 17", Accent.QUIET)
    assert ended(table, "2") == ("against 8, Iltani · beaten by Iltani, 21", Accent.QUIET)
    assert ended(table, "3") == ("against 17, Bel · Iltani wins the contest, 21 to 19", Accent.WON)
    assert ended(table, "4") == ("against 21, Iltani · Iltani wins the contest", Accent.WRONG)
    assert shown(table, "2", None, True)
    assert shown(table, "3", True, True)
    assert shown(table, "4", False, True)
    for reader, path in ((ana, "roll/2"), (gm, "gm/roll/2")):
        reader.go(path)
        assert "beaten by Iltani, 21" in reader.words
        assert "Failure" not in reader.words


def test_the_master_gives_whoever_lost_a_contest_harm_of_the_effect_that_won_it(falls: Falls) -> None:
    table, gm, _, ben, _ = three()
    falls("d6:5 d6:3", "d12:9 d12:8", "d12:7 d12:8")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6", "aim": "character/Bel"})
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d12", "against": "#1"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d12", "against": "#2"})
    table.tale.act(ANA, "contest", {"rolls": ["1", "2", "3"]})
    ben.go("roll/2")
    assert "The game master is asked to give **Iltani** stress or a complication of `d4`" in ben.words
    assert choices(ben, "Make an asset")
    for id in "13":
        gm.go(f"gm/roll/{id}")
        assert "**Bel won the contest** with roll 2. Stress or a complication of `d4` (`d4` counts as `d6`)" in gm.words
        assert "It failed" not in gm.words
    gm.press("For Iltani")
    assert "`d4` for **Iltani**, as harm (`d4` counts as `d6`)" in gm.words
    gm.press("Injured")
    assert table.tale.state.rolls["2"].used
    assert table.tale.state.characters["Iltani"].sheet["stress"]["injured"] == "d6"
    assert "Use the effect" not in posted(table, "2")[1]
    ben.go("roll/2")
    assert "stress or a complication" not in ben.words
    assert "Effect · Iltani: injured d6" in ben.words
    gm.go("gm/roll/3")
    assert "with roll 2.\nEffect · Iltani: injured d6" in gm.words
    assert "For Iltani" not in labels(gm)


@pytest.mark.parametrize("iltani_wins", [True, False])
def test_a_contest_with_a_gm_character_harms_whoever_lost(falls: Falls, iltani_wins: bool) -> None:
    table, gm, *_ = three()
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Strong": "d10", "Old": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    falls("d6:4 d8:3", "d8:3 d10:9", "d12:9 d12:4" if iltani_wins else "d12:6 d12:4", "d8:2 d10:9")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "aim": "gmc/Ogre"})
    table.tale.act(GM, "roll", {"gmc": "Ogre", "picks": ["Strong", "Old"], "against": "#1"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d12", "against": "#2"})
    if iltani_wins:
        table.tale.act(GM, "roll", {"gmc": "Ogre", "picks": ["Strong", "Old"], "against": "#3"})
    table.tale.act(GM, "contest", {"rolls": [*table.tale.state.rolls]})
    winner, loser = ("Iltani", "Ogre") if iltani_wins else ("Ogre", "Iltani")
    assert all(table.tale.state.rolls[each].success is not None for each in "123")
    gm.go("gm/roll/1")
    assert f"**{winner} won the contest**" in gm.words
    gm.press(f"For {loser}")
    gm.press("Injured")
    state = table.tale.state
    assert (state.gmcs["Ogre"].stress if iltani_wins else state.characters["Iltani"].sheet["stress"])["injured"]
    assert state.rolls["3" if iltani_wins else "2"].used


def test_giving_in_pays_whoever_has_rolled_and_inflicts_nothing(falls: Falls) -> None:
    table, gm, ana, ben, _ = three()
    begins(falls, table, ana)
    falls("d12:9 d12:2")
    ben.go("pool/answer/1")
    dice(ben, "d12", "d12")
    ana.go("table")
    ana.press("Give in")
    assert table.tale.log[-1].lines[0].text == "Iltani gave in to Bel: +1 PP."
    assert table.tale.state.characters["Iltani"].sheet["pp"] == 6
    ben.go("roll/2")
    assert "Bel wins the contest · it inflicts nothing" in ben.words
    assert ended(table, "1") == ("against Bel · Bel wins the contest", Accent.WRONG)
    assert choices(ben, "Make an asset") == []
    assert "Use the effect" not in posted(table, "2")[1]
    gm.go("gm")
    assert "won" not in gm.words
    gm.go("gm/roll/1")
    assert "**Bel won the contest** with roll 2. It inflicts nothing." in gm.words


def test_who_has_not_rolled_gives_in_for_nothing(falls: Falls) -> None:
    table, gm, ana, ben, cem = three()
    begins(falls, table, ana)
    cem.go("roll/1")
    assert "Give in" not in labels(cem)
    gm.go("roll/1")
    assert "Bel gives in" in labels(gm)
    ben.go("roll/1")
    ben.press("Give in")
    assert table.tale.log[-1].lines[0].text == "Bel gave in to Iltani."
    assert ended(table, "1") == ("against Bel · Iltani wins the contest · it inflicts nothing", Accent.WON)
    assert table.tale.state.characters["Bel"].sheet["pp"] == 5


def test_nobody_rolls_for_who_has_left_the_tale_but_a_game_master_gives_in(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    begins(falls, table, ana)
    table.tale.act(BEN, "retire", {"character": "Bel"})
    words, buttons = posted(table, "1")
    assert "**Contest** · Iltani 7: **Bel** can only give in." in words
    assert buttons == ["Contest", "GM", "Proof"]
    gm.go("gm/roll/1")
    assert "Roll against it" not in labels(gm)
    gm.press("Bel gives in")
    assert "Iltani wins the contest" in gm.words


def test_who_cannot_act_any_more_can_only_give_in(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    begins(falls, table, ana)
    for hit in ("d12", "d6"):
        table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": [hit]})
    assert posted(table, "1")[1] == ["Contest", "GM", "Proof"]
    assert STAGE.posts(table.tale, Place(TALE))["roll 1"].calls == (BEN,), "it waits for him all the same"
    ben.go("table")
    assert "Iltani 7: **Bel** can only give in." in ben.words
    assert "Roll against it" not in ben.buttons
    table.tale.act(GM, "bring-back", {"character": "Bel"})
    assert "Iltani 7: **Bel** rolls against it, or gives in." in ben.words
    table.tale.undo(GM)
    ben.press("Give in")
    assert "Iltani wins the contest" in posted(table, "1")[0]


def test_nobody_learns_what_became_of_a_gm_character_out_of_sight(falls: Falls) -> None:
    """Only game masters read that it cannot answer any more."""
    table = begun()
    gm, _, ben = hands(table)
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Huge": "d8", "Old": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    falls("d8:4 d8:3", "d8:5 d8:5", "d8:6 d8:6")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d8", "aim": "gmc/Ogre"})
    table.tale.act(GM, "roll", {"gmc": "Ogre", "picks": ["Huge", "Old"], "against": "#1"})
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d8", "against": "#2"})
    table.tale.act(GM, "depart", {"name": "Ogre"})
    gm.go("gm/roll/3")
    ben.go("roll/3")
    before = posted(table, "3"), ben.panel, STAGE.posts(table.tale, Place(TALE))["roll 3"].calls
    for action, given in (
        ("hurt", {"gmc": "Ogre", "harm": "injured", "hits": ["d12", "d6"]}),
        ("remove", {"name": "Ogre"}),
    ):
        table.tale.act(GM, action, given)
        assert (posted(table, "3"), ben.panel, STAGE.posts(table.tale, Place(TALE))["roll 3"].calls) == before
        assert "Bel 12: **Ogre** can only give in." in gm.words
        assert "Roll against it" not in labels(gm)
    with pytest.raises(Refused, match="Ogre, who rolls against roll 3, is there no more"):
        gm.press("Roll against it", STAGE.posts(table.tale, Place(TALE))["roll 3"].panel(None))


def test_who_rolled_and_left_the_tale_waits_for_no_roll_that_was_made(falls: Falls) -> None:
    """A status names whoever made the roll, as its message does."""
    table = begun()
    _, ana, ben = hands(table)
    begins(falls, table, ana)
    assert "against Bel, who is to answer" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    falls("d6:6 d8:8")
    ben.go("pool/answer/1")
    dice(ben, "d6", "d8")
    table.tale.act(ANA, "retire", {"character": "Iltani"})
    assert "against Bel\n" in posted(table, "1")[0]
    table.tale.act(BEN, "retire", {"character": "Bel"})
    assert "Roll 2 · Ben · Total **14**" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)


def test_a_roll_that_was_answered_stays_as_it_is(falls: Falls) -> None:
    """Also by a press that comes too late: a smaller total could not have been answered, and no contest ended so."""
    table, _, ana, ben, _ = three()
    begins(falls, table, ana)
    ben.go("pool/answer/1")
    falls("d6:3 d8:4 d12:7")
    dice(ben, "d6", "d8", "d12")
    table.tale.act(GM, "edit", {"character": "Bel", "set": {"hero": ["d8"]}})
    before = STAGE.posts(table.tale, Place(TALE))["roll 2"].panel(None)
    ben.press("+1 die", before)
    assert choices(ben, "One more die")
    ana.go("pool/answer/2")
    ana.press("Clear")
    falls("d12:10 d12:10")
    dice(ana, "d12", "d12")
    assert not choices(ben, "One more die")
    for path in ("roll/2/take/2.1.3", "roll/2/take/3.1.1", "roll/2/hero/d8"):
        with pytest.raises(Refused, match="roll 2 is answered by roll 3: its total stands"):
            ben.go(path)
    ben.press("Roll 3")
    ben.press("Give in")
    assert "Iltani wins the contest" in posted(table, "3")[0]


def test_only_who_plays_a_side_gives_in_for_it(falls: Falls) -> None:
    """Nobody else does before it has rolled; somebody may play both sides."""
    table, _, ana, _, cem = three()
    begins(falls, table, ana)
    with pytest.raises(Refused, match="only whoever plays that side may do that"):
        cem.go("roll/1/give-in")
    with pytest.raises(Refused, match="only whoever plays that side may do that"):
        ana.go("roll/1/give-in")
    table.tale.act(GM, "give", {"character": "Bel", "member": ANA})
    ana.go("table")
    ana.press("Give in")
    assert "Iltani wins the contest" in posted(table, "1")[0]


def test_a_game_master_lets_a_character_answer_who_has_left_the_tale(falls: Falls) -> None:
    """It is no contest then, and the roll is settled by an answer all the same."""
    table = begun()
    gm, ana, _ = hands(table)
    begins(falls, table, ana)
    table.tale.act(ANA, "retire", {"character": "Iltani"})
    gm.go("gm/roll/1")
    gm.press("Bel rolls")
    assert "Against Roll 1: 7" in gm.words
    falls("d12:9 d12:2")
    dice(gm, "d12", "d12")
    gm.press("Settle against 7")
    gm.go("gm")
    assert "**Bel** won against 7" in gm.words
    assert "Ana" not in gm.words, "roll 1 waits no more"


def test_only_who_can_be_contested_is_offered(falls: Falls) -> None:
    """Not oneself, nobody who cannot act, and no roll aimed at somebody or something else."""
    table, _, ana, ben, cem = three()
    begins(falls, table, ana)
    cem.go("roll/1")
    assert "Roll against it" not in labels(cem)
    cem.go("pool")
    assert not [each for each in choices(cem, "Against") if each.startswith("Roll")]
    falls("d6:2", "d6:3", "d6:4", "d6:5")
    table.tale.act(CEM, "roll", {"character": "Ku", "pool": "d6", "aim": "test/d8"})
    table.tale.act(CEM, "roll", {"character": "Ku", "pool": "d6"})
    table.tale.act(GM, "stress", {"character": "Bel", "type": "injured", "hits": ["d12", "up"]})
    ana.go("pool")
    offered = choices(ana, "Against")
    assert [each for each in offered if each.startswith("Roll")] == ["Roll 3: 3, Ku"]
    assert not {"Iltani", "Bel"} & {*offered}
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6"})
    ana.go("roll/4/with")
    assert choices(ana, "Settle against") == ["Roll 3: 3, Ku"]
    with pytest.raises(Refused):
        ana.go("roll/4/settle", value="#1")  # her own roll
    ana.pick("Settle against", "Roll 3")
    assert "**Contest** · Ku 3 · Iltani 4" in ana.words
    assert "Roll against it" in (cem.go("roll/4"), labels(cem))[1]
    assert "Roll against it" not in (ben.go("roll/4"), labels(ben))[1]


def test_dice_of_nobody_are_not_offered_what_only_the_sides_of_a_contest_may_answer(falls: Falls) -> None:
    """Nor the last roll while it is its own side's turn to add something."""
    table, _, ana, ben, cem = three()
    falls("d6:4 d8:5", "d8:4 d12:3 d12:3", "d8:3")
    ana.command("roll", dice="d6 d8", against="Bel")
    ben.command("roll", dice="d8 2d12", against="roll 1")
    table.tale.act(CEM, "roll", {"pool": "d8"})
    cem.go("roll/3/with")
    assert cem.form is not None, "it asks for a number at once, as there is nothing else"


def test_what_is_heroic_in_a_contest_is_not_told_before_its_end(falls: Falls) -> None:
    """The winner's margin over the roll that failed counts, and nobody knows that one yet. Who rolls out of turn is
    told whose turn it is."""
    falls("d6:4 d8:5", "d8:4 d12:12 d12:11")
    _, ana, ben = hands(begun())
    ana.command("roll", dice="d6 d8", against="Bel")
    ben.command("roll", dice="d8 2d12", against="roll 1")
    told = "roll 1 is not for Bel to answer: Iltani answers roll 2 now"
    assert ben.refused("turn", "roll", dice="d8", against="roll 1") == told
    (select,) = (each for each in ben.panel.controls if isinstance(each, Select))
    assert [(each.label, each.note) for each in select.choices] == [
        ("23, effect d8", "beats 9"),
        ("16, effect d12", "beats 9 · advised"),
    ]


def test_the_chances_of_an_answer_promise_nothing_heroic_in_a_contest_but_in_a_test(falls: Falls) -> None:
    table = begun()
    gm, _, ben = hands(table)
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Strong": "d10", "Old": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    falls("d6:4 d8:5", "d8:3 d10:6", "d12:9 d12:4")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "aim": "character/Bel"})
    table.tale.act(GM, "roll", {"gmc": "Ogre", "picks": ["Strong", "Old"]})
    ben.go("pool/more")
    ben.press("+d12")
    for roll, told in (("1", False), ("2", True)):
        ben.go("pool/against", value=f"roll/{roll}")
        assert "beats 9: " in ben.words
        assert ("heroic" in ben.words) == told, ben.words
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d12", "against": "#2"})
    gm.go("pool/for/Ogre")
    gm.go("pool/against", value="roll/3")  # once the Ogre answers, it is a contest
    gm.go("pool/more")
    gm.press("+d12")
    assert "beats 13: " in gm.words
    assert "heroic" not in gm.words


def test_a_roll_that_was_answered_is_no_more_to_be_rolled_against(falls: Falls) -> None:
    table, _, _, ben, cem = three()
    falls("d6:2", "d6:5")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6"})
    cem.go("pool/against/roll/1")
    cem.press("More dice")
    cem.press("+d6")
    ben.go("pool/against/roll/1")
    dice(ben, "d6")
    assert "Roll 1 is no more to be rolled against." in cem.words
    cem.go("pool/roll")
    assert cem.step.say == "Nothing was rolled: Roll 1 is no more to be rolled against. Choose anew."


def test_a_gm_character_that_a_roll_is_aimed_at_rolls_from_the_masters_panel(falls: Falls) -> None:
    table, gm, ana, _, _ = three()
    table.tale.act(GM, "gmc", {"name": "Ogre of the Old Marsh", "traits": {"Strong": "d10", "Old": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre of the Old Marsh"})
    falls("d6:4 d8:3", "d8:2 d10:9")
    ana.go("pool")
    ana.pick("Against", "Ogre of the Old Marsh")
    dice(ana, "d6", "d8")
    gm.go("gm")
    gm.press("Settle")
    assert "It was aimed at Ogre of the Old Marsh, who has yet to roll." in gm.words
    gm.press("Ogre of the O… rolls")  # the verb is never cut off
    gm.pick("Add a trait", "Strong")
    gm.pick("Add a trait", "Old")
    gm.press("Roll and settle")
    assert table.tale.state.rolls["1"].success is False
    gm.go("gm")
    gm.press("Effect")
    gm.press("For Iltani")
    gm.press("Injured")
    gm.go("gm")
    assert "Nothing waits" in gm.words


def test_a_contest_with_a_gm_character_goes_on_at_will(falls: Falls) -> None:
    table, gm, ana, _, _ = three()
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Strong": "d10", "Old": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    falls("d6:4 d8:3", "d8:2 d10:9")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "aim": "gmc/Ogre"})
    gm.go("pool/answer/1")
    gm.pick("Ogre's traits", "Strong")
    gm.pick("Ogre's traits", "Old")
    gm.press("Roll")
    assert "**Contest** · Iltani 7 · Ogre 11" in gm.words
    ana.go("table")
    assert "**Iltani** rolls against it, or gives in." in ana.words
    falls("d12:12 d12:3")
    ana.press("Roll against it")
    dice(ana, "d12", "d12")
    assert "**Ogre** rolls against it" in ana.words
    gm.go("roll/3")
    gm.press("Ogre gives in")
    assert table.tale.log[-1].lines[0].text == "Ogre gave in to Iltani."


def test_a_roll_of_somebody_hidden_is_no_contest_for_others() -> None:
    table, gm, ana, ben, _ = three()
    table.tale.act(GM, "gmc", {"name": "Spy", "traits": {"Unseen": "d8"}})
    table.tale.act(GM, "appear", {"name": "Spy", "hidden": True})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6"})
    table.tale.act(GM, "roll", {"gmc": "Spy", "picks": ["Unseen"], "secret": True, "against": "#1"})
    for who in (ana, ben):
        who.go("roll/1")
        assert "Contest" not in who.words
        assert "Spy" not in repr(who.panel)
    assert "Contest" not in posted(table, "1")[0]
    ana.go("table")
    assert "Your last roll is open" in ana.words
    gm.go("roll/1")
    assert "Spy" in gm.words
    table.tale.act(GM, "contest", {"rolls": ["1", "s1"], "give_in": True})
    assert "contest" not in posted(table, "1")[0]
    with pytest.raises(Refused):
        table.tale.act(BEN, "roll", {"character": "Bel", "pool": "d6", "aim": "gmc/Spy"})
