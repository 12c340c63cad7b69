"""Parses the KEY=VALUE words that an aid's operations and actions take on the command line, by the types they want."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from cli.errors import BadInput
from cli.files import read_text
from game.core import toml
from game.core.aids.signature import Signature
from game.core.errors import BadArguments

_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")


def arguments(signature: Signature, words: Sequence[str]) -> dict[str, Any]:
    """Parse KEY=VALUE words by the types in the signature. Raises BadArguments, BadInput."""
    given = dict[str, Any]()
    for word in words:
        key, equals, text = word.partition("=")
        name = key.replace("-", "_")
        if not equals:
            raise BadArguments(f"{word!r}: write KEY=VALUE; {signature.name} takes {', '.join(signature.parameters)}")
        if name in given:
            raise BadArguments(f"{key} is given twice")
        given[name] = _read(name, text, signature.types[name]) if name in signature.parameters else text
    return given


def _read(name: str, text: str, wanted: Any) -> Any:
    """Parse one value. Raises BadArguments, BadInput."""
    inner = get_args(wanted)
    origin = get_origin(wanted)
    if origin not in (Sequence, Mapping) and inner:  # such as int | None
        return _read(name, text, inner[0])
    if origin is Sequence:
        if text.startswith("["):
            return _json(name, text)
        return [_read(name, item.strip(), inner[0]) for item in text.split(",")] if text.strip() else []
    if origin is Mapping:
        return _json(name, text) if text.startswith("{") else _table(name, text, inner[1] is Any)
    if wanted is Any and text[:1] in ("{", "["):
        return _json(name, text)
    if wanted is int:
        try:
            return int(text)
        except ValueError:
            raise BadArguments(f"{name} = {text!r}: a whole number is wanted") from None
    if wanted is bool:
        if text.lower() not in (*_TRUE, *_FALSE):
            raise BadArguments(f"{name} = {text!r}: write {_TRUE[0]} or {_FALSE[0]}")
        return text.lower() in _TRUE
    return text


def _table(name: str, text: str, deep: bool) -> Mapping[str, Any]:
    """Parse a table written as name:value,...; or, if values may be tables themselves (`deep`), read it from a file."""
    if not deep:
        pairs = [item.partition(":") for item in text.split(",")] if text.strip() else []
        if not all(colon for _, colon, _ in pairs):
            raise BadArguments(f"{name} = {text!r}: write name:value, with commas between")
        return {key.strip(): value.strip() for key, _, value in pairs}
    content = read_text(Path(text))
    if Path(text).suffix.lower() == ".json":
        found = _json(text, content)
        if not isinstance(found, dict):
            raise BadInput(f"{text}: this is not a table")
        return found
    try:
        return toml.parse(content)
    except ValueError as error:
        raise BadInput(f"{text}: {error}") from None


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"{name}: this is not JSON: {error}") from None
