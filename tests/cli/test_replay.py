"""`adepts replay`: records are checked; positions and legal tokens are written completely or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from game.core.history import read
from tests.cli.conftest import Adepts, refused


def edited(record: Path, number: int, line: str) -> Path:
    """Return the record with this line (counted from 1) replaced."""
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = line
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return record


def test_a_good_record_is_summed_up(adepts: Adepts, record: Path, text: str) -> None:
    moves = sum(1 for line in text.splitlines() if line and not line.startswith("["))
    result = next(line for line in text.splitlines() if line.startswith("[Result")).split('"')[1]
    assert adepts("replay", record) == (0, f"{record}: {moves} moves, result {result}\n", "")


def test_a_game_that_is_not_over_says_what_is_asked(adepts: Adepts, record: Path) -> None:
    lines = [line for line in record.read_text().splitlines() if not line.startswith("[Result")]
    record.write_text("\n".join(lines[:10]) + "\n")
    status, out, _ = adepts("replay", record)
    assert status == 0
    assert "3 moves, not over: 1.I, P" in out
    assert "assign is asked" in out


def test_each_move_has_a_line_with_what_was_pending_and_one_with_the_position_after(
    adepts: Adepts, record: Path, text: str, tmp_path: Path
) -> None:
    positions, legal = tmp_path / "positions.jsonl", tmp_path / "legal.jsonl"
    assert adepts("replay", record, "--positions", positions, "--legal", legal).status == 0
    after = [json.loads(line) for line in positions.read_text(encoding="utf-8").splitlines()]
    before = [json.loads(line) for line in legal.read_text(encoding="utf-8").splitlines()]
    count = 0
    recorded = read(text)
    for count, (game, _, move) in enumerate(recorded.steps(recorded.start()), 1):
        pending = game.pending
        assert before[count - 1] == {s: {"kind": d.kind, "tokens": list(d.tokens)} for s, d in pending.items()}
        game.play(move.seat, move.token)
        assert after[count - 1] == game.to_dict()
    assert len(after) == len(before) == count


def test_standard_output_may_take_one_of_them(adepts: Adepts, record: Path) -> None:
    status, out, err = adepts("replay", record, "--legal", "-")
    assert status == 0
    assert all(json.loads(line) for line in out.splitlines())
    assert "moves, result" in err


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (9, "1.I P9 assign topaz.1x2", ["line 9: ", "legal: "]),
        (9, "1.II P1 assign topaz.1x2", ["line 9: ", "it is 1.I"]),
        (9, "and so on", ["line 9: ", "not a move"]),
        (1, '[Adepts "2"]', ["version '2'"]),
        (2, '[Players "three"]', ["Players is 'three'"]),
        (2, "[Players 3]", ["line 2: ", "not a tag"]),
        (4, '[Spells "1A 1B"]', ["1 is there twice"]),
        (4, '[Spells "1A 2B 3A 4A 5A 6A 7A 8A 9A 10A 11A 12A 14A 15A 16A 17A 18A 20A"]', ["13, 19 are missing"]),
        (5, '[Deck "tarot"]', ["tarot"]),
        (7, '[Result "P1 1 P2 0 P3 0"]', ["Result says"]),
        (3, '[Names "A | B"]', ["2 names for 3 players"]),
    ],
)
def test_a_broken_record_is_one_line_and_leaves_nothing(
    adepts: Adepts, record: Path, number: int, line: str, said: list[str]
) -> None:
    edited(record, number, line)
    out = record.with_name("positions.jsonl")
    out.write_text("as before\n")
    refused(adepts("replay", record, "--positions", out, "--legal", record.with_name("legal.jsonl")), record, *said)
    assert out.read_text() == "as before\n"
    assert {path.name for path in record.parent.iterdir()} == {"game.adepts", "positions.jsonl"}


def test_standard_output_stays_empty_for_a_broken_record(adepts: Adepts, record: Path) -> None:
    edited(record, 60, "nothing of the kind")
    refused(adepts("replay", record, "--positions", "-"), "line 60: ")


def test_files_that_cannot_be_read(adepts: Adepts, tmp_path: Path) -> None:
    refused(adepts("replay", tmp_path / "none.adepts"), tmp_path / "none.adepts", "No such file")
    refused(adepts("replay", tmp_path), tmp_path, "directory")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b'[Adepts "1"]\n\x89PNG')
    refused(adepts("replay", picture), picture, "line 2", "UTF-8")


def test_outputs_that_cannot_be_written_are_refused(adepts: Adepts, record: Path) -> None:
    refused(adepts("replay", record, "--positions", record.parent), record.parent, "directory")
    nowhere = record.parent / "no" / "positions.jsonl"
    refused(adepts("replay", record, "--legal", record.with_name("ok.jsonl"), "--positions", nowhere), nowhere)
    assert [path.name for path in record.parent.iterdir()] == ["game.adepts"]


def test_outputs_that_would_overwrite_each_other_or_the_record_are_refused(adepts: Adepts, record: Path) -> None:
    refused(adepts("replay", record, "--positions", record), record, "overwritten")
    refused(adepts("replay", record, "--positions", "-", "--legal", "-"), "same place")


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="no /dev/null here")
def test_a_device_or_a_link_is_written_to_and_not_replaced(adepts: Adepts, record: Path) -> None:
    link = record.with_name("link.jsonl")
    link.symlink_to("target.jsonl")
    assert adepts("replay", record, "--positions", "/dev/null", "--legal", link).status == 0
    assert Path("/dev/null").is_char_device()
    assert link.is_symlink()
    assert link.resolve().name == "target.jsonl"
    assert link.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
def test_what_tells_hidden_cards_is_its_owners_alone(adepts: Adepts, record: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.touch()
    kept.chmod(0o640)
    former = os.umask(0)
    try:
        adepts("replay", record, "--positions", tmp_path / "new.jsonl", "--legal", kept)
        adepts("simulate", "--games", 1, "--out", tmp_path / "records")
        adepts("board", record, "--ply", 3, "--what", "hand", "--seat", "P1", "-o", tmp_path / "hand.png")
    finally:
        os.umask(former)
    modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.rglob("*") if file != record}
    owners = {"new.jsonl": "0o600", "records": "0o700", "game-0001.adepts": "0o600", "hand.png": "0o600"}
    assert modes == {**owners, "kept.jsonl": "0o640"}
