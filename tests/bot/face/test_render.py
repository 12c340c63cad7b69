"""Panels as Discord gets them: within its limits, with what is selected, and with people's names as they are."""

from __future__ import annotations

from dataclasses import replace

from bot.components import ids
from bot.components.ids import Id, Verb
from bot.components.render import rendered
from drawing.picture import Picture
from game.core import layout
from game.core.layout import Choice
from tests.bot.face.layouts import PLACE, components

LONG = "x" * 300


def test_a_select_shows_what_is_chosen_and_cuts_what_is_too_long() -> None:
    choices = (Choice("a", "Ann\\_B"), Choice("b", LONG, LONG))
    [made] = components(layout.bare(layout.Select(PLACE, Verb.PICK, "rest", choices, f"Ann\\_B {LONG}", "b")))[0][
        "components"
    ]
    plain, cut = made["options"]
    assert (plain["label"], plain["default"], cut["default"]) == ("Ann_B", False, True)
    assert "description" not in plain
    assert (len(cut["label"]), len(cut["description"]), len(made["placeholder"])) == (100, 100, 150)
    assert made["placeholder"].startswith("Ann_B x")
    assert made["required"]


def test_so_many_people_are_picked_for_what_is_asked() -> None:
    [made] = components(layout.bare(layout.People(PLACE, Verb.GUESTS, "Whom?", 4, "rest")))[0]["components"]
    assert ids.decode(made["custom_id"]) == Id(Verb.GUESTS, PLACE.game, PLACE.question, "rest")
    assert (made["min_values"], made["max_values"], made["required"]) == (1, 4, False)


def test_a_button_that_does_nothing_now_is_disabled_and_its_label_is_cut() -> None:
    buttons = PLACE.button(Verb.STEP, LONG, "a", disabled=True), PLACE.button(Verb.STEP, "Ann\\_B", "b")
    off, on = components(layout.bare(layout.row(*buttons)))[0]["components"]
    assert (len(off["label"]), off["disabled"]) == (80, True)
    assert (on["label"], on["disabled"]) == ("Ann_B", False)


def test_all_that_a_message_can_hold_is_counted_and_a_picture_is_described() -> None:
    """Discord counts nested components too."""
    shown = Picture(b"", alt="What the board shows", filename="board.png")
    button = PLACE.button(Verb.STEP, "Go", "a")
    panel = layout.framed(
        layout.text("## A heading"),
        layout.row(button, replace(button, rest="b")),
        layout.Select(PLACE, Verb.PICK, "c", (Choice("a", "A"),), "Which?"),
        layout.People(PLACE, Verb.GUESTS, "Whom?"),
        layout.section("Beside a button", replace(button, rest="d")),
        layout.line(),
        picture=shown,
        accent=layout.Accent.WRONG,
    )
    made = components(panel)
    assert panel.size == len(made) == 14
    [red] = [each["accent_color"] for each in made if "accent_color" in each]
    assert red == 0xED4245
    [gallery] = [each for each in made if "items" in each]
    assert [each["description"] for each in gallery["items"]] == [shown.alt]


def test_a_message_brings_the_files_that_it_shows_anew_for_each_attempt() -> None:
    picture, record = Picture(b"PNG", "A board", "board.png"), layout.File("game.adepts", b"a record")
    message = rendered(layout.framed(layout.text("A board"), record, picture=picture))
    for _ in range(2):
        brought = [(each.filename, each.fp.read()) for each in message.files()]
        assert brought == [("board.png", b"PNG"), ("game.adepts", b"a record")]
