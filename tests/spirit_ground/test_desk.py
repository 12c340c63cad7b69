"""The texts of Spirit Ground say what the rules do, and things are found by their names."""

from __future__ import annotations

import re

import pytest

import desk
from game.spirit_ground import texts
from game.spirit_ground.desk.entries import entries
from game.spirit_ground.kit import KIT
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.rules.scoring import RELICS
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND
from tests.spirit_ground.playing import games, plies

NAMES = {"P1": "Ann", "P2": "Bob"}
_found = desk.lookup("spirit-ground")
assert _found is not None
LOOKUP = _found
REFS = {entry.ref: entry for entry in entries()}


@pytest.mark.parametrize("id", [tile.id for tile in content(USUAL).tiles])
def test_every_warrior_is_found_by_its_name_and_by_its_number(id: str) -> None:
    on = content(USUAL)
    tile = on.tiles[on.index[id]]
    for query in (tile.name, id):
        assert LOOKUP.search(query, 1)[0].ref == f"warrior:{id}"


def test_every_ruling_is_there() -> None:
    assert list(texts.rulings()) == list(range(1, 22))


def test_the_texts_say_what_the_rules_do() -> None:
    """Figures in the texts are those of the rules."""
    sections = {section.id: section.text for section in texts.sections()}
    on = content(USUAL)
    assert "1, 3, 6, 10 or 15 points" in sections["goal"]
    assert RELICS == (0, 1, 3, 6, 10, 15)
    assert f"{LAST_ROUND} rounds".replace("12", "twelve") in sections["ending"]
    assert ENOUGH_DEATHS == 6
    assert "six warriors or more" in sections["ending"]
    assert all(f"{name}" in sections["setting-up"] for name in ("b2", "b4", "c3", "d2", "d4"))
    assert sum(on.laid) == on.bag.total - 10
    assert "Ten crystals stay in the bag" in sections["setting-up"]
    for special in texts.specials().values():
        named = {tile.name for tile in on.tiles if tile.special == special.id}
        assert len(named) == 2
        assert all(name in special.text for name in named)


def test_wherever_it_is_told_what_becomes_of_spirits_those_of_the_new_warrior_are_too() -> None:
    """Ruling 17: they go onto the new warrior, whoever owns it; if that one dies itself, its own go to the supply."""
    told = {ref for ref, entry in REFS.items() if re.search(r"energy goes.*spirits (go )?onto", entry.text)}
    assert {"phase:check", "section:check", "ruling:17", "question:do-i-get-crystals-back"} <= told
    assert not [ref for ref in told if not re.search(r"(new|that) one itself", REFS[ref].text)]
    assert "its spirits go onto the warrior that was just placed" in REFS["question:can-a-player-be-eliminated"].text


def test_it_is_credited_and_the_tiles_are_called_ours_wherever_the_rules_are() -> None:
    for text in (KIT.credit, next(each.text for each in texts.sections() if each.id == "origin")):
        assert "Maatatahay" in text
        assert "Kudos Chou and Waymau" in text
        assert "our own" in text
        assert "nofficial" in text


def test_what_matters_now_is_said_at_every_question() -> None:
    for game in games(3):
        for at in plies(game):
            for seat in ("", "P1", "P2"):
                decision = at.pending.get(seat)
                now = KIT.desk.now(at.view(seat or None), seat, NAMES, decision)
                assert now is not None
                panel, further = now
                text = "\n".join(panel.words)
                assert decision is None or decision.text in text
                assert set(further) <= REFS.keys()
                assert 0 < len(further) <= 25
                assert not re.search(r"\bP[12]\b", text)


def test_one_word_says_what_befalls_a_warrior_whose_last_side_is_closed() -> None:
    """It is "surrounded", as on the buttons, and that is then "settled": no entry uses "tried"."""
    assert not [entry.ref for entry in entries() if re.search(r"\b[Tt]ried\b", f"{entry.title} {entry.text}")]
