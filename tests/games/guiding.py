"""Games in which every seat is guided, for any game whose guide chooses lessons by topic."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from game.core.faces import PastQuestion
from game.core.kit import Kit
from game.core.layout import Button, Panel, Place, Select
from game.core.lessons import TopicGuide
from game.core.narrowing import Path, read_path
from game.core.protocol import Game

G = TypeVar("G", bound=Game)

NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cy"}


class Heard(NamedTuple):
    """What one seat was told in a game, and the topics that mattered to it at any question."""

    told: list[str]
    mattered: set[str]


def guided(
    kit: Kit,
    game: G,
    choose: Callable[[G, str], str],
    check: Callable[[G, str, str], None],
) -> Mapping[str, Heard]:
    """Play the game to its end with the answers of `choose(game, seat)`, and return what each seat was told.

    `check(game, seat, token)` is called before each answer.
    """
    guide = kit.guide
    assert isinstance(guide, TopicGuide)
    before: dict[str, list[PastQuestion]] = {seat: [] for seat in game.seats}
    heard = {seat: Heard([], set()) for seat in game.seats}
    while not game.over:
        [(seat, decision)] = game.pending.items()
        view = game.view(seat)
        told = guide.lessons(decision, view, NAMES, before[seat])
        assert len(told) <= 2
        assert all("{" not in text and "\n" not in text for text in told)
        heard[seat].told.extend(told)
        heard[seat].mattered.update(guide.topics(guide.moment(decision, view)))
        token = choose(game, seat)
        check(game, seat, token)
        before[seat].append(guide.asked(decision, view))
        game.play(seat, token)
    return heard


def pressed(kit: Kit, game: Game, seat: str, way: str) -> Path:
    """Follow the guide's advice `way` by pressing the labels that it names, one after the other, and return the answers
    that this confirms. Fails unless each label is on the panel exactly once."""
    decision, view = game.pending[seat], game.view(seat)
    labels = re.findall(r"\*\*(.+?)\*\*", way)
    assert labels, (decision.kind, way)
    walk: Any = kit.panels.narrowing(decision, view)
    path: Path = ()
    for label in labels:
        panel = kit.panels.decision(Place("abcdefgh", 1), decision, view, NAMES, path)
        found = list(_leading(panel, walk, label))
        assert len(found) == 1, (label, found)
        [path] = found
    answers: Path = walk.answers(path)
    return answers


def _leading(panel: Panel, walk: Any, label: str) -> Iterator[Path]:
    """Yield the paths that the buttons and options with this label lead to."""
    for control in panel.controls:
        if isinstance(control, Select):
            values = [choice.value for choice in control.choices if choice.label == label]
            yield from (walk.next_path(read_path(control.rest), value) for value in values)
        elif isinstance(control, Button) and control.label == label:
            yield read_path(control.rest)
