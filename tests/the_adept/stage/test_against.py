"""What a roll is settled against: a number is a number, an answer is settled against what it answers."""

from __future__ import annotations

import pytest

from game.core.layout import Place
from tests.the_adept.stage.hands import STAGE, TALE, Table
from tests.the_adept.stage.tables import begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM


def shown(table: Table, id: str) -> str:
    """What all read of a roll in the channel."""
    return "".join(STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].panel(None).words)


def test_a_number_is_not_the_roll_that_has_it_as_id(falls: Falls) -> None:
    """Difficulties and ids are both small numbers: nobody's name stands with a number."""
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:5 d6:6", "d6:3 d6:2")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    ana.go("roll/2/with")
    ana.pick("Settle against", "A number")
    ana.fill(number="1")
    for told in (ana.words, shown(table, "2"), "".join(STAGE.status(table.tale, Place(TALE)).words)):
        assert "against 1" in told
        assert "against 1, Bel" not in told


def test_a_number_that_is_met_is_no_contest(falls: Falls) -> None:
    """So it may have been to recover, whoever rolled the roll that has that number as its id."""
    table = begun()
    gm, _, _ = hands(table)
    falls("d6:5 d6:6", "d6:3 d6:2 d8:4")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6 d8"})
    table.tale.act(ANA, "settle", {"roll": "2", "difficulty": 1})
    gm.go("gm/roll/2")
    gm.pick("It was to recover from", "injured d6")


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("key", ["boss/Zephyr", "doom"])
def test_what_is_hidden_is_rolled_openly_as_dice_alone(key: str, at_once: bool) -> None:
    """A master who rolls openly for what is hidden does not name it; of doom all see what hidden crises took."""
    table = with_secrets()
    gm, _, _ = hands(table)
    if at_once:
        gm.command("roll", dice="2d6", against=key)
    else:
        gm.command("roll", against=key)
        gm.go("pool/opposes")
    roll = table.tale.state.rolls["1"]
    assert (roll.opposes, roll.secret, roll.what) == (True, False, "")
