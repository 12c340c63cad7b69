"""Forms as Discord's modals, and the drafts of what was typed into them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.answers.drafts import Drafts
from bot.answers.stages import with_words
from bot.components.forms import Modal, filled
from bot.components.ids import Id, Verb, decode
from game.core.aids.signature import Values
from game.core.aids.stage import Field, Form, Step
from game.core.errors import GameError
from game.core.layout import Place, bare, text

LONG = "x" * 300


def test_a_form_keeps_within_what_discord_takes() -> None:
    """Also with a draft in place of the fields' own values; names in the title are shown as they are."""
    fields = (
        Field("name", LONG, value="Staff", most=4, required=False),
        Field("why", "Why", LONG, LONG, long=True),
        Field("who", "Who"),
    )
    made = Modal(Form(f"For \\_ann\\_ {LONG}", "edit/write", fields), Place("tale2345", 3), {"why": "since"}).to_dict()
    assert decode(made["custom_id"]) == Id(Verb.FILLED, "tale2345", 3, "edit/write")
    assert made["title"].startswith("For _ann_ x")
    assert len(made["title"]) == 45
    assert [len(part["label"]) for part in made["components"]] == [45, 3, 3]
    name, why, who = (part["component"] for part in made["components"])
    assert (name["value"], name["required"], name["style"]) == ("Staf", False, discord.TextStyle.short.value)
    assert (why["value"], why["required"], why["style"]) == ("since", True, discord.TextStyle.long.value)
    assert len(why["placeholder"]) == 100
    assert not {"value", "placeholder"} & who.keys()


def test_a_field_that_was_left_empty_is_an_empty_text() -> None:
    parts: list[Any] = [
        {"type": 18, "component": {"custom_id": "name", "value": None}},
        {"type": 18, "component": {"custom_id": "why", "value": "since"}},
        {"type": 10, "content": "a text"},
    ]
    assert filled({"components": parts}) == {"name": "", "why": "since"}


def test_what_was_written_stands_only_in_the_form_that_it_was_written_into() -> None:
    """Forms about different things may have the same path, and the thing may change meanwhile."""
    drafts = Drafts()

    def opened(user_id: int, form: Form) -> Mapping[str, str]:
        return drafts.opened("tale", user_id, form, form.path, {})

    staff, lamp = (
        Form(f"Asset: {name}", "edit/write", (Field("name", "Name", value=name),)) for name in ("Staff", "Lamp")
    )
    assert opened(1, staff) == {}
    drafts.sent("tale", 1, staff.path, {"name": "Stafff"})
    assert opened(2, staff) == {}
    assert opened(1, staff) == {"name": "Stafff"}
    assert opened(1, staff) == {"name": "Stafff"}, "nothing was sent"
    assert opened(1, lamp) == {}
    drafts.sent("tale", 1, lamp.path, {"name": "Lampp"})
    assert opened(1, staff) == {}
    drafts.sent("tale", 1, staff.path, {"name": "Rod"})
    drafts.done("tale", 1, staff.path)
    assert opened(1, staff) == {}


def test_what_a_command_was_given_stands_in_the_form_if_it_has_room_for_it() -> None:
    drafts = Drafts()
    form = Form("Asset", "edit/write", (Field("name", "Name", most=5), Field("why", "Why")))
    assert not drafts.typed("tale", 1, form, {"name": "Staffs", "die": "d6"})
    assert drafts.opened("tale", 1, form, form.path, {}) == {}
    assert drafts.typed("tale", 1, form, {"name": "Staff", "die": "d6"})
    assert drafts.opened("tale", 1, form, form.path, {}) == {"name": "Staff"}


def test_a_form_opens_again_by_what_opened_it_while_it_is_the_same() -> None:
    drafts = Drafts()
    form, other = Form("Asset", "edit/write", ()), Form("Asset: Lamp", "edit/write", ())
    pressed = list[tuple[str, Values]]()
    shown = [form]

    def press(path: str, given: Values) -> Step:
        pressed.append((path, given))
        if not shown:
            raise GameError("there is no such asset any more")
        return Step(form=shown[0])

    assert not drafts.opens_again("tale", 1, form.path, press)
    drafts.sent("tale", 1, form.path, {"name": "Rod"})  # as of a form opened before a restart
    assert not drafts.opens_again("tale", 1, form.path, press)
    drafts.opened("tale", 1, form, "edit", {"value": "Staff"})
    assert drafts.opens_again("tale", 1, form.path, press)
    assert pressed == [("edit", {"value": "Staff"})]
    for now in ([other], []):
        shown[:] = now
        assert not drafts.opens_again("tale", 1, form.path, press)
    moved = Form("Asset", "edit/write/2", ())
    shown[:] = [moved]
    drafts.sent("tale", 1, form.path, {"name": "Rod"})
    assert drafts.opens_again("tale", 1, form.path, press)
    assert drafts.opened("tale", 1, moved, "edit", {}) == {"name": "Rod"}, "only its path is another by now"
    assert drafts.opened("tale", 1, form, "edit", {}) == {}, "it has moved on there, and serves its purpose once"
    drafts.typed("tale", 1, form, {"value": "Staff"})
    shown[:] = [form]
    assert drafts.opens_again("tale", 1, form.path, press)
    assert pressed[-1] == (form.path, {})


def test_why_a_form_is_refused_is_said_where_there_is_no_room_for_what_was_written() -> None:
    screen, why, written = bare(text("x" * 3500)), "This roll is settled.", "You wrote " + "y" * 500
    assert with_words(screen, why, written).words[0] == why
    assert with_words(screen, why, "", "You wrote `9`.").words[0] == f"{why} You wrote `9`."
    assert with_words(screen, "z" * 600, written) == with_words(screen, "") == screen
