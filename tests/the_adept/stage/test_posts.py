"""Rolls as public messages: in a picture and in the same words, never lost, never secret."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from game.core.aids.stage import Post
from game.core.errors import Refused
from game.core.layout import Panel, Place
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table, check
from tests.the_adept.stage.tables import begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM

ASKED = Place(TALE)


def post(table: Table, id: str) -> Post:
    return STAGE.posts(table.tale, ASKED)[f"roll {id}"]


def words(panel: Panel) -> str:
    return "\n".join(panel.words)


def labels(panel: Panel) -> list[str]:
    return [each.label for each in panel.controls if hasattr(each, "label")]


def test_a_roll_says_who_what_and_against_what(falls: Falls) -> None:
    table = begun()
    falls("d6:1 d8:5 d10:7 d12:3")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10 d12", "against": "11"})
    panel = post(table, "1").panel(None)
    check(panel)
    assert panel.words[0].split("\n")[:4] == [
        "**Iltani** rolled · roll 1",
        "~~d6:1~~ **d8:5** **d10:7** __d12:3__",
        "Total **12** · effect __d12__ · hitch ~~d6~~",
        "against 11",
    ]
    assert labels(panel) == ["Settle", "+1 die for 1 PP", "GM", "Proof"]
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d6"]}})
    assert "Hero die" in labels(post(table, "1").panel(None))
    assert f"Fixed for the next roll: `{table.tale.commitments[0][:20]}…`" in words(panel)


def test_choices_are_buttons_that_harm_nobody_twice(falls: Falls) -> None:
    table = begun()
    _, ana, ben = hands(table)
    falls("d6:6 d8:5 d12:9")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d12"})
    panel = post(table, "1").panel(None)
    assert labels(panel)[:2] == ["15 · d8", "11 · d12"]
    with pytest.raises(Refused):
        ben.press("11 · d12", panel)
    ana.press("11 · d12", panel)
    done = len(table.tale.log)
    ana.press("11 · d12", panel)
    assert len(table.tale.log) == done
    assert "Total **11** · effect __d12__" in words(post(table, "1").panel(None))
    ana.press("+1 die", panel)
    assert ana.path == "roll/1/pp"


def test_a_player_who_rolls_the_opposition_is_offered_no_choice_of_it(falls: Falls) -> None:
    """Its best total is to be beaten unless the game master chooses otherwise (rules, "Tests")."""
    table = begun()
    gm, _, _ = hands(table)
    for id, who in enumerate((ANA, GM), 1):
        falls("d6:6 d8:5 d12:9")
        table.tale.act(who, "roll", {"pool": "d6 d8 d12", "opposes": True})
        choices = ["15 · d8", "11 · d12"] if who == GM else []
        assert labels(post(table, str(id)).panel(None)) == [*choices, "Roll against it", "GM", "Proof"]
    gm.press("GM", post(table, "1").panel(None))
    gm.press("To the roll")
    gm.pick("Total and effect", "11, effect d12")
    assert table.tale.state.rolls["1"].total == 11


def test_a_settled_roll_says_how_it_ended(falls: Falls) -> None:
    table = begun()
    falls("d6:4 d8:7 d10:8", "d6:2 d8:3")
    for who, name, pool in ((ANA, "Iltani", "d6 d8 d10"), (BEN, "Bel", "d6 d8")):
        table.tale.act(who, "roll", {"character": name, "pool": pool})
        table.tale.act(who, "settle", {"difficulty": 9})
    won, lost = post(table, "1").panel(None), post(table, "2").panel(None)
    assert "against 9 · Heroic success, effect 1 step up" in words(won)
    assert labels(won) == ["Use the effect", "GM", "Proof"]
    assert "against 9 · Failure" in words(lost)
    assert labels(lost) == ["GM", "Proof"]


def test_a_roll_that_is_taken_back_is_struck_out_and_stays(falls: Falls) -> None:
    table = begun()
    falls("d6:1 d8:7")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8"})
    before = [*STAGE.posts(table.tale, ASKED)]
    table.tale.undo(ANA)
    assert [*STAGE.posts(table.tale, ASKED)] == before
    panel = post(table, "1").panel(None)
    assert "~~**Iltani** rolled · roll 1~~\n~~d6:1 **d8:7**~~" in words(panel)
    assert "Taken back; its dice stay." in words(panel)
    assert labels(panel) == ["Proof"]


def test_secret_rolls_are_never_among_them() -> None:
    table = with_secrets()
    assert STAGE.posts(table.tale, ASKED) == {}
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8"})
    table.tale.act(GM, "roll", {"pool": "2d6", "secret": True})
    assert [*STAGE.posts(table.tale, ASKED)] == ["roll 1"]
    table.tale.act(GM, "settle", {"roll": "1", "against": "s1"})
    assert "against" not in words(post(table, "1").panel(None)).replace("rolled the opposition", "")


def test_nobody_but_masters_hears_of_a_roll_laid_aside(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    falls("d6:4 d8:7 d10:8")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10"})
    table.tale.act(ANA, "settle", {"difficulty": 9})
    ana.go("roll/1")
    gm.go("roll/1")
    before = post(table, "1").panel(None), ana.panel, gm.panel
    table.tale.act(GM, "lay-aside", {"roll": "1"})
    assert (post(table, "1").panel(None), ana.panel) == before[:2]
    assert gm.panel != before[2]


def test_the_last_ten_are_kept_true() -> None:
    table = begun()
    for number in range(14):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"}, salt=str(number))
    assert [*STAGE.posts(table.tale, ASKED)] == [f"roll {number}" for number in range(5, 15)]


def test_none_is_left_out_that_the_channel_has_not_been_shown() -> None:
    """However many rolls precede it: a roll never vanishes."""
    table = begun()
    before = len(table.tale.log)
    for number in range(30):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"}, salt=str(number))
    shown = STAGE.posts(table.tale, ASKED, before)
    assert [*shown] == [f"roll {number}" for number in range(1, 31)]
    assert "d6" in words(shown["roll 1"].panel(None))
    assert [*STAGE.posts(table.tale, ASKED, before + 5)] == [f"roll {number}" for number in range(6, 31)]


def test_one_that_is_taken_back_is_struck_out_however_many_came_after_it() -> None:
    """Game masters can take back any of the last fifty changes; if the channel has not been shown that, the messages
    are updated."""
    table = begun()
    table.tale.act(GM, "hand", {"to": "Iltani"})
    named = table.tale.log[-1].number
    table.tale.act(ANA, "acted", {})
    for number in range(14):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"}, salt=str(number))
        table.tale.act(GM, "hand", {"to": "Iltani" if number % 2 else "Bel"})
        table.tale.act(GM, "acted", {})
    before = len(table.tale.log)
    first = next(each.number for each in table.tale.log if each.action == "roll")
    table.tale.undo(GM, first)
    shown = STAGE.posts(table.tale, ASKED, before)
    assert "Taken back" in words(shown["roll 1"].panel(None))
    assert [*shown][1:] == [*STAGE.posts(table.tale, ASKED)]
    assert f"told {named}" not in shown, "what nobody took back stays as it was"


def test_only_what_showed_what_may_be_hidden_is_withdrawn_when_it_is_taken_back() -> None:
    table = begun()
    table.tale.act(GM, "gmc", {"name": "Spy", "traits": {"Unseen": "d8"}})
    for action, given, gone in (
        ("spend", {"spend": "gmc", "name": "Spy", "dice": "d8", "hidden": False}, True),
        ("spend", {"spend": "asset", "name": "Fog", "dice": "d8"}, False),
        ("hand", {"to": "Bel"}, False),
    ):
        number = table.tale.act(GM, action, given).number
        assert not STAGE.posts(table.tale, ASKED)[f"told {number}"].withdrawn
        table.tale.undo(GM)
        assert STAGE.posts(table.tale, ASKED)[f"told {number}"].withdrawn is gone


def test_what_is_fixed_for_the_next_roll_stands_on_the_last(falls: Falls) -> None:
    """Hero dice are rolled too: the commitment to what follows them is on their roll's message."""
    table = begun()
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d8"]}})
    falls("d6:4 d8:7", "d8:5")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8"})
    table.tale.act(ANA, "hero", {"roll": "1", "dice": "d8"})
    assert table.tale.commitments[0][:16] in words(post(table, "1").panel(None))


def test_the_opposition_is_rolled_against_with_one_press(falls: Falls) -> None:
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:1 d8:7")
    table.tale.act(GM, "roll", {"pool": "d6 d8"})
    panel = post(table, "1").panel(None)
    assert "**Mara** rolled the opposition · roll 1" in words(panel)
    assert "opportunity ~~d6~~" in words(panel)
    ana.press("Roll against it", panel)
    assert "Against Roll 1: 7, Mara." in ana.words
    ana.press("Opportunities", panel)
    assert ana.path == "table/pp"


def test_the_picture_says_nothing_that_the_text_does_not(falls: Falls) -> None:
    table = begun()
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d8"]}})
    falls("d6:1 d8:7 d10:10", "d8:3")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10", "against": "11"})
    table.tale.act(ANA, "hero", {"roll": "1", "dice": "d8"})
    table.tale.act(ANA, "settle", {})
    made = post(table, "1")
    assert made.sketch is not None
    picture = made.sketch()
    assert Image.open(BytesIO(picture.data)).size == (800, 450)
    said = set(re.findall(r"[\w:]+", words(made.panel(picture))))
    assert set(re.findall(r"[\w:]+", picture.alt)) <= said
    assert "*" not in picture.alt
    assert made.panel(picture).parts[0] != made.panel(None).parts[0]


def test_names_mark_nothing_up(falls: Falls) -> None:
    table = begun()
    falls("d6:4 d8:7")
    table.tale.act(ANA, "join", {"name": "**A** @everyone"})
    table.tale.act(ANA, "roll", {"pool": "d6 d8"})
    panel = post(table, "1").panel(None)
    assert r"**\*\*A\*\* @" in words(panel)
    assert "@everyone" not in words(panel)
    made = post(table, "1").sketch
    assert made is not None
    assert made().alt.startswith("**A** @everyone rolled · roll 1; ")
    check(panel)


@pytest.mark.parametrize(
    ("action", "given", "told"),
    [
        ("stress", {"type": "injured"}, "Iltani: injured past d12, stressed out, trauma d6."),
        ("stress", {"type": "drained"}, "Iltani: drained past d12, magic is shut down."),
        ("complication", {"name": "Pinned"}, "Iltani: Pinned past d12, taken out of the scene."),
    ],
)
def test_all_are_told_who_is_out(action: str, given: dict[str, str], told: str) -> None:
    """What does not put anybody out is only in the log."""
    table = begun()
    for hit in ("d12", "d8"):
        assert not STAGE.posts(table.tale, Place(TALE))
        table.tale.act(GM, action, {"character": "Iltani", **given, "hits": [hit]})
    assert ["".join(post.panel(None).words) for post in STAGE.posts(table.tale, Place(TALE)).values()] == [told]


def test_at_the_end_the_proofs_tell_of_masters_dice_as_well() -> None:
    """How many there were, too: what is called honest is all that is listed."""
    table = begun()
    stranger = Hands(table, "stranger")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d10"})
    table.tale.act(GM, "roll", {"pool": "2d8", "secret": True})
    stranger.command("tale proofs")
    assert "1 roll, all honest" in stranger.words
    assert "of masters alone, all" not in stranger.words
    table.tale.act(GM, "end", {})
    stranger.command("tale proofs")
    assert "**Roll s1**" in stranger.words
    assert "2 rolls, 1 of masters alone, all honest" in stranger.words
    told = "\n".join(table.tale.proofs())
    assert "Roll s1: " in told
    assert f"own proof {table.tale.dice.own}" in told
