"""The judge of hints and reviews: chances that add up, obviously best answers, and the review of a short game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from game.core.decisions import PASS
from game.core.history import History
from game.core.judging import telling
from game.core.judging.hint import Tip, hint
from game.core.judging.review import review
from game.mana_surge import Game
from game.mana_surge.kit import KIT
from game.mana_surge.players import greedy
from game.mana_surge.players.search.chances import weights
from game.mana_surge.players.search.features import FEATURES
from game.mana_surge.players.search.judge import ManaSurgeJudge
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.seats import PLAYERS
from tests.games.judging import adds_up
from tests.mana_surge.playing import games, plies, position

JUDGE = ManaSurgeJudge()


def tips(game: Game, rng: int = 1) -> Sequence[Tip]:
    [(seat, decision)] = game.pending.items()
    return hint(JUDGE, game.view(seat), decision, Random(rng)).tips


def test_chances_come_to_a_hundred_and_are_the_sum_of_what_they_come_of() -> None:
    """For each seat, at each kind of question; nothing is changed, and nothing is random."""
    kinds = set()
    for game in games(2):
        for at in islice(plies(game), 2, None, 11):
            for decision in at.pending.values():
                kinds.add(decision.kind)
                adds_up(JUDGE, at, decision, {decision.tokens[0], decision.tokens[-1]})
                assert tips(at) == tips(at, rng=2)
    assert kinds >= {"corner", "move", "attack"}


def test_what_has_not_changed_is_no_reason() -> None:
    """Two ways to the same end do not differ in any reason."""
    game = position(P1={"troops": ["b2", "b4"]}, P2={"troops": ["d6"]}, P3={"troops": ["f2"]})
    [(seat, decision)] = game.pending.items()
    world = JUDGE.deal(game.view(seat), decision, Random(1))
    one, other = (JUDGE.terms(JUDGE.after(world, seat, token), seat) for token in ("b2-b3", "b4-b3"))
    assert one["mana"] == other["mana"] == 0
    assert one["Extra Spawns"] == other["Extra Spawns"] == 0


def test_who_can_win_at_once_does() -> None:
    game = position(P1={"troops": ["d5", "b2"], "mana": 9}, P2={"troops": ["d6"], "mana": 8}, P3={"troops": ["f2"]})
    best, second, _ = tips(game)
    assert best.token == "d5-d4"
    assert [reason.what for reason in best.reasons] == ["a sure win"]
    assert second.behind == pytest.approx(best.reasons[0].points)
    assert second.behind > 5


def test_who_would_win_next_is_struck_down() -> None:
    """P1 must do it now, before P2's turn; otherwise the game is lost."""
    game = position(
        phase="combat",
        P1={"troops": ["d5", "b2", "b4"], "mana": 8},
        P2={"troops": ["d4", "f4"], "mana": 9},
        P3={"troops": ["e5"], "mana": 5},
    )
    best, second, third = tips(game)
    assert best.token == "d5xd4"
    assert second.behind == third.behind > 10
    assert telling.tips([best, second], KIT)[0] == (
        f"{second.behind:.0f} % better than the next: the others' sure win −{second.behind:.0f}"
    )


def test_a_hint_to_stop_and_attack_says_with_what_and_leads_there() -> None:
    seen = set[str]()
    for game in games(2):
        for at in islice(plies(game), 2, None, 3):
            for seat, decision in at.pending.items():
                view, token, then = at.view(seat), decision.tokens[-1], at.copy()
                answers = JUDGE.follow_ups(view, decision, token)
                assert bool(answers) == (KIT.words.move(decision, view, {}, token) == "Stop moving, then attack")
                said = KIT.words.follow_ups(decision, view, {}, token, answers)
                walk = KIT.panels.narrowing(decision, view)
                assert walk.answers(walk.path_to_all((token, *answers)))[: 1 + len(answers)] == (token, *answers)
                for answer in answers:
                    then.play(seat, token)
                    assert answer in then.legal(seat)
                    attack = KIT.words.move(then.pending[seat], then.view(seat), {}, answer)
                    assert said == (" nobody" if answer == PASS else f": {attack}")
                    seen.add(said[:2])
    assert ": " in seen


def test_who_begins_is_the_one_thing_that_is_luck_and_a_review_ends_with_who_won() -> None:
    game, moves = Game.new(seed="short"), list[tuple[str, str]]()
    while not game.over:
        [(seat, decision)] = game.pending.items()
        moves.append((seat, greedy.policy(game.view(seat), decision, Random(game.ply))))
        game.play(*moves[-1])
    found = review(History(KIT.name, PLAYERS, game.setup, game.seed, tuple(moves)))
    assert sum(found.luck.values()) == pytest.approx(0)
    assert max(found.luck, key=found.luck.__getitem__) == game.order[0]
    assert len(found.expected) == game.turn
    assert found.expected[-1] == {seat: 100.0 * (line["rank"] == 1) for seat, line in game.standing().items()}
    assert found.mistakes
    assert all(mistake.lost >= 5 and not mistake.error for mistake in found.mistakes)
    told = telling.report(found, KIT, lambda _: {})
    assert (told.heading, told.after) == ("Chance of winning in %", "after round")
    assert telling.turns(told, {"P1": "Ann"})[0].startswith("After round 1: Ann ")
    chosen = {seat: player["colour"] for seat, player in game.view(None)["players"].items()}
    usual = {"red": "P1", "blue": "P2", "green": "P3"}
    assert KIT.colours(game.view(None)) == {seat: usual[colour] for seat, colour in chosen.items()}


def test_every_board_has_weights_of_its_own() -> None:
    found = {weights(board, fierce, 30) for board in boards() for fierce in (False, True)}
    assert len(found) == 2 * len(boards())
    assert {len(row) for by in found for row in by} == {len(FEATURES) + 1}
    assert weights("another", False, 30) == weights("surge", False, 30)
