"""`tools.mana_surge`: fitting to games that were played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from game.core.judging.logit import differences, shares, strengths
from game.mana_surge.players.search.chances import Table
from game.mana_surge.players.search.features import FEATURES
from game.mana_surge.players.search.outlook import Rules
from game.mana_surge.rules.boards import USUAL, board
from tools import mana_surge
from tools.mana_surge import Row

NOTHING = ((0.0,) * (len(FEATURES) + 1),) * 3


def test_the_fit_finds_what_wins_early_and_late() -> None:
    """Mana is worth nothing early and much late; constant features keep their former weights."""
    rng, rows = Random(1), list[Row]()
    for _ in range(400):
        values = [[rng.uniform(0, 3), 1.0, *[0.0] * (len(FEATURES) - 2)] for _ in range(3)]
        turns = rng.choice((0, 60))
        won = rng.choices(range(3), shares([(turns > 0) * 2.0 * each[0] for each in values]))[0]
        rows.append(Row(values, turns, [float(at == won) for at in range(3)]))
    found = mana_surge.fitted(rows, Table(NOTHING, NOTHING))
    assert all(abs(place[0]) < 0.25 for place in found.early)
    assert all(place[0] > 0.5 for place in found.late)
    assert {weight for place in found.late for weight in place[2:-1]} == {0.0}


def test_what_lies_between_two_positions_comes_to_the_whole_and_what_is_alike_to_nothing() -> None:
    rng = Random(2)

    def numbers(most: float) -> list[list[float]]:
        return [[rng.uniform(-most, most) for _ in FEATURES] for _ in range(3)]

    by = [[*row, 0.1] for row in numbers(0.5)]
    one, other = numbers(1.0), numbers(1.0)
    for before, now in zip(one, other, strict=True):
        now[3] = before[3]
    found = differences(by, one, other, 1)
    came, had = (shares(strengths(by, rows))[1] for rows in (other, one))
    assert sum(map(sum, found)) == pytest.approx(came - had, abs=0.01)
    assert [row[3] for row in found] == [0.0] * 3


def test_a_game_is_told_from_whoever_begins() -> None:
    game = mana_surge.played(Rules(board(USUAL), False), 1)
    turns = [moment.turns for moment in game.moments]
    assert turns == [*range(turns[0], turns[0] + len(turns))]
    assert sum(game.won) == 1
    last = game.moments[-1]
    assert game.won[last.turns % 3] == (last.mana[0] == 9)  # the next to move draws the tenth


def test_tables_are_written_and_games_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mana_surge, "TABLES", {(USUAL, False): 2})

    def written() -> str:
        mana_surge.main(["--rows", str(tmp_path / "rows"), "--out", str(tmp_path / "out.toml")])
        return (tmp_path / "out.toml").read_text()

    first = written()
    assert f"[{USUAL}]" in first
    assert all(f'"{feature}" = [[' in first for feature in FEATURES)

    def never(_rules: Rules, _number: int) -> Sequence[Row]:
        raise AssertionError("a kept game is played again")

    monkeypatch.setattr(mana_surge, "played", never)
    assert written() == first
