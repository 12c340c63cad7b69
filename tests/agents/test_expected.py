"""The expected score: the value's margins, scaled by the spells in the game and the order of seats."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from game.adepts import Game
from game.adepts.players.strong.expected import ANY, Line, called, expected, lines, place
from game.adepts.players.strong.playing import answered, play_on
from game.adepts.players.strong.value import margin, margins
from game.adepts.rules.cards import RANDOM, SELECTIONS, selection
from game.adepts.rules.gems import LAST_TURN, SEAT_OF, SEATS
from game.adepts.rules.state import State
from game.adepts.sampling import sampled
from tools import expected as fit
from tools.keeping import kept


def after_a_turn(players: int, spells: str = "first-game") -> State:
    game = Game.new(players=players, spells=spells, seed="value")
    [(seat, decision)] = game.pending.items()
    g = answered(sampled(game.view(seat), decision, Random(1)), SEAT_OF[seat], decision.tokens[0])
    play_on(g)
    return g


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_a_line_for_every_turn_whatever_the_spells(players: int) -> None:
    """What one place is ahead the others are behind, so the places add up to about 0."""
    for name in (ANY, *SELECTIONS):
        found = lines(players, name if name != RANDOM else ANY)
        assert len(found) == LAST_TURN - 1
        for line in found:
            assert len(line.places) == players
            assert abs(sum(line.places)) < 0.1 * players
            assert 0.3 < line.slope < 2


@pytest.mark.parametrize("players", [2, 3])
def test_the_margins_are_on_the_line_of_their_spells_and_order(players: int) -> None:
    for spells in ("first-game", "battlefield"):
        g = after_a_turn(players, spells)
        ahead, found = margins(expected(g)), lines(players, spells)[0]
        for seat in SEATS[:players]:
            assert ahead[seat] == pytest.approx(found.at(margin(g, seat), place(g, seat)), abs=0.2)
    in_order = [*SEATS[:players], *SEATS[:players]][g.first + 1 :][:players]
    assert [place(g, seat) for seat in in_order] == list(range(players))


def test_at_the_end_it_is_the_score() -> None:
    g = after_a_turn(2)
    while not g.over:
        play_on(g)
        if not g.over:
            g.agenda.pop().run(g)
    assert expected(g) == [line["total"] for line in (Game(g).scores or {}).values()]


def test_spells_are_called_by_their_selection() -> None:
    assert [called(selection(name)) for name in ("first-game", "battlefield")] == ["first-game", "battlefield"]
    assert called(selection(RANDOM, "seed")) == ANY


def test_the_fit_finds_what_going_first_is_worth_in_each_selection() -> None:
    """In one selection whoever goes first ends 20 mana ahead, in the other it does not matter; margins double by the
    end."""
    rng, groups = Random(1), dict[str, list[list[fit.Row]]]()
    for name, first in (("a", 20.0), ("b", 0.0)):
        told = [rng.gauss(5.0, 10.0) for _ in range(3000)]
        came = [2 * each + first + rng.gauss(0.0, 10.0) for each in told]
        groups[name] = [[(x, y), (-x, -y)] for x, y in zip(told, came, strict=True)]
    found = fit.fitted(groups)
    assert [line.slope for line in found.values()] == pytest.approx([2.0] * 3, abs=0.1)
    for name, first in (("a", 20.0), ("b", 0.0), (ANY, 10.0)):
        assert found[name].places == pytest.approx([first, -first], abs=1.0)


def test_few_games_of_a_selection_have_the_slope_of_all() -> None:
    many: list[list[fit.Row]] = [[(x, x), (-x, -x)] for x in (-10.0, 10.0)] * 2000
    few: list[list[fit.Row]] = [[(x, 3 * x), (-x, -3 * x)] for x in (-10.0, 10.0)]
    found = fit.fitted({"a": many, "b": few})
    assert found["b"].slope == pytest.approx(found["a"].slope, abs=0.05)


def test_what_is_held_out_comes_as_it_was_expected() -> None:
    """On average, whether the value means nothing or half of it comes true."""
    rng = Random(2)

    def game(worth: float) -> fit.Rows:
        told = rng.gauss(0.0, 20.0)
        came = worth * told + rng.gauss(0.0, 20.0)
        return [[(told, came), (-told, -came)]] * (LAST_TURN - 1)

    for worth in (0.0, 0.5):
        gaps = fit.held_out([game(worth) for _ in range(800)])
        assert len(gaps) == LAST_TURN - 1
        assert {len(each) for each in gaps} == {800}
        assert fmean(gaps[0]) == pytest.approx(0.0, abs=3.0)


def test_the_lines_know_nothing_of_the_games_that_are_held_out() -> None:
    """In a fifth of the games whoever goes first ends far ahead; these are predicted from the others, which do not show
    that."""
    rounds = 5 * fit.PARTS
    games = [
        [[(told, 1000.0 * odd), (-told, -1000.0 * odd)]] * (LAST_TURN - 1)
        for odd in (number % fit.PARTS == 0 for number in range(rounds))
        for told in (-1.0, 1.0, -1.0, 1.0, -1.0)
    ]
    for number, game in enumerate(games):
        if number % 2:
            games[number] = [[(-told, came) for told, came in row] for row in game]
    ahead = fit.held_out(games)[0]
    assert len([gap for gap in ahead if -1100 < gap < -900]) == len(games) / fit.PARTS
    assert len([gap for gap in ahead if 150 < gap < 350]) == len(games) * (1 - 1 / fit.PARTS)


def test_the_table_is_the_same_however_often_the_work_is_interrupted(tmp_path: Path) -> None:
    whole, parts, rows = tmp_path / "whole.toml", tmp_path / "parts.toml", tmp_path / "rows"
    fit.main(["--games", "15", "--out", str(whole)])
    list(kept(partial(fit.played, 2), 5, rows / "2.jsonl", fit.Rows))
    fit.main(["--games", "15", "--rows", str(rows), "--out", str(parts)])
    assert parts.read_text() == whole.read_text()
    assert whole.read_text().count("[[") == 1 + len(fit.NAMED)


def test_a_game_is_told_turn_by_turn_in_the_order_of_the_next_turn() -> None:
    rows = fit.played(3, 1)
    assert [len(row) for row in rows] == [3] * (LAST_TURN - 1)
    came = [sorted(came for _, came in row) for row in rows]
    assert came == [came[0]] * len(rows)
    assert all(abs(fmean(told for told, _ in row)) < 1e-9 for row in rows)
    assert [came for _, came in rows[0]] == [rows[1][at][1] for at in (2, 0, 1)]


def test_a_line_has_a_height_for_each_place() -> None:
    assert Line(2.0, [1.0, -1.0]).at(5.0, 1) == 9.0
