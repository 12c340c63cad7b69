"""What the strong player is made and measured with."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.adepts.players.strong.value import FEATURES
from game.adepts.rules.gems import LAST_TURN
from game.core.toml import parse
from tools import fit, ladder
from tools.ladder import Deal, Match


def test_the_fit_finds_the_weights_that_were_there() -> None:
    rng, true = Random(1), [worth + 1.5 for worth in fit.PRIOR.values()]
    rows = []
    for _ in range(1500):
        x = [rng.gauss(0, 3) for _ in FEATURES]
        rows.append((x, sum(a * b for a, b in zip(x, true, strict=True)) + rng.gauss(0, 5)))
    found = fit.ridge(rows, list(fit.PRIOR.values()))
    assert max(abs(a - b) for a, b in zip(found, true, strict=True)) < 0.25
    assert fit.explained(rows, found) > 0.9


def test_without_much_to_go_by_the_fit_keeps_to_what_was_thought_before() -> None:
    x = [1.0] * len(FEATURES)
    found = fit.ridge([(x, sum(fit.PRIOR.values()))] * 3, list(fit.PRIOR.values()))
    assert found == pytest.approx(list(fit.PRIOR.values()))


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_gives_a_row_a_turn_and_seat(players: int) -> None:
    rows = fit.played(players, 1)
    assert Counter(turn for turn, _, _ in rows) == dict.fromkeys(range(1, LAST_TURN), players - 1)
    assert {len(x) for _, x, _ in rows} == {len(FEATURES)}
    assert rows == fit.played(players, 1)


def test_the_table_is_the_same_however_often_the_work_is_interrupted(tmp_path: Path) -> None:
    whole, parts, rows = tmp_path / "whole.toml", tmp_path / "parts.toml", tmp_path / "rows"
    fit.main(["--games", "5", "--out", str(whole)])
    for games in ("2", "5"):
        fit.main(["--games", games, "--rows", str(rows), "--out", str(parts)])
    assert parts.read_text() == whole.read_text()
    assert len((rows / "2.jsonl").read_text().splitlines()) == 5
    assert list(parse(whole.read_text())["players-2"]) == list(FEATURES)


def test_each_deal_is_played_from_every_seat_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["greedy", "random", "--players", "3", "--keep", str(tmp_path)]
    ladder.main([*words, "--deals", "2"])
    [file] = tmp_path.iterdir()
    deals = [Deal(*json.loads(line)) for line in file.read_text().splitlines()]
    assert [deal.share for deal in deals] == [1.0, 1.0]
    assert "6 games, won 100.0" in capsys.readouterr().out

    def never(*_: Any) -> Deal:
        raise AssertionError("a kept deal was played again")

    monkeypatch.setattr(Match, "deal", never)
    ladder.main([*words, "--deals", "2"])


def test_the_sequential_test_waits_until_it_is_clear() -> None:
    assert not ladder.settled([1.0] * 9, 0.5)
    assert ladder.settled([1.0] * 10, 0.5)
    assert not ladder.settled([1.0, 0.5, 0.0, 0.5] * 10, 0.5)
    assert ladder.settled([1.0, 0.5, 0.5, 0.5] * 25, 0.5)
