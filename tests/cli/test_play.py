"""`adepts play`: a whole game through a pipe, and everything that can be typed."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.adepts import Game
from game.core import IllegalToken
from game.core.history import replay
from tests.cli.conftest import Adepts, Outcome

GAME = ("play", "--seed", "play", "--policy", "random")


@pytest.fixture
def typed(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> Adepts:
    """Runs a game with these lines as input."""

    def call(*lines: str) -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return adepts(*GAME)

    return call


def after(out: str, prompt: str) -> list[str]:
    """Return what follows each prompt that begins so, up to the next prompt."""
    return [part for part in re.split(r"^\d\.[IV]+ [\w-]+> ", out, flags=re.MULTILINE) if part.startswith(prompt)]


def test_a_whole_game_through_a_pipe_to_the_score_sheet_and_a_record(tmp_path: Path) -> None:
    saved = tmp_path / "mine.adepts"
    words = [*GAME, "--players", "3", "--name", "Anna", "--seat", "P2"]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "cli.main", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = ""
        while char := process.stdout.read(1):
            seen += char
            if re.search(r"^\d\.[IV]+ [\w-]+> $", seen[-40:], flags=re.MULTILINE):
                process.stdin.write("1\n")
                process.stdin.flush()
            elif seen.endswith(("press Enter not to: ", "Another file, or Enter: ")):
                process.stdin.write(f"{saved if 'Another' in seen else tmp_path}\n")
                process.stdin.flush()
    assert process.returncode == 0
    game = replay(saved.read_text())
    assert game.over
    totals = [str(line["total"]) for line in sorted((game.scores or {}).values(), key=lambda line: line["rank"])]
    assert ["total", *totals] in [line.split() for line in seen.splitlines()]
    assert "Anna put " in seen
    assert "You are P2. Against you: P1 (random), P3 (random)." in seen
    assert '[Names "random 1 | Anna | random 3"]' in saved.read_text()
    assert "\x1b" not in seen


def test_the_question_the_hand_and_the_board_come_first(typed: Adepts) -> None:
    status, out, err = typed()
    assert (status, err) == (0, "")
    assert "Assign a group of your miners to a free work site." in out
    assert "You have 10 miners left." in out
    assert "P1 holds" in out
    assert "P2 holds" not in out
    assert out.endswith("You left the game before its end.\n")


def test_a_number_a_token_and_the_kind_with_a_token_are_answers(typed: Adepts) -> None:
    out = typed("72", "", "topaz.2x2", "assign topaz.3x2").out
    assert "is not an answer" not in out
    assert out.count("Turn 1 of 8") == 1, "the board is shown once a phase"
    for group in ("4 miners on Diamond III", "2 miners on Topaz II", "2 miners on Topaz III"):
        assert re.search(f"P1 put {group}", out)


@pytest.mark.parametrize("wrong", ["0", "73", "-1", "topaz.1x", "P1 assign topaz.1x2", "²", "castle"])
def test_what_is_no_answer_says_what_would_be(typed: Adepts, wrong: str) -> None:
    out = typed(wrong).out
    assert f"{wrong!r} is not an answer: type a number from 1 to 72" in out
    assert "P1 put" not in out


@pytest.mark.parametrize("wrong", ["topaz", "topaz.1x5", "pass", "assign ruby.1x9"])
def test_an_illegal_answer_says_why(typed: Adepts, wrong: str) -> None:
    out = typed(wrong).out
    token = wrong.removeprefix("assign ")
    game = Game.new(2, seed="play")
    with pytest.raises(IllegalToken) as refused:
        game.play("P1", token)
    assert f"{token}: {refused.value.problem}." in out
    assert "P1 put" not in out


def test_undo_takes_back_choice_after_choice_and_what_followed_comes_again(typed: Adepts) -> None:
    straight = typed("topaz.1x2", "topaz.2x2").out
    out = typed("topaz.1x9", "undo", "topaz.1x2", "topaz.2x2", "undo", "undo", "topaz.1x2", "topaz.2x2", "log 99").out
    assert "There is nothing to undo." in out
    assert out.count("Your last choice is taken back.") == 2
    [log] = after(out, "log 99")
    told = [line for line in straight.splitlines() if line.startswith("  P")]
    assert out.count("  P1 put 2 miners on Topaz I.\n") == 3, "it is told anew what is done anew"
    assert [line for line in log.splitlines() if line.startswith("  P")] == told


def test_the_log_shows_the_last_so_many(typed: Adepts) -> None:
    out = typed("topaz.1x2", "log 1", "log 0", "log").out
    one, none, full = after(out, "log")
    assert one.count("  P") == 1
    assert none.count("  P") == 0
    assert re.search("drew .*\n.*Turn 1.*\n.*Phase I .*\n.*P1 put 2 miners on Topaz I", full)


def test_hand_spells_and_adepts_show_cards(typed: Adepts) -> None:
    cards = ("spell 3B", "spell 3b", "spell barrier")
    out = typed("hand", *cards, "spell 21A", "adept onyx", "adept Onyx", "adept", "board", "help").out
    assert all("Barrier" in after(out, card)[0].partition("\n")[2] for card in cards)
    assert all("Phase I, 2 topazes." in after(out, card)[0] for card in cards)
    assert "1A to 20B" in after(out, "spell 21A")[0]
    assert all("Onyx Adept. Phase V." in after(out, adept)[0] for adept in ("adept onyx", "adept Onyx"))
    assert "topaz, ruby" in after(out, "adept\n")[0]
    assert "Turn 1 of 8" in after(out, "board")[0]
    assert "save FILE" in after(out, "help")[0]
    held = re.search(r"P1 holds +(\w+) \((\w+)\)", out)
    assert held
    assert held[1] in after(out, "hand")[0]


def test_save_writes_a_record_and_a_place_that_cannot_be_written_ends_nothing(typed: Adepts, tmp_path: Path) -> None:
    saved, wrong = tmp_path / "so far [b].adepts", (f"{tmp_path}/no/file", "~nobody-of-that-name/file")
    status, out, err = typed(
        "topaz.1x2", "save", *(f"save {name}" for name in (*wrong, "-", saved)), "topaz.2x2", "quit"
    )
    assert status == 0
    assert err == "".join(f"adepts: {name}: No such file or directory\n" for name in wrong) + "adepts: -: name a file\n"
    assert "[Seed" not in out
    assert "Name a file" in out
    assert "[b].adepts." in out.replace("\n", ""), "what looks like mark-up is a part of its name"
    assert re.search("P1 put 2 miners on Topaz II", out)
    assert replay(saved.read_text()).to_dict()["mines"]["topaz"]["sites"][0] == ["P1", 2]
    assert list(tmp_path.iterdir()) == [saved]


def test_rules_are_looked_up_in_the_game(typed: Adepts) -> None:
    out = typed("rules what if the mine is empty", "rules", "rules qqqqzzzzxxxx").out
    assert "What if the mine is empty?" in after(out, "rules what")[0]
    assert "What about?" in after(out, "rules\n")[0]
    assert "Nothing in the rules is like 'qqqqzzzzxxxx'." in after(out, "rules q")[0]
    assert "P1 put" not in out


def test_quitting_asks_first(typed: Adepts) -> None:
    """Only a yes leaves the game."""
    stayed = typed("quit", "n", "topaz.1x2", "quit", "", "topaz.2x2", "quit", "Yes", "topaz.3x2").out
    assert stayed.count("Leave this game?") == 3
    assert stayed.count("You go on playing.") == 2
    assert "P1 put 2 miners on Topaz II" in stayed
    assert "P1 put 2 miners on Topaz III" not in stayed
    assert stayed.endswith("You left the game before its end.\n")


def test_what_others_draw_is_not_told(typed: Adepts) -> None:
    """Of others' research one learns only that they have finished; of one's own, what was dealt and kept."""
    out = typed(*["1"] * 10, "log 999").out
    [log] = after(out, "log 999")
    assert "P1 drew " in log
    assert "P2 drew " not in log
    assert "P2 kept " not in log
