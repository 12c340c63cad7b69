"""Layouts as Discord would get them, checked, read and clicked without Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.components import ids
from bot.components.ids import Verb
from bot.components.render import Rendered, rendered
from game.adepts.panels.decision import decision_panel
from game.core.decisions import Decision
from game.core.discover import kit
from game.core.layout import Panel, Place
from game.core.narrowing import read_path
from playground.checks import rules
from playground.checks.validator import Validator
from playground.client.screen import as_read

Path = tuple[str, ...]
COMPONENTS_V2 = 1 << 15
NAMES = {"P1": "Anna", "P2": "Bo", "P3": "*Cy_the_great*", "P4": "@everyone <@1>", "P5": "W" * 32}
GAME, QUESTION = "abcdefgh", 1_234_567
PLACE = Place(GAME, QUESTION)

_VALIDATOR = Validator()


def components(layout: Panel | Rendered, shapes: bool = True) -> list[dict[str, Any]]:
    """Return the components of a message, nested ones included; fails the test if Discord would refuse it.

    `shapes` False leaves out the schemas, which take most of the time, and checks only the rules across fields.
    """
    message = layout if isinstance(layout, Rendered) else rendered(layout)
    body: dict[str, Any] = {"components": message.to_components(), "flags": COMPONENTS_V2}
    if shapes:
        _VALIDATOR.check("POST /channels/{channel_id}/messages", body)
    found = [component for _, component in rules.walk(body["components"])]
    pictures = [item["media"]["url"] for part in found for item in part.get("items", ())]
    rules.check_message(body, {url.removeprefix("attachment://") for url in pictures})
    return found


def text(layout: Panel | Rendered) -> str:
    """Return all that a reader sees, as they read it: texts, labels, options."""
    seen = []
    for component in components(layout):
        seen += [component.get(key) or "" for key in ("content", "label", "placeholder")]
        seen += [f"{option['label']} {option.get('description') or ''}" for option in component.get("options", ())]
    return as_read("\n".join(filter(None, seen)))


@dataclass(frozen=True)
class Click:
    """A click that a layout offers: on a button, or on an option of a select."""

    verb: Verb
    path: Path
    value: str = ""


def clicks(layout: Panel, shapes: bool = True) -> Iterator[Click]:
    """Yield all clicks that a panel offers."""
    for component in components(layout, shapes):
        if "custom_id" not in component or component.get("disabled"):
            continue
        wanted = ids.decode(component["custom_id"])
        assert (wanted.game, wanted.question) == (GAME, QUESTION)
        for value in [option["value"] for option in component.get("options", ())] or [""]:
            yield Click(wanted.verb, read_path(wanted.rest), value)


def walk(decision: Decision, show: Callable[[Path], Panel], every: int = 1) -> dict[str, int]:
    """Return every token that clicks lead to, with the least number of clicks. Only every `every`th layout is checked
    against the schemas."""
    found: dict[str, int] = {}
    walked = kit().panels.narrowing(decision, {})
    seen: set[Path] = {()}
    edge: list[Path] = [()]
    depth = shown = 0
    while edge:
        depth += 1
        further: list[Path] = []
        for path in edge:
            shown += 1
            for click in clicks(show(path), shown % every == 0):
                if click.verb is Verb.MOVE:
                    token = walked.token_of(click.path)
                    assert token is not None
                    found.setdefault(token, depth)
                    continue
                if click.verb not in (Verb.STEP, Verb.PICK):
                    continue
                after = walked.next_path(click.path, click.value) if click.verb is Verb.PICK else click.path
                if after not in seen:
                    seen.add(after)
                    further.append(after)
        edge = further
    return found


def panel(game: Any, seat: str, path: Path = ()) -> Panel:
    """Return the panel of a seat that is asked."""
    return decision_panel(PLACE, game.pending[seat], game.view(seat), NAMES, path)
