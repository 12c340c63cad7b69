"""The lessons of a first game: every kind of question has one, each is short, and fits above its panel."""

from __future__ import annotations

import random
import re
import tomllib
from importlib.resources import files

import pytest

import agents
from bot import words
from bot.panels import guide as box
from bot.words import guide
from bot.words.facts import Facts
from bot.words.guide import Asked
from game.adepts import Game
from game.adepts.spells import SPELLS
from tests.bot.face.layouts import GAME, NAMES, components, panel
from tests.playouts import choose

LONGEST = 500
"""Characters of a lesson: one idea, no wall of text."""


@pytest.mark.parametrize("seed", range(6))
async def test_every_lesson_of_a_game_fits_above_its_panel(seed: int) -> None:
    """With all that happened since, for every seat, as if each were guided: Discord takes the message."""
    rng = random.Random(seed)
    game = Game.new(3, "first-game" if seed % 2 else "random", seed=f"guide {seed}")
    before: dict[str, list[Asked]] = {seat: [] for seat in game.seats}
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
        bricks = [
            *box.news(since[seat]),
            *box.lessons(decision, facts, before[seat], agents.named("greedy")(view, decision, rng)),
        ]
        components(box.above(panel(game, seat), *bricks), shapes=bool(texts))
        before[seat].append(Asked(game.turn, game.phase, decision.kind, decision.source))
        events = game.play(seat, token)
        since[seat] = []
        for each in game.seats:
            since[each] += words.sentences([event for event in events if event.visible_to(each)], NAMES)


async def test_the_welcome_is_three_sentences() -> None:
    assert len(re.findall(r"\.(?:\*\*)?(?: |$)", guide.welcome())) == 3
    components(box.welcome(GAME, ["Ada (computer)", "W" * 100]))


def test_every_kind_of_question_has_a_lesson() -> None:
    """The first of each kind that comes after turn 1 is explained."""
    prompts = tomllib.loads(files("game.adepts.rulebook").joinpath("prompts.toml").read_text(encoding="utf-8"))
    for kind, sources in prompts.items():
        for source in sources:
            named = source if source in SPELLS or source in ("topaz", "emerald", "diamond", "sapphire") else ""
            turn = 1 if (kind, named) == ("assign", "") else 2
            asked = Asked(turn, SPELLS[named].phase if named in SPELLS else "I", kind, named)
            about = [lesson for lesson in guide.lessons() if lesson.is_about(asked) and (lesson.kind or lesson.source)]
            assert about, (kind, source)


def test_a_lesson_is_given_after_as_many_questions_as_it_says() -> None:
    game = Game.new(3, "first-game", seed="guide")
    seat = next(iter(game.pending))
    decision, facts = game.pending[seat], Facts(game.view(seat), seat, NAMES)
    assign = Asked(1, "I", "assign", "")
    said = [guide.guidance(decision, facts, [assign] * count) for count in range(5)]
    assert [len(texts) for texts in said] == [1, 1, 1, 0, 0]
    assert len({text for texts in said for text in texts}) == 3


@pytest.mark.parametrize(
    ("miners", "said"),
    [
        (2, "one group takes them all"),
        (4, "one group takes them all"),
        (5, "3 + 2 leaves nobody out"),
        (6, "4 + 2 or 3 + 3 leaves nobody out"),
        (10, "4 + 4 + 2 or 4 + 3 + 3 leaves nobody out"),
    ],
)
def test_how_miners_can_be_split(miners: int, said: str) -> None:
    """Groups of two to four, as few as possible (ruling 10)."""
    game = Game.new(3, "first-game", seed="guide")
    seat = next(iter(game.pending))
    decision, facts = game.pending[seat], Facts(game.view(seat), seat, NAMES)
    decision.data["miners"] = miners  # type: ignore[index]
    (text,) = guide.guidance(decision, facts, [Asked(1, "I", "assign", "")])
    assert f"{miners} miners: {said}." in text


def test_news_that_is_much_keeps_the_newest() -> None:
    (brick,) = box.news([f"line {n} {'x' * 90}" for n in range(30)])
    lines = brick.content.splitlines()  # type: ignore[attr-defined]
    assert "log" in lines[0]
    assert lines[-1].startswith("-# line 29")
    assert len(brick.content) < 1300  # type: ignore[attr-defined]
