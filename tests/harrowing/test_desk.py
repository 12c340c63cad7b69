"""The texts of The Harrowing say what the rules do, and things are found by their names."""

from __future__ import annotations

import re
from random import Random

import desk
from game.harrowing import Game, texts
from game.harrowing.desk.entries import entries
from game.harrowing.kit import KIT
from game.harrowing.rules.content import BOARD, CUBES, DICE, PILLARS, POWER, POWER_SECOND, ROUNDS, TILES
from game.harrowing.rules.verbs import VERBS
from tests.harrowing.playing import at

FIRST = 3
NAMES = {f"P{number}": name for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1)}
_found = desk.lookup("harrowing")
assert _found is not None
LOOKUP = _found
REFS = {entry.ref: entry for entry in entries()}


def test_every_tile_is_found_by_its_id_and_by_the_names_of_its_sides() -> None:
    for tile in TILES:
        assert LOOKUP.search(tile.id, 1)[0].ref == f"tile:{tile.id}"
        for face in tile.faces if tile.what != "wild" else ():
            assert f"tile:{tile.id}" in {hit.ref for hit in LOOKUP.search(face.name, 2)}, face.name


def test_every_spell_of_the_board_is_found_by_its_name() -> None:
    for face in BOARD:
        assert f"spell:{face.source}" in {hit.ref for hit in LOOKUP.search(face.name, FIRST)}


def test_every_ruling_and_every_step_is_there() -> None:
    assert list(texts.rulings()) == list(range(1, 27))
    assert texts.steps().keys() | {"claim", "battle"} == VERBS.keys()


def test_the_texts_say_what_the_rules_do() -> None:
    """Figures in the texts are those of the rules."""
    sections = {section.id: section.text for section in texts.sections()}
    rulings = texts.rulings()
    assert (PILLARS, POWER, POWER_SECOND, CUBES) == (10, 5, 6, 80)
    assert "ten pillars and 5 power" in sections["setting-up"]
    assert f"the second of two players {POWER_SECOND}" in sections["setting-up"]
    assert f"{CUBES} are the supply" in rulings[3].text
    assert ROUNDS == 30
    assert "thirty rounds" in sections["ending"]
    assert [DICE.count(face) for face in ("hit", "clash", "blank")] == [2, 3, 1]
    assert "two are hits, three are clashes, one is blank" in sections["dice"]
    assert len(BOARD) == 8
    assert "board of eight spells" in sections["setting-up"]


def test_wherever_power_is_returned_it_is_told_who_says_to_whom() -> None:
    """Ruling 9: if it has several owners, whoever returns it chooses one of them; it is not shared among them."""
    shared = re.compile("power (on the tile )?goes back to its owners")
    assert not [ref for ref, entry in LOOKUP.entries.items() if shared.search(entry.text)]
    assert "to you or to another of its owners as you say" in LOOKUP.entries["section:claiming"].text
    assert all("several" in LOOKUP.entries[ref].text for ref in ("step:flip", "step:free", "ruling:9", "ruling:11"))


def test_it_is_credited_and_the_content_is_called_ours_wherever_the_rules_are() -> None:
    for text in (KIT.credit, next(each.text for each in texts.sections() if each.id == "origin")):
        assert "Unnamed Wizard Game V2" in text
        assert "FarCryFromHuman" in text
        assert "our own" in text
        assert "nofficial" in text


def test_what_matters_now_is_said_at_every_question() -> None:
    for seed in ("a", "b"):
        game, rng = Game.new(3, seed), Random(seed)
        while not game.over:
            for seat in ("", *game.seats):
                decision = game.pending.get(seat)
                found = KIT.desk.now(game.view(seat or None), seat, NAMES, decision)
                assert found is not None
                panel, further = found
                text = "\n".join(panel.words)
                assert decision is None or decision.text in text
                assert set(further) <= REFS.keys()
                assert 0 < len(further) <= 25
                assert not re.search(r"\bP[1-4]\b", text)
            game.play(game.asked[0], rng.choice(game.legal(game.asked[0])))


EBB = """
[scenario.field]
"1,0" = "3a2 P1"
"0,1" = "2d1 P1 P2 10"
"""
"""Ebb flips a tile. Quickening, whose power two players own, is a spell that asks nothing."""


def told(game: Game) -> str:
    [(seat, decision)] = game.pending.items()
    found = KIT.desk.now(game.view(seat), seat, NAMES, decision)
    assert found is not None
    return "\n".join(found[0].words)


def test_a_question_is_explained_by_the_spell_that_asks_it() -> None:
    """Also the later questions of a step, and whose the power is that comes back from another spell."""
    for asked in (at(EBB, "3a"), at(EBB, "3a", "2d")):
        assert "It is a step of **3a Ebb**: Flip a tile of yours." in told(asked)
    assert "It is a step of **Weave**" in told(at('stack = ["1a"]', "weave"))
    auto_return = at('phase = "end"\n[scenario.field]\n"1,0" = "3a1 P1 P2 10"')
    assert auto_return.kind("P1") == "pool"
    assert "It is a step of" not in told(auto_return)


def test_nobody_whose_pool_is_empty_is_told_to_meditate_where_that_cannot_be_chosen() -> None:
    """One who has invoked cannot meditate, and with an empty pool one meditates unasked when the turn begins."""
    emptied = at('stack = ["1a"]\nP1 = { pool = 1 }', "weave")
    meditating = at("P1 = { pool = 0, fort = 2 }")
    assert (emptied.kind("P1"), meditating.kind("P1")) == ("side", "keep")
    assert not [game for game in (emptied, meditating) if "pool is empty" in told(game)]
    assert "meditate without being asked" in LOOKUP.entries["question:what-if-my-pool-is-empty"].text
