"""Why one answer of a hint is better than another: reasons that add up, in words for who asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from random import Random

import pytest

from game.adepts.kit import KIT
from game.adepts.players.strong.judge import AdeptsJudge
from game.core import telling
from game.core.hint import REST, hint
from tests.agents.test_swapped import firsts
from tests.judges import Known, World


def numbers(said: str) -> list[int]:
    return [int(each) for each in re.findall(r"[+-]\d+", said.replace("−", "-"))]


def test_the_reasons_add_up_to_the_difference_and_those_for_it_come_first() -> None:
    """In every kind of question, at the end too. Those of the second answer are the first's, and not told."""
    judge, told = AdeptsJudge(), 0
    for game, decision in islice(firsts(), 0, None, 2):
        found = hint(judge, game.view(decision.seat), decision, Random(5))
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


class Titled(Known):
    """One answer brings titles, by so many points, the others nothing."""

    def __init__(self, token: str, **titles: float) -> None:
        super().__init__(lambda _, each: sum(titles.values()) * (each == token))
        self.token, self.titles = token, titles

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        return {f"titles/{name} title": points * (world.token == self.token) for name, points in self.titles.items()}


@pytest.mark.parametrize(
    ("titles", "told"),
    [
        ({"ruby": 7.4, "onyx": -0.3}, "7 mana better than the next: ruby title +7"),
        ({"ruby": 7.4, "onyx": -2.0}, "5 mana better than the next: titles +5"),
    ],
)
def test_titles_are_told_together_unless_one_alone_makes_the_difference(titles: Mapping[str, float], told: str) -> None:
    game, decision = next(firsts())
    found = hint(Titled(decision.tokens[0], **titles), game.view(decision.seat), decision, Random(1))
    assert telling.tips(found, KIT)[0] == told
