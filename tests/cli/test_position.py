"""`adepts position`: the board after any move of a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.adepts.words.wording import spell_name
from game.core.history import read, replay
from game.core.protocol import Game
from tests.cli.conftest import Adepts, random_record, refused


def game_at(text: str, ply: int) -> Game:
    """Return the game after so many moves."""
    recorded = read(text)
    game = recorded.start()
    for _, _, move in recorded.steps(game):
        if game.ply == ply:
            break
        game.play(move.seat, move.token)
    return game


def test_the_whole_position_as_json(adepts: Adepts, record: Path, text: str) -> None:
    assert json.loads(adepts("position", record, "--json").out) == replay(text).to_dict()
    assert json.loads(adepts("position", record, "--json", "--ply", 0).out) == game_at(text, 0).to_dict()
    assert json.loads(adepts("position", record, "--json", "--ply", 77).out) == game_at(text, 77).to_dict()


def test_a_seat_sees_its_view_and_nothing_else(adepts: Adepts, record: Path, text: str) -> None:
    seen = json.loads(adepts("position", record, "--json", "--ply", 77, "--seat", "P2").out)
    assert seen == game_at(text, 77).view("P2")
    assert "hand" not in seen["players"]["P1"]


def test_the_board_shows_mines_queues_batteries_hands_and_names(adepts: Adepts, record: Path, text: str) -> None:
    position = game_at(text, 77).to_dict()
    status, out, _ = adepts("position", record, "--ply", 77)
    assert status == 0
    assert f"Turn {position['turn']} of 8, phase {position['phase']}" in out
    rows = [line.split() for line in out.splitlines()]
    for gem, mine in position["mines"].items():
        assert [gem, str(mine["stock"])] in [row[:2] for row in rows]
        players = position["players"].values()
        counts = [count for p in players for count in (*p["queue"][gem], p["battery"][gem])]
        row = next(row for row in rows if row[:1] == [gem] and len(row) == 1 + len(counts))
        assert [cell.rstrip("*") for cell in row[1:]] == [str(count or "·") for count in counts]
    assert ["mana", *(str(p["mana"]) for p in position["players"].values())] in rows
    for seat, name in (("P1", "Anna"), ("P2", "Ben [bold]"), ("P3", "Cleo")):
        assert f"{seat} {name}"[:13] in out
        for spell in position["players"][seat]["hand"]:
            assert spell_name(spell) in out


def test_groups_stand_at_their_mine(adepts: Adepts, record: Path, text: str) -> None:
    for ply in range(1, 40):
        mines = game_at(text, ply).view(None)["mines"]
        group = next((f"{p[0]} x{p[1]}" for mine in mines.values() for p in mine["sites"] if p), None)
        if group:
            assert group in adepts("position", record, "--ply", ply).out
            return
    pytest.fail("nobody ever assigned")


def test_a_seats_board_hides_the_other_hands(adepts: Adepts, record: Path) -> None:
    out = adepts("position", record, "--ply", 77, "--seat", "P2").out
    assert "P2 holds" in out
    assert "P1 holds" not in out


def test_the_end_has_the_score_sheet(adepts: Adepts, record: Path, text: str) -> None:
    scores = replay(text).scores or {}
    out = adepts("position", record).out
    assert "The game is over." in out
    best_first = sorted(scores.values(), key=lambda line: line["rank"])
    assert ["total", *(str(line["total"]) for line in best_first)] in [line.split() for line in out.splitlines()]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("players", [2, 5])
def test_no_line_is_wider_than_the_terminal_and_no_name_is_cut(
    adepts: Adepts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, players: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    path = tmp_path / "five.adepts"
    path.write_text(random_record(players, []))
    for ply in range(0, 120, 17):
        out = adepts("position", path, "--ply", ply).out
        assert max(map(len, out.splitlines())) <= width
        assert "…" not in out


def test_plain_output_has_no_colour(adepts: Adepts, record: Path) -> None:
    assert "\x1b" not in adepts("position", record).out


def test_a_ply_beyond_the_end_and_a_seat_that_does_not_play(adepts: Adepts, record: Path) -> None:
    refused(adepts("position", record, "--ply", 9999), record, "ply 9999", "moves")
    refused(adepts("position", record, "--seat", "P5"), record, "P5 does not play")
    refused(adepts("position", record.with_name("none")), "none", "No such file")


def test_a_record_broken_further_on_still_shows_what_came_before(adepts: Adepts, record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[20] = "1.I P1 assign onyx.1x9"
    record.write_text("\n".join(lines))
    assert adepts("position", record, "--ply", 5).status == 0
    refused(adepts("position", record), record, "line 21: ")
