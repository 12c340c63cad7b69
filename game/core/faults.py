"""Says what pydantic finds wrong with plain data in words for whoever wrote it: pydantic's own messages are about
Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.english import within

_TABLE, _WHOLE = "this is not a table", "this is not a whole number"
_SAID = {
    "bool_type": "this is neither true nor false",
    "dict_type": _TABLE,
    "extra_forbidden": "nothing is called so here",
    "finite_number": "this is not a finite number",
    "float_type": "this is not a number",
    "greater_than": "this is not more than {gt}",
    "greater_than_equal": "this is less than {ge}",
    "int_from_float": _WHOLE,
    "int_type": _WHOLE,
    "less_than": "this is not less than {lt}",
    "less_than_equal": "this is more than {le}",
    "list_type": "this is not a list, such as [1, 2]",
    "literal_error": "this is none of {expected}",
    "missing": "this is missing",
    "model_type": _TABLE,
    "string_too_long": "this is too long: at most {max_length} characters",
    "string_too_short": "this is too short: at least {min_length} characters",
    "string_type": 'this is not text in quotation marks, such as "..."',
    "too_long": "these are too many: at most {max_length}",
    "too_short": "these are too few: at least {min_length}",
    "tuple_type": "this is not a list, such as [1, 2]",
    "value_error": "{error}",
}
"""By pydantic's type of error; what stands in braces is filled in from the error's context."""


def said(fault: Mapping[str, Any]) -> str:
    """Return what is wrong, from an entry of `ValidationError.errors`; it contains nothing of the value."""
    words = _SAID.get(fault["type"])
    return words.format_map(fault.get("ctx", {})) if words is not None else within(fault["msg"])


def placed(fault: Mapping[str, Any]) -> str:
    """Return the same after the place where it is wrong. Tables and lists are counted from 1, as a person counts
    them."""
    place = ".".join(f"[{part + 1}]" if isinstance(part, int) else str(part) for part in fault["loc"])
    return f"{place}: {said(fault)}" if place else said(fault)
