"""`/sheet step`: change one thing by one step, found by a word or two."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from game.core.errors import Refused

from ..tale.tables import GM
from .hands import STAGE, Hands, Table
from .tables import begun, hands


def _offered(who: Hands, typed: str = "") -> list[str]:
    return [each.label for each in STAGE.complete(who.reader, "nudge", "change", typed)]


def _take(who: Hands, typed: str) -> None:
    """Type this, and take the first suggestion."""
    who.command("sheet step", change=STAGE.complete(who.reader, "nudge", "change", typed)[0].value)


def _iltani(table: Table) -> Mapping[str, Any]:
    return table.tale.state.characters["Iltani"].sheet


def test_harm_goes_up_down_and_away_by_one_word_each() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d8"]})
    table.tale.act(GM, "complication", {"character": "Iltani", "name": "Fog", "hits": ["d6"]})
    sheet = partial(_iltani, table)
    before = sheet()["stress"]["injured"]
    _take(gm, "iltani injured up")
    assert sheet()["stress"]["injured"] == {"d8": "d10", "d10": "d12"}[before]
    _take(gm, "injured down")
    assert sheet()["stress"]["injured"] == before
    _take(gm, "injured gone")
    assert "injured" not in sheet()["stress"]
    _take(gm, "fog up")
    assert sheet()["complications"]["Fog"] in ("d8", "d10", "d12")
    _take(gm, "fog gone")
    assert "Fog" not in sheet().get("complications", {})


@pytest.mark.parametrize("name", ["Fog", "Mr. Fog", ".5"])
def test_the_die_of_an_asset_changes_whatever_its_name(name: str) -> None:
    table = begun()
    gm, _, _ = hands(table)
    for asset in (name, "Rope"):
        table.tale.act(GM, "asset", {"character": "Iltani", "name": asset, "effect": "d8", "free": True})
    _take(gm, f"iltani {name} up")
    assert {each: item["die"] for each, item in _iltani(table)["assets"].items()} == {name: "d10", "Rope": "d8"}
    _take(gm, f"iltani {name} down")
    assert _iltani(table)["assets"][name]["die"] == "d8"


def test_pp_and_xp_are_counted() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    sheet = partial(_iltani, table)
    before = sheet()["pp"]
    _take(ana, "pp +1")
    assert sheet()["pp"] == before + 1
    _take(ana, "pp none")
    assert sheet()["pp"] == 0
    _take(gm, "iltani xp +3")
    assert sheet()["xp"] == 3
    _take(gm, "iltani xp none")
    assert sheet()["xp"] == 0


def test_players_change_what_is_theirs() -> None:
    table = begun()
    _, ana, ben = hands(table)
    assert all(label.startswith("Iltani") for label in _offered(ana))
    assert not any("Iltani" in label for label in _offered(ben))
    assert not any("XP" in label for label in _offered(ana)), "XP are the master's to give"
    mine = STAGE.complete(ana.reader, "nudge", "change", "pp +1")[0].value
    with pytest.raises(Refused, match="you can change nothing like it"):
        ben.command("sheet step", change=mine)
    with pytest.raises(Refused, match="choose one of the suggestions"):
        ben.command("sheet step", change="pp")


def test_what_fits_one_thing_alone_need_not_be_taken_from_the_list() -> None:
    table = begun()
    _, ana, _ = hands(table)
    for typed in ("pp +1", "ＰＰ ＋1"):  # as any other name is found
        ana.command("sheet step", change=typed)
        assert table.tale.log[-1].action == "pp"
    before = len(table.tale.log)
    for typed in ("", "nothing like it", "pp"):
        with pytest.raises(Refused):
            ana.command("sheet step", change=typed)
    assert len(table.tale.log) == before
