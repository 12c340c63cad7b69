"""Is a body one that Discord takes? By our own schemas, and by Discord's document where there is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path as FilePath
from typing import Any, cast

from jsonschema.exceptions import ValidationError

from playground.checks import openapi, schemas
from playground.checks.checker import Checker, Right
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


class _Route:
    """Checks the bodies of one route, and reads none twice that was right."""

    def __init__(self, *checkers: Any) -> None:
        self._checkers = checkers
        self._right = Right()

    def problems(self, body: Any) -> list[Problem]:
        """Of the first checker that has any: our own words come before those of Discord's document."""

        def find() -> Iterator[ValidationError]:
            for checker in self._checkers:
                found = list(checker.iter_errors(body))
                yield from found
                if found:
                    return

        return [problem for error in self._right.errors(body, find) for problem in _problem(error)]


class Validator:
    """Checks the body of a request, known by method and route as Discord's document writes them."""

    def __init__(self, document: FilePath | None = None) -> None:
        self._document = openapi.Document(json.loads(document.read_text())) if document else None
        self._routes: dict[str, _Route] = {}

    def _route(self, route: str) -> _Route:
        if route not in self._routes:
            own = Checker(schemas.ROUTES[route]) if route in schemas.ROUTES else None
            theirs = self._document.request(route) if self._document is not None else None
            self._routes[route] = _Route(*(checker for checker in (own, theirs) if checker is not None))
        return self._routes[route]

    def problems(self, route: str, body: Any) -> list[Problem]:
        return self._route(route).problems(body)

    def check(self, route: str, body: Any) -> None:
        """Raises ApiError 400/50035 with every problem of shape."""
        found = self.problems(route, body)
        if found:
            raise invalid(found)


@cache
def validator(document: FilePath | None = None) -> Validator:
    """The one for that document, which takes a while to read: all playgrounds of a process may share it."""
    return Validator(document)
