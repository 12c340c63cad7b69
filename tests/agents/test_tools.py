"""The tools that fit and measure computer players."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from game.adepts import Game, players
from game.adepts.kit import KIT
from game.adepts.players import greedy
from game.adepts.players.greedy import holdings
from game.adepts.players.strong.value import FEATURES
from game.adepts.rules.gems import LAST_TURN
from game.core.errors import SetupError
from game.core.toml import parse
from tools import calibration, fit, ladder, opponents, reviews
from tools.calibration import Turn
from tools.ladder import Deal, Match
from tools.reviews import Found


def test_the_fit_finds_the_weights_that_were_there() -> None:
    rng, true = Random(1), [worth + 1.5 for worth in fit.PRIOR.values()]
    rows = []
    for _ in range(1500):
        x = [rng.gauss(0, 3) for _ in FEATURES]
        rows.append((x, sum(a * b for a, b in zip(x, true, strict=True)) + rng.gauss(0, 5)))
    found = fit.ridge(rows, list(fit.PRIOR.values()), [9.0] * len(FEATURES))
    assert max(abs(a - b) for a, b in zip(found, true, strict=True)) < 0.25
    assert fit.explained(rows, found) > 0.9


def test_without_much_to_go_by_the_fit_keeps_to_what_was_thought_before() -> None:
    """Neither three rows nor thousands in which a feature hardly ever occurs move the weights far from their prior."""
    count, prior = len(FEATURES), list(fit.PRIOR.values())
    few = fit.ridge([([1.0] * count, sum(prior) + 10)] * 3, prior, [100.0] * count)
    assert few == pytest.approx(prior, abs=0.02)
    rows = [([float(number % 100 == 0), *[0.0] * (count - 1)], 50.0 * (number % 100 == 0)) for number in range(3000)]
    assert fit.ridge(rows, prior, [100.0] * count)[0] == pytest.approx(1.0, abs=1.0)
    assert fit.ridge(rows, prior, [1.0] * count)[0] > 25


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_gives_a_row_a_turn_and_seat(players: int) -> None:
    rows = fit.played(players, 1)
    assert Counter(turn for turn, _, _ in rows) == dict.fromkeys(range(1, LAST_TURN), players - 1)
    assert {len(x) for _, x, _ in rows} == {len(FEATURES)}
    assert rows == fit.played(players, 1)


def test_a_game_tells_of_what_came_after_the_last_slip() -> None:
    """The last mistake of game 37 is at the end of turn 3, so only the turns from then on count."""
    assert {turn for turn, _, _ in fit.played(2, 37)} == {3, 4, 5, 6, 7}


def test_what_came_counts_half_and_the_other_half_what_the_next_turn_says_of_it() -> None:
    """After turn 7 mana is worth 2. After turn 6 half the weight has the outcome, 2 more by chance, and half what turn
    7 predicts."""
    zero = [0.0] * (len(FEATURES) - 1)
    games: list[fit.Rows] = [[(6, [1.0, *zero], 4.0), (7, [1.0, *zero], 2.0)] for _ in range(4000)]
    table = fit.fitted(games)
    assert table[6][0] == pytest.approx(2.0, abs=0.01)
    assert table[5][0] == pytest.approx(3.0, abs=0.02)
    assert table[4] == table[5]
    assert table[6][1:] == list(fit.PRIOR.values())[1:]


def test_a_game_that_slipped_has_nothing_to_say_of_its_first_turns() -> None:
    zero = [0.0] * (len(FEATURES) - 1)
    games: list[fit.Rows] = [[(turn, [1.0, *zero], 2.0) for turn in range(first, 8)] for first in [1, 4] * 2000]
    assert [row[0] for row in fit.fitted(games)] == pytest.approx([2.0] * 7, abs=0.05)


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


def test_what_was_expected_is_held_against_what_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibration.main(["greedy", "random", "--games", "4", "--keep", str(tmp_path)])
    first = capsys.readouterr().out
    [file] = tmp_path.iterdir()
    games = [[Turn(*row) for row in json.loads(line)] for line in file.read_text().splitlines()]
    assert [len(game) for game in games] == [LAST_TURN - 1] * 4
    assert all(turn.expected >= 0 for game in games for turn in game)
    for game in games:  # the favourite changes, not the outcome
        assert len({abs(turn.came) for turn in game}) == 1
        assert {turn.won for turn in game} <= {0.0, 1.0}
        assert all((turn.came > 0) == turn.won for turn in game)
    assert fmean(game[6].won for game in games) == 1.0
    assert len(first.splitlines()) == 1 + LAST_TURN - 1
    calibration.main(["greedy", "random", "--games", "4", "--keep", str(tmp_path)])
    assert capsys.readouterr().out == first
    assert len(file.read_text().splitlines()) == 4


def test_what_is_expected_of_players_is_told_with_its_error() -> None:
    games = [[Turn(1.0, 10.0, 12.0, 1.0)], [Turn(3.0, 20.0, 14.0, 0.0)]]
    assert calibration.told(games).splitlines()[1].split() == (
        ["1", "+2.0", "±", "1.0", "15.0", "13.0", "+2.0", "±", "4.0", "50.0", "%"]
    )


def test_the_sequential_test_waits_until_it_is_clear() -> None:
    assert not ladder.settled([1.0] * 9, 0.5)
    assert ladder.settled([1.0] * 10, 0.5)
    assert not ladder.settled([1.0, 0.5, 0.0, 0.5] * 10, 0.5)
    assert ladder.settled([1.0, 0.5, 0.5, 0.5] * 25, 0.5)


def test_reviews_are_counted_by_whom_they_blame_and_what_they_find() -> None:
    """A planted answer that costs next to nothing is not a blunder."""
    found = [
        Found(1.0, 90.0),
        Found(50.0, 40.0),
        Found(9.0, 80.0, cost=6.0, said=5.5),
        Found(2.0, 80.0, cost=0.1),
        Found(2.0, 80.0, cost=1.5),
    ]
    told = reviews.told(found)
    assert "larger loss on the weaker player in 1 of 2 games" in told
    assert "planted: 1 of 3 found; planted that cost 1: 1 of 2 found" in told
    assert told.endswith("planted that cost 5: 1 of 1 found")


def test_reviewed_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "reviewed", lambda *_asked: Found(1.0, 2.0, 3.0, None))
    words = ["strong", "greedy", "--keep", str(tmp_path), "--games"]
    reviews.main([*words, "2"])
    [file] = tmp_path.iterdir()
    assert file.read_text().splitlines() == ["[1.0, 2.0, 3.0, null]"] * 2
    monkeypatch.setattr(reviews, "reviewed", lambda *_asked: Found(0.0, 0.0))
    reviews.main([*words, "3"])
    assert file.read_text().splitlines()[2:] == ["[0.0, 0.0, null, null]"]


def test_the_tuned_opponent_has_modules_of_its_own() -> None:
    """Its values for titles do not change those of the greedy player, nor the other way round."""
    before = dict(holdings._TITLES)
    opponents.tuned()
    assert before == holdings._TITLES
    assert sys.modules[holdings.__name__] is holdings
    assert players.greedy is greedy
    with pytest.raises(AttributeError, match="worth has no NOTHING"):
        opponents.with_constants({"worth": {"NOTHING": 1}})
    assert sys.modules[holdings.__name__] is holdings


def test_opponents_play_whole_games_otherwise_than_the_greedy_player() -> None:
    def moves(name: str) -> list[str]:
        game, found = Game.new(players=2, seed="opponents"), []
        while not game.over:
            seat, decision = next(iter(game.pending.items()))
            found.append(opponents.opponent(name, KIT)(game.view(seat), decision, Random(game.ply)))
            game.play(seat, found[-1])
        return found

    plain = moves("greedy")
    assert plain == moves("greedy")
    assert moves("tuned") != plain
    assert moves("noisy") != plain
    with pytest.raises(SetupError):
        opponents.opponent("nobody", KIT)
