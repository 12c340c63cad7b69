"""`tools.harrowing`: fitting to games that were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.harrowing.players.features import FEATURES
from tools import harrowing
from tools.mana_surge import Row


def test_a_game_is_told_from_whoever_moves_next() -> None:
    """Whoever can win at once at the last moment has won, whichever place that is."""
    rows = harrowing.played(3, 1)
    assert rows
    assert all(sum(row.won) == 1 and len(row.features) == 3 for row in rows)
    last, one = rows[-1], list(FEATURES).index("one turn")
    assert last.won == [1.0, 0.0, 0.0]  # everybody wins in their own turn
    assert last.features[0][one]


def test_tables_of_more_players_are_drawn_towards_those_of_two() -> None:
    """Whoever moves next has the prior of the one who moves next of two, all others that of the other."""
    early, late = harrowing.prior([[1.0, 2.0], [3.0, 4.0]], 4)
    assert early == late == ((1.0, 2.0), (3.0, 4.0), (3.0, 4.0), (3.0, 4.0))


def test_tables_are_written_and_games_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harrowing, "GAMES", {2: 2, 3: 2})

    def written() -> str:
        harrowing.main(["--rows", str(tmp_path / "rows"), "--out", str(tmp_path / "out.toml")])
        return (tmp_path / "out.toml").read_text()

    first = written()
    assert first.index("[2]") < first.index("[3]")
    assert all(first.count(f'"{feature}" = [') == 2 for feature in FEATURES)

    def never(_players: int, _number: int) -> list[Row]:
        raise AssertionError("a kept game is played again")

    monkeypatch.setattr(harrowing, "played", never)
    assert written() == first
