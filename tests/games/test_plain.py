"""The plain faces: what people see of a game without faces of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.panels.replay import Scene, replay_panel
from bot.tables.context import Context
from bot.tables.moments import Earlier
from bot.tables.side import from_side, to_side
from desk import Lookup
from game.core import replay
from game.core.decisions import PASS, Decision, Event
from game.core.desk import Desk, Entry
from game.core.discover import kit
from game.core.history import History
from game.core.layout import Button, Panel, Place, Select, Style, Verb
from game.core.narrowing import Path
from game.core.panels import Panels
from game.core.words import Run, Words
from tests.games.test_contract import played

NAMES = {"P1": "Ann", "P2": "*Bob*"}
PLACE = Place("abcdefgh", 99_999)
COMPONENTS = 40
"""The most components in a message, as Discord counts them."""
AROUND = 5
"""Components that may be added around a panel: a frame with news and *Undo*, and a remark."""


def view(**more: Any) -> dict[str, Any]:
    players: dict[str, Any] = {"P1": {"horns": 0, "hand": [4, 7, 9], "chosen": None}, "P2": {"horns": 3, "hand": None}}
    base = {"turn": 1, "phase": "lay", "over": False, "ply": 0, "players": players, "pending": {"P1": "lay"}}
    return {**base, **more}


def asked(count: int, passes: bool = False, **more: Any) -> Decision:
    tokens = tuple(f"card:{number}" for number in range(1, count + 1)) + ((PASS,) if passes else ())
    return Decision("P1", "lay", tokens, "", {}, "Which card do you lay?", **more)


def panel(decision: Decision, path: Path = ()) -> Panel:
    return Panels(Words("Cards")).decision(PLACE, decision, view(), NAMES, path)


def buttons(of: Panel, verb: Verb) -> list[Button]:
    return [control for control in of.controls if isinstance(control, Button) and control.verb == verb]


def test_a_position_is_said_without_signs_of_data() -> None:
    lines = Words("Cards").lines(
        view(rows=[[4], [19, 30]], turned_up=[[6, "P2"]], deck=[], last=None, note="", can_swap=False), NAMES
    )
    assert lines[2:] == [
        "- **Players**",
        "  - **Ann**: horns 0; hand 4, 7 and 9",
        "  - **\\*Bob\\***: horns 3",
        "",
        "- **Rows**",
        "  1. 4",
        "  2. 19 and 30",
        "",
        "- **Turned up**",
        "  1. 6 and \\*Bob\\*",
        "",
        "- **Can swap**: no",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("took_card", None, {"card": 64, "row": 1}), "Took card · card 64, row 1."),
        (Event("took_card", "P1", {"card": 64, "from": "P2", "why": ""}), "Ann took card · card 64, from *Bob*."),
        (Event("dealt", None, {"deal": 1, "rows": [4, 19, 98]}), "Dealt · deal 1; rows 4, 19 and 98."),
        (Event("ended", None, {"totals": {"P1": 3, "P2": 22}}), "Ended · totals Ann 3, *Bob* 22."),
        (Event("shuffled", None, {}), "Shuffled."),
    ],
)
def test_events_are_sentences(event: Event, said: str) -> None:
    assert Words("Cards").tell(event, NAMES) == said


def test_what_is_ones_own_is_told_apart() -> None:
    """A player's own things are what only this player's part of the view has: others have nothing there, or it is
    hidden."""
    words = Words("Cards")
    assert words.own(view(), "P1", NAMES) == ["- **Hand**: 4, 7 and 9"]
    assert words.own(view(), "P2", NAMES) == []
    open_hands = {"P1": {"hand": [4]}, "P2": {"hand": [5]}}
    assert words.own(view(players=open_hands), "P1", NAMES) == []


def test_a_question_stands_above_what_one_has() -> None:
    shown = "\n".join(panel(asked(3)).words)
    assert "### Which card do you lay?\n- **Hand**: 4, 7 and 9" in shown


def test_a_question_is_asked_in_the_words_of_the_game() -> None:
    class Rhyming(Words):
        def question(self, decision: Decision, names: Any) -> str:
            return "Which card shall it be?"

    shown = Panels(Rhyming("Cards")).decision(PLACE, asked(3), view(), NAMES)
    assert "### Which card shall it be?" in shown.words[0]
    assert Words("Cards").question(asked(3), NAMES) == "Which card do you lay?"
    silent = Decision("P1", "lay_card", ("a", "b"), "", {}, "")
    assert Words("Cards").question(silent, NAMES) == "Lay card"


@pytest.mark.parametrize("count", [2, 6, 25])
def test_up_to_25_ways_are_one_press_and_confirm(count: int) -> None:
    shown = panel(asked(count))
    ways = buttons(shown, Verb.STEP)
    assert [way.label for way in ways] == [f"card:{number}" for number in range(1, count + 1)]
    chosen = panel(asked(count), (ways[-1].rest,))
    assert [way.style for way in buttons(chosen, Verb.STEP)][-1] is Style.PRIMARY
    [confirm] = buttons(chosen, Verb.MOVE)
    assert confirm.rest == ways[-1].rest
    assert f"card:{count}" not in "\n".join(chosen.words)  # the pressed button says it


def test_more_ways_are_a_few_steps() -> None:
    shown = panel(asked(31))
    first, second = buttons(shown, Verb.STEP)
    assert (first.label, second.label) == ("card:1 … card:25", "card:26 … card:31")
    shown = panel(asked(31), ("0",))
    [select] = [control for control in shown.controls if isinstance(control, Select)]
    assert len(select.choices) == 25


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("count", [1, 5, 21, 25, 26, 31, 60, 125, 600, 700])
def test_a_panel_leaves_room_for_what_stands_around_it(count: int, ahead: bool) -> None:
    """There is always room for the news, and for *Pass ahead* where it may be offered."""
    decision = asked(count, passes=True, ahead=ahead)
    leaves = list(Panels(Words("")).narrowing(decision, {}).leaves)
    for path in {leaves[0], leaves[-2], leaves[len(leaves) // 2]}:
        for deep in range(len(path) + 1):
            used = panel(decision, path[:deep]).size
            assert used + AROUND + (3 if ahead else 0) <= COMPONENTS


def test_a_hand_in_the_view_can_be_shown() -> None:
    plain = Panels(Words("Cards"))
    [hand] = plain.beside(hands=True)
    assert (hand.name, hand.label, hand.private) == ("hand", "Hand", True)
    [shown] = hand.panels(view(), "P1", NAMES, None)
    assert "- **Hand**: 4, 7 and 9" in "\n".join(shown.words)
    [none] = hand.panels(view(), "P2", NAMES, None)
    assert none.words
    assert plain.beside(hands=False) == ()
    assert [each.name for each in kit("toy").exhibits] == ["hand"]


def test_a_game_shows_the_hand_in_its_own_way() -> None:
    [card] = kit("dressed").exhibits
    assert card.label == "Card"


def test_an_answer_that_no_event_tells_of_is_repeated() -> None:
    assert Words("Cards").chosen(asked(3), view(), NAMES, "card:2") == "You have chosen: **card:2**."
    assert Words("Cards").chosen(asked(3, passes=True), view(), NAMES, PASS) == "You have chosen: **Pass**."


def test_the_end_shows_the_last_position_and_what_led_there() -> None:
    plain, events = Panels(Words("Cards")), [Event("laid", "P1", {"card": 9})]
    shown = Panel(tuple(plain.last(view(over=True), NAMES, [Run(events, NAMES)])))
    assert shown.words[0].startswith("- **Players**")
    assert shown.words[1:] == ["- Ann laid · card 9."]


def _event(number: int, to: tuple[str, ...] | None = None) -> Event:
    return Event("laid", None, {"card": number}, to)


def of_turn(context: Context) -> list[Event]:
    return [each.event for each in context.of_turn()]


def test_what_happened_begins_with_a_turn() -> None:
    """The current turn's events, once one of them is public; until then those of the turn before."""
    context = Context().with_events([_event(1)], 1)
    context = context.undoable(Earlier(1, {}, began=context.began, seat="P1"))
    context = context.turned().with_events([_event(2), _event(3)], 2).turned()
    assert of_turn(context) == [_event(2), _event(3)]
    context = context.with_events([_event(4, ("P1",))], 3)
    assert of_turn(context) == [_event(2), _event(3)]
    on = context.with_events([_event(5)], 4)
    assert of_turn(on) == [_event(5)]
    assert of_turn(from_side(to_side(on))) == [_event(5)]
    assert of_turn(context.turned().turned().back(1)) == [_event(1)]
    assert context.back(2).with_events([_event(6)], 3).of_turn()[-1].event == _event(6)


def test_a_replay_goes_from_turn_to_turn_where_there_are_no_phases() -> None:
    game = played("toy", 2)
    history = History(
        "toy", 2, {"length": "short"}, "contract 2", tuple((move.seat, move.token) for move in game.moves)
    )
    frame = replay.frame(history, 0)
    assert frame.phased

    def labels(here: replay.Frame) -> list[str]:
        scene = Scene("abcdefgh", "a table", kit("toy").words, here, NAMES, [Run(here.step.events, NAMES)])
        shown = replay_panel(scene, (), None)
        return [button.label for button in buttons(shown, Verb.MOVE) or shown.controls if isinstance(button, Button)]

    assert labels(frame) == ["« Phase", "‹ Step", "Step ›", "Phase »"]
    assert labels(frame._replace(phased=False)) == ["« Turn", "‹ Step", "Step ›", "Turn »"]


@pytest.mark.parametrize(("name", "said"), [("toy", "turn"), ("spirit-ground", "round")])
def test_a_replay_goes_to_what_its_game_calls_a_turn(name: str, said: str) -> None:
    made = kit(name)
    frame = replay.frame(History(name, 2, {"length": "short"} if name == "toy" else {}, "a seed", ()), 0)
    shown = replay_panel(Scene("abcdefgh", "a table", made.words, frame, NAMES, []), (), None)
    assert [each.hint for each in shown.controls if isinstance(each, Select)] == [f"Go to a {said}"]


class _Sections(Desk):
    def entries(self) -> Iterable[Entry]:
        text = "The order of cards: the order in which they are laid, in order."
        return (
            Entry("section:a", "Laying cards", text, asked=("order", "which order", "order of cards")),
            Entry("section:b", "Order", "The lowest card comes first."),
        )


@pytest.mark.parametrize("query", ["order", "Order", "the order", "orders"])
def test_a_section_with_the_title_that_was_typed_comes_first(query: str) -> None:
    assert Lookup(_Sections()).search(query)[0].title == "Order"
