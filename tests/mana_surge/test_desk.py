"""The texts of Mana Surge say what the rules do, and things are found by their names."""

from __future__ import annotations

import re
from random import Random

import pytest

import desk
from game.core.options import Option
from game.mana_surge import Game, texts
from game.mana_surge.desk.entries import entries
from game.mana_surge.kit import KIT
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.boards.board import ATTACK, DEFENCE, KINDS
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN
from game.mana_surge.rules.tokens import play
from tests.mana_surge.playing import games, plies

FIRST = 3
NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cleo"}
_found = desk.lookup("mana-surge")
assert _found is not None
LOOKUP = _found
REFS = {entry.ref: entry for entry in entries()}


def found(query: str) -> list[str]:
    return [hit.ref for hit in LOOKUP.search(query, FIRST)]


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("+1 Attack", "hex:strong"),
        ("-1 Attack", "hex:weak"),
        ("+1 attack", "hex:strong"),
        ("\u22121 attack", "hex:weak"),
    ],
)
def test_the_sign_of_a_number_is_read(query: str, ref: str) -> None:
    assert found(query)[0] == ref


@pytest.mark.parametrize("option", KIT.options, ids=lambda option: option.name)
def test_the_rules_explain_every_option_of_a_table(option: Option) -> None:
    """Whoever sits at a table with an option finds what it changes."""
    told = " ".join(section.text for section in texts.sections())
    assert option.title.lower() in told.lower()
    others = [value.label for value in option.values[1:] if value.label != "On"]
    assert all(title in told for title in others), others


@pytest.mark.parametrize("number", range(1, 17))
def test_every_ruling_has_its_text(number: int) -> None:
    assert texts.rulings()[number].text
    assert found(f"ruling {number}")[0] == f"ruling:{number}"


def test_rulings_stand_on_the_pages_of_what_they_concern() -> None:
    notes = {note.ref for note in LOOKUP.page("hex:pool").notes}
    assert {"ruling:8", "ruling:13"} <= notes
    assert "ruling:11" in {note.ref for note in LOOKUP.page("phase:combat").notes}


def test_the_numbers_in_the_texts_are_those_of_the_rules() -> None:
    by_kind = texts.hexes()
    assert set(by_kind) == {*KINDS, "pool", "corner"}
    assert f"attacks with {ATTACK['strong']} in place of 1" in by_kind["strong"].text
    assert f"attacks with {ATTACK['weak']} in place of 1" in by_kind["weak"].text
    assert f"a defence of {DEFENCE['guard']} in place of 1" in by_kind["guard"].text
    assert f"round {LAST_TURN}" in texts.rulings()[16].text
    assert (ENOUGH, LAST_TURN) == (10, 40)
    told = next(section.text for section in texts.sections() if section.id == "boards")
    for board in boards().values():
        assert re.search(rf"\*\*{board.title}\*\*.*\b{len(board.names)} hexes", told)


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("d5", "d4", "question:how-do-i-get-somebody-off-the-pool"),
        ("b4", "b5", "question:why-is-an-attack-not-offered"),
        ("c4", "b2", "question:why-is-an-attack-not-offered"),
        ("c4", "b2", "section:tips"),
        ("b4", "b5", "question:can-both-tokens-die"),
    ],
)
def test_an_answer_about_a_fight_that_ends_otherwise_with_fierce_says_so(source: str, target: str, told: str) -> None:
    """From +1 Attack at the Pool, between plain hexes, and from +1 Attack at +1 Defence."""
    board = boards()["surge"]
    usual, fierce = (play(board, on).outcome(board.index[source], board.index[target]) for on in (False, True))
    assert usual != fierce
    assert "the option Fierce" in REFS[told].text


def test_what_fierce_changes_is_told_as_it_comes() -> None:
    """Two plain tokens kill each other, as do one on +1 Attack and one on +1 Defence, whichever of them attacks."""
    board, told = boards()["surge"], REFS["section:fierce"].text
    for one, other in (("b4", "b5"), ("d5", "d6"), ("d6", "d5")):
        assert all(play(board, True).outcome(board.index[one], board.index[other]))
    assert "two plain tokens kill each other, as do one on +1 Attack and one on +1 Defence" in told


def test_nobody_is_told_to_enter_the_pool_where_they_have_just_killed() -> None:
    """Ruling 12: whoever has attacked cannot move any more."""
    [tip] = [line for line in REFS["section:tips"].text.splitlines() if "A kill on the Pool" in line]
    assert "you cannot move after an attack" in tip
    assert "enter yourself" not in tip


def test_no_text_is_that_of_the_guidebook() -> None:
    """None of the guidebook's phrases occurs in ours."""
    phrases = (
        "A troop spawner is used to",
        "Troop tokens may only be moved into adjacent",
        "It may be a good strategy to conserve",
        "Grants an additional",
        "is locked into place",
        "Restore player's action points",
        "may choose to initiate combat",
        "is calculated in the following way",
    )
    ours = " ".join(entry.text for entry in entries())
    assert not [phrase for phrase in phrases if phrase.lower() in ours.lower()]


def test_what_matters_now_is_told_at_every_question_and_at_the_end() -> None:
    """To the player asked, to another player, and to an onlooker."""
    rng = Random(1)
    assert KIT.desk is not None
    seen = set()
    for game in games(8):
        for at in plies(game, rng):
            for seat in ("", *at.seats):
                decision = at.pending.get(seat)
                told = KIT.desk.now(at.view(seat or None), seat, NAMES, decision)
                assert told is not None
                panel, refs = told
                assert set(refs) <= REFS.keys()
                assert 0 < len(refs) <= 25
                text = "\n".join(panel.words)
                assert ("You are asked:" in text) == (decision is not None)
                assert not re.search(r"\bP[123]\b", text)
                seen.add(refs[0])
    assert seen == {"section:setting-up", "phase:start", "phase:move", "phase:combat", "section:ending"}


def test_locked_tokens_and_fierce_are_told_now() -> None:
    assert KIT.desk is not None
    game = Game.new(seed="locked", fierce=True)
    for token in ("red", "green", "a1", "d7"):
        game.play(game.asked[0], token)
    [seat] = game.asked
    token = next(token for token in game.legal(seat) if game.state.board.kind(token.split("-")[1]) == "action")
    game.play(seat, token)
    told = KIT.desk.now(game.view(seat), seat, NAMES, None)
    assert told is not None
    text = "\n".join(told[0].words)
    assert f"**Your locked tokens:** {token.split('-')[1]}." in text
    assert "Fierce is on" in text
    assert {"hex:action", "section:fierce"} <= set(told[1])
