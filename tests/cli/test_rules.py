"""`adepts rules`: lookups in the terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import Adepts, refused


def test_a_question_is_answered_in_plain_text(adepts: Adepts) -> None:
    status, out, err = adepts("rules", "what", "if", "the", "mine", "is", "empty")
    assert (status, err) == (0, "")
    assert out.startswith("What if the mine is empty?\n\nIts miners dig nothing")
    assert "**" not in out
    assert "\x1b" not in out


def test_the_best_answers_are_shown(adepts: Adepts) -> None:
    assert "Pilfer (12B)" in adepts("rules", "steal mana").out
    alone = adepts("rules", "steal mana", "--limit", 1).out
    assert len(alone) < len(adepts("rules", "steal mana").out)


def test_an_aid_has_rules_too_and_a_kind_finds_whose_it_is(adepts: Adepts) -> None:
    assert "banks a die" in adepts("rules", "hero", "dice", "--game", "adept", "--limit", 1).out
    assert adepts("rules", "--price", "power").out.startswith("A power")
    refused(adepts("rules", "dice", "--game", "tower"), "--game", "tower", "mana-surge", "adept")
    assert "--game NAME" in adepts("rules", "--help").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--spell", "3B"], ["Barrier (3B)", "Phase I, costs 2 topazes.", "Does Barrier stop me too?", "See also: "]),
        (["--spell", "barier"], ["Barrier (3B)"]),
        (["--adept", "Onyx"], ["Onyx Adept", "Does Moratorium stop my onyx bonus?"]),
        (["--phase", "3"], ["Phase III: Spell Research", "1. Casting"]),
        (["--phase", "production"], ["Phase II: Gem Production"]),
    ],
)
def test_a_card_is_shown_with_what_concerns_it(adepts: Adepts, words: list[str], said: list[str]) -> None:
    status, out, _ = adepts("rules", *words)
    assert status == 0
    assert out.startswith(said[0])
    assert all(part in out for part in said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], ["--spell", "adepts rules --help"]),
        (["xyzzyq"], ["nothing in the rules of Adepts is like 'xyzzyq'", "--game", "spirit-ground"]),
        (["", "--game", "adept"], ["nothing in the rules of The Adept is like ''"]),
        (["--spell", "21C"], ["--spell", "21C"]),
        (["--phase", "6"], ["--phase", "6"]),
        (["--adept", "\x1b[31m"], ["--adept"]),
        (["mana", "--spell", "3B"], ["either words or one of"]),
        (["--adept", "onyx", "--spell", "3B"], ["either words or one of"]),
        (["mana", "--limit", "0"], ["--limit", "0"]),
    ],
)
def test_bad_input_is_one_line(adepts: Adepts, words: list[str], said: list[str]) -> None:
    refused(adepts("rules", *words), *said)


def test_it_needs_no_discord() -> None:
    code = "import sys, desk; desk.lookup('adepts').search('mana'); print('discord' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
