"""Checks whether Discord would accept a body: by our own schemas, and by Discord's document if there is one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

from playground.checks import openapi, schemas
from playground.world.errors import Path, Problem, invalid


def _problems(error: ValidationError) -> list[Problem]:
    """Return an error of a schema in Discord's words."""
    path: Path = tuple(error.instance_path)
    name, said = error.kind.name, error.kind.as_dict()
    if name == "required":
        return [((*path, said["property"]), "BASE_TYPE_REQUIRED", "This field is required")]
    if name in ("additionalProperties", "unevaluatedProperties"):
        return [((*path, extra), "UNKNOWN_FIELD", "Discord knows no such field") for extra in said["unexpected"]]
    limit = said.get("limit")
    words = {
        "maxLength": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or fewer in length."),
        "minLength": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or more in length."),
        "maxItems": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or fewer in length."),
        "minItems": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or more in length."),
        "maximum": ("NUMBER_TYPE_MAX", f"int value should be less than or equal to {limit}."),
        "minimum": ("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {limit}."),
        "enum": ("BASE_TYPE_CHOICES", f"Value must be one of {said.get('options')}."),
        "const": ("BASE_TYPE_CHOICES", f"Value must be {said.get('expected_value')!r}."),
        "pattern": ("STRING_TYPE_REGEX", "String value did not match validation regex."),
        "uniqueItems": ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"),
    }
    return [(path, *words.get(name, (f"BASE_TYPE_{name.upper()}", error.message[:200])))]


class Validator:
    """Checks request bodies by route: method and path template, as Discord's document writes them."""

    def __init__(self, document: FilePath | None = None) -> None:
        self._document = openapi.Document(json.loads(document.read_text())) if document else None
        self._routes: dict[str, list[Draft202012Validator]] = {}

    def _route(self, route: str) -> list[Draft202012Validator]:
        if route not in self._routes:
            own = Draft202012Validator(schemas.ROUTES[route]) if route in schemas.ROUTES else None
            theirs = self._document.request(route) if self._document is not None else None
            self._routes[route] = [each for each in (own, theirs) if each is not None]
        return self._routes[route]

    def problems(self, route: str, body: Any) -> list[Problem]:
        """Return what our own schemas find; if they find nothing, what Discord's document finds."""
        for schema in self._route(route):
            if not schema.is_valid(body):
                return [problem for error in schema.iter_errors(body) for problem in _problems(error)]
        return []

    def check(self, route: str, body: Any) -> None:
        """Raise ApiError 400/50035 with all problems of shape, if there are any."""
        found = self.problems(route, body)
        if found:
            raise invalid(found)


@cache
def validator(document: FilePath | None = None) -> Validator:
    """Return the validator for that document. It is cached for all playgrounds of the process, as reading takes a
    while."""
    return Validator(document)
