"""After a refusal a form can be reached again from the next screen, with the draft of what was typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from game.core.aids.signature import Values
from game.core.aids.stage import Form, carried_out
from game.core.errors import BadArguments, Refused
from game.core.layout import Button, Panel, Select
from game.the_adept.stage.sheets.offers import TITLES
from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.tables import begun
from tests.the_adept.tale.tables import ANA, BEN, GM

ROOMS = ("table", "gm", "foes", "doom", "scene", "sheet", "pool", "make", "scene/close", "gear/Iltani", "roll/1")
EFFECTS = tuple(f"gm/to/1/{whom}" for whom in ("c/Bel", "g/Ogre", "b/Dragon", "s/"))
GROWS = tuple(f"buy/{kind}/Iltani" for kind in TITLES)
WRONG = ("Iltani", "d20", "...", "x" * 70, "\u202eX")
"""Inputs of which every form refuses at least one."""


class Found(NamedTuple):
    """A form, with the screen and the press that opened it."""

    form: Form
    screen: str
    path: str
    given: Values


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with some of everything: foes, a crisis, open and won rolls, a draft, a signature asset given up."""
    tale = begun().tale
    for action, given in (
        ("challenge", {"name": "Gate", "die": "d8"}),
        ("boss", {"name": "Dragon", "dice": "3d10"}),
        ("gmc", {"name": "Ogre", "traits": {"Huge": "d10"}}),
        ("appear", {"name": "Ogre"}),
        ("crisis", {"name": "Fire", "take": "d8"}),
        ("drop", {"character": "Iltani", "name": "Staff"}),
        ("edit", {"character": "Iltani", "set": {"xp": 500}}),
        ("scene", {"name": "The Well", "kind": "bridge"}),
        ("place", {"name": "Guard", "kind": "extra"}),
    ):
        tale.act(GM, action, given)
    tale.act(ANA, "roll", {"character": "Iltani", "pool": "8d12"})
    tale.act(ANA, "settle", {"difficulty": 1})
    tale.act(ANA, "roll", {"character": "Iltani", "pool": "8d12"})
    tale.act(BEN, "roll", {"character": "Bel", "pool": "12d4"})
    tale.act(ANA, "create", {"name": "Zu"})
    tale.act(ANA, "raise", {"path": "signature.Rope", "by": 1})
    tale.act(ANA, "raise", {"path": "signature.Rope", "by": 1})
    return Table(tale)


def presses(panel: Panel) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what can be pressed on a screen."""
    for control in panel.controls:
        if isinstance(control, Button) and not control.disabled:
            yield control.rest, {}
        elif isinstance(control, Select):
            yield from ((control.rest, {"value": each.value}) for each in control.choices)


def forms(hands: Hands, rooms: Sequence[str]) -> dict[str, Found]:
    """Return all forms reached through screens that change nothing, each kind of path once."""
    found, seen, coming = dict[str, Found](), set[str](), [*rooms]
    while coming:
        screen = coming.pop(0)
        try:
            panel = STAGE.screen(hands.reader, screen)
        except Refused:
            continue
        for path, given in presses(panel):
            try:
                step = STAGE.press(hands.reader, path, given)
            except (Refused, BadArguments):
                continue
            if step.form is not None:
                found.setdefault(_kind(step.form.path), Found(step.form, screen, path, given))
            elif step.show is not None and not step.acts and _kind(step.show) not in seen:
                seen.add(_kind(step.show))
                coming.append(step.show)
    return found


def _kind(path: str) -> str:
    """Return a path without its dice, numbers and names, as far as they make no difference to the form."""
    return "/".join(word.rstrip("0123456789") if word[:1] in "d123456789" else word for word in path.split("/"))


def refused(hands: Hands, form: Form) -> bool:
    """Return whether the form refuses any of the wrong inputs."""
    for wrong in WRONG:
        try:
            step = STAGE.press(hands.reader, form.path, {each.name: wrong[: each.most] for each in form.fields})
            carried_out(hands.table.tale, hands.who, step.acts)
        except (Refused, BadArguments):
            return True
    return False


def opens(hands: Hands, form: Form) -> bool:
    """Return whether the nearest screen that exists opens the form."""
    for screen in STAGE.around(form.path):
        try:
            panel = STAGE.screen(hands.reader, screen)
        except Refused:
            continue
        for path, given in presses(panel):
            try:
                step = STAGE.press(hands.reader, path, given)
            except (Refused, BadArguments):
                continue
            if step.form is not None and step.form.path == form.path:
                return True
        return False
    return False


@pytest.mark.parametrize("who", [GM, ANA])
def test_a_refused_form_opens_again_where_its_refusal_leads(table: Table, who: str) -> None:
    hands = Hands(table, who)
    found = forms(hands, (*ROOMS, *EFFECTS, *GROWS))
    lost = {}
    for each in found.values():
        step = STAGE.press(hands.reader, each.path, each.given)
        if step.notes is not None:
            table.notes[who] = dict(step.notes)
        if refused(hands, each.form) and not opens(hands, each.form):
            lost[each.form.path] = each.screen
    assert not lost
    assert len(found) > (35 if who == GM else 20), sorted(found)
