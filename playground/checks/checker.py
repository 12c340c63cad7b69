"""JSON Schema with one more keyword: an object whose number `type` says which schema it follows.

The same in standard keywords is an if/then for each kind, which costs a try of every one at every component.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend


def by_type(alternatives: dict[int, Any]) -> dict[str, Any]:
    """The schema of a union told apart by `type`; errors then speak of the kind that is meant alone."""
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": sorted(alternatives)}},
        "byType": alternatives,
    }


def _by_type(validator: Any, cases: dict[int, Any], instance: Any, _: Any) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else None
    if isinstance(kind, int) and kind in cases:
        yield from validator.descend(instance, cases[kind])


Checker: Any = extend(Draft202012Validator, {"byType": _by_type})  # type: ignore[no-untyped-call]
