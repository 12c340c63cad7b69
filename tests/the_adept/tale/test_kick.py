"""Somebody is put out of a tale, and let in again."""

from __future__ import annotations

import pytest

from game.the_adept.tale.view import log
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, At
from tests.the_adept.tale.test_undo import undo_refused


def test_who_is_put_out_leaves_and_does_not_come_back(at: At) -> None:
    at(BEN, "create", name="Zu")
    at(BEN, "roll", character="Bel", pool="2d6 d8")
    at(GM, "kick", member=BEN)
    state = at.tale.state
    assert (state.characters["Bel"].owner, BEN in state.members, state.drafts) == ("", False, {})
    assert log(at.tale)[-1] == "Ben was put out of the tale: Bel is the game master's now. (Mara)"
    assert state.rolls["1"].success is None, "it lies there as when one leaves"
    told = "a game master has put you out of this tale, and can let you in again"
    for code, action, given in (
        ("kicked", "join", {"name": "Ben"}),
        ("rights", "settle", {"difficulty": 3}),
        ("rights", "leave", {}),
    ):
        assert at.refused(code, BEN, action, **given) == told
    assert undo_refused(at, "rights", BEN) == told
    at(GM, "settle", difficulty=3)


def test_who_is_let_in_joins_again_and_gets_nothing_back(at: At) -> None:
    at(GM, "kick", member=BEN)
    at.refused("rights", ANA, "readmit", member=BEN)
    at.refused("unknown", GM, "readmit", member=CEM)
    at(GM, "readmit", member=BEN)
    assert log(at.tale)[-1] == "Mara lets Ben sit down again."
    at.refused("rights", BEN, "note", text="Back")
    at(BEN, "join", name="Ben")
    assert at.tale.state.characters["Bel"].owner == ""
    at(GM, "give", character="Bel", member=BEN)
    at(GM, "kick", member=BEN)
    at("boss", "readmit", member=BEN, by="Mod")  # whoever manages the channel may
    assert log(at.tale)[-1] == "Mod, who manages the channel, lets Ben sit down again."


def test_who_puts_out_whom(at: At) -> None:
    at.refused("rights", ANA, "kick", member=BEN)
    assert "one leaves" in at.refused("self", GM, "kick", member=GM)
    at.refused("unknown", GM, "kick", member="stranger")
    at(GM, "appoint", member=ANA)
    for one, other, name in ((ANA, GM, "Mara"), (GM, ANA, "Ana")):
        assert at.refused("gm", one, "kick", member=other).startswith(f"{name} is a game master")
    at(GM, "appoint", member=ANA, gm=False)
    at(GM, "kick", member=ANA)
    at.refused("unknown", GM, "appoint", member=ANA)


def test_it_is_taken_back_with_all_that_went(at: At) -> None:
    at(BEN, "create", name="Zu")
    before = at.tale.state
    kicked = at(GM, "kick", member=BEN).number
    at.tale.undo(GM)
    assert at.tale.state == before
    at(GM, "kick", member=BEN)
    at(GM, "appoint", member=ANA)
    at.tale.undo(ANA, kicked + 2)  # another game master may, too
    assert at.tale.state.members[BEN].name == "Ben"


@pytest.mark.parametrize("joins", [True, False])
def test_nobody_is_left_half_out_by_an_undo(at: At, joins: bool) -> None:
    at(GM, "kick", member=BEN)
    out = at.tale.log[-1].number
    let_in = at(GM, "readmit", member=BEN).number
    undo_refused(at, "rests", GM, out)
    if joins:
        at(BEN, "join", name="Ben")
        assert "Ben joined" in undo_refused(at, "rests", GM, let_in)
        at.tale.undo(BEN)
    at.tale.undo(GM, let_in)
    at.refused("kicked", BEN, "join", name="Ben")
