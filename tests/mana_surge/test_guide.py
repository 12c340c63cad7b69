"""The guided first game: one command, and whoever follows the guide gets every lesson once."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path as File
from random import Random

import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from game.core.decisions import PASS
from game.core.faces import PastQuestion
from game.mana_surge import Game
from game.mana_surge.guide.face import STAYING
from game.mana_surge.guide.lessons import LESSONS
from game.mana_surge.guide.topics import Moment
from game.mana_surge.kit import KIT
from game.mana_surge.panels.plan import Plan
from game.mana_surge.players.greedy import policy
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from playground import Person, Shown
from tests.bot.core.conftest import Stage, stage_on
from tests.bot.core.test_tutorial import advised, press
from tests.games.guiding import guided, pressed
from tests.games.positions import by_hand

CHANNEL = "table"
CLOSING = "Mana is never lost."
NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cy"}
TITLES = {re.findall(r"\*\*(.+?)(?:, as on|\*\*| is \{)", text)[0] for text in LESSONS.texts.values()}


@pytest.fixture
async def stage(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    async with stage_on(tmp_path, monkeypatch, "lessons") as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        yield stage


def taught(panel: Shown) -> list[str]:
    """Return the titles of the lessons above a panel."""
    return [title for title in sorted(TITLES) if f"**{title}" in panel.text]


async def begun(person: Person) -> Shown:
    welcome = (await person.command(CHANNEL, "mana-surge tutorial")).message
    assert welcome.ephemeral
    assert "first to draw ten mana wins" in welcome.text
    return await press(person, welcome, "Show me my first move")


async def follow(stage: Stage, person: Person, panel: Shown) -> Shown:
    """Do what the guide says, or else the first thing that is possible; return the next panel."""
    place = int(panel.raw["channel_id"])
    for label, _ in advised(panel):
        panel = await press(person, panel, label)
    if not advised(panel) and (ways := controls(panel, Verb.STEP)) and not panel.find("Confirm"):
        panel = (await person.click(panel, ways[0].custom_id or "")).message
        panel = (await person.click(panel, controls(panel, Verb.MOVE)[0].custom_id or "")).message
    elif not advised(panel) and controls(panel, Verb.MOVE):
        panel = (await person.click(panel, controls(panel, Verb.MOVE)[0].custom_id or "")).message
    await stage.quiet()
    stage.read()
    return [m for m in person.messages(place) if m.ephemeral and m.controls][-1]


async def test_every_lesson_is_given_once_by_pressing_what_the_guide_says(stage: Stage) -> None:
    ann = await stage.pg.person("ann")
    panel = await begun(ann)
    [row] = await stage.bot.tables.store.games.active()
    seen: list[str] = []
    while len(seen) < len(TITLES):
        table = await stage.bot.tables.look(row.id)
        assert not table.playing.over, f"never said: {TITLES - set(seen)}"
        assert len(taught(panel)) <= 2
        assert advised(panel) or (CLOSING in seen and not taught(panel))
        seen += taught(panel)
        panel = await follow(stage, ann, panel)
    assert sorted(seen) == sorted(TITLES)
    assert not panel.find("Skip the guide")
    assert [seat.is_computer for seat in table.seats] == [False, True, True]


async def test_the_guide_survives_a_restart_and_can_be_skipped(stage: Stage) -> None:
    ann = await stage.pg.person("ann")
    panel = await follow(stage, ann, await begun(ann))
    lesson = taught(panel)
    assert lesson
    await stage.restart()
    board = next(m for m in reversed(ann.messages(CHANNEL)) if not m.ephemeral and m.find("Your move"))
    fresh = (await ann.click(board, "Your move")).message
    assert taught(fresh) == lesson
    bare = await press(ann, fresh, "Skip the guide")
    assert not taught(bare)
    assert not advised(bare)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_lessons_come_one_by_one_and_when_they_matter(seed: str) -> None:
    """In a game of computer players with each seat guided: no lesson is repeated, and all whose topics came up are
    given."""
    rng, mattered = Random(seed), set[str]()

    def choose(game: Game, seat: str) -> str:
        return policy(game.view(seat), game.pending[seat], rng)

    for heard in guided(KIT, Game.new(seed=seed), choose, assert_pressable).values():
        titles = [text.partition("**")[2][:12] for text in heard.told]
        assert len(set(titles)) == len(titles) == len(heard.mattered)
        mattered |= heard.mattered
    assert mattered == LESSONS.texts.keys()


def assert_pressable(game: Game, seat: str, token: str) -> None:
    """Assert that the labels named by the guide lead to that token, or to striking the Pool free; a turn may only be
    ended with points left if the guide says why."""
    decision, view = game.pending[seat], game.view(seat)
    way = KIT.guide.presses(decision, view, NAMES, (token,), False)
    answers = pressed(KIT, game, seat, way)
    assert answers[0] == token or token == PASS or answers[-1].endswith("xd4")
    assert answers[-1] != PASS or not Plan(decision, view).ways(()) or STAYING in way


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_pool_is_to_be_struck_free_where_that_costs_nothing(seed: str) -> None:
    """As the lesson on the Pool says, whatever a computer player would do before that."""
    game, rng, times = Game.new(seed=seed), Random(seed), 0
    while not game.over:
        [(seat, decision)] = game.pending.items()
        view = game.view(seat)
        token = policy(view, decision, rng)
        at = Moment(decision, view)
        freeing = [step for step in at.strikes if _frees(game, step.token)]
        if freeing:
            times += 1
            assert " strikes d4" in KIT.guide.presses(decision, view, NAMES, (token,), False)
        game.play(seat, token)
    assert times


@pytest.mark.parametrize("killing", [True, False])
def test_striking_is_taught_by_an_attack_that_kills(killing: bool) -> None:
    """Not by one in which only one's own token would die, even if that is the first or only attack."""
    own, others = ["b3", *["e4"] * killing], ["c3", "f4"]
    game = by_hand(ManaSurgeScenarios(), phase="combat", P1={"troops": own}, P2={"troops": others})
    view, before = (
        game.view("P1"),
        [PastQuestion(1, "move", "move", "spawn move"), PastQuestion(1, "move", "move", "pool strong")],
    )
    said = " ".join(KIT.guide.lessons(game.pending["P1"], view, NAMES, before))
    assert ("**You can strike.** e4 strikes f4: Bob's token dies." in said) is killing
    assert "only the attacker dies" not in said


@pytest.mark.parametrize("fierce", [True, False])
def test_what_kills_is_taught_as_the_table_plays_it(fierce: bool) -> None:
    """With Fierce an attack that equals the defence kills too, so any plain token does."""
    game = Game.new(seed="a", fierce=fierce)
    for heard in guided(KIT, game, lambda game, seat: game.legal(seat)[0], lambda *_: None).values():
        said = " ".join(heard.told)
        assert ("which beats a defence of 1. From no other hex can you kill." in said) is not fierce
        assert ("no attack beats a defence of 2" in said) is not fierce
    at = by_hand(ManaSurgeScenarios(), phase="move", fierce=fierce, P1={"troops": ["b3"]}, P2={"troops": ["d4"]})
    before = [PastQuestion(1, "move", "move", "spawn move")]
    said = " ".join(KIT.guide.lessons(at.pending["P1"], at.view("P1"), NAMES, before))
    assert f"Bob's token is there: strike it{'' if fierce else ' from +1 Attack'}, and the Pool is free." in said


def test_points_are_not_left_while_there_is_something_to_do_with_them() -> None:
    """The regular player looks at single steps, and would end whole turns; if nothing is done, the guide says why."""
    idle = 0
    for seed in ("e", "g", "j", "n"):
        game, rng = Game.new(seed=seed), Random(seed)
        while game.turn < 7:
            [(seat, decision)] = game.pending.items()
            view, token = game.view(seat), policy(game.view(seat), decision, rng)
            if decision.kind == "move" and token == PASS and Plan(decision, view).ways(()):
                idle += 1
                assert "End the turn" not in KIT.guide.presses(decision, view, NAMES, (token,), False)
            game.play(seat, token)
    assert idle


def _frees(game: Game, token: str) -> bool:
    """Return whether this attack kills the token on the Pool and no other."""
    outcome = game.state.play.ends[token].outcome
    return token.endswith("xd4") and outcome.target and not outcome.attacker


def test_the_guide_speaks_at_every_question_before_the_first_turn() -> None:
    game = Game.new(seed="a")
    before: list[PastQuestion] = []
    while game.turn < 1:
        [(seat, decision)] = game.pending.items()
        if seat == "P1":
            [text] = KIT.guide.lessons(decision, game.view(seat), NAMES, before)
            assert decision.kind in text
            before.append(KIT.guide.asked(decision, game.view(seat)))
        game.play(seat, decision.tokens[0])
    assert [each.kind for each in before] == ["colour", "corner"]


def test_a_lesson_is_filled_from_what_is_seen() -> None:
    game = Game.new(seed="a")
    while game.turn < 1:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    [(seat, decision)] = game.pending.items()
    assert KIT.guide is not None
    view = game.view(seat)
    first = KIT.guide.lessons(decision, view, NAMES, [])
    assert "none came: move a token away" in first[0]
    assert "You have 1 point." in first[1]
    asked = KIT.guide.asked(decision, view)
    assert "The Pool is d4.** Nobody is there yet." in KIT.guide.lessons(decision, view, NAMES, [asked])[0]


def test_the_way_leads_to_the_attack_that_a_hint_proposes_or_to_none() -> None:
    """Not to the one that a computer player would choose once it has stopped moving."""
    proposed = set[str]()
    for seed in ("a", "b"):
        game, rng = Game.new(seed=seed), Random(seed)
        while not game.over:
            [(seat, decision)] = game.pending.items()
            view, then = game.view(seat), game.copy()
            if decision.kind == "move" and PASS in decision.tokens and decision.data["attacks"]:
                then.play(seat, PASS)
                freeing = [each.token for each in Moment(decision, view).strikes if _frees(game, each.token)]
                for answer in then.legal(seat):
                    proposed.add(answer)
                    way = KIT.guide.presses(decision, view, NAMES, (PASS, answer), False)
                    strikes = [each for each in pressed(KIT, game, seat, way) if each != PASS]
                    assert strikes[:1] in ([[each] for each in freeing] or [[answer] if answer != PASS else []])
            game.play(seat, policy(view, decision, rng))
    assert len(proposed - {PASS}) > 1
    assert PASS in proposed
