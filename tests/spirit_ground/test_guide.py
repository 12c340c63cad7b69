"""The guide of a first game: every lesson is said once, when it matters, and what it says to press is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from game.core.faces import Asked
from game.core.layout import Panel, Place, Select
from game.core.narrowing import Narrowing, Path, read_path
from game.spirit_ground import Game
from game.spirit_ground.guide.face import LESSONS
from game.spirit_ground.guide.topics import Moment
from game.spirit_ground.kit import KIT
from game.spirit_ground.players.greedy import policy
from tests.spirit_ground.test_refusals import FIRST, scenario

NAMES = {"P1": "Ann", "P2": "Bob"}


def _leading(panel: Panel, walk: Narrowing, label: str) -> Iterator[Path]:
    """Where the buttons and options with this label lead."""
    for control in panel.controls:
        if isinstance(control, Select):
            values = [choice.value for choice in control.choices if choice.label == label]
            yield from (walk.next_path(read_path(control.rest), value) for value in values)
        elif control.label == label:
            yield read_path(control.rest)


def assert_pressable(game: Game, seat: str, token: str) -> None:
    """The labels that the guide names are on the panel, one after the other, and confirm that token."""
    decision, view = game.pending[seat], game.view(seat)
    labels = re.findall(r"\*\*(.+?)\*\*", KIT.guide.presses(decision, view, NAMES, token, False))
    path: Path = ()
    walk = KIT.panels.narrowing(decision, view)
    for label in labels:
        panel = KIT.panels.decision(Place("abcdefgh", 1), decision, view, NAMES, path)
        [path] = list(_leading(panel, walk, label))
    assert walk.answers(path)[0] == token


def test_lessons_come_one_by_one_and_when_they_matter() -> None:
    """In games of players who answer every other question at random, each seat guided: nothing is said twice, all but
    what never came up is said."""
    heard = set[str]()
    for seed in ("a", "b", "c", "d"):
        game, rng = Game.new(seed=seed), Random(seed)
        before: dict[str, list[Asked]] = {seat: [] for seat in game.seats}
        said: dict[str, list[str]] = {seat: [] for seat in game.seats}
        mattered: dict[str, set[str]] = {seat: set() for seat in game.seats}
        while not game.over:
            [(seat, decision)] = game.pending.items()
            view = game.view(seat)
            told = KIT.guide.lessons(decision, view, NAMES, before[seat])
            assert len(told) <= 2
            assert all("{" not in text and "\n" not in text for text in told)
            said[seat] += told
            mattered[seat] |= set(Moment(decision, view).topics)
            token = rng.choice(decision.tokens) if rng.random() < 0.5 else policy(view, decision, rng)
            assert_pressable(game, seat, token)
            before[seat].append(KIT.guide.asked(decision, view))
            game.play(seat, token)
        for seat in game.seats:
            assert len(said[seat]) == len(set(said[seat])) == len(mattered[seat])
            heard |= mattered[seat]
    assert heard == LESSONS.texts.keys()


def test_the_welcome_says_how_one_wins() -> None:
    assert "more points" in KIT.guide.welcome()


def test_arrows_help_where_the_supply_has_energy_for_them() -> None:
    """Once a relic is paid for it has some again."""
    tiles = {"a1": {"tile": "F2"}, "b1": {"tile": "C2"}, "d1": {"tile": "F3"}}
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, tiles=tiles, supply={})
    assert Moment(game.pending["P1"], game.view("P1")).helped == ["b2"]
