"""What game masters do to somebody: a challenge goes for them, secret rolls, and buttons with what they are for."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Place
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, GM


def all_acted(table: Table, hidden: bool = False) -> None:
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "hidden": hidden})
    for who in ("Iltani", "Bel"):
        table.tale.act(GM, "hand", {"challenge": "Bridge", "to": who})
        table.tale.act(GM, "acted", {"challenge": "Bridge"})


@pytest.mark.parametrize(
    ("theirs", "told", "safe"),
    [
        ("d8:3 d8:2", "Bridge went for Iltani, 5 against 5: Iltani is safe", True),
        ("d8:3 d8:4", "Bridge went for Iltani, 7 against 5: Iltani suffers its effect, d4", False),
    ],
)
def test_a_challenge_goes_for_somebody_who_rolls_first(falls: Falls, theirs: str, told: str, safe: bool) -> None:
    """A tie is safe; otherwise its effect is given with the roll."""
    table = begun()
    gm, ana, _ = hands(table)
    all_acted(table)
    gm.go("foes/challenge/Bridge")
    gm.pick("It goes for", "Iltani")
    assert gm.step.say == "Bridge goes for Iltani, who rolls first."
    assert "goes for Iltani, who rolls first" in "".join(STAGE.status(table.tale, Place(TALE)).words)
    ana.go("table")
    assert "**Bridge** goes for Iltani: roll first." in ana.words
    falls("d6:3 d6:2", theirs)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    gm.go("gm")
    gm.press("See")
    gm.pick("Roll it against", "Roll 1: 5")
    mine = table.tale.state.rolls["1"]
    assert (mine.success, mine.opposition, mine.befell) == (safe, "2", (told,))
    assert table.tale.state.challenges["Bridge"].target == ""
    for words in (gm.words, "".join(STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words)):
        assert told in words
        assert "ffect is used" not in words, "a defence that held uses nothing"
        assert "Effect ·" not in words
    if not safe:
        gm.press("For Iltani")
        gm.press("Injured")
        assert table.tale.state.characters["Iltani"].sheet["stress"] == {"injured": "d6"}


def test_a_challenge_only_grows_when_nobody_is_left_whom_it_could_go_for() -> None:
    table = begun()
    gm, *_ = hands(table)
    all_acted(table)
    for name in ("Iltani", "Bel"):
        table.tale.act(GM, "stress", {"character": name, "type": "injured", "hits": ["d12", "d6"]})
    gm.go("foes/challenge/Bridge")
    assert "All have acted: **it acts now.** It grows." in gm.words
    gm.press("Grow by a d6")


def test_who_is_attacked_sees_the_chance_to_be_safe_from_it() -> None:
    """A tie included, and 1s left out of both totals: 713 of 1296 ways."""
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d6"})
    for who in ("Iltani", "Bel"):
        table.tale.act(GM, "hand", {"challenge": "Bridge", "to": who})
        table.tale.act(GM, "acted", {"challenge": "Bridge"})
    gm.go("foes/challenge/Bridge")
    gm.pick("It goes for", "Iltani")
    ana.go("table")
    ana.press("Roll against Bridge")
    ana.press("More dice")
    ana.press("+d6")
    ana.press("+d6")
    assert "`2d6` · safe from 2d6: **55 %** · hitch 31 %" in ana.words


def test_who_is_attacked_rolls_against_that_and_all_read_so(falls: Falls) -> None:
    """Afterwards nobody is asked to roll first any more."""
    table = begun()
    gm, ana, _ = hands(table)
    all_acted(table)
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    ana.go("table")
    ana.press("Roll against Bridge")
    assert "Against Bridge's attack 2d8: a tie is safe." in ana.words
    assert "Out of turn" not in ana.words
    labels = [each.label for each in ana.panel.controls if isinstance(each, Button)]
    assert "Roll theirs first" not in labels
    falls("d10:3 d8:2", "d8:3 d8:4")
    ana.go("pool/die/more/d8")
    ana.go("pool/die/more/d10")
    ana.press("Done")
    ana.press("Roll")
    told = "".join(STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words)
    assert "against Bridge's attack, a tie is safe" in told
    ana.go("table")
    assert "**Bridge** goes for Iltani, who rolled 5" in ana.words
    assert "goes for Iltani, who rolled 5" in "".join(STAGE.status(table.tale, Place(TALE)).words)
    gm.go("foes/challenge/Bridge")
    assert "who rolled 5" in gm.words
    assert "Roll for Iltani" not in [each.label for each in gm.panel.controls if isinstance(each, Button)]
    gm.go("gm/roll/1")
    gm.press("Roll the attack")
    assert "Iltani suffers its effect" in gm.words
    assert table.tale.state.challenges["Bridge"].target == ""


def test_a_roll_is_for_one_attack_alone() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    for _ in range(2):
        for who in ("Iltani", "Bel"):
            table.tale.act(GM, "hand", {"challenge": "Bridge", "to": who})
            table.tale.act(GM, "acted", {"challenge": "Bridge"})
        table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
        gm.go("foes/challenge/Bridge")
        assert "who rolls first" in gm.words
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6", "aim": "attack/Bridge"})
        gm.go("foes/challenge/Bridge")
        assert "who rolls first" not in gm.words
        gm.press("Let it be")


def test_the_roll_of_an_attack_is_seen_by_all(falls: Falls) -> None:
    """It has a picture and a proof, its 1s are opportunities, and it is struck out when it is taken back."""
    table = begun()
    all_acted(table)
    attacked(table, falls)
    post = STAGE.posts(table.tale, Place(TALE))["roll 2"]
    told = "".join(post.panel(None).words)
    assert "**Mara** rolled the opposition: Bridge · roll 2" in told
    assert "opportunity ~~d8~~" in told
    assert "Fixed for the next roll" in told
    assert post.sketch is not None
    assert {"Opportunities", "Proof"} <= {each.label for each in post.panel(None).controls if isinstance(each, Button)}
    assert "against 7, Bridge" in "".join(STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words)
    table.tale.undo(GM)
    told = "".join(STAGE.posts(table.tale, Place(TALE))["roll 2"].panel(None).words)
    assert "~~**Mara** rolled the opposition: Bridge · roll 2~~" in told


def test_the_roll_of_a_hidden_attack_is_for_masters_alone(falls: Falls) -> None:
    table = begun()
    all_acted(table, hidden=True)
    attacked(table, falls)
    assert [*STAGE.posts(table.tale, Place(TALE))] == ["roll 1"]
    assert table.tale.state.rolls["s1"].secret


def attacked(table: Table, falls: Falls) -> None:
    """Iltani rolls 5, and the challenge 7 with an opportunity."""
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    falls("d6:3 d6:2", "d8:1 d8:7")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    table.tale.act(GM, "assail", {"challenge": "Bridge", "theirs": "1"})


def test_an_attack_may_be_let_be_and_what_is_hidden_stays_so(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    all_acted(table, hidden=True)
    gm.go("foes/challenge/Bridge")
    gm.pick("It goes for", "Iltani")
    ana.go("table")
    assert "Bridge" not in ana.words
    gm.press("Let it be")
    assert gm.step.say == "Bridge lets Iltani be."
    assert not STAGE.posts(table.tale, Place(TALE))
    with pytest.raises(Refused, match="goes for nobody"):
        table.tale.act(GM, "assail", {"challenge": "Bridge"})


def test_a_secret_roll_is_shown_to_whoever_rolled_it(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Ogre", "traits": {"Huge": "d10", "Hungry": "d8"}})
    table.tale.act(GM, "appear", {"name": "Ogre"})
    gm.go("foes/gmc/Ogre")
    gm.pick("Roll: add", "Huge")
    gm.pick("Roll: add", "Hungry")
    assert "Pool: Huge `d10` + Hungry `d8`" in gm.words
    falls("d8:5 d10:7")
    gm.press("Roll in secret")
    assert "secret" in gm.words
    assert "Total **12**" in gm.words
    gm.go("table/log")
    assert "Ogre rolled d8:5 d10:7 in secret: 12, effect d4." in gm.words
    ana.go("table/log")
    assert "in secret" not in ana.words


def test_a_stale_button_does_nothing_else() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d8"]})
    gm.go("harm/rate/who/injured/Iltani")
    stale = path(gm, "Step up")
    for _ in range(2):
        table.tale.act(ANA, "ease", {"character": "Iltani", "type": "injured"})
    assert table.tale.log[-1].lines[0].text == "Iltani's injured d6 is gone."
    with pytest.raises(Refused, match="that has changed: Iltani's injured is gone now"):
        gm.go(stale)
    ana.go("stress/Iltani")
    ana.pick("Take stress", "Injured")
    stale = path(ana, "One step up")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d8"]})
    ana.go(stale)
    assert ana.step.say == "That has changed: injured is d8 now."
    assert table.tale.state.characters["Iltani"].sheet["stress"] == {"injured": "d8"}


def path(who: Hands, label: str) -> str:
    return next(each.rest for each in who.panel.controls if isinstance(each, Button) and each.label == label)


def test_names_are_compared_whole() -> None:
    """What Mara did is not attributed to Mar."""
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"pp": 3}})
    table.tale.act("mar", "join", {"name": "Il"})
    table.tale.act(GM, "appoint", {"member": "mar"})
    table.tale.act("mar", "pp", {"character": "Iltani", "by": 1})
    gm.go("table/log")
    assert "(Il)" in gm.words.splitlines()[-1]


def test_the_next_status_is_priced() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"xp": 30, "distinctions.concept.die": "d8"}})
    ana.go("grow/Iltani")
    assert "Status: 35 XP" in ana.words
    assert next(each for each in ana.panel.controls if isinstance(each, Button) and each.label == "Status").disabled


def test_all_are_told_what_ends_and_what_doom_paid_for() -> None:
    table = begun()
    gm, _, _ = hands(table)
    gm.go("doom/buy/split/-")
    gm.press("Pay d10")
    gm.fill(value="Bel falls, Iltani stays")
    gm.go("scene/close")
    gm.press("Name and XP")
    gm.fill(name="The First Door", xp="3")
    gm.press("End session")
    shown = ["".join(post.panel(None).words) for post in STAGE.posts(table.tale, Place(TALE)).values()]
    assert shown == [
        "Doom is 2d6 d8: d10 to split the group: Bel falls, Iltani stays.",
        "Session 1 ended: The First Door, 3 XP.",
    ]


def test_what_was_rolled_against_somebody_leads_to_their_roll(falls: Falls) -> None:
    table = begun()
    gm, _, _ = hands(table)
    falls("d6:5 d6:3", "d8:4 d8:2")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True})
    gm.go("gm/roll/2")
    gm.pick("Settle a roll against it", "Roll 1: 8, Iltani")
    assert gm.path == "gm/roll/1"
    assert table.tale.state.rolls["1"].success
    gm.go("gm/roll/2")
    assert "Roll 1 of Iltani, 8: Success" in gm.words


def test_one_button_leads_to_an_attack_and_to_naming_who_is_next() -> None:
    """Whoever acted last would name the next, but is out. Two buttons for the same screen would have the same
    custom_id."""
    table = begun()
    gm, _, _ = hands(table)
    all_acted(table)
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    table.tale.act(GM, "complication", {"character": "Bel", "name": "Net", "hits": ["d12", "up"]})
    gm.go("gm")
    assert "**Bridge** goes for Iltani, who rolls first. **Bridge**: name who acts." in gm.words
    gm.press("Name")
    assert gm.path == "foes/challenge/Bridge"
