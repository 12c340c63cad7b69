"""The review of a finished game: by a judge with known values, then by the judge of Adepts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from agents import named
from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.players.strong.judge import AdeptsJudge
from game.adepts.sampling import sample
from game.core.decisions import Decision
from game.core.faces import PERCENT, Counts
from game.core.history import History
from game.core.judging import telling
from game.core.judging.hint import hint
from game.core.judging.review import Review, review
from game.core.judging.scale import Scale
from game.core.protocol import View
from tests.agents.test_swapped import firsts
from tests.judges import Known, World, Worth, played

FEW = Counts(closer=8, rivals=3, worlds=2, paired=6, chances=2)
HISTORY, GAME = played()
NAMES = {"P1": "Anna", "P2": "Ben"}
Judged = Callable[[Known], Review]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """Makes the review of a random game by this judge."""

    def by(judge: Known) -> Review:
        monkeypatch.setattr(KIT, "judge", judge)
        return review(HISTORY, FEW)

    return by


def costly(ply: int) -> Worth:
    """Return values by which the choice made at this ply cost 7 mana, and no other cost anything."""
    chosen = HISTORY.moves[ply][1]
    return lambda at, token: -7.0 if (at, token) == (ply, chosen) else 0.0


def long(_ply: int, token: str) -> float:
    """More noise for longer tokens."""
    return float(len(token))


def choices() -> list[int]:
    """Return the plies at which there was more than one answer."""
    game, found = HISTORY.start(), []
    for seat, token in HISTORY.moves:
        if len(game.legal(seat)) > 1:
            found.append(game.ply)
        game.play(seat, token)
    return found


def test_the_one_dear_choice_is_found_with_what_its_player_saw(judged: Judged) -> None:
    ply = choices()[20]
    found = judged(Known(costly(ply), noise=lambda _, token: 0.5 * (token == HISTORY.moves[ply][1])))
    [mistake] = found.mistakes
    seat, token = HISTORY.moves[ply]
    assert (mistake.asked.ply, mistake.asked.token, mistake.asked.decision.seat) == (ply, token, seat)
    assert mistake.better in {*mistake.asked.decision.tokens} - {token}
    assert mistake.lost == pytest.approx(7, abs=0.5)
    assert 0 < mistake.error < 0.3
    game = HISTORY.start()
    for move in HISTORY.moves[:ply]:
        game.play(*move)
    assert mistake.asked.view == game.view(seat)
    assert found.lost(seat) == 7 == sum(found.by(seat, lambda asked: asked.phase).values())
    assert {each: found.lost(each) for each in GAME.seats if each != seat} == {({*GAME.seats} - {seat}).pop(): 0}


def test_a_gap_within_its_error_is_no_mistake(judged: Judged) -> None:
    """Neither what a few lucky worlds say nor any amount of noise makes a mistake of a choice that cost nothing."""
    ply = choices()[20]
    chosen = HISTORY.moves[ply][1]
    assert not judged(Known(lambda _at, _token: 0.0, noise=long)).mistakes
    assert not judged(Known(costly(ply), noise=lambda at, token: 60.0 * ((at, token) == (ply, chosen)))).mistakes


def test_a_gap_of_less_than_a_point_is_no_mistake(judged: Judged) -> None:
    ply = choices()[20]
    chosen = HISTORY.moves[ply][1]
    assert not judged(Known(lambda at, token: -0.9 * ((at, token) == (ply, chosen)))).mistakes
    assert judged(Known(lambda at, token: -1.1 * ((at, token) == (ply, chosen)))).mistakes


def test_so_many_choices_are_looked_at_closely_the_costliest(judged: Judged) -> None:
    """Each choice costs as much mana as moves were made before it, so the last ones are the costliest."""
    chosen = dict(enumerate(token for _, token in HISTORY.moves))
    found = judged(Known(lambda at, token: -float(at) if chosen.get(at) == token else 0.0))
    plies = [mistake.asked.ply for mistake in found.mistakes]
    assert plies == sorted(plies, reverse=True)
    assert len(plies) == FEW.closer
    assert set(plies) <= set(choices()[-2 * FEW.closer :])
    assert sum(found.choices.values()) == len(choices())


def test_the_same_game_has_the_same_review_and_another_seed_other_chance(judged: Judged) -> None:
    noisy = Known(costly(choices()[3]), noise=long)
    first = judged(noisy)
    assert judged(noisy) == first
    assert first.expected[0] != review(played(seed="another")[0], FEW).expected[0]


def test_expected_scores_are_told_for_each_turn_and_end_with_the_score(judged: Judged) -> None:
    found = judged(Known(lambda _at, _token: 0.0))
    assert len(found.expected) == 8
    assert found.expected[-1] == {seat: line["total"] for seat, line in (GAME.scores or {}).items()}
    assert all(99 < points < 101 for row in found.expected[:-1] for points in row.values())
    report = telling.report(found, KIT, lambda _: NAMES)
    assert "could see then; ± is how uncertain that leaves it, and differences" in report.about[0]
    told = telling.turns(report, NAMES)
    brief = " ".join((*told[:-1:2], told[-1]))
    assert telling.briefly(report, NAMES, 1000) == " ".join(told)
    assert telling.briefly(report, NAMES, len(brief)) == brief
    assert told[-1] == f"After turn 8: Anna {found.expected[-1]['P1']:.0f} and Ben {found.expected[-1]['P2']:.0f}."


def test_where_no_points_decide_all_is_told_in_chances_of_winning(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chances end with 100 % for the winner. Less than 5 % is no mistake, and no score is mentioned."""
    ply = choices()[0]
    judge, seat = Known(costly(ply)), HISTORY.moves[ply][0]
    judge.unit = PERCENT
    found = judged(judge)
    [winner] = [each for each, line in (GAME.scores or {}).items() if line["rank"] == 1]
    assert found.expected[-1] == {each: 100.0 * (each == winner) for each in GAME.seats}
    told = telling.report(found, KIT, lambda _: NAMES)
    assert told.accounts[seat].lost.startswith("7 % lost by 1 of ")
    assert told.accounts[seat].costliest[0].lost == "7 %"
    assert told.heading == "Chance of winning in %"
    assert "score" not in " ".join([told.heading, *told.about])
    small = Known(lambda *at: 0.4 * costly(ply)(*at))
    assert judged(small).mistakes
    small.unit = PERCENT
    assert not judged(small).mistakes


def test_a_point_is_one_point() -> None:
    counted = Scale("points", 1.0, "", "", "", lambda *_: {}).counted
    assert [counted(0), counted(1), counted(2)] == ["0 points", "1 point", "2 points"]


def test_who_goes_first_is_no_luck(judged: Judged) -> None:
    """What a seat has by its place alone, it has with every deal."""

    class ByPlace(Known):
        def ahead(self, world: World) -> Mapping[str, float]:
            return {"P1": 30.0, "P2": -30.0}

    assert judged(ByPlace(lambda _at, _token: 0.0)).luck == {"P1": 0, "P2": 0}


def test_the_loss_is_told_in_words(judged: Judged) -> None:
    ply = choices()[0]
    found, seat = judged(Known(costly(ply))), HISTORY.moves[ply][0]
    other = ({*GAME.seats} - {seat}).pop()
    told = telling.report(found, KIT, lambda _: NAMES).accounts
    assert told[seat].lost == f"7 mana lost by 1 of {found.choices[seat]} choices"
    assert told[other].lost == f"no mistake found in {found.choices[other]} choices"
    assert told[seat].shares == ("By phase: Miner Assignment 7",)  # not by action: one alone
    assert (told[other].shares, told[other].costliest) == ((), ())
    [mistake] = told[seat].costliest
    assert (mistake.ply, mistake.place, mistake.lost) == (ply, "Turn 1, Miner Assignment", "7 mana")
    assert mistake.chosen.split()[1] == mistake.better.split()[1] == "miners"
    assert mistake.chosen != mistake.better
    assert re.fullmatch(r"gems [+−]\d+(, letters [+−]\d+)?|letters [+−]\d+, gems [+−]\d+", mistake.why)
    assert sum(int(each) for each in re.findall(r"[+-]\d+", mistake.why.replace("−", "-"))) == -7


def test_nobody_is_blamed_for_what_was_chosen_because_their_time_was_up(judged: Judged) -> None:
    ply = choices()[0]
    found, seat = judged(Known(costly(ply))), HISTORY.moves[ply][0]
    by = [telling.report(found, KIT, lambda _: NAMES, late).accounts[seat].costliest[0].by for late in ((ply + 1,), ())]
    assert by == ["a computer player", NAMES[seat]]


def test_an_answer_to_a_spell_or_adept_is_told_with_its_name(judged: Judged) -> None:
    """A list of answers does not show the questions, so "No second group now" alone would say nothing."""
    one = judged(Known(costly(choices()[0])))
    [mistake] = one.mistakes
    again = replace(mistake.asked.decision, kind="again", source="3A")
    found = one._replace(mistakes=(mistake._replace(asked=mistake.asked._replace(decision=again, token="pass")),))
    [costliest] = telling.report(found, KIT, lambda _: NAMES).accounts[mistake.asked.decision.seat].costliest
    assert costliest.chosen == "Gateways (3A): No second group now"


def test_what_is_told_of_the_parts_comes_to_what_is_told_of_the_whole(judged: Judged) -> None:
    """Each mistake counts in whole points, in sums too: 3.4 and 3.4 are shown as 3 each, and as 6 together."""
    one = judged(Known(costly(choices()[0])))
    [mistake] = one.mistakes
    seen = {**mistake.asked.view, "phase": "II"}
    other = mistake._replace(asked=mistake.asked._replace(view=seen), lost=3.4)
    found = one._replace(mistakes=(mistake._replace(lost=3.4), other))
    told = telling.report(found, KIT, lambda _: NAMES).accounts[mistake.asked.decision.seat]
    assert told.lost.startswith("6 mana lost by 2 ")
    assert [mistake.lost for mistake in told.costliest] == ["3 mana", "3 mana"]
    assert told.shares == ("By phase: Miner Assignment 3, Gem Production 3",)


def test_actions_that_are_called_like_the_phases_are_told_once(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Mana Surge one moves in the phase of moving, and attacks in that of attacking."""
    [mistake] = judged(Known(costly(choices()[0]))).mistakes
    later = mistake._replace(asked=mistake.asked._replace(view={**mistake.asked.view, "phase": "II"}))
    doing = iter([KIT.words.phase("I"), KIT.words.phase("II")])
    monkeypatch.setattr(type(KIT.words), "doing", lambda *_: next(doing))
    found = judged(Known(costly(choices()[0])))._replace(mistakes=(mistake, later))
    told = telling.report(found, KIT, lambda _: NAMES).accounts[mistake.asked.decision.seat]
    assert told.shares == ("By phase: Miner Assignment 7, Gem Production 7",)


def test_shares_say_what_they_are_by(judged: Judged) -> None:
    """Otherwise the same figures by phase and by action would look alike."""
    seat, first = HISTORY.moves[choices()[0]][0], choices()[0]
    game = HISTORY.start()
    for move in HISTORY.moves[:first]:
        game.play(*move)
    for other in range(first, choices()[-1]):
        if game.asked[0] == seat and game.kind(seat) == "cast" and len(game.legal(seat)) > 1:
            break
        game.play(*HISTORY.moves[other])
    found = judged(Known(lambda *at: costly(first)(*at) + costly(other)(*at)))
    shares = telling.report(found, KIT, lambda _: NAMES).accounts[seat].shares
    assert [share.partition(": ")[0] for share in shares] == ["By phase", "By action"]
    assert shares[1] == "By action: assigning miners 7, casting 7"


def test_what_has_no_room_in_a_line_is_told_together(judged: Judged) -> None:
    """So that no item is cut off, and the figures still add up to the whole."""
    one = judged(Known(costly(choices()[0])))
    [mistake] = one.mistakes
    phases = ("I", "II", "III", "IV", "V")
    several = tuple(
        mistake._replace(
            asked=mistake.asked._replace(view={**mistake.asked.view, "phase": phase}), lost=1000.0 + number
        )
        for number, phase in enumerate(phases)
    )
    told = telling.report(one._replace(mistakes=several), KIT, lambda _: NAMES).accounts[mistake.asked.decision.seat]
    share, whole = told.shares[0], int(told.lost.split()[0])
    assert len(share) <= telling.LINE
    assert ", all else " in share
    assert sum(int(part.rsplit(" ", 1)[1]) for part in share.split(", ")) == whole


# --- Adepts


def test_what_an_answer_is_worth_is_the_sum_of_what_it_comes_of() -> None:
    judge = AdeptsJudge()
    for game, decision in islice(firsts(), 0, None, 5):
        world = judge.deal(game.view(decision.seat), decision, Random(1))
        for token in decision.tokens[:2]:
            then = judge.after(world, decision.seat, token)
            ahead = judge.ahead(then)
            assert sum(judge.terms(then, decision.seat).values()) == pytest.approx(ahead[decision.seat])
            assert sum(ahead.values()) == pytest.approx(0, abs=1e-9)


def test_a_hint_knows_what_its_player_knows_and_nothing_else() -> None:
    """For every kind of question: hints are the same if other cards are hidden, and come best first."""
    judge = AdeptsJudge()

    def told(view: View, decision: Decision) -> list[str]:
        found = hint(judge, view, decision, Random(3)).tips
        return [f"{tip.token} {said}" for tip, said in zip(found, telling.tips(found, KIT), strict=True)]

    compared = 0
    for game, decision in islice(firsts(), 0, None, 3):
        view = game.view(decision.seat)
        other = sample(view, decision, Random(8))
        assert other.to_dict()["library"] != game.to_dict()["library"]
        first = told(view, decision)
        assert told(other.view(decision.seat), other.pending[decision.seat]) == first
        compared += 1
        tips, _, alike = hint(judge, view, decision, Random(3))
        assert [tip.behind for tip in tips] == sorted(tip.behind for tip in tips)
        assert (tips[0].behind, len({tip.token for tip in tips})) == (0, len(tips))
        assert len(tips) == (1 if alike else min(3, len(judge.candidates(view, decision))))
    assert compared > 10


def test_luck_is_what_the_cards_do_and_no_choice_of_anybody() -> None:
    """The same answer in worlds that differ only in the order of the library leads to the same hands."""
    judge, game = AdeptsJudge(), Game.new(seed="luck")
    [(seat, decision)] = game.pending.items()
    then = [judge.after(judge.real(game, Random(n)), seat, decision.tokens[0]) for n in range(2)]
    assert {tuple(g.hands) for g in then} == {tuple(game.bare().hands)}
    assert then[0].library != then[1].library
    assert sorted(then[0].library) == sorted(then[1].library)
    assert judge.real(game).library == game.bare().library


def test_who_plays_at_random_loses_more_than_who_plays_greedily() -> None:
    game, moves = Game.new(seed="blunders"), list[tuple[str, str]]()
    policies = {"P1": named("random", KIT), "P2": named("greedy", KIT)}
    rng = Random(1)
    while not game.over:
        seat, decision = next(iter(game.pending.items()))
        moves.append((seat, policies[seat](game.view(seat), decision, rng)))
        game.play(*moves[-1])
    counts = Counts(closer=30, rivals=2, worlds=1, paired=3, chances=1)
    found = review(History(KIT.name, 2, game.setup, game.seed, tuple(moves)), counts)
    assert found.lost("P1") > 1.5 * found.lost("P2")
    assert sum(found.luck.values()) == pytest.approx(0, abs=1e-6)
