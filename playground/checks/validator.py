"""Is a body one that Discord takes? By our own schemas, and by Discord's document where there is one."""

from __future__ import annotations

import json
from pathlib import Path as FilePath
from typing import Any, cast

from jsonschema.exceptions import ValidationError

from playground.checks import openapi, schemas
from playground.checks.checker import Checker
from playground.world.errors import Path, Problem, invalid


def _problem(error: ValidationError) -> list[Problem]:
    """One error of jsonschema in Discord's words."""
    path: Path = tuple(error.absolute_path)
    kind, limit = str(error.validator), cast(Any, error.validator_value)
    body, schema = cast(Any, error.instance), cast(Any, error.schema)
    if kind == "required":
        missing = [name for name in limit if name not in body]
        return [((*path, name), "BASE_TYPE_REQUIRED", "This field is required") for name in missing]
    if kind in ("additionalProperties", "unevaluatedProperties"):
        known = schema.get("properties", {})
        extra = [name for name in body if name not in known]
        return [((*path, name), "UNKNOWN_FIELD", "Discord knows no such field") for name in extra]
    words = {
        "maxLength": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or fewer in length."),
        "minLength": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or more in length."),
        "maxItems": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or fewer in length."),
        "minItems": ("BASE_TYPE_BAD_LENGTH", f"Must be {limit} or more in length."),
        "maximum": ("NUMBER_TYPE_MAX", f"int value should be less than or equal to {limit}."),
        "minimum": ("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {limit}."),
        "enum": ("BASE_TYPE_CHOICES", f"Value must be one of {limit}."),
        "const": ("BASE_TYPE_CHOICES", f"Value must be {limit!r}."),
        "pattern": ("STRING_TYPE_REGEX", "String value did not match validation regex."),
        "uniqueItems": ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"),
    }
    code, message = words.get(kind, (f"BASE_TYPE_{kind.upper()}", error.message[:200]))
    return [(path, code, message)]


class Validator:
    """Checks the body of a request, known by method and route as Discord's document writes them."""

    def __init__(self, document: FilePath | None = None) -> None:
        self._own = {route: Checker(schema) for route, schema in schemas.ROUTES.items()}
        self._document = openapi.Document(json.loads(document.read_text())) if document else None

    def problems(self, route: str, body: Any) -> list[Problem]:
        own = self._own.get(route)
        validators = [own] if own else []
        if self._document is not None and (theirs := self._document.request(route)) is not None:
            validators.append(theirs)
        for validator in validators:
            found = [problem for error in validator.iter_errors(body) for problem in _problem(error)]
            if found:
                return found
        return []

    def check(self, route: str, body: Any) -> None:
        """Raises ApiError 400/50035 with every problem of shape."""
        found = self.problems(route, body)
        if found:
            raise invalid(found)
