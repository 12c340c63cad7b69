"""A person at a table of The Adept without Discord: presses what is on the screen.

What the bot does with a press is done here in the simplest way: the step is carried out, and the screen built anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.aids.stage import Form, Reader, Step, carried_out, done_by
from game.core.errors import Refused
from game.core.layout import Button, Panel, Place, Select
from game.the_adept.stage.stage import AdeptStage
from game.the_adept.tale.face import Shown

STAGE = AdeptStage()
TALE = "t2345678"


@dataclass
class Table:
    """One tale, and the private notes that everybody keeps with it."""

    tale: Shown
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    clicks: int = 0


class Hands:
    """A person's screen; `panel`, `form` and `step` are what the last press led to."""

    def __init__(self, table: Table, who: str, name: str = "", manager: bool = False) -> None:
        self.table, self.who, self.name, self.manager = table, who, name or who.capitalize(), manager
        self.path: str | None = None
        self.form: Form | None = None
        self.step = Step()

    @property
    def reader(self) -> Reader[Shown]:
        tale, notes = self.table.tale, self.table.notes.get(self.who, {})
        return Reader(tale, self.who, self.name, Place(TALE, done_by(tale, self.who)), notes, self.manager)

    @property
    def panel(self) -> Panel:
        """The open screen as it is now."""
        assert self.path is not None, "no screen is open"
        return STAGE.screen(self.reader, self.path)

    @property
    def words(self) -> str:
        return "\n".join(self.panel.words)

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons on the open screen."""
        return [each.label for each in self.panel.controls if isinstance(each, Button)]

    def command(self, name: str, /, **given: Any) -> Step:
        """Use a slash command."""
        found = next(each for each in STAGE.commands if each.name == name)
        missing = [each.name for each in found.options if each.required and each.name not in given]
        assert not missing, missing
        assert set(given) <= {each.name for each in found.options}
        return self.go(found.path, **given)

    def refused(self, code: str, command: str, /, **given: Any) -> str:
        """Use a slash command that is refused with this code, and return why."""
        with pytest.raises(Refused) as error:
            self.command(command, **given)
        assert error.value.code == code, error.value.problem
        return error.value.problem

    def press(self, label: str, panel: Panel | None = None) -> Step:
        """Press the button whose label begins with this, on the open screen or on a public message."""
        buttons = [each for each in (panel or self.panel).controls if isinstance(each, Button) and not each.disabled]
        button = next((each for each in buttons if each.label.startswith(label)), None)
        assert button is not None, f"no button {label!r}; there is {[each.label for each in buttons]}"
        return self.go(button.rest)

    def pick(self, hint: str, choice: str) -> Step:
        """In the select whose hint begins with `hint`, choose what has a label that begins with `choice`, or that
        value."""
        selects = [each for each in self.panel.controls if isinstance(each, Select)]
        select = next((each for each in selects if each.hint.startswith(hint)), None)
        assert select is not None, f"no select {hint!r}; there is {[each.hint for each in selects]}"
        found = next((each for each in select.choices if each.label.startswith(choice) or each.value == choice), None)
        assert found is not None, f"no choice {choice!r}; there is {[each.label for each in select.choices]}"
        return self.go(select.rest, value=found.value)

    def fill(self, **fields: str) -> Step:
        """Submit the open form; fields that are not given keep their values."""
        assert self.form is not None, "no form is open"
        form = self.form
        assert set(fields) <= {each.name for each in form.fields}
        return self.go(form.path, **{each.name: fields.get(each.name, each.value) for each in form.fields})

    def go(self, path: str, /, **values: Any) -> Step:
        """Press a path. Raises the errors of a refusal, and then nothing has changed."""
        step = STAGE.press(self.reader, path, values)
        self.table.clicks += 1
        self.table.tale, _ = carried_out(self.table.tale, self.who, step.acts, str(self.table.clicks))
        if step.notes is not None:
            self.table.notes[self.who] = dict(step.notes)
        self.step, self.form = step, step.form
        if step.show is not None:
            self.path = step.show
            check(self.panel)
        return step


def check(panel: Panel) -> None:
    """Assert that Discord accepts the message, and that a phone shows its labels in full."""
    from bot.components.render import rendered

    rendered(panel)  # raises for too many components and too long ids
    assert panel.fits
    ids = [(control.verb, control.rest) for control in panel.controls]
    assert len(set(ids)) == len(ids), ids
    for control in panel.controls:
        if isinstance(control, Button):
            assert len(control.label) <= 20, control.label
        elif isinstance(control, Select):
            assert 1 <= len(control.choices) <= 25, control.hint
            assert len({each.value for each in control.choices}) == len(control.choices), control.hint
