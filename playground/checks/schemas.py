"""The shapes and single-field limits of request bodies. Rules across fields are in `rules`.

Stricter than Discord in one respect: keys that Discord does not know (and would ignore) are refused.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

SNOWFLAKE: Schema = {"type": ["string", "integer"], "pattern": r"^[0-9]{1,20}$"}
BOOL: Schema = {"type": ["boolean", "null"]}
INT: Schema = {"type": ["integer", "null"]}
NUMBER: Schema = {"type": ["number", "null"]}


def text(most: int, least: int = 0, null: bool = False) -> Schema:
    """A text of `least` to `most` characters. Discord strips it first, so a required one must not be blank."""
    kind = ["string", "null"] if null else "string"
    return {"type": kind, "minLength": least, "maxLength": most} | ({"pattern": r"\S"} if least else {})


def array(items: Schema, most: int, least: int = 0, null: bool = True) -> Schema:
    kind = ["array", "null"] if null else "array"
    return {"type": kind, "items": items, "minItems": least, "maxItems": most}


def obj(required: str = "", null: bool = False, /, **properties: Schema) -> Schema:
    return {
        "type": ["object", "null"] if null else "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def by_type(alternatives: dict[int, Schema]) -> Schema:
    """An object that follows the schema of its number `type`; errors are about that schema alone."""
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": sorted(alternatives)}},
        "allOf": [
            {"if": {"required": ["type"], "properties": {"type": {"const": number}}}, "then": schema}
            for number, schema in alternatives.items()
        ],
    }


def _part(required: str = "", /, **properties: Schema) -> Schema:
    return obj("type " + required, type={"type": "integer"}, id=INT, **properties)


_CUSTOM_ID = text(100, 1)
_EMOJI = obj("", True, id={**SNOWFLAKE, "type": ["string", "integer", "null"]}, name=text(100, null=True),
             animated=BOOL)  # fmt: skip
_MEDIA = obj("url", url=text(2048, 1))
_OPTION = obj("label value", label=text(100, 1), value=text(100, 1), description=text(100, null=True),
              default=BOOL, emoji=_EMOJI)  # fmt: skip
_BUTTON = _part("style", style={"type": "integer", "minimum": 1, "maximum": 6}, label=text(80, null=True),
                emoji=_EMOJI, custom_id=_CUSTOM_ID, url=text(512), sku_id=SNOWFLAKE,
                disabled=BOOL)  # fmt: skip
_SELECT = {
    "custom_id": _CUSTOM_ID,
    "placeholder": text(150, null=True),
    "min_values": {"type": ["integer", "null"], "minimum": 0, "maximum": 25},
    "max_values": {"type": ["integer", "null"], "minimum": 1, "maximum": 25},
    "disabled": BOOL,
    "required": BOOL,
}
_DEFAULTS = array(obj("id type", id=SNOWFLAKE, type={"enum": ["user", "role", "channel"]}), 25)
SELECTS: dict[int, Schema] = {
    3: _part("custom_id options", options=array(_OPTION, 25, 1, null=False), **_SELECT),
    5: _part("custom_id", default_values=_DEFAULTS, **_SELECT),
    6: _part("custom_id", default_values=_DEFAULTS, **_SELECT),
    7: _part("custom_id", default_values=_DEFAULTS, **_SELECT),
    8: _part("custom_id", default_values=_DEFAULTS, channel_types=array(INT, 20), **_SELECT),
}
_ROW = _part("components", components=array(by_type({2: _BUTTON, **SELECTS}), 5, 1, null=False))
_TEXT = _part("content", content=text(4000, 1))
_THUMBNAIL = _part("media", media=_MEDIA, description=text(1024, null=True), spoiler=BOOL)
_SECTION = _part("components accessory", components=array(by_type({10: _TEXT}), 3, 1, null=False),
                 accessory=by_type({2: _BUTTON, 11: _THUMBNAIL}))  # fmt: skip
_GALLERY_ITEM = obj("media", media=_MEDIA, description=text(1024, null=True), spoiler=BOOL)
_GALLERY = _part("items", items=array(_GALLERY_ITEM, 10, 1, null=False))
_FILE = _part("file", file=_MEDIA, spoiler=BOOL)
_SEPARATOR = _part(divider=BOOL, spacing={"enum": [1, 2, None]})
_IN_CONTAINER = {1: _ROW, 9: _SECTION, 10: _TEXT, 12: _GALLERY, 13: _FILE, 14: _SEPARATOR}
_CONTAINER = _part("components", components=array(by_type(_IN_CONTAINER), 40, 1, null=False), spoiler=BOOL,
                   accent_color={"type": ["integer", "null"], "minimum": 0, "maximum": 0xFFFFFF})  # fmt: skip
COMPONENTS = array(by_type({**_IN_CONTAINER, 17: _CONTAINER}), 40)

_FIELD = obj("name value", name=text(256, 1), value=text(1024, 1), inline=BOOL)
_PICTURE: Schema = {"type": ["object", "null"]}
_EMBED = obj(
    title=text(256, null=True), description=text(4096, null=True), url=text(2048, null=True),
    type=text(20, null=True), color=INT, timestamp=text(100, null=True), fields=array(_FIELD, 25),
    footer=obj("text", True, text=text(2048), icon_url=text(2048, null=True), proxy_icon_url=text(2048)),
    author=obj("name", True, name=text(256, 1), url=text(2048, null=True), icon_url=text(2048, null=True),
               proxy_icon_url=text(2048)),
    image=_PICTURE, thumbnail=_PICTURE, video=_PICTURE, provider=_PICTURE, flags=INT,
)  # fmt: skip
_MENTIONS = obj(
    "", True, parse=array({"enum": ["users", "roles", "everyone"]}, 3),
    users={**array(SNOWFLAKE, 100), "uniqueItems": True},
    roles={**array(SNOWFLAKE, 100), "uniqueItems": True}, replied_user=BOOL,
)  # fmt: skip
_ATTACHMENT: Schema = {
    # A kept attachment may be sent back with everything Discord has said about it.
    **obj("id", id=SNOWFLAKE, filename=text(1024, 1), description=text(1024, null=True), is_spoiler=BOOL),
    "additionalProperties": True,
}
_MESSAGE = {
    "content": text(2000, null=True),
    "embeds": array(_EMBED, 10),
    "components": COMPONENTS,
    "attachments": array(_ATTACHMENT, 10),
    "allowed_mentions": _MENTIONS,
    "flags": INT,
    "tts": BOOL,
}
_REFERENCE = obj("message_id", True, message_id=SNOWFLAKE, channel_id=SNOWFLAKE, guild_id=SNOWFLAKE,
                 fail_if_not_exists=BOOL, type=INT)  # fmt: skip
_NONCE: Schema = {"type": ["string", "integer", "null"], "maxLength": 25}
NEW_MESSAGE = obj(**_MESSAGE, message_reference=_REFERENCE, nonce=_NONCE, enforce_nonce=BOOL)
EDIT_MESSAGE = obj(**_MESSAGE)
ANSWER_MESSAGE = obj(**_MESSAGE)

_INPUT = _part("custom_id style", custom_id=_CUSTOM_ID, style={"enum": [1, 2]}, label=text(45, 1, null=True),
               value=text(4000, null=True), placeholder=text(100, null=True), required=BOOL,
               min_length={"type": ["integer", "null"], "minimum": 0, "maximum": 4000},
               max_length={"type": ["integer", "null"], "minimum": 1, "maximum": 4000})  # fmt: skip
_CHOICE = obj("value label", value=text(100, 1), label=text(100, 1), description=text(100, null=True),
              default=BOOL)  # fmt: skip
_COUNTS = {"min_values": INT, "max_values": INT, "required": BOOL}
_FIELDS: dict[int, Schema] = {
    4: _INPUT,
    **SELECTS,
    19: _part("custom_id", custom_id=_CUSTOM_ID, **_COUNTS),
    21: _part("custom_id options", custom_id=_CUSTOM_ID, options=array(_CHOICE, 10, 2, null=False), required=BOOL),
    22: _part("custom_id options", custom_id=_CUSTOM_ID, options=array(_CHOICE, 10, 1, null=False), **_COUNTS),
    23: _part("custom_id", custom_id=_CUSTOM_ID, default=BOOL),
}
_LABEL = _part("label component", label=text(45, 1), description=text(100, null=True), component=by_type(_FIELDS))
_INPUT_ROW = _part("components", components=array(by_type({4: _INPUT}), 1, 1, null=False))
MODAL = obj("title custom_id components", title=text(45, 1), custom_id=_CUSTOM_ID,
            components=array(by_type({1: _INPUT_ROW, 10: _TEXT, 18: _LABEL}), 5, 1, null=False))  # fmt: skip

_NAMES: Schema = {"type": ["object", "null"], "additionalProperties": text(100, 1)}
_CHOICE_VALUE: Schema = {"type": ["string", "number"], "maxLength": 100}
_SUGGESTION = obj("name value", name=text(100, 1), value=_CHOICE_VALUE, name_localizations=_NAMES)
CHOICES = obj("choices", choices=array(_SUGGESTION, 25, null=False))
CALLBACK = by_type(
    {
        1: obj("type", type=INT, data=obj("", True)),
        4: obj("type data", type=INT, data=ANSWER_MESSAGE),
        5: obj("type", type=INT, data=obj("", True, flags=INT, tts=BOOL)),
        6: obj("type", type=INT, data=obj("", True, flags=INT)),
        7: obj("type", type=INT, data=EDIT_MESSAGE),
        8: obj("type data", type=INT, data=CHOICES),
        9: obj("type data", type=INT, data=MODAL),
    }
)

_OPTION_NAME = {**text(32, 1), "pattern": r"^[-_'\w]+$"}
_VALUE = obj(
    "type name description", type={"enum": [3, 4, 5, 6, 7, 8, 9, 10, 11]}, name=_OPTION_NAME,
    name_localizations=_NAMES, description=text(100, 1), description_localizations=_NAMES, required=BOOL,
    choices=array(_SUGGESTION, 25), autocomplete=BOOL, channel_types=array(INT, 20), min_value=NUMBER,
    max_value=NUMBER, min_length={"type": ["integer", "null"], "minimum": 0, "maximum": 6000},
    max_length={"type": ["integer", "null"], "minimum": 1, "maximum": 6000},
)  # fmt: skip
_NAMED = {
    "type": {"type": "integer"},
    "name": _OPTION_NAME,
    "name_localizations": _NAMES,
    "description": text(100, 1),
    "description_localizations": _NAMES,
    "required": BOOL,
}
_VALUES = dict.fromkeys(range(3, 12), _VALUE)
_SUB = obj("type name description", **_NAMED, options=array(by_type(_VALUES), 25))
_GROUP = obj("type name description", **_NAMED, options=array(by_type({1: _SUB}), 25, 1))
_COMMAND_COMMON = {
    "type": INT, "id": SNOWFLAKE, "name_localizations": _NAMES, "description_localizations": _NAMES,
    "default_member_permissions": {"type": ["string", "integer", "null"]}, "dm_permission": BOOL,
    "nsfw": BOOL,
    "contexts": {**array({"enum": [0, 1, 2]}, 3), "uniqueItems": True},
    "integration_types": {**array({"enum": [0, 1]}, 2), "uniqueItems": True},
}  # fmt: skip
COMMAND = obj("name", name=text(32, 1), description=text(100, null=True),
              options=array(by_type({1: _SUB, 2: _GROUP, **_VALUES}), 25), **_COMMAND_COMMON)  # fmt: skip
COMMANDS = array(COMMAND, 130, null=False)

_THREAD_SETTINGS = {
    "name": text(100, 1),
    "auto_archive_duration": {"enum": [60, 1440, 4320, 10080, None]},
    "rate_limit_per_user": INT,
}
ROUTES: dict[str, Schema] = {
    "POST /interactions/{interaction_id}/{interaction_token}/callback": CALLBACK,
    "POST /webhooks/{webhook_id}/{webhook_token}": ANSWER_MESSAGE,
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": EDIT_MESSAGE,
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": EDIT_MESSAGE,
    "POST /channels/{channel_id}/messages": NEW_MESSAGE,
    "PATCH /channels/{channel_id}/messages/{message_id}": EDIT_MESSAGE,
    "POST /channels/{channel_id}/messages/bulk-delete": obj(
        "messages", messages={**array(SNOWFLAKE, 100, 2, null=False), "uniqueItems": True}
    ),
    "PUT /applications/{application_id}/commands": COMMANDS,
    "PUT /applications/{application_id}/guilds/{guild_id}/commands": COMMANDS,
    "POST /users/@me/channels": obj("recipient_id", recipient_id=SNOWFLAKE),
    "POST /channels/{channel_id}/threads": obj("name", **_THREAD_SETTINGS, type=INT, invitable=BOOL),
    "POST /channels/{channel_id}/messages/{message_id}/threads": obj("name", **_THREAD_SETTINGS),
    "PATCH /channels/{channel_id}": obj(
        **_THREAD_SETTINGS, topic=text(1024, null=True), archived=BOOL, locked=BOOL, invitable=BOOL
    ),
    "POST /applications/{application_id}/emojis": obj(
        "name image", name={**text(32, 2), "pattern": r"^\w+$"}, image=text(400_000, 1)
    ),
    "PATCH /applications/{application_id}/emojis/{emoji_id}": obj("name", name={**text(32, 2), "pattern": r"^\w+$"}),
}
