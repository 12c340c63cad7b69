"""The panel of a plan: the steps so far, and what can be added to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.components.ids import Verb
from bot.tables.planning.planned import STEPS, WISHES, Outlook
from game.core import layout
from game.core.decisions import Decision
from game.core.kit import Kit
from game.core.layout import Box, Button, Component, Gallery, Panel, Picture, Place, Row, Section, Select, Style, Text
from game.core.narrowing import Path, write_path
from game.core.protocol import View
from game.core.text.numbers import whole

THEN, ELSE = "then", "else"
"""A way through the panel begins with one of these: a step after all others, or an alternative for the step whose
number follows (for the last step, if none does)."""

ABOUT = (
    "-# Only you see this. When you are asked, I wait about as long as a person would, and do the first choice that is"
    " still possible and worth as much as now. If there is none, or an attack hits you, I ask you. Nobody is told"
    " that there is a plan."
)


class Added(NamedTuple):
    """What is being added to a plan."""

    way: str
    """Where it is added: begins with THEN or ELSE."""
    asked: tuple[Decision, View] | None
    """The question that will be asked there, with its view; None if there will be none."""
    path: Path
    """How far its answer has been selected."""


def planning(
    kit: Kit,
    place: Place,
    names: Mapping[str, str],
    steps: Sequence[Outlook],
    added: Added,
    said: str,
    picture: Picture | None,
) -> Panel:
    """Return the plan, and below it the panel of the question that will be asked then, whose answers go into the plan.

    The question number in `place` is the size of the plan.
    """
    step = step_of(added.way, len(steps))
    when = [f"-# {kit.words.place(added.asked[1])}"] if added.asked is not None else []
    head = [*when, f"## {kit.words.plan}", said, *lines(kit, steps, names), ABOUT]
    buttons = []
    if step is not None and len(steps) < STEPS:
        buttons.append(place.button(Verb.PLAN, "Next step", THEN))
    if steps:
        last = "step" if len(steps[-1].step) == 1 else "choice"
        buttons.append(place.button(Verb.PLAN_DROP, f"Remove the last {last}", "last"))
    buttons.append(Place(place.game).button(Verb.TURN, "Back"))
    if steps:
        buttons.append(place.button(Verb.PLAN_DROP, "Withdraw the plan", style=Style.DANGER))
    pictures, picker = list[Component](), list[Component]()
    if added.asked is not None:
        heading = f"### Step {len(steps) + 1}" if step is None else f"### If step {step} cannot be done"
        asking = kit.panels.decision(place, *added.asked, names, added.path, "", picture)
        for component in _turned(asking, added.way):
            (pictures if isinstance(component, Gallery) else picker).append(component)
        picker = [layout.line(), layout.text(heading), *picker]
    elif len(steps) < STEPS:
        picker = [layout.text("-# As things stand there is nothing more to plan.")]
    return Panel(
        (
            *pictures,
            Box((layout.text(*head), *picker, layout.line(), *_further(place, steps, step), *layout.rows(buttons))),
        )
    )


def step_of(way: str, steps: int) -> int | None:
    """Return the number of the step that is to get an alternative, from 1, in a plan of so many; None: it is a new
    step."""
    number = way.removeprefix(ELSE)
    if not way.startswith(ELSE) or not steps:
        return None
    return min(whole(number) or steps, steps)


def _further(place: Place, steps: Sequence[Outlook], step: int | None) -> Iterator[Component]:
    """Yield buttons for the steps that can get an alternative, unless one is being added."""
    numbers = [number for number, look in enumerate(steps, 1) if look.asked is not None and len(look.step) < WISHES]
    if numbers and step is None:
        yield layout.text("-# What else to do if this cannot be done:")
        yield from layout.rows([place.button(Verb.PLAN, f"Step {number}", f"{ELSE}{number}") for number in numbers])


def goes_on(kit: Kit, token: str, decision: Decision, view: View, names: Mapping[str, str]) -> str:
    """Return what a person is told who is asked something that they have planned an answer to."""
    return (
        f"-# As you planned, I answer for you about when a person would:"
        f" **{_label(kit, (decision, view), names, token)}**. You may also choose now. Nobody else is told."
    )


def stuck(reasons: Sequence[str]) -> str:
    """Return what a person is told whose plan does not go on."""
    return f"Your **plan** does not go on: {' '.join(reasons)} When you have chosen, the rest of it is off."


def lines(kit: Kit, steps: Sequence[Outlook], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the steps, numbered. The choice that would be made as things stand is bold; one that could not be is struck
    out."""
    if not steps:
        yield "Nothing is planned yet."
    for number, look in enumerate(steps, 1):
        said = [_wish(kit, look, names, wish.token) for wish in look.step]
        yield f"{number}. {', else '.join(said)}" + ("" if look.choice else " · ⚠️ as things stand I would ask you")


def _wish(kit: Kit, look: Outlook, names: Mapping[str, str], token: str) -> str:
    if look.asked is None:
        return f"~~{token}~~"
    label = _label(kit, look.asked, names, token)
    return f"**{label}**" if token == look.choice else label if look.choice else f"~~{label}~~"


def _label(kit: Kit, asked: tuple[Decision, View], names: Mapping[str, str], token: str) -> str:
    decision, view = asked
    return kit.words.move(decision, view, names, token)


def _turned(panel: Panel, way: str) -> Iterator[Component]:
    """Yield a question's panel without its heading, with buttons that plan in place of those that answer."""
    headed = False
    for component in panel.components:
        match component:
            case Text() if not headed:
                headed = True
            case Row(buttons):
                if turned := tuple(each for button in buttons if (each := _button(button, way)) is not None):
                    yield Row(turned)
            case Section(button=button):
                if (only := _button(button, way)) is not None:
                    yield replace(component, button=only)
            case Select(verb=Verb.PICK):
                yield replace(component, verb=Verb.PLAN_PICK, rest=_rest(way, component.rest))
            case Select():
                pass
            case _:
                yield component


def _button(button: Button, way: str) -> Button | None:
    match button.verb:
        case Verb.STEP:
            return replace(button, verb=Verb.PLAN, rest=_rest(way, button.rest))
        case Verb.MOVE:
            label = "Else this" if way.startswith(ELSE) else "Plan this"
            return replace(button, verb=Verb.PLAN_ADD, label=label, rest=_rest(way, button.rest))
    return None


def _rest(way: str, rest: str) -> str:
    return write_path((way, rest)) if rest else way
