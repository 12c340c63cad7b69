"""What Discord's client does with selects and modals: checks what was chosen or typed, builds the payload."""

from __future__ import annotations

from typing import Any

from playground.people import slash_commands
from playground.people.slash_commands import CannotDo
from playground.world.models import Channel, Json
from playground.world.world import World

_TEXT, _STRING_SELECT, _USER_SELECT, _UPLOAD, _RADIO, _CHECKBOXES, _CHECKBOX = 4, 3, 5, 19, 21, 22, 23
_CHOSEN = (_STRING_SELECT, _USER_SELECT, _CHECKBOXES)


def chosen(world: World, channel: Channel, menu: Json, values: list[Any], resolved: Json) -> list[str]:
    """Return the values of a select or checkbox group as sent; users are added to `resolved`. Raises CannotDo."""
    least, most = menu.get("min_values"), menu.get("max_values")
    least = 1 if least is None else least
    most = most if most is not None else len(menu["options"]) if menu["type"] == _CHECKBOXES else 1
    texts = [str(value) for value in values]
    if not (menu.get("required") is False and not texts) and not least <= len(texts) <= most:
        raise CannotDo(f"between {least} and {most} choices in {menu['custom_id']}, not {len(texts)}")
    if len(set(texts)) < len(texts):
        raise CannotDo("each only once")
    if menu["type"] == _USER_SELECT:
        for text in texts:
            if not text.isdecimal() or int(text) not in world.users:
                raise CannotDo(f"no user {text}")
            slash_commands.resolve_user(world, channel, int(text), resolved)
        return texts
    if menu["type"] not in (_STRING_SELECT, _CHECKBOXES):
        raise CannotDo("the playground's people use selects of strings and of users")
    by_label = {option["label"]: option["value"] for option in menu["options"]}
    known = set(by_label.values())
    texts = [text if text in known else by_label.get(text, text) for text in texts]
    for text in texts:
        if text not in known:
            raise CannotDo(f"no option {text!r}; there are {list(by_label)}")
    return texts


def fields(modal: Json) -> list[tuple[str, Json]]:
    """Return the fields of a modal with their labels."""
    found = []
    for part in modal["components"]:
        if part["type"] == 18:
            found.append((part["label"], part["component"]))
        elif part["type"] == 1:
            found += [(inner.get("label") or "", inner) for inner in part["components"]]
    return found


def submission(world: World, channel: Channel, modal: Json, values: Json) -> Json:
    """Return the `data` of a submitted modal; `values` by custom_id or label. Raises CannotDo."""
    resolved: Json = {}
    by_field: dict[str, Any] = {}
    for label, field in fields(modal):
        names = [name for name in (field["custom_id"], label) if name in values]
        if names:
            by_field[field["custom_id"]] = values[names[0]]
    if len(by_field) < len(values):
        raise CannotDo(f"the modal has the fields {[name for name, _ in fields(modal)]}, not {list(values)}")

    def filled(field: Json) -> Json:
        given = by_field.get(field["custom_id"])
        sent = {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]}
        return sent | _value(world, channel, field, given, resolved)

    parts: list[Json] = []
    for number, part in enumerate(modal["components"], 1):
        sent: Json = {"type": part["type"], "id": part.get("id", number)}
        if part["type"] == 18:
            sent["component"] = filled(part["component"])
        elif part["type"] == 1:
            sent["components"] = [filled(inner) for inner in part["components"]]
        parts.append(sent)
    data: Json = {"custom_id": modal["custom_id"], "components": parts}
    if resolved:
        data["resolved"] = resolved
    return data


def _value(world: World, channel: Channel, field: Json, given: Any, resolved: Json) -> Json:
    kind, name = field["type"], field["custom_id"]
    if kind == _TEXT:
        text = field.get("value") or "" if given is None else str(given)
        if field.get("required", True) is not False and not text:
            raise CannotDo(f"field {name} is required")
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        if text and not least <= len(text) <= most:
            raise CannotDo(f"field {name} takes {least} to {most} characters")
        return {"value": text}
    defaults = [option["value"] for option in field.get("options", []) if option.get("default")]
    if kind == _RADIO:
        picked = given if given is not None else next(iter(defaults), None)
        if picked is None and field.get("required", True):
            raise CannotDo(f"field {name} is required")
        if picked is not None and picked not in [option["value"] for option in field["options"]]:
            raise CannotDo(f"field {name} has no option {picked!r}")
        return {"value": picked}
    if kind == _CHECKBOX:
        return {"value": bool(field.get("default") if given is None else given)}
    if kind in _CHOSEN:
        picks = defaults if given is None else [given] if isinstance(given, str | int) else list(given)
        return {"values": chosen(world, channel, field, picks, resolved)}
    raise CannotDo("the playground's people fill texts, selects, radio buttons and checkboxes")
