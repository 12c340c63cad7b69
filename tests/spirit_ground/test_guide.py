"""The guide of a first game: every lesson is given once, when it matters, and what it says to press is there."""

from __future__ import annotations

from functools import partial
from random import Random

from game.core.narrowing import Path
from game.spirit_ground import Game
from game.spirit_ground.guide.lessons import FILLS, LESSONS
from game.spirit_ground.guide.topics import Moment
from game.spirit_ground.kit import KIT
from game.spirit_ground.players.greedy import policy
from tests.games.guiding import guided, pressed
from tests.spirit_ground.test_refusals import FIRST, scenario

NAMES = {"P1": "Ann", "P2": "Bob"}


def assert_pressable(game: Game, seat: str, token: str) -> None:
    """Assert that the labels named by the guide lead to that token."""
    way = KIT.guide.presses(game.pending[seat], game.view(seat), NAMES, (token,), False)
    assert pressed(KIT, game, seat, way)[0] == token


def test_lessons_come_one_by_one_and_when_they_matter() -> None:
    """In games with half of the answers random, and with each seat guided: no lesson is repeated, and all whose topics
    came up are given."""
    mattered = set[str]()
    for seed in ("a", "b", "c", "d"):
        for heard in guided(KIT, Game.new(seed=seed), partial(whimsical, Random(seed)), assert_pressable).values():
            assert len(heard.told) == len(set(heard.told)) == len(heard.mattered)
            mattered |= heard.mattered
    assert mattered == LESSONS.texts.keys()


def whimsical(rng: Random, game: Game, seat: str) -> str:
    """Return a random answer half of the time, and else the computer player's."""
    decision = game.pending[seat]
    return rng.choice(decision.tokens) if rng.random() < 0.5 else policy(game.view(seat), decision, rng)


def test_the_welcome_says_how_one_wins() -> None:
    assert "more points" in KIT.guide.welcome()


def test_arrows_help_where_the_supply_has_energy_for_them() -> None:
    """The supply is empty, but paying for a relic would fill it again."""
    tiles = {"a1": {"tile": "F2"}, "b1": {"tile": "C2"}, "d1": {"tile": "F3"}}
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, tiles=tiles, supply={})
    assert Moment(game.pending["P1"], game.view("P1")).helped == ["b2"]


def test_some_shrines_are_not_told_as_all() -> None:
    for energy, told in ((3, "b2, b4, c3 or others"), (2, "b2, b4 or c3")):
        game = scenario(**FIRST, P1={"energy": energy, "spirit": 1}, tiles={"b3": {"tile": "F2"}})
        assert FILLS["shrines"](Moment(game.pending["P1"], game.view("P1")), NAMES) == told


def test_the_way_leads_to_all_that_a_hint_proposes() -> None:
    """Not in the direction, to the price of a shrine, or to the crystals that a computer player would choose."""
    tiles = {"a1": {"tile": "F2"}, "b1": {"tile": "C2"}, "d1": {"tile": "F3"}}
    game, kinds = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, tiles=tiles), set[str]()

    def check(answers: Path, after: Game) -> None:
        if "P1" in after.pending and (kind := after.pending["P1"].kind) in ("pay", "rotate", "enhance"):
            kinds.add(kind)
            for answer in after.legal("P1"):
                way = KIT.guide.presses(game.pending["P1"], game.view("P1"), NAMES, (*answers, answer), False)
                found = pressed(KIT, game, "P1", way)
                assert found[: len(answers) + 1] == (*answers, answer)[: len(found)]
                then = after.copy()
                then.play("P1", answer)
                if kind == "rotate":
                    check((*answers, answer), then)

    for square in game.legal("P1"):
        after = game.copy()
        after.play("P1", square)
        check((square,), after)
    assert kinds == {"pay", "rotate", "enhance"}
