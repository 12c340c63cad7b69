"""Turns of a challenge: whoever acts out of turn is warned, and all others see it (rules, "Challenges")."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM

TOLD = "**Out of turn** in Storm: it is Bel's turn."


def labels(who: Hands) -> list[str]:
    return [each.label for each in who.panel.controls if isinstance(each, Button)]


def stormy(turn: str, **more: object) -> tuple[Table, Hands, Hands, Hands]:
    """Return a challenge in which it is this character's turn, and Ana is about to roll against it."""
    table = begun()
    gm, ana, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8", **more})
    if turn:
        table.tale.act(GM, "hand", {"challenge": "Storm", "to": turn})
    return table, gm, ana, ben


def against(who: Hands) -> None:
    who.go("pool")
    who.pick("Approach", "Wits")
    who.pick("Against", "Challenge Storm")


def test_who_is_at_turn_rolls_as_ever_and_ends_it_where_the_effect_is_used(falls: Falls) -> None:
    table, _, ana, _ = stormy("Iltani")
    against(ana)
    assert "turn" not in ana.words
    falls("d12:9", "d8:2 d8:3")
    ana.press("Roll")
    assert "End the turn" not in labels(ana)
    ana.press("Roll theirs")
    ana.press("End the turn")
    storm = table.tale.state.challenges["Storm"]
    assert (storm.done, storm.turn) == (("Iltani",), "Bel"), "only Bel can be next: nobody has to say so"


def test_dice_of_nobody_end_no_turn_while_nobody_acts(falls: Falls) -> None:
    table, _, ana, _ = stormy("")
    falls("d8:2 d8:3", "d12:9 d12:8")
    table.tale.act(GM, "roll", {"pool": "2d8", "what": "Storm"})
    table.tale.act(ANA, "roll", {"pool": "2d12", "against": "#1"})
    table.tale.act(ANA, "settle", {"roll": "2"})
    ana.go("roll/2")
    assert "End the turn" not in labels(ana)


def test_who_is_not_is_warned_and_may_roll_all_the_same() -> None:
    table, gm, ana, _ = stormy("Bel")
    against(ana)
    assert f"{TOLD} The game master may let you act all the same." in ana.words
    assert "Roll" not in labels(ana)
    ana.go("pool/roll")  # the turn passed while the screen was open
    assert (ana.step.say, table.tale.state.rolls) == (f"Nothing was rolled. {TOLD}", {})
    ana.press("Roll out of turn")
    assert table.tale.state.rolls["1"].what == "Wits d12, out of turn"
    assert "out of turn" in "\n".join(STAGE.posts(table.tale, Place(TALE))["roll 1"].panel(None).words)
    gm.go("gm/roll/1")
    assert "out of turn" in gm.words


def test_a_command_rolls_and_says_it() -> None:
    table, _, ana, _ = stormy("Bel")
    ana.command("roll", dice="d8", against="Storm")
    assert ana.step.say == TOLD
    table.tale.act(GM, "acted", {"challenge": "Storm"})
    ana.command("roll", dice="d8", against="Storm")
    assert ana.step.say == "**Out of turn** in Storm: Bel names who acts next."


def test_the_challenge_s_own_roll_is_known_as_its(falls: Falls) -> None:
    table, gm, ana, _ = stormy("Iltani")
    table.tale.act(ANA, "acted", {"challenge": "Storm"})
    gm.go("foes/challenge/Storm")
    falls("d8:2 d8:3")
    gm.press("Roll")
    ana.go("pool")
    assert "Against Roll 1: 5" in ana.words
    waits = "Iltani has acted in this round, and Iltani names who acts next."
    assert f"**Out of turn** in Storm: {waits}" in ana.words
    gm.go("pool/against/roll/1")  # free dice have no turns
    assert "Out of turn" not in gm.words


def test_a_challenge_without_turns_is_played_without() -> None:
    table, _, ana, _ = stormy("")
    against(ana)
    assert "turn" not in ana.words
    table.tale.act(GM, "scene", {"name": "The Gate"})
    table.tale.act(GM, "hand", {"to": "Bel"})
    ana.pick("Against", "Doom")
    assert "It is Bel's turn in this scene." in ana.words
    assert "Roll" in labels(ana)


def test_a_hidden_challenge_tells_nobody_of_turns() -> None:
    table, gm, ana, _ = stormy("Bel", hidden=True)
    gm.go("pool/for/Iltani")
    gm.pick("Approach", "Wits")
    gm.pick("Against", "Challenge Storm")
    assert TOLD in gm.words
    gm.press("Roll out of turn")
    assert table.tale.state.rolls["1"].what == "Wits d12"
    for path in ("roll/1", "pool", "table"):
        ana.go(path)
        assert "Storm" not in repr(ana.panel)


def test_what_was_won_against_a_challenge_is_set_against_it_first(falls: Falls) -> None:
    table, gm, ana, _ = stormy("Iltani")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    falls("d8:1 d8:2", "d6:5 d8:4 d10:7")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True, "what": "Storm"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10", "against": "#1"})
    table.tale.act(ANA, "settle", {"roll": "2"})
    ana.go("roll/2")
    hints = [each.hint for each in ana.panel.controls if isinstance(each, Select)]
    assert hints == ["Set it against", "Make an asset of it"]  # it was no recovery
    gm.go("foes/challenge/Storm")
    assert labels(gm)[:2] == ["Iltani rolls", "Iltani has acted"]
    gm.press("Iltani rolls")
    assert "Against Challenge Storm 2d8." in gm.words


def test_a_challenge_whose_name_has_a_comma_is_known_by_its_roll(falls: Falls) -> None:
    """Beside another whose name is the beginning of it, and with something added to its dice."""
    table = begun()
    _, ana, _ = hands(table)
    for name in ("Fire", "Fire, and Smoke"):
        table.tale.act(GM, "challenge", {"name": name, "die": "d8"})
        table.tale.act(GM, "hand", {"to": "Iltani", "challenge": name})
    falls("d6:2 d8:1 d8:2", "d6:5 d8:4 d10:7")
    table.tale.act(GM, "roll", {"pool": "d6 2d8", "opposes": True, "what": "Fire, and Smoke, injured"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10", "against": "#1"})
    table.tale.act(ANA, "settle", {"roll": "2"})
    ana.go("roll/2")
    assert {each.label for each in ana.panel.controls if isinstance(each, Button)} >= {"End the turn"}
    [hit, *_] = [each for each in ana.panel.controls if isinstance(each, Select)]
    assert {each.value.partition("/")[2] for each in hit.choices} == {"Fire, and Smoke"}


def test_what_was_won_against_a_boss_is_for_the_master_to_set(falls: Falls) -> None:
    table, gm, ana, _ = stormy("")
    table.tale.act(GM, "boss", {"name": "Ogre", "dice": "3d8"})
    table.tale.act(GM, "strike", {"boss": "Ogre", "harm": "Wound", "hit": "d8"})
    falls("d8:1 d8:2 d8:2", "d6:5 d8:4 d10:7")
    table.tale.act(GM, "roll", {"pool": "3d8", "opposes": True, "what": "Ogre"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10", "against": "#1"})
    table.tale.act(ANA, "settle", {"roll": "2"})
    ana.go("roll/2")
    assert "The game master harms **Ogre** with it." in ana.words
    assert [each.hint for each in ana.panel.controls if isinstance(each, Select)] == ["Make an asset of it"]
    gm.go("gm/roll/2")
    to_whom = next(each for each in gm.panel.controls if isinstance(each, Select))
    assert to_whom.choices[0].label == "Ogre"
    gm.pick("Who or what", "Ogre")
    harm = next(each for each in gm.panel.controls if isinstance(each, Select))
    assert harm.choices[0].note == "d8 now, d10 takes a d8 of it"


def test_turns_of_challenges_stand_with_those_of_the_scene() -> None:
    table, gm, ana, _ = stormy("Bel")
    table.tale.act(GM, "challenge", {"name": "Quake", "die": "d6", "hidden": True})
    gm.command("gm hand")
    assert "**Storm** · round 1: it is Bel's turn." in gm.words
    assert "**Quake** · round 1: the game master names who acts next." in gm.words
    gm.press("Open")
    assert gm.path == "foes/challenge/Storm"
    ana.command("gm hand")
    assert "Storm" in ana.words
    assert "Quake" not in ana.words


def beside_a_scene() -> tuple[Table, Hands, Hands, Hands]:
    """Return a table where it is Iltani's turn in round 2 of the scene, and a challenge begins."""
    table = begun()
    for number in range(2):
        for name in ("Iltani", "Bel"):
            table.tale.act(GM, "hand", {"to": name})
            if (number, name) == (1, "Iltani"):
                break
            table.tale.act(GM, "acted", {})
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    return (table, *hands(table))


def status(table: Table) -> str:
    return "\n".join(STAGE.status(table.tale, Place(TALE)).words)


RESTS = "The turns of The Gate rest until the challenge is over, in round 2."


def test_one_order_alone_stands_anywhere() -> None:
    """The scene's order is shown until somebody is named in the challenge, and again once that is over."""
    table, gm, ana, ben = beside_a_scene()
    for words in (status(table), "\n".join(table.tale.status())):
        assert "Round 2" in words
        assert "names who" not in words
    gm.command("gm hand", to="Bel", challenge="Storm")
    for who in (gm, ana, ben):
        for path in ("table", "turn"):
            who.go(path)
            assert RESTS in who.words
            assert "Iltani" not in who.words.replace("**Iltani** PP", "")
    assert RESTS in status(table)
    calls = [post.calls for post in STAGE.posts(table.tale, Place(TALE)).values()]
    assert calls == [(), (), (), (BEN,)], "nobody is called twice"
    assert "Iltani acts" not in status(table)
    assert "Round 2 · rests until the challenge is over" in table.tale.status()
    ben.go("turn")
    ben.press("Roll")
    assert "Against Challenge Storm 2d8." in ben.words
    ben.pick("Against", "Doom")
    assert "turn in this scene" not in ben.words
    table.tale.act(GM, "hit", {"name": "Storm", "hits": ["d10>d8"]})
    table.tale.act(GM, "hit", {"name": "Storm", "hits": ["d10>d8"]})
    told = [*STAGE.posts(table.tale, Place(TALE)).values()][-1].panel(None)
    assert "".join(told.words).splitlines()[-1] == "The Gate goes on, round 2: Iltani acts."
    assert "Round 2: **Iltani** acts" in status(table)
    ben.go("pool")
    assert "It is Iltani's turn in this scene." in ben.words


def test_a_turn_is_handed_on_in_the_challenge_that_is_played() -> None:
    table, gm, _, ben = beside_a_scene()
    gm.command("gm hand", to="Bel", challenge="Storm")
    ben.command("gm hand", to="Iltani")
    assert table.tale.state.challenges["Storm"].turn == "Iltani"
    table.tale.act(GM, "challenge", {"name": "Quake", "die": "d8"})
    table.tale.act(GM, "hand", {"to": "Bel", "challenge": "Quake"})
    with pytest.raises(Refused, match="say in which challenge: Storm and Quake"):
        gm.command("gm hand", to="Bel")


def test_a_scene_does_not_rest_for_what_is_hidden() -> None:
    table, gm, ana, _ = beside_a_scene()
    table.tale.act(GM, "remove", {"name": "Storm"})
    assert [line.text for line in table.tale.log[-1].lines] == ["The challenge Storm is gone."]
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8", "hidden": True})
    gm.command("gm hand", to="Bel", challenge="Storm")
    ana.go("table")
    assert "it is Iltani's turn" in ana.words
    table.tale.act(GM, "remove", {"name": "Storm"})
    assert len(table.tale.log[-1].lines) == 1


def test_challenges_that_wait_for_the_same_are_one_line_of_the_status() -> None:
    table = begun()
    for name in ("Flood", "Fire"):
        table.tale.act(GM, "challenge", {"name": name, "die": "d8"})
        table.tale.act(GM, "hand", {"challenge": name, "to": "Bel"})
        table.tale.act(GM, "acted", {"challenge": name})
    words = "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    assert words.count("Bel names who acts next") == 1
    assert "Flood and Fire: Bel names who acts next" in words


def test_the_turn_of_who_has_left_is_the_masters_and_all_read_that() -> None:
    """In the scene and in a challenge. A game master also names whom such a character would have named."""
    table = begun()
    gm, ana, _ = hands(table)
    for where in ({}, {"challenge": "Storm"}):
        if where:
            table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
        table.tale.act(GM, "hand", {"to": "Bel", **where})
    table.tale.act(BEN, "leave", {})
    words = "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    assert "the game master acts for Bel" in words
    ana.go("table")
    assert "it is the game master's turn, for Bel" in ana.words
    table.tale.act(GM, "acted", {"challenge": "Storm"})
    assert "Storm: the game master names who acts next" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    table.tale.act(GM, "remove", {"name": "Storm"})
    assert "Round 1: the game master acts for **Bel**" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    gm.go("turn")
    assert "It is the game master's turn, for **Bel**." in gm.words
    table.tale.act(GM, "give", {"character": "Bel", "member": ANA})
    assert "Round 1: **Bel** acts" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)


def test_a_challenge_stands_on_every_screen_when_all_characters_are_lost() -> None:
    """Nobody can be named then; a character that the master brings back can."""
    table, gm, ana, _ = stormy("")
    for name in ("Iltani", "Bel"):
        harm = {"trauma": {"injured": "d12"}, "stress": {"injured": "d12"}}
        table.tale.act(GM, "edit", {"character": name, "set": harm})
        table.tale.act(GM, "stress", {"character": name, "type": "injured", "hits": ["d6"]})
    assert all(each.lost for each in table.tale.state.characters.values())
    assert "**Storm**" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    for who, path in (
        (ana, "table"),
        (ana, "turn"),
        (gm, "table"),
        (gm, "gm"),
        (gm, "turn"),
        (gm, "foes/challenge/Storm"),
    ):
        who.go(path)
    assert [STAGE.waits(who.reader) for who in (ana, gm)] == [[], []]
    with pytest.raises(Refused, match="Bel cannot be next: there is nobody"):
        gm.command("gm hand", to="Bel", challenge="Storm")
    table.tale.act(GM, "bring-back", {"character": "Bel"})
    gm.command("gm hand", to="Bel", challenge="Storm")
    assert table.tale.state.challenges["Storm"].turn == "Bel"
