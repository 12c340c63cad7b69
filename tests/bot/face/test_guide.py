"""The lessons of a first game: every kind of question has one, each is short, and fits above its panel."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import agents
from bot.panels import guide as box
from game.adepts import Game, scenario
from game.adepts.guide import lessons as guide
from game.adepts.guide.lessons import Lesson
from game.adepts.kit import KIT
from game.adepts.rules.gems import GEM_OF, VALUE
from game.adepts.words.facts import Facts
from game.core.faces import PastQuestion
from game.core.layout import Text
from tests.bot.face.layouts import GAME, NAMES, components, panel
from tests.playouts import choose, settings

LONGEST = 500
"""The most characters in a lesson, so that it has one idea and is quick to read."""


@pytest.mark.parametrize("seed", range(6))
async def test_every_lesson_of_a_game_fits_above_its_panel(seed: int) -> None:
    """With all that happened since, for every seat as if it were guided, Discord accepts the message."""
    rng = random.Random(seed)
    game = Game.new(3, "first-game" if seed % 2 else "random", seed=f"guide {seed}")
    before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
    since: dict[str, list[str]] = {seat: [] for seat in game.seats}
    while not game.over:
        seat, token = choose(game, rng)
        decision, view = game.pending[seat], game.view(seat)
        facts = Facts(view, seat, NAMES)
        texts = guide.guidance(decision, facts, before[seat])
        for text in texts:
            assert len(text) <= LONGEST
            assert "{" not in text
            assert "  " not in text
        above = [
            *box.news(since[seat]),
            *box.lessons(
                KIT.guide, decision, view, NAMES, before[seat], (agents.named("greedy", KIT)(view, decision, rng),)
            ),
        ]
        components(box.above(panel(game, seat), *above), shapes=bool(texts))
        before[seat].append(guide.asked(game.turn, game.phase, decision))
        events = game.play(seat, token)
        since[seat] = []
        for each in game.seats:
            since[each] += KIT.words.sentences([event for event in events if event.visible_to(each)], NAMES)


NEGATION = """
[[scenario]]
title = "negation"
players = 2
turn = 3
phase = "V"
[scenario.P1]
hand = ["20B"]
battery = { diamond = 2 }
[scenario.P2]
hand = ["16B"]
battery = { onyx = 1 }
queue = { ruby = [0, 0, 2], topaz = [0, 0, 3] }
"""


@pytest.mark.parametrize(("token", "mana"), [("pass", 7), ("20B", 3)])
def test_what_is_due_is_what_processing_pays_as_things_stand(token: str, mana: int) -> None:
    """A Negation cast by somebody else takes the best type (ruling 30)."""
    game = scenario.set_up(scenario.read(NEGATION)[0])
    game.play("P1", token)
    [text] = guide.guidance(game.pending["P2"], Facts(game.view("P2"), "P2", NAMES), [])
    assert f"in stage 3: that is {mana} mana in phase V" in text


def test_where_nothing_can_be_cast_it_says_that_it_is_spells_that_are_lacking() -> None:
    """It comes after a sentence about gems."""
    game = scenario.set_up(scenario.read(NEGATION.replace("diamond = 2", "diamond = 1"))[0])
    [told] = guide.guidance(game.pending["P1"], Facts(game.view("P1"), "P1", NAMES), [])
    assert "You have no gem in stage 3 yet. You hold no spell that you could cast now; you are asked" in told


async def test_the_welcome_is_three_sentences() -> None:
    assert len(re.findall(r"\.(?:\*\*)?(?: |$)", guide.welcome())) == 3
    components(box.welcome(KIT, KIT.guide, GAME, ["Ada ⌘", "W" * 100]))


def told(game: Game, rng: random.Random) -> Iterator[tuple[str, Lesson]]:
    """Yield every lesson of a game, with each seat guided, and its text filled in."""
    before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
    while not game.over:
        seat, token = choose(game, rng)
        decision, facts = game.pending[seat], Facts(game.view(seat), seat, NAMES)
        question = guide.asked(game.turn, game.phase, decision)
        fitting = [lesson for lesson in guide.lessons() if lesson.fits(question, before[seat])]
        yield from zip(guide.guidance(decision, facts, before[seat]), fitting, strict=True)
        before[seat].append(question)
        game.play(seat, token)


def test_each_lesson_appears_in_real_games() -> None:
    """None is about a question that nobody is ever asked, and no placeholder is left in any text."""
    missing, rng = set(guide.lessons()), random.Random(1)
    for setting in settings(48, "lessons"):
        for text, lesson in told(setting.start(), rng):
            missing.discard(lesson)
            assert "{" not in text
        if not missing:
            return
    raise AssertionError([lesson.text[:40] for lesson in missing])


def test_every_kind_of_question_of_real_games_has_a_lesson() -> None:
    """At least if it comes after turn 1; it explains the kind of question, or whoever asks it."""
    rng = random.Random(2)
    for setting in settings(12, "kinds"):
        game = setting.start()
        while not game.over:
            seat, token = choose(game, rng)
            decision = game.pending[seat]
            question = guide.asked(game.turn, game.phase, decision)
            turn_1 = question._replace(turn=1) if question.kind == "assign" else question
            about = [lesson for lesson in guide.lessons() if lesson.is_about(turn_1) and (lesson.kind or lesson.source)]
            assert about, question
            game.play(seat, token)


def test_the_sapphire_adept_is_told_of_the_second_spell_and_only_then() -> None:
    """From the questions of real games; research before the title does not use the lesson up."""
    rng, seen = random.Random(3), 0
    for setting in settings(12, "sapphire"):
        game = setting.start()
        before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
        first = dict.fromkeys(game.seats, True)
        while not game.over:
            seat, token = choose(game, rng)
            decision, view = game.pending[seat], game.view(seat)
            texts = guide.guidance(decision, Facts(view, seat, NAMES), before[seat])
            due = decision.kind == "research" and view["adepts"]["sapphire"] == seat and first[seat]
            assert any("keep two" in text for text in texts) == due
            if due:
                first[seat], seen = False, seen + 1
            before[seat].append(guide.asked(game.turn, game.phase, decision))
            game.play(seat, token)
    assert seen > 5


def test_the_first_processing_is_told_with_its_figures() -> None:
    """Turn 3 says what stage 3 will pay, and turn 4 what was earned, according to the position."""
    rng, paid = random.Random(4), 0
    for setting in settings(6, "pay"):
        game = setting.start()
        before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
        while not game.over and game.turn < 5:
            seat, token = choose(game, rng)
            decision, view = game.pending[seat], game.view(seat)
            text = "\n".join(guide.guidance(decision, Facts(view, seat, NAMES), before[seat]))
            player = view["players"][seat]
            if "about to pay" in text:
                due = sum(counts[2] * VALUE[GEM_OF[gem]] for gem, counts in player["queue"].items())
                assert (f"that is {due} mana in phase V" in text) == (due > 0)
                paid += due
            if "first processing is over" in text:
                assert f"You have {player['mana']} mana" in text
                assert "0 1 2 4 7 10 13 16 18 19 20" in text
            before[seat].append(guide.asked(game.turn, game.phase, decision))
            game.play(seat, token)
    assert paid > 0


def test_a_lesson_is_given_after_as_many_questions_as_it_says() -> None:
    game = Game.new(3, "first-game", seed="guide")
    seat = next(iter(game.pending))
    decision, facts = game.pending[seat], Facts(game.view(seat), seat, NAMES)
    assign = PastQuestion(1, "I", "assign", "")
    said = [guide.guidance(decision, facts, [assign] * count) for count in range(5)]
    assert [len(texts) for texts in said] == [1, 1, 1, 0, 0]
    assert len({text for texts in said for text in texts}) == 3


@pytest.mark.parametrize(
    ("miners", "said"),
    [
        (2, "one group takes them all"),
        (4, "one group takes them all"),
        (5, "3 + 2 leaves nobody out"),
        (6, "4 + 2, 3 + 3 or 2 + 2 + 2 leaves nobody out"),
        (8, "4 + 4, for instance, leaves nobody out"),
        (10, "4 + 4 + 2 or 4 + 3 + 3, for instance, leaves nobody out"),
    ],
)
def test_how_miners_can_be_split(miners: int, said: str) -> None:
    """Groups of two to four: all ways, or if there are many, those with the fewest groups (ruling 10)."""
    game = Game.new(3, "first-game", seed="guide")
    seat = next(iter(game.pending))
    decision, facts = game.pending[seat], Facts(game.view(seat), seat, NAMES)
    decision.data["miners"] = miners  # type: ignore[index]
    (text,) = guide.guidance(decision, facts, [PastQuestion(1, "I", "assign", "")])
    assert f"{miners} miners: {said}." in text


def test_news_that_is_much_keeps_the_newest() -> None:
    (component,) = box.news([f"line {n} {'x' * 90}" for n in range(30)])
    assert isinstance(component, Text)
    lines = component.words.splitlines()
    assert "log" in lines[0]
    assert lines[-1].startswith("-# line 29")
    assert len(component.words) < 1300
