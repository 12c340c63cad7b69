"""What Discord checks across the fields of a body: limits of the whole, unique ids, components V2 or not."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

from playground.world.errors import ApiError, Path, Problem, invalid, plain, refused
from playground.world.models import COMPONENTS_V2, EPHEMERAL, Json, Message

_SUPPRESS_EMBEDS, _SILENT = 1 << 2, 1 << 12
MESSAGE_FLAGS = _SUPPRESS_EMBEDS | _SILENT | COMPONENTS_V2
ANSWER_FLAGS = MESSAGE_FLAGS | EPHEMERAL
LINK, PREMIUM = 5, 6
_WEIGHT, _EACH = 10_170, 12
"""How many bytes of components Discord can take, as was found by trying: the texts in UTF-8, and so many bytes for each
component. It is documented nowhere, and whatever exceeds it is an error of the server."""
_SELECTS = (3, 5, 6, 7, 8)
_PICTURE = r"[\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_EMOJI = re.compile(
    rf"[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{{1,2}}|{_PICTURE}(?:\u200d{_PICTURE})*[\U000e0020-\U000e007f]*"
)
"""One emoji, perhaps made of several characters; it also matches some sequences that Discord does not accept."""


def walk(components: Any, path: Path = ("components",)) -> list[tuple[Path, Json]]:
    """Return every component, children after their parents, with its path in the body."""
    found = list[tuple[Path, Json]]()
    for index, component in enumerate(components or []):
        here = (*path, index)
        found.append((here, component))
        if inner := component.get("components"):
            found += walk(inner, (*here, "components"))
        found += [((*here, name), component[name]) for name in ("accessory", "component") if name in component]
    return found


def check_emojis(body: Json, known: Container[int]) -> None:
    """Check that emojis of buttons and options are the application's own or Unicode's. Raises ApiError."""
    unknown = [path for path, emoji in emojis(body.get("components")) if not _is_known(emoji, known)]
    if unknown:
        raise invalid([((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji") for path in unknown])


def _is_known(emoji: Json, known: Container[int]) -> bool:
    if emoji.get("id") is not None:
        return int(emoji["id"]) in known
    return _EMOJI.fullmatch(emoji.get("name") or "") is not None


def emojis(components: Any) -> Iterator[tuple[Path, Json]]:
    """Yield the emojis of buttons and options, with their paths."""
    for path, component in walk(components):
        bearers = [(path, component)]
        bearers += [((*path, "options", index), option) for index, option in enumerate(component.get("options", []))]
        for place, bearer in bearers:
            if bearer.get("emoji"):
                yield (*place, "emoji"), bearer["emoji"]


def media(component: Json) -> Iterator[tuple[Path, Json]]:
    """Yield the pictures and files that a component shows, with their paths."""
    if "media" in component:
        yield ("media",), component["media"]
    if "file" in component:
        yield ("file",), component["file"]
    for index, item in enumerate(component.get("items", [])):
        yield ("items", index, "media"), item["media"]


def check_message(body: Json, names: set[str], old: Message | None = None, answer: bool = False) -> None:
    """Check a new message or an edit of `old`; `names` are the files it will have. Raises ApiError.

    `answer` is True for messages sent by an interaction's token; only these may be ephemeral.
    """
    flags = body.get("flags") or 0
    v2 = bool(flags & COMPONENTS_V2) or (old is not None and old.is_v2)
    problems = list(_flags(flags, ANSWER_FLAGS if answer else MESSAGE_FLAGS))
    problems += _mentions(body.get("allowed_mentions") or {})
    problems += _embeds(body.get("embeds") or [])
    problems += _components(body.get("components") or [], v2, names)
    if v2:
        problems += _legacy(body, old)
    if problems:
        raise invalid(problems)
    if _is_empty(body, names, old):
        raise refused(50006)
    if sum(map(_weight, body.get("components") or [])) > _WEIGHT:
        raise plain(500, "Internal Server Error")


def _weight(part: Any) -> int:
    """Return the bytes that Discord has to keep of a component, or of something in it."""
    if isinstance(part, str):
        return len(part.encode())
    if isinstance(part, list):
        return sum(map(_weight, part))
    return sum(map(_weight, part.values()), _EACH if "type" in part else 0) if isinstance(part, dict) else 0


def _flags(flags: int, allowed: int) -> Iterator[Problem]:
    if flags & ~allowed:
        yield ("flags",), "BITFIELD_TYPE_INVALID", "These flags cannot be set here."


def _mentions(mentions: Json) -> Iterator[Problem]:
    for name in ("users", "roles"):
        if mentions.get(name) and name in (mentions.get("parse") or []):
            yield ("allowed_mentions", name), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'  # fmt: skip # noqa: E501


def _embeds(embeds: list[Json]) -> Iterator[Problem]:
    total = 0
    for embed in embeds:
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        for field in embed.get("fields") or []:
            texts += [field["name"], field["value"]]
        total += sum(len(text or "") for text in texts)
    if total > 6000:
        yield ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"


def _legacy(body: Json, old: Message | None) -> Iterator[Problem]:
    word = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for name in ("content", "embeds"):
        kept = getattr(old, name) if old is not None and name not in body else None
        if body.get(name) or kept:
            yield (name,), word, f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"


def _is_empty(body: Json, names: set[str], old: Message | None) -> bool:
    def left(name: str) -> Any:
        return body[name] if name in body or old is None else getattr(old, name)

    body = {"content": None, "embeds": None, "components": None, **body} if old is None else body
    return not ((left("content") or "").strip() or left("embeds") or left("components") or names)


def _components(components: list[Json], v2: bool, names: set[str]) -> Iterator[Problem]:
    yield from unique(components)
    seen = walk(components)
    if v2 and len(seen) > 40:
        yield ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed 40"  # fmt: skip # noqa: E501
    if v2 and sum(len(c["content"]) for _, c in seen if c["type"] == 10) > 4000:
        yield ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size cannot exceed 4000"  # fmt: skip # noqa: E501
    if not v2 and len(components) > 5:
        yield ("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."
    for path, component in seen:
        kind = component["type"]
        if not v2 and len(path) == 2 and kind != 1:
            yield (*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).'
        yield from _one(path, component)
        for place, item in media(component):
            scheme, _, name = item["url"].partition("://")
            if scheme == "attachment" and name not in names:
                yield (*path, *place, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"The referenced attachment {name!r} was not found"  # fmt: skip # noqa: E501
            if scheme not in ("attachment", "http", "https") or (kind == 13 and scheme != "attachment"):
                yield (*path, *place, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme {scheme!r} is not supported here."  # fmt: skip # noqa: E501


def unique(components: list[Json]) -> Iterator[Problem]:
    """Check that each custom_id and id occurs only once in a message or modal."""
    every = walk(components)
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        known: set[Any] = set()
        for path, component in every:
            value = component.get(key)
            if value and value in known:
                yield (*path, key), code, f"Component {key} cannot be duplicated"
            known.add(value)


def _one(path: Path, component: Json) -> Iterator[Problem]:
    kind = component["type"]
    if kind == 1:
        kinds = [inner["type"] for inner in component["components"]]
        if len(kinds) > 1 and any(inner != 2 for inner in kinds):
            yield path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
    elif kind == 2:
        yield from _button(path, component)
    elif kind in _SELECTS:
        yield from select(path, component)


def _button(path: Path, button: Json) -> Iterator[Problem]:
    style = button["style"]
    needed = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
    if not button.get(needed):
        yield (*path, needed), "BASE_TYPE_REQUIRED", "This field is required"
    for other in {"custom_id", "url", "sku_id"} - {needed}:
        if button.get(other):
            yield (*path, other), "BUTTON_COMPONENT_INVALID_FIELD", f"A button of this style has no {other}."
    if style != PREMIUM and not ((button.get("label") or "").strip() or button.get("emoji")):
        yield (*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or emoji."
    if button.get("url") and not button["url"].startswith(("http://", "https://", "discord://")):
        yield (*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord')."


def select(path: Path, menu: Json) -> Iterator[Problem]:
    """Check the counts and options of a select, also in a modal."""
    least, most = menu.get("min_values"), menu.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        yield (*path, "min_values"), "SELECT_COMPONENT_MIN_MAX", "min_values is more than max_values."
    if menu["type"] != 3:
        return
    options = menu["options"]
    if most > len(options) or least > len(options):
        yield (*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", f"There are only {len(options)} options."
    values = [option["value"] for option in options]
    for index, value in enumerate(values):
        if value in values[:index]:
            yield (*path, "options", index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"  # fmt: skip # noqa: E501
    if sum(1 for option in options if option.get("default")) > most:
        yield (*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", f"At most {most} defaults."


def check_modal(modal: Json) -> None:
    """Check a modal's fields: unique ids and possible counts. Raises ApiError."""
    problems = [(("data", *path), code, words) for path, code, words in unique(modal["components"])]
    for path, component in walk(modal["components"], ("data", "components")):
        if component["type"] in _SELECTS:
            problems += select(path, component)
        if component["type"] == 4:
            problems += _typed(path, component)
    if problems:
        raise invalid(problems)


def _typed(path: Path, field: Json) -> Iterator[Problem]:
    """Check the length limits of a text field, and its preset text against them."""
    least, most, value = field.get("min_length") or 0, field.get("max_length") or 4000, field.get("value") or ""
    if least > most:
        yield (*path, "min_length"), "TEXT_INPUT_MIN_MAX", "min_length is more than max_length."
    if value and not least <= len(value) <= most:
        yield (*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def at(error: ApiError, *path: str) -> ApiError:
    """Return the error with its problems moved to a deeper path in the body, such as under `data`."""
    if "errors" in error.body:
        for step in reversed(path):
            error.body["errors"] = {step: error.body["errors"]}
    return error
