"""Properties over generated input: payments are complete, and no text crashes a reader."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from game.adepts import scenario
from game.adepts.rules.gems import GEM_NAMES, GEMS, Gem
from game.adepts.rules.tokens import payments, readable
from game.core.errors import BadPosition, BadRecord
from game.core.history import replay
from tests.engine.test_record import RECORD

FOUR = st.tuples(*[st.integers(0, 2)] * 4)
COSTS = st.one_of(
    st.tuples(st.tuples(st.sampled_from(GEMS), st.integers(1, 2))),
    st.sampled_from([((Gem(a), 1), (Gem(a + 1), 1)) for a in (0, 2, 4, 6)]),
)


@given(COSTS, st.data())
def test_every_way_to_pay_is_listed_once_and_pays_the_cost(
    cost: tuple[tuple[Gem, int], ...], data: st.DataObject
) -> None:
    """A cost is paid with any mix of gems from any stage and battery levels (ruling 5)."""
    have = tuple(data.draw(FOUR) for _ in cost)
    ways = payments(cost, have)
    by_hand = 1
    for (_, need), at in zip(cost, have, strict=True):
        by_hand *= sum(sum(taken) == need for taken in product(*(range(n + 1) for n in at)))
    assert len(ways) == by_hand
    assert len({way.token for way in ways}) == len(ways)
    for way in ways:
        assert readable(way.token)
        assert [(use.gem, sum(use.stages) + use.levels) for use in way.uses] == list(cost)
        for use, at in zip(way.uses, have, strict=True):
            assert all(taken <= there for taken, there in zip((*use.stages, use.levels), at, strict=True))
        named = Counter[str]()
        for part in way.token.split("+"):
            name, _, place = part.partition("@")
            named[name] += int(place.partition("x")[2] or 1)
        assert named == {GEM_NAMES[gem]: need for gem, need in cost}


LINES = RECORD.splitlines()


@settings(max_examples=60)
@given(st.integers(0, len(LINES) - 1), st.one_of(st.text(max_size=30), st.sampled_from(LINES)))
def test_a_record_with_a_changed_line_is_the_same_game_or_refused(at: int, line: str) -> None:
    """Nothing but BadRecord is ever raised, however a line is changed."""
    text = "\n".join([*LINES[:at], line, *LINES[at + 1 :]])
    with suppress(BadRecord):
        assert replay(text).ply <= len(LINES)


WORDS = st.sampled_from(
    [
        'title = "t"',
        "players = 3",
        'players = "x"',
        "turn = 2",
        'phase = "II"',
        'step = "process"',
        "[scenario.P1]",
        'hand = ["3B", "7A"]',
        "mana = 5",
        "queue = { topaz = [1, 1, 0] }",
        "[[scenario.steps]]",
        "play = 'P1 cast 3B'",
        "legal = ['P1 cast pass']",
        "run_to = 'end'",
        "expect = { turn = 8 }",
        'spells = ["3B"]',
        'first = "P2"',
        "[scenario.sites]",
        '"topaz.1" = "P1x3"',
        'library = ["1A"]',
    ]
)


@settings(max_examples=150)
@given(st.lists(WORDS, max_size=9))
def test_any_text_is_a_scenario_or_refused(lines: list[str]) -> None:
    """Reading raises BadRecord, setting up raises BadPosition, running returns a text."""
    with suppress(BadRecord, BadPosition):
        for table in scenario.read("\n".join(["[[scenario]]", *lines])):
            assert scenario.run(table) != ""
