"""What waits for a person across tables: only their own, and nothing that is hidden from them."""

from __future__ import annotations

from random import Random

from game.core.errors import BadArguments, Refused
from game.core.layout import Button
from game.the_adept.tale.acting import ACTIONS
from game.the_adept.tale.face import Shown
from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM
from tests.the_adept.tale.test_random import NEVER, given, onward


def waits(hands: Hands) -> list[str]:
    return [*STAGE.waits(hands.reader)]


def test_turns_wait_for_whose_they_are() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    assert [waits(each) for each in (gm, ana, ben)] == [[], [], []]
    table.tale.act(GM, "hand", {"to": "Iltani"})
    assert (waits(gm), waits(ana), waits(ben)) == ([], ["**Iltani** acts in **The Gate**."], [])
    table.tale.act(ANA, "acted", {})
    assert waits(ana) == ["You name who acts next in **The Gate**."]
    table.tale.act(GM, "challenge", {"name": "Siege", "die": "d8"})
    table.tale.act(GM, "hand", {"to": "Bel", "challenge": "Siege"})
    assert (waits(ana), waits(ben)) == ([], ["**Bel** acts in **Siege**."]), "the turns of the scene rest"
    table.tale.act(BEN, "acted", {"challenge": "Siege"})
    table.tale.act(BEN, "hand", {"to": "Iltani", "challenge": "Siege"})
    table.tale.act(ANA, "acted", {"challenge": "Siege"})
    assert waits(gm) == ["**Siege**: all have acted, so it acts now."]
    table.tale.act(GM, "challenge-acts", {"challenge": "Siege", "grow": False, "target": "Bel"})
    assert "**Siege** goes for Bel, who rolls first." in waits(ben)
    assert not [each for each in waits(gm) if "goes for" in each]
    table.tale.act(GM, "kick", {"member": BEN})
    assert waits(ben) == []
    assert "**Siege** goes for Bel, who rolls first." in waits(gm)


def test_turns_in_a_challenge_of_who_has_left_wait_for_game_masters() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Siege", "die": "d8"})
    table.tale.act(GM, "hand", {"to": "Bel", "challenge": "Siege"})
    assert waits(gm) == []
    table.tale.act(BEN, "leave", {})
    assert waits(gm) == ["**Siege**: it is the game master's turn, for Bel."]
    gm.command("gm panel")
    gm.press("Turn")
    gm.press("Bel has acted")
    assert (waits(gm), table.tale.state.challenges["Siege"].turn) == ([], "Iltani"), "nobody else is left"


def test_a_challenge_that_is_hidden_waits_for_nobody_else() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Siege", "die": "d8", "hidden": True})
    table.tale.act(GM, "hand", {"to": "Iltani", "challenge": "Siege"})
    table.tale.act(GM, "give", {"character": "Bel", "member": GM})
    assert waits(ana) == waits(ben)[:-1] == []
    assert waits(ben) == ["You have no character yet."]
    assert waits(gm) == []


def test_rolls_wait_for_who_goes_on_with_them(falls: Falls) -> None:
    table = begun()
    gm, ana, ben = hands(table)
    falls("d8:5 d8:4")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d8", "aim": "character/Bel"})
    assert (waits(gm), waits(ana), waits(ben)) == (["Roll 1 waits for you."], [], ["Roll 1 waits for you."])
    falls(*["d8:5 d8:4"] * 4)
    for _ in range(4):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d8"})
    assert waits(gm) == ["Rolls 5, 4, 3 and 2 others wait for you."]


def test_who_has_no_character_is_waited_for_and_nobody_at_the_end() -> None:
    table = Table(Shown.new(GM, "The Tower", "Mara"))
    dee = Hands(table, "u9", "Dee")
    assert waits(dee) == []
    dee.go("table/join")
    assert waits(dee) == ["You have no character yet."]
    table.tale.act("u9", "create", {"name": "Zu"})
    assert waits(dee) == ["Your character is not finished yet."]
    assert STAGE.people(table.tale) == {GM: "Mara", "u9": "Dee"}
    table.tale.act(GM, "end", {})
    assert waits(dee) == []


def test_turns_that_wait_are_those_that_their_players_own_screen_has() -> None:
    """During random actions; half of the time the next step of a challenge."""
    rng, table, seen = Random(2), begun(), set[str]()
    players = [Hands(table, who) for who in (ANA, BEN, CEM)]
    often = [*sorted({*ACTIONS} - {*NEVER}), *["hand", "acted"] * 20, *["kick", "readmit", "give"] * 3]
    for _ in range(600):
        action, whom = rng.choice(often), rng.choice((ANA, BEN, CEM))
        values = {"member": whom}
        if rng.random() < 0.5:
            action, values = onward(table.tale.state)
        elif action not in ("kick", "readmit"):
            values = given(rng, table.tale, action)
        for act, what in ((action, values), ("join", {"name": whom.title()})):
            try:
                table.tale.act(GM if act != "join" else whom, act, what)
            except (Refused, BadArguments):
                continue
        for each in players:
            if each.who not in table.tale.state.members:
                assert waits(each) == []
                continue
            each.go("table")
            labels = [one.label for one in each.panel.controls if isinstance(one, Button)]
            there = {
                " acts in ": sum(label.startswith("End t") for label in labels),
                "You name who": each.words.count("you name who acts next"),
                " goes for ": sum(label.startswith("Roll against ") and label[13:] != "it" for label in labels),
            }
            assert there == {part: sum(part in one for one in waits(each)) for part in there}, waits(each)
            seen |= {part for part, count in there.items() if count}
    assert len(seen) == 3
