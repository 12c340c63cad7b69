"""Components as Discord returns them: with ids, defaults, and files' URLs."""

from __future__ import annotations

from typing import Any

from playground.checks import rules
from playground.world import payloads
from playground.world.models import Attachment, Json
from playground.world.world import World

_SELECT: Json = {"min_values": 1, "max_values": 1, "disabled": False}
_DEFAULTS: dict[int, Json] = {
    2: {"disabled": False},
    **dict.fromkeys((3, 5, 6, 7, 8), _SELECT),
    11: {"description": None, "spoiler": False},
    13: {"name": None, "size": None, "spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}
_ITEM: Json = {"description": None, "spoiler": False}


def completed(world: World, components: list[Json], attachments: list[Attachment]) -> list[Json]:
    """Return a copy as it is stored and returned; `attachments` are the message's files."""
    made: list[Json] = _without_nulls(components)
    every = [component for _, component in rules.walk(made)]
    _number(every)
    for _, emoji in rules.emojis(made):
        if "id" in emoji:
            emoji["id"] = str(emoji["id"])  # may be sent as a number, but is returned as a string
    for component in every:
        for name, value in _DEFAULTS.get(component["type"], {}).items():
            component.setdefault(name, value)
        for item in component.get("items", []):
            for name, value in _ITEM.items():
                item.setdefault(name, value)
        for _, item in rules.media(component):
            resolve(world, item, attachments)
            item["id"] = str(world.ids.next())
    return made


def resolve(world: World, item: Json, attachments: list[Attachment]) -> None:
    """Replace a picture's or file's `attachment://name` by its URL."""
    scheme, _, name = item.get("url", "").partition("://")
    for attachment in attachments:
        if scheme == "attachment" and attachment.filename == name:
            data = payloads.attachment(world, attachment)
            item |= {key: data[key] for key in ("url", "proxy_url", "content_type")}
            item |= {"attachment_id": data["id"], "width": data.get("width"), "height": data.get("height")}
    item.setdefault("proxy_url", item.get("url"))


def _number(components: list[Json]) -> None:
    """Give each component without an id the next free one."""
    taken = {component["id"] for component in components if component.get("id")}
    number = 0
    for component in components:
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number


def _without_nulls(value: Any) -> Any:
    """Return a copy without null values."""
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_without_nulls(inner) for inner in value]
    return value
