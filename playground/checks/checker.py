"""JSON Schema with one more keyword: an object whose number `type` says which schema it follows.

The same in standard keywords is an if/then for each kind, which costs a try of every one at every component.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

_KEPT = 50_000


class Right:
    """What one schema found nothing wrong with, which it need not read again: most of what a bot sends, such as its
    commands or the buttons of a message that it edits, it has sent before. Only digests are kept."""

    def __init__(self) -> None:
        self._digests: set[bytes] = set()

    def errors(self, body: Any, find: Callable[[], Iterable[ValidationError]]) -> Iterator[ValidationError]:
        """The errors that `find` finds, unless the very same body had none before."""
        digest = blake2b(json.dumps(body).encode(), digest_size=16).digest()
        if digest in self._digests:
            return
        right = True
        for error in find():
            right = False
            yield error
        if right:
            if len(self._digests) >= _KEPT:
                self._digests.clear()
            self._digests.add(digest)


class _Cases(dict[int, Any]):
    """The schemas by number, and what followed them."""

    def __init__(self, schemas: dict[int, Any]) -> None:
        super().__init__(schemas)
        self.right = Right()
        self.frame = {"type": "object", "required": ["type"], "properties": {"type": {"enum": sorted(schemas)}}}


def by_type(alternatives: dict[int, Any]) -> dict[str, Any]:
    """The schema of a union told apart by `type`; errors then speak of the kind that is meant alone."""
    return {"byType": _Cases(alternatives)}


def _by_type(validator: Any, cases: _Cases, instance: Any, _: Any) -> Iterator[ValidationError]:
    def find() -> Iterator[ValidationError]:
        yield from validator.descend(instance, cases.frame)
        kind = instance.get("type") if isinstance(instance, dict) else None
        if isinstance(kind, int) and kind in cases:
            yield from validator.descend(instance, cases[kind])

    return cases.right.errors(instance, find)


class Reference(str):
    """The address of a schema, and what followed it."""

    def __init__(self, _: str) -> None:
        self.right = Right()


_follow: Any = Draft202012Validator.VALIDATORS["$ref"]


def _ref(validator: Any, ref: Reference, instance: Any, schema: Any) -> Iterator[ValidationError]:
    return ref.right.errors(instance, lambda: _follow(validator, ref, instance, schema))


Checker: Any = extend(Draft202012Validator, {"byType": _by_type, "$ref": _ref})  # type: ignore[no-untyped-call]
