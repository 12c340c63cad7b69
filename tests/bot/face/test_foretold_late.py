"""What a panel predicts when little is left: miners, turns, or spells in the library."""

from __future__ import annotations

from typing import Any

import pytest

from drawing.canvas import Canvas
from game.adepts import Game, boards, pictures, scenario
from game.adepts.kit import KIT
from game.adepts.panels.previews import effect
from game.adepts.panels.ways import choices
from game.adepts.pictures import alt
from game.adepts.rules.reader import ViewReader
from game.adepts.words.facts import Facts
from tests.bot.face.layouts import NAMES, text

SUSPENSION = """
[[scenario]]
title = "Suspension"
players = 3
first = "P1"
turn = 3
phase = "I"
P1 = {{ hand = ["1B"], battery = {{ topaz = 1 }} }}
P2 = {{ miners = {miners} }}
"""

ADVANCEMENT = """
[[scenario]]
title = "Advancement"
players = 2
first = "P1"
turn = {turn}
phase = "II"
sites = {{ "topaz.1" = "P1x2" }}
P1 = {{ hand = ["9A"], battery = {{ citrine = 1, emerald = 1 }} }}
"""

MORATORIUM = """
[[scenario]]
title = "Moratorium"
players = 2
first = "P1"
turn = {turn}
phase = "V"
P1 = {{ hand = ["17A"], battery = {{ diamond = 1 }}, queue = {{ topaz = [0, 1, 2] }} }}
"""

DRAW = """
[[scenario]]
title = "Phase IV"
players = 2
first = "P1"
turn = 2
step = "adepts"
P2 = { queue = { topaz = [1, 0, 0] } }
"""


def said(position: str, spell: str, token: str) -> str:
    """Let P1 cast a spell, and return what P1 is told about this answer to its question."""
    game = scenario.set_up(scenario.read(position)[0])
    game.play("P1", spell)
    return told(game, token)


def told(game: Game, token: str) -> str:
    """Return what P1 is told about an answer."""
    return "\n".join(effect(game.pending["P1"], Facts(game.view("P1"), "P1", NAMES), token))


@pytest.mark.parametrize(("miners", "skips"), [(10, True), (2, True), (1, False), (0, False)])
def test_only_who_has_a_group_left_is_said_to_assign_later(miners: int, skips: bool) -> None:
    """Ruling 40: a turn in which the victim could not assign does not count."""
    foretold = said(SUSPENSION.format(miners=miners), "1B", "P2")
    assert ("may assign them later" in foretold) == skips
    assert ("no group left" in foretold) != skips


@pytest.mark.parametrize(
    ("turn", "stage", "when"),
    [(7, 2, "processed next turn"), (8, 2, "too late to be processed"), (8, 3, "processed this very turn")],
)
def test_nothing_is_processed_after_the_last_turn(turn: int, stage: int, when: str) -> None:
    """Stage 2 in turn 8 is left over, and pays half (ruling 33)."""
    assert when in said(ADVANCEMENT.format(turn=turn), "9A", f"topaz@{stage}")


@pytest.mark.parametrize(("turn", "note"), [(7, "one turn sooner"), (8, "too late to be processed")])
def test_a_stage_from_which_nothing_is_processed_is_noted_as_such(turn: int, note: str) -> None:
    game = scenario.set_up(scenario.read(ADVANCEMENT.format(turn=turn))[0])
    game.play("P1", "9A")
    ways = choices(game.pending["P1"], Facts(game.view("P1"), "P1", NAMES), ("topaz",))
    assert [way.note for way in ways] == ["as usual", note, "processed this turn"]


@pytest.mark.parametrize(("turn", "waits"), [(7, True), (8, False)])
def test_gems_wait_for_the_next_turn_only_where_there_is_one(turn: int, waits: bool) -> None:
    """In turn 8 Moratorium keeps gems from being processed at all."""
    foretold = said(MORATORIUM.format(turn=turn), "17A", "topaz")
    assert ("next turn" in foretold) == waits
    assert ("pay half" in foretold) != waits


@pytest.mark.parametrize(
    ("left", "there"),
    [(0, "the library is empty"), (1, "1 is in the library"), (2, "2 are in the library")],
)
def test_spells_in_the_library_are_counted_in_words_that_fit(left: int, there: str) -> None:
    """Singular and plural are right; with an empty library the discard pile is shuffled (ruling 49)."""
    game = scenario.set_up(scenario.read(DRAW)[0])
    state = game.to_dict()
    state["discard"] = sorted([*state["discard"], *state["library"][left:]])
    state["library"] = state["library"][:left]
    assert there in told(Game.from_dict(state), "draw")


REALIGNMENT = """
[[scenario]]
title = "Realignment"
players = 2
first = "P1"
turn = {turn}
phase = "V"
P1 = {{ queue = {{ topaz = [0, 3, 1] }} }}
P2 = {{ hand = ["19A"], battery = {{ onyx = 1, diamond = 1 }}, queue = {{ ruby = [0, 2, 2] }} }}
"""


@pytest.mark.parametrize(("turn", "comes"), [(7, True), (8, False)])
def test_who_has_processed_in_the_last_turn_gets_no_more_next(
    turn: int, comes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has then moved on to stage 3 is left over and pays half (ruling 33); in earlier turns it is processed in the
    next."""
    game = scenario.set_up(scenario.read(REALIGNMENT.format(turn=turn))[0])
    game.play("P2", "19A")
    view = game.view(None)
    assert view["processing"] == "P2"
    assert ("1 mana, +3 next" in text(boards.board(view, NAMES, {}, []))) == comes
    assert ("1 mana and 3 next" in KIT.words.glance(view, NAMES)) == comes
    first, second = "\n".join(boards.queues(view, NAMES)).split("### ")[1:]
    assert ("Stage 3, processed next" in first) == comes
    assert ("Stage 3, left over at the end" in first) != comes
    assert ("(half of 3 mana)" in first) != comes
    assert "Stage 3, processed next" in second
    assert ("Stage 2, left over at the end" in second) != comes
    assert (f"{NAMES['P1']}, left over, stage 3" in alt.queues(ViewReader(view), NAMES)) != comes
    assert _written(game, monkeypatch).count("next") == 1 + comes


def test_at_the_end_no_queue_is_processed_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of all queues can still be requested then; it says what the gems paid."""
    game = scenario.set_up(scenario.read(REALIGNMENT.format(turn=8))[0])
    game.play("P2", "pass")
    assert game.over
    assert "left over" in alt.queues(ViewReader(game.view(None)), NAMES)
    assert "next" not in alt.queues(ViewReader(game.view(None)), NAMES)
    assert _written(game, monkeypatch).count("left over, half") == 2


def _written(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all that is written in the picture of the queues."""
    found, write = list[str](), Canvas.text

    def noting(self: Canvas, x: float, y: float, text: str, *rest: Any, **more: Any) -> int:
        found.append(text)
        return write(self, x, y, text, *rest, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        pictures.queues(game.view(None), NAMES)
    return found
