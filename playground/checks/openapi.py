"""Discord's OpenAPI document as validators of requests, relaxed where it is wrong and stricter where it is too open.

As published it allows unknown keys, refuses numbers as attachment ids (which every library sends), and reports a bad
component only as "not valid under any of the given schemas". The copy made here does none of that.
"""

from __future__ import annotations

from typing import Any

from jsonschema_rs import Draft202012Validator, Registry

from playground.checks.schemas import by_type

_URN = "urn:discord"
_TAKEN: dict[str, tuple[str, ...]] = {
    # What clients send and Discord accepts although its document lacks it.
    "RichEmbed": ("flags",),
    "MessageEditRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "ModalInteractionCallbackRequestData": (),
}
_OPEN = {"MessageAttachmentRequest"}


class Document:
    """Validators of request bodies by route, such as `POST /channels/{channel_id}/messages`."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._paths = document["paths"]
        self._source = document["components"]["schemas"]
        self._made: dict[str, Any] = {}
        for route in self._bodies():
            self._convert(route)
        self._registry = Registry([(_URN, {"components": {"schemas": self._made}})])

    def request(self, route: str) -> Draft202012Validator | None:
        """Return the validator of a route's JSON body; None if the route takes none or is not in the document."""
        method, path = route.split(" ", 1)
        schema = self._body(self._paths.get(path, {}).get(method.lower(), {}))
        if schema is None:
            return None
        return Draft202012Validator(self._convert(schema), registry=self._registry, offline=True)

    @staticmethod
    def _body(operation: dict[str, Any]) -> Any:
        content = operation.get("requestBody", {}).get("content", {})
        return content.get("application/json", {}).get("schema")

    def _bodies(self) -> list[Any]:
        operations = [op for item in self._paths.values() for op in item.values() if isinstance(op, dict)]
        return [schema for op in operations if (schema := self._body(op)) is not None]

    def _convert(self, schema: Any) -> Any:
        if isinstance(schema, list):
            return [self._convert(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        if schema.get("format") == "snowflake":
            return {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
        if "$ref" in schema:
            return self._reference(schema["$ref"].rsplit("/", 1)[1])
        if "enum" in schema and "allOf" in schema:  # an enum that also names its number type
            return self._convert({key: value for key, value in schema.items() if key != "allOf"})
        alternatives = schema.get("oneOf", ())
        if alternatives and all("const" in alternative for alternative in alternatives):
            rest = {key: value for key, value in schema.items() if key != "oneOf"}
            return {**self._convert(rest), "enum": [alternative["const"] for alternative in alternatives]}
        for word in ("oneOf", "anyOf"):
            if word in schema and (simple := self._simplify(schema[word])) is not None:
                rest = {key: value for key, value in schema.items() if key != word}
                return {**self._convert(rest), **simple}
        return {key: self._convert(value) for key, value in schema.items()}

    def _reference(self, name: str) -> dict[str, Any]:
        if name not in self._made:
            self._made[name] = {}  # schemas may refer to themselves
            made = self._convert(self._source[name])
            if made.get("type") == "object" and "properties" in made and name not in _OPEN:
                made = {**made, "properties": dict(made["properties"]), "additionalProperties": False}
                made["properties"] |= {extra: {} for extra in _TAKEN.get(name, ())}
            self._made[name] = made
        return {"$ref": f"{_URN}#/components/schemas/{name}"}

    def _simplify(self, alternatives: list[Any]) -> Any:
        """Turn a union into a choice by null or by the object's `type`, so that errors are about the alternative meant.

        None if its alternatives cannot be told apart like this.
        """
        others = [a for a in alternatives if a != {"type": "null"}]
        if len(others) < len(alternatives):
            inner = self._convert(others[0]) if len(others) == 1 else self._simplify(others)
            return None if inner is None else {"if": {"type": "null"}, "else": inner}
        cases: dict[int, Any] = {}
        for alternative in others:
            name = alternative.get("$ref", "").rsplit("/", 1)[-1]
            numbers = self._source.get(name, {}).get("properties", {}).get("type", {}).get("enum")
            if numbers is None:
                return None
            cases |= dict.fromkeys(numbers, self._convert(alternative))
        return by_type(cases)
