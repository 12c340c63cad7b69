"""The lesson guides a single person by presses, in any order, without dead ends."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import pytest

from game.core.aids.stage import Act, Step, Verb, carried_out
from game.core.errors import Refused
from game.core.layout import MOST, Button, Choice, Panel, Style
from game.the_adept.rules.sheet import CREATION, validate
from game.the_adept.stage.lessons.lesson import beside, progress
from game.the_adept.stage.lessons.tasks import DONE_FOR, IS_DONE, tasks, written
from game.the_adept.tale import honest
from game.the_adept.tale.face import Shown
from tests.the_adept.stage.hands import STAGE, Hands, Table

ALL = [task.id for task in tasks()]


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice every time; only the number of the press that rolls makes a difference."""
    numbers = count()
    monkeypatch.setattr(honest, "new_seed", lambda: f"{next(numbers):064x}")


def begun(who: str = "ana") -> Hands:
    """Return somebody who has opened the lesson, as the bot does it."""
    given, acts, path = STAGE.lesson(who, "Ana")
    tale, _ = carried_out(Shown.new(who, **given), who, acts, "0")
    hands = Hands(Table(tale), who)
    hands.path = path
    return hands


def act(hands: Hands, action: str, **given: Any) -> None:
    """Do something on another screen than the lesson's."""
    table = hands.table
    table.clicks += 1
    table.tale, _ = carried_out(table.tale, hands.who, [Act(action, given)], str(table.clicks))


def step(hands: Hands) -> str:
    over = progress(hands.reader).over
    return ALL[over] if over < len(ALL) else ""


def test_each_step_knows_when_it_is_done_and_how_to_do_it() -> None:
    assert set(IS_DONE) == set(DONE_FOR) == set(ALL)
    assert validate(written()["sheet"], CREATION)["errors"] == []
    for task in tasks():
        assert len(task.button) <= 20
        assert task.task.count(". ") + task.task.count("? ") <= 2, "two sentences, or three short ones"


def test_it_opens_with_a_character_and_a_scene_and_says_that_one_is_both_sides() -> None:
    hands = begun()
    state = hands.table.tale.state
    assert state.members["ana"].gm
    assert state.characters["Sefa"].owner == "ana"
    assert state.scene is not None
    assert state.session.running
    assert "**game master**" in hands.words
    assert "Sefa" in hands.words
    assert "1 of 8" in hands.words


@pytest.mark.parametrize("salt", range(25))
def test_all_of_it_is_done_by_one_button(salt: int) -> None:
    """Whatever the dice show: a step that fails says so, and is tried again."""
    hands = begun()
    hands.table.clicks = 1000 * salt
    seen = [step(hands)]
    for _ in range(60):
        if not step(hands):
            break
        hands.press("Do it for me")
        assert hands.path == "lesson"
        if step(hands) != seen[-1]:
            seen.append(step(hands))
    assert seen == [*ALL, ""]
    assert "/tale new" in hands.words
    assert not any(isinstance(each, Button) and each.label == "Skip" for each in hands.panel.controls)
    sheet = hands.table.tale.state.characters["Sefa"].sheet
    assert sheet["stress"]["rattled"]
    assert "A plank to float on" in sheet["assets"]


def test_it_follows_what_one_does_elsewhere() -> None:
    hands = begun()
    act(hands, "roll", character="Sefa", picks=["approach.wits", "move.assess", "specialty.Locks", "+12d8"])
    assert step(hands) == "choose"
    assert "The two best dice make the total" in hands.words
    act(hands, "choose", roll="1", option=1)
    assert step(hands) == "pay"
    act(hands, "choose", roll="1", option=1, keep=3)
    assert step(hands) == "settle"
    act(hands, "settle", roll="1", difficulty=7)
    assert step(hands) == "hitch"
    act(hands, "roll", character="Sefa", pool="30d4")
    act(hands, "hitch", take="d4")
    assert step(hands) == "stress"
    act(hands, "stress", character="Sefa", type="injured", hits=["d8"])
    act(hands, "asset", character="Sefa", name="Rope")
    assert step(hands) == "win"
    act(hands, "roll", character="Sefa", pool="30d12")
    act(hands, "settle", difficulty=20)
    assert step(hands) == ""


def test_two_dice_and_no_hitch_are_no_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """*Do it for me* then continues with the next roll, and leaves none open."""
    throws = iter(["d10:5 d12:7", "d6:2 d8:2 d10:5 d10:6 d12:7", " ".join(["d4:1", *["d4:3"] * 19])])
    monkeypatch.setattr(honest, "shown", lambda *_: next(throws))
    hands = begun()
    act(hands, "roll", character="Sefa", picks=["approach.wits", "move.assess"])
    hands.press("Skip")
    assert hands.press("Do it for me").say.startswith("No die is left")
    assert step(hands) == "settle"
    assert hands.table.tale.state.characters["Sefa"].sheet.get("assets", {}) == {}
    hands.press("Do it for me")
    hands.press("Do it for me")
    assert step(hands) == "stress"
    assert hands.table.tale.state.rolls["3"].success is not None


def test_what_the_lesson_asks_for_is_left_out_where_a_screen_has_no_room_for_it() -> None:
    """What the lesson adds takes three components; a select counts as two: itself and its row."""
    hands = begun()
    select = hands.reader.place.select(Verb.PRESS, "page", [Choice("a", "A")], "What?")
    full, fits = (Panel((select,) * number) for number in (MOST // 2 - 1, MOST // 2 - 2))
    assert beside(hands.reader, "table", full) == full
    assert beside(hands.reader, "table", fits).size == fits.size + 3


def test_the_way_back_stands_out_but_where_the_step_itself_is_to_be_done() -> None:
    """On a step's own screen the step's control stands out: to pick, to roll, to give stress, to spend PP."""
    for id, way in (
        ("roll", "Build a pool"),
        ("stress", "Harm and help"),
        ("asset", "Spend PP"),
        ("win", "Build a pool"),
    ):
        hands = begun()
        for _ in ALL[: ALL.index(id)]:
            hands.press("Skip")
        for label, style in ((way, Style.SECONDARY), ("To the table", Style.SUCCESS)):
            hands.path = "lesson"
            hands.press(label)
            back = [
                each for each in hands.panel.controls if isinstance(each, Button) and each.label.startswith("Lesson")
            ]
            assert [each.style for each in back] == [style], (id, label)
            assert (f"**Lesson, {ALL.index(id) + 1}.** " in hands.words) == (label == way)


def test_every_other_screen_leads_back_while_it_goes_on() -> None:
    hands = begun()
    hands.press("To the table")
    act(hands, "roll", character="Sefa", pool="3d8")
    hands.press("Lesson (2 of 8)")
    assert hands.path == "lesson"
    for _ in ALL[1:]:
        hands.press("Skip")
    hands.press("To the table")
    assert not any(isinstance(each, Button) and each.label.startswith("Lesson") for each in hands.panel.controls)


def test_it_is_pressed_through_on_the_screens_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each screen says what to do there, and what comes next as soon as that is done."""
    throws = iter(["d6:1 d8:5 d10:7 d12:9", "d6:5 d6:3 d8:5 d10:7 d12:9"])
    monkeypatch.setattr(honest, "shown", lambda *_: next(throws))
    hands = begun()
    hands.press("Build a pool")
    assert "Lesson, 1." in hands.words
    for hint, choice in (
        ("Distinction", "Child of"),
        ("Approach", "Wits"),
        ("Move", "Assess"),
        ("Specialty", "Locks"),
    ):
        hands.pick(hint, choice)
    hands.press("Roll")
    assert "Lesson, 2." in hands.words
    hands.pick("Total and effect", "12, effect d12")
    assert "Lesson, 3." in hands.words
    hands.press("+1 die")
    hands.pick("One more die in the total", "")
    assert "Lesson, 4." in hands.words
    hands.press("Settle")
    hands.fill(number="7")
    assert "Lesson, 5." in hands.words
    hands.press("Lesson")
    assert "The effect die says" in hands.words
    hands.press("Look at the roll")
    hands.press("d6 into doom")
    assert "Lesson, 6." in hands.words
    hands.press("Lesson")
    hands.press("Harm and help")
    hands.pick("Stress", "Rattled")
    hands.press("d6")
    assert "Lesson, 7." in hands.words
    hands.press("Lesson")
    hands.press("Spend PP")
    hands.press("d6 asset")
    hands.fill(**{hands.form.fields[0].name: "Plank"} if hands.form else {})
    assert "Lesson, 8." in hands.words
    hands.press("Lesson")
    hands.press("Build a pool")
    hands.pick("Assets and what", "Plank")
    hands.press("Roll")
    hands.press("Settle")
    hands.fill(number="9")
    assert step(hands) == ""
    assert "Lesson" not in hands.words


def test_what_failed_is_not_won() -> None:
    hands = begun()
    for task in ALL[:-1]:
        hands.go(f"lesson/skip/{task}")
    assert step(hands) == "win"
    act(hands, "roll", character="Sefa", pool="d4")
    act(hands, "settle", difficulty=9)
    assert step(hands) == "win"
    act(hands, "roll", character="Sefa", pool="30d12")
    act(hands, "settle", difficulty=9)
    assert step(hands) == ""


def test_what_is_taken_back_is_to_be_done_again() -> None:
    hands = begun()
    hands.press("Do it for me")
    assert step(hands) == "choose"
    hands.table.tale.undo("ana")
    assert step(hands) == "roll"


def test_each_step_may_be_skipped_and_stays_so() -> None:
    hands = begun()
    for number, task in enumerate(ALL, 1):
        assert f"{number} of 8" in hands.words
        assert step(hands) == task
        hands.press("Skip")
    assert step(hands) == ""
    act(hands, "roll", character="Sefa", pool="d8")
    assert step(hands) == "", "what was skipped and is done later changes nothing"


def test_a_button_of_a_step_that_is_over_does_nothing() -> None:
    hands = begun()
    hands.press("Do it for me")
    before = len(hands.table.tale.log)
    assert hands.go("lesson/do/roll").say
    assert hands.go("lesson/skip/roll").say
    assert len(hands.table.tale.log) == before
    assert step(hands) == "choose"


def test_no_pp_is_no_dead_end() -> None:
    hands = begun()
    act(hands, "pp", character="Sefa", by=-3)
    for task in ALL[:6]:
        hands.go(f"lesson/skip/{task}")
    hands.press("Do it for me")
    assert step(hands) == "win"


def test_it_is_nobody_elses_and_no_other_tales() -> None:
    hands = begun()
    act(Hands(hands.table, "bob"), "join", name="Bob")
    other = Hands(hands.table, "bob")
    other.go("lesson")
    assert "/tale tutorial" in other.words
    assert other.go("lesson/do/roll") == Step(show="lesson")
    plain = Hands(Table(Shown.new("ana", "A tale")), "ana")
    plain.command("tale lesson")
    assert "/tale tutorial" in plain.words


@pytest.mark.parametrize("salt", range(8))
def test_it_goes_on_whatever_else_is_done(salt: int) -> None:
    """Its buttons are pressed among undos, ended scenes, lost PP, and finally the character's removal."""
    random = Random(salt)
    hands = begun()
    hands.table.clicks = 100 * salt
    for _ in range(40):
        hands.path = "lesson"
        own = [each for each in hands.panel.controls if isinstance(each, Button) and each.rest.startswith("lesson")]
        if own:
            hands.go(random.choice(own).rest)
        with suppress(Refused):
            match random.randrange(4):
                case 0:
                    hands.table.tale.undo("ana")
                case 1:
                    act(hands, "end-scene")
                case 2:
                    act(hands, "pp", character="Sefa", by=-1)
    if "Sefa" in hands.table.tale.state.characters:
        act(hands, "retire", character="Sefa")
    hands.path = "lesson"
    assert "/tale tutorial" in hands.words
