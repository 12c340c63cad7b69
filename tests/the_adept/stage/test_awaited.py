"""What a new pool is against if nobody says it: what waits for its roller, otherwise the same as before."""

from __future__ import annotations

import pytest

from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.stage.test_attack import all_acted
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import BEN, GM


def test_an_attack_that_waits_is_what_a_pool_is_against(falls: Falls) -> None:
    """However the builder is opened; not once it has been answered."""
    table = begun()
    _, ana, ben = hands(table)
    all_acted(table)
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    ana.command("roll")
    ben.command("roll")
    assert "Against Bridge's attack" in ana.words
    assert "Bridge's attack" not in ben.words
    falls("d6:3 d6:2")
    ana.command("roll", dice="2d6", against="Bridge's attack")  # the name on every screen
    assert table.tale.state.rolls["1"].aim == "attack/Bridge"
    ana.command("roll")
    assert "Against" not in ana.words


@pytest.mark.parametrize("hidden", [False, True])
def test_in_its_turn_a_pool_is_against_the_challenge(falls: Falls, hidden: bool) -> None:
    """Even after fighting another; out of turn the former target is used again. What is hidden is never preselected."""
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Rusk", "traits": {"Strong": "d10"}})
    table.tale.act(GM, "appear", {"name": "Rusk"})
    ana.command("roll")
    ana.pick("Approach", "Wits")
    ana.pick("Against", "Rusk")
    falls("d12:4")
    ana.press("Roll")
    ana.command("roll")
    assert "Against Rusk." in ana.words
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "hidden": hidden})
    table.tale.act(GM, "hand", {"challenge": "Bridge", "to": "Iltani"})
    ana.command("roll")
    assert ("Against Challenge Bridge" in ana.words) is not hidden
    assert ("Against Rusk." in ana.words) is hidden
    table.tale.act(GM, "acted", {"challenge": "Bridge"})
    ana.command("roll")
    assert "Against Rusk." in ana.words


def test_in_its_turn_a_pool_is_against_what_the_challenge_has_rolled(falls: Falls) -> None:
    table = begun()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    table.tale.act(GM, "hand", {"challenge": "Bridge", "to": "Iltani"})
    falls("d8:3 d8:2")
    gm.go("foes/roll/challenge/Bridge")
    ana.command("roll")
    assert "Against Roll 1: 5" in ana.words


def test_a_target_that_is_gone_gives_way_to_what_waits(falls: Falls) -> None:
    """*Roll against it* was opened and then answered by /roll; the next contest waits, and the first is not
    mentioned."""
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:3 d6:2", "d4:1 d4:1", "d6:4 d6:2")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6", "aim": "character/Iltani"})
    ana.go("pool/answer/1")
    ana.command("roll", dice="2d4", against="Roll 1: 5, Bel")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6", "aim": "character/Iltani"})
    ana.command("roll")
    assert "no more" not in ana.words
    assert "Against Roll 3: 6" in ana.words
    table.tale.undo(BEN)
    ana.go("pool/against/roll/1")
    ana.command("roll")
    assert "no more" not in ana.words
