"""Why one answer of a hint is better than another: reasons that add up, in words for the person asking."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

import pytest

from bot.panels.hint import hinted
from game.adepts.kit import KIT
from game.adepts.players.strong.judge import AdeptsJudge
from game.core.decisions import Decision
from game.core.faces import OTHERS, PERCENT
from game.core.judging import telling
from game.core.judging.hint import hint
from game.core.judging.reasons import REST
from game.core.protocol import View
from tests.agents.test_swapped import firsts
from tests.judges import Known, World


def numbers(said: str) -> list[int]:
    """Return the figures of the reasons; what helps the others counts against the answer."""
    told = re.findall(r"([\w' ]+) ([+-]\d+)", said.replace("−", "-"))
    return [-int(points) if what.strip().startswith(OTHERS) else int(points) for what, points in told]


def test_the_reasons_add_up_to_the_difference_and_those_for_it_come_first() -> None:
    """In every kind of question, also at the end of a game. The second answer has the first's reasons, so none are
    stated."""
    judge, told = AdeptsJudge(), 0
    for game, decision in islice(firsts(), 0, None, 2):
        found = hint(judge, game.view(decision.seat), decision, Random(5)).tips
        for number, said in enumerate(telling.tips(found, KIT), 1):
            worth, _, reasons = said.partition(": ")
            known = re.match(r"(\d+) mana (better|worse)", worth)
            ahead = int(known[1]) * (1 if known[2] == "better" else -1) if known else 0
            by = numbers(reasons)
            assert 0 not in by
            assert sum(by) == (ahead if by else 0), said
            if number == 2 or len(found) == 1:
                assert not by
            elif ahead:
                shown = [each * ahead < 0 for each in numbers(reasons.partition(REST)[0])]
                assert by
                assert shown == sorted(shown), said
                told += 1
    assert told > 10


class Brings(Known):
    """A judge for whom one answer is worth the sum of these terms, and the others nothing."""

    def __init__(self, token: str, terms: Mapping[str, float]) -> None:
        super().__init__(lambda _, each: sum(terms.values()) * (each == token))
        self.token, self.brought = token, terms

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        return {what: points * (world.token == self.token) for what, points in self.brought.items()}


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"titles/ruby title": 7.4, "titles/onyx title": -0.3}, "7 mana better than the next: ruby title +7"),
        ({"titles/ruby title": 7.4, "titles/onyx title": -2.0}, "5 mana better than the next: titles +5"),
        (
            {"queue": 3.0, "the others/the others' queue": 8.0, "the others/the others' titles": 0.2},
            "11 mana better than the next: the others' queue −8, queue +3",
        ),
        (
            {"queue": -3.0, "the others/the others' queue": 8.0, "the others/the others' titles": 2.0},
            "7 mana better than the next: the others −10, queue −3",
        ),
        ({"queue": 2.0, "batteries": -1.5}, "beside the next: queue +2, batteries −2"),
    ],
)
def test_what_is_of_a_kind_is_told_together_and_what_the_others_have_as_it_is_for_them(
    terms: Mapping[str, float], told: str
) -> None:
    """Titles are summed up, and so is what the others have, unless one item makes the whole difference."""
    game, decision = next(firsts())
    found = hint(Brings(decision.tokens[0], terms), game.view(decision.seat), decision, Random(1)).tips
    assert telling.tips(found, KIT)[0] == told


def test_the_rest_is_called_so_only_beside_what_else_is_told() -> None:
    """Small items are called "the rest" only beside others, not if none is large enough or all round to nothing."""
    game, decision = next(firsts())
    small = {f"{name}": 0.4 for name in "abcd"}
    for terms in (small, small | {REST: 3.0}, {"queue": 0.5, **small}):
        found = hint(Brings(decision.tokens[0], terms), game.view(decision.seat), decision, Random(1)).tips
        points = round(sum(terms.values()))
        assert telling.tips(found, KIT)[0] == f"{points} mana better than the next: several small things +{points}"
    larger = Brings(decision.tokens[0], small | {REST: 3.0, "queue": 2.0})
    found = hint(larger, game.view(decision.seat), decision, Random(1)).tips
    assert telling.tips(found, KIT)[0] == "7 mana better than the next: queue +2, the rest +5"


class Alike(Brings):
    """A judge for whom all answers are worth the same, except for the last one."""

    def __init__(self, unit: str, worth: float, last: float) -> None:
        super().__init__("", {})
        self.unit, self.worths, self.last = unit, worth, last

    def ahead(self, world: World) -> Mapping[str, float]:
        return dict.fromkeys(world.seats, sum(self.terms(world, world.seat).values()))

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        return {"gems": self.last if world.token == self.least else self.worths}

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        found = super().candidates(view, decision)
        self.least = found[-1]
        return found


@pytest.mark.parametrize(
    ("unit", "worth", "last", "said"),
    [
        (
            PERCENT,
            99.8,
            99.9,
            "The game is as good as decided: you have a chance of 100 % to win, whatever you choose.",
        ),
        (PERCENT, 0.0, 0.0, "The game is as good as decided: you have a chance of 0 % to win, whatever you choose."),
        (PERCENT, 40.0, 40.2, "It makes no difference what you choose here, as far as can be told"),
        ("mana", 100.0, 100.0, "It makes no difference what you choose here, as far as can be told"),
        (PERCENT, 100.0, 60.0, "It makes no difference which of these three you choose: they are worth the same."),
        ("mana", 7.0, 5.0, "It makes no difference which of these three you choose: they are worth the same."),
    ],
)
def test_answers_that_are_worth_the_same_are_not_told_as_if_they_were_apart(
    unit: str, worth: float, last: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said once for all. If it applies to every answer, one is listed; if nothing can change the end, that is said."""
    game, decision = next(firsts())
    view = game.view(decision.seat)
    judge = Alike(unit, worth, last)
    monkeypatch.setattr(KIT, "judge", judge)
    text = hinted(KIT, decision, view, {}, hint(judge, view, decision, Random(1)))
    assert said in text
    assert "as good as" not in text.replace("as good as decided", "")
    assert len(re.findall(r"^\d\. ", text, re.M)) == (3 if "which of these" in said else 1)


def test_of_answers_that_are_worth_the_same_it_is_told_what_they_differ_in(monkeypatch: pytest.MonkeyPatch) -> None:
    game, decision = next(firsts())
    view = game.view(decision.seat)
    judge = Brings(decision.tokens[0], {"queue": 2.0, "batteries": -2.0})
    monkeypatch.setattr(KIT, "judge", judge)
    text = hinted(KIT, decision, view, {}, hint(judge, view, decision, Random(1)))
    assert "It makes no difference which of these three you choose: they are worth the same." in text
    assert "as good as" not in text
    small = [line for line in text.splitlines() if line.startswith("-# beside")]
    assert small == ["-# beside the next: queue +2, batteries −2", "-# beside the first: queue −2, batteries +2"]
