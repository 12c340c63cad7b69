"""`tools.spirit_ground`: fitting to games that were played, and how many are needed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.core import toml
from game.spirit_ground.players.search.chances import LONGEST
from tools import spirit_ground
from tools.spirit_ground import FEW, PRIOR, Rows


def made_up(number: int) -> Rows:
    """Return a row for each round; the margin follows from the first feature, with some noise."""
    rng = Random(number)
    rows = [(left, [rng.gauss(0, 2) for _ in PRIOR]) for left in range(LONGEST, 0, -1)]
    return [(left, x, 2 * x[0] + rng.gauss(0, 0.5)) for left, x in rows]


def test_too_few_games_are_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What counts is the rows for the last round, on which all else is built; whether there are some or none."""
    monkeypatch.setattr(spirit_ground, "played", made_up)
    for games in (0, 1, FEW - 1):
        with pytest.raises(SystemExit):
            spirit_ground.main(["--games", str(games), "--out", str(tmp_path / "out.toml")])
        assert f"their last rounds give {games} rows, and {FEW} are needed; play more" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_enough_games_make_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spirit_ground, "played", made_up)
    spirit_ground.main(["--games", str(FEW), "--out", str(tmp_path / "out.toml")])
    table = toml.parse((tmp_path / "out.toml").read_text())
    assert set(table) == {*PRIOR, "spread"}
    assert table["gems"][0] > 1.1  # drawn from the prior 1 towards the true 2
    assert " 1 left:" in capsys.readouterr().out


def test_favourites_are_told_of_by_tenths_that_there_are() -> None:
    [line] = spirit_ground.calibrated([[(5.0, 4.9)]]).splitlines()
    assert line == "favourite told 90 to 100 %:     1 rows, 100.0 %, won 100.0 %"
