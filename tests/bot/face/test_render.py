"""What can be pressed, as Discord gets it: within its limits, with what is chosen, and names of people as they are."""

from __future__ import annotations

from bot.components import ids
from bot.components.ids import Id, Verb
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
