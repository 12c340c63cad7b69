"""/play in words in The Harrowing: for a drawn tile, the place can be said first, as on its panel, or together with the
side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.components.ids import Verb
from bot.tables.language.completion import choices
from bot.tables.language.naming import by_number, exactly, leading, meant, worded
from bot.tables.language.spoken import sayable
from cli.demo.stage import CHANNEL, press
from game.core.decisions import Decision
from game.core.layout import Place, Select
from game.core.protocol import View
from game.harrowing.kit import KIT
from game.harrowing.panels.plan import AT, LOOK
from playground import Person, Shown
from tests.bot.core.conftest import Stage, stage_on
from tests.harrowing.pictures import position

Asked = Callable[[], tuple[Decision, View]]

NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cleo", "P4": "Dan"}


def drawn() -> tuple[Decision, View]:
    """Return the question after drawing 4c: Rout, or Shield Wall."""
    game = position("crowded", "weave")
    [(seat, decision)] = game.pending.items()
    return decision, game.view(seat)


def offered(typed: str) -> list[tuple[str, str]]:
    return choices(KIT, *drawn(), NAMES, typed)


@pytest.mark.parametrize(
    "typed", ["2,1", "spot 2,1", "2,1 beside 3e, 3x and 4d", "put it at 2,1", "lay the tile on 2,1"]
)
def test_a_place_that_is_typed_leads_on_to_the_side(typed: str) -> None:
    """It answers nothing yet, so it need not be as exact as a move."""
    moves, steps = sayable(KIT, *drawn(), NAMES)
    found = leading(steps, typed) or worded(steps, typed, KIT.words.idle)
    assert found is not None
    assert found.path == ("@2,1",)
    assert meant(moves, typed) is None


@pytest.mark.parametrize("typed", ["not 2,1", "2,1 upside", "5,5", "2,1 3,1", "beside 3e"])
def test_other_words_lead_nowhere(typed: str) -> None:
    _, steps = sayable(KIT, *drawn(), NAMES)
    assert leading(steps, typed) is None
    assert worded(steps, typed, KIT.words.idle) is None


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("2,1 rout", ("4c1", "2,1")),
        ("rout 2,1", ("4c1", "2,1")),
        ("put shield wall at 2,1, please", ("4c2", "2,1")),
        ("rout at -3,0", ("4c1", "-3,0")),
        ("shield wall", ("4c2",)),
        ("not rout at 2,1", None),
        ("rout at 5,5", None),
        ("wall 2,1", None),
    ],
)
def test_place_and_side_are_one_move(typed: str, answers: tuple[str, ...] | None) -> None:
    found = meant(sayable(KIT, *drawn(), NAMES).moves, typed)
    assert (found and found.answers) == answers


def test_the_list_has_the_places_first_as_the_panel_has() -> None:
    every = offered("")
    assert len(every) == 25
    assert every[0] == ("3,-2 beside 2b, 2c and 4a", "spot 3,-2")
    assert {("Rout (C): rout, battle", "side 4c1"), ("Shield Wall (AB): +1 ward", "side 4c2")} <= {*every}
    assert offered("2,1") == [
        ("2,1 beside 3e, 3x and 4d", "spot 2,1"),
        ("Rout at 2,1: beside 3e, 3x and 4d", "side 4c1 2,1"),
        ("Shield Wall at 2,1: beside 3e, 3x and 4d", "side 4c2 2,1"),
    ]
    assert offered("shield")[:2] == [
        ("Shield Wall (AB): +1 ward", "side 4c2"),
        ("Shield Wall at 3,-2: beside 2b, 2c and 4a", "side 4c2 3,-2"),
    ]


# --- by their numbers in the picture


def shifted() -> tuple[Decision, View]:
    """Return the question where 2x moves to; it can go to twelve hexes."""
    game = position("middle", "shift", "2x")
    [(seat, decision)] = game.pending.items()
    return decision, game.view(seat)


def numbers(decision: Decision, view: View) -> dict[str, str]:
    """Return the labels of the spots on a panel with a picture, by the spots they choose."""
    sketch = KIT.panels.sketch(decision, view, NAMES)
    assert sketch is not None
    panel = KIT.panels.decision(Place(), decision, view, NAMES, picture=sketch())
    selects = [control for control in panel.controls if isinstance(control, Select) and control.rest != LOOK]
    found = [choice for select in selects for choice in select.choices]
    assert [f"{number}: " for number, _ in enumerate(found, 1)] == [each.label.split(" ")[0] + " " for each in found]
    assert tuple(each.value.removeprefix(AT) for each in found) == sketch.keywords["spots"]
    return {each.value.removeprefix(AT): each.label for each in found}


@pytest.mark.parametrize("asked", [drawn, shifted])
def test_an_option_is_taken_with_its_number_without_it_and_by_it_alone(
    asked: Callable[[], tuple[Decision, View]],
) -> None:
    decision, view = asked()
    walk, (moves, steps) = KIT.panels.narrowing(decision, view), sayable(KIT, decision, view, NAMES)
    for number, (hex, label) in enumerate(numbers(decision, view).items(), 1):
        for typed in (label, label.partition(": ")[2], f"{number}", f"#{number}", f"{number}:", f"spot {number}"):
            said = by_number(walk.numbered(), typed)
            step, move = leading(steps, said), exactly(moves, said)
            assert (step.value if step else move and move.value) == f"spot {hex}", typed
        assert choices(KIT, decision, view, NAMES, f"{number}")[0][1] == f"spot {hex}"


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("rout at 2", "rout at 2,1"),
        ("put it at 2 please", "put it at 2,1 please"),
        ("2: rout", "2,1 rout"),
        ("7: 2,1 beside 3e, 3x and 4d", "2,1 beside 3e, 3x and 4d"),  # another question's: the place counts
        *((typed, typed) for typed in ("0", "22", "2 3", "-2", "2,", "2,5", "2e", "rout", "")),
    ],
)
def test_a_number_is_that_of_a_place_only_where_nothing_else_can_be_meant(typed: str, means: str) -> None:
    assert by_number(KIT.panels.narrowing(*drawn()).numbered(), typed) == means


def test_numbers_stand_for_places_only_where_a_picture_shows_them() -> None:
    for decision, view in (drawn(), shifted()):
        panel = KIT.panels.decision(Place(), decision, view, NAMES)
        options = [each for control in panel.controls if isinstance(control, Select) for each in control.choices]
        assert not [each.label for each in options if ": " in each.label]
    middle = position("middle")
    [(seat, decision)] = middle.pending.items()
    assert by_number(KIT.panels.narrowing(decision, middle.view(seat)).numbered(), "3") == "3"


async def begun(stage: Stage) -> tuple[Person, Person]:
    """Start a game of two people; the second one is to choose the core."""
    stage.pg.channel(CHANNEL)
    await stage.start()
    ann, bob = [await stage.pg.person(name) for name in ("ann", "bob")]
    await ann.command(CHANNEL, "harrowing new")
    await press(bob, Verb.JOIN)
    await press(ann, Verb.START)
    return ann, bob


async def weaving(stage: Stage) -> Person:
    """Return the person who has drawn 2a: Mother Lode, or another side."""
    ann, bob = await begun(stage)
    for person, move in ((bob, "core 1o"), (bob, "set 4"), (ann, "set 2"), (ann, "weave")):
        await stage.quiet()
        await person.command(CHANNEL, "play", move=move)
    await stage.quiet()
    return ann


async def said(stage: Stage, person: Person, typed: str) -> Shown:
    shown = (await person.command(CHANNEL, "play", move=typed)).message
    await stage.quiet()
    return shown


async def test_the_panel_goes_on_from_a_place_that_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        ann = await weaving(stage)
        for typed in ("1,0", "put it at 1,0", "4: 1,0 beside 1o", "4"):
            panel = await said(stage, ann, typed)
            assert "Which side of 2a is up at 1,0?" in panel.text
        [row] = await stage.bot.tables.store.games.active()
        assert (await stage.bot.tables.look(row.id)).playing.kind("P1") == "side"
        await said(stage, ann, "mother lode")  # as its button there is called, if not in full
        assert (await stage.bot.tables.look(row.id)).playing.view(None)["field"]["2a"]["hex"] == "1,0"


async def test_what_undo_would_take_back_is_said_above_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if no event reports it, and above a refusal."""
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        ann = await weaving(stage)
        for typed in ("mother lode", "gibberish"):
            panel = await said(stage, ann, typed)
            assert "Where" in panel.text
            assert "You have chosen: **Mother Lode**." in panel.text
            assert any(control.label == "Undo" for control in panel.controls)


async def test_a_refused_move_at_the_set_up_has_the_choice_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        _, bob = await begun(stage)
        await stage.quiet()
        await said(stage, bob, "core 1o")
        panel = await said(stage, bob, "gibberish")
        assert "not a move that you have now" in panel.text
        assert "You chose the core 1o" in panel.text


# --- words of this game


@pytest.mark.parametrize(
    ("kind", "typed", "move"),
    [
        ("side", "side 1", "side 2c1"),
        ("side", "the second side, please", "side 2c2"),
        ("side", "1", ""),  # a spot in the picture
        ("side", "side 3", ""),
        ("pool", "to my pool", "pool P1"),
        ("pool", "mine", "pool P1"),
        ("pool", "not me", ""),
        ("muster", "everything", "muster 2"),
        ("reroll", "roll all again", "reroll 2"),
        ("reroll", "all blanks", ""),
        ("muster", "both", ""),  # there may be more than two
        ("battle", "all", ""),
    ],
)
def test_words_for_a_side_for_oneself_and_for_everything(kind: str, typed: str, move: str) -> None:
    decision = Decision("P1", kind, ("1", "2", "pass"), "", {"tile": "2c"}, "")
    assert KIT.words.spelled(decision, drawn()[1], typed) == move
