"""Test cases for an aid's operations: arguments and the expected result.

A file has tables ``[[case]]``, each with a `title`, the operation `op`, its arguments `in`, and one of two: `out`, in
which every key given must equal that of the result, or `error`, the code of the expected refusal. ``sheet = "NAME"``
among the arguments inserts a copy of the table ``[sheets.NAME]``, changed by `set` (dotted path = value) and `drop` (a
list of dotted paths).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from game.core import toml
from game.core.aids.aid import Aid
from game.core.errors import BadArguments, BadRecord, Refused, quoted

SHEET, SET, DROP = "sheet", "set", "drop"


class Case(BaseModel):
    """One case; those from `read` have the sheet itself among their arguments. Other keys of its table, such as a note,
    are for readers and ignored."""

    model_config = ConfigDict(strict=True, frozen=True)

    title: str
    op: str
    given: dict[str, Any] = Field(default_factory=dict, alias="in")
    out: dict[str, Any] | None = None
    error: str | None = None

    @model_validator(mode="after")
    def _either(self) -> Case:
        if (self.out is None) == (self.error is None):
            raise ValueError("a case has either out or error")
        return self


class _File(BaseModel):
    sheets: dict[str, dict[str, Any]] = Field(default_factory=dict)
    case: list[Case] = Field(min_length=1)


def read(text: str) -> Sequence[Case]:
    """Return the cases of a file. Raises BadRecord, which says where the first fault is."""
    try:
        file = _File.model_validate(toml.parse(text))
    except ValidationError as error:
        raise BadRecord.of_table(error.errors()[0]) from error
    except ValueError as error:
        raise BadRecord(str(error)) from error
    return [case.model_copy(update={"given": _with_sheet(case, file.sheets)}) for case in file.case]


def run(aid: Aid, case: Case) -> str | None:
    """Run a case. Returns None if it holds, else why not."""
    operation = aid.operations.get(case.op)
    if operation is None:
        return f"{quoted(case.op)} is not an operation: there is {', '.join(aid.operations)}"
    try:
        result = operation(case.given)
    except BadArguments as error:
        return str(error)
    except Refused as refused:
        if refused.code == case.error:
            return None
        wanted = f"error {case.error}" if case.out is None else _shown(case.out)
        return f"expected {wanted}, got error {refused.code}: {refused.problem}"
    if case.out is None:
        return f"expected error {case.error}, got {_shown(result)}"
    return "; ".join(_differences(case.out, result, operation.types["return"], "")) or None


def _with_sheet(case: Case, sheets: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the arguments with the sheet itself in place of its name. Raises BadRecord."""
    given = dict(case.given)
    if not isinstance(given.get(SHEET), str):
        return given
    if given[SHEET] not in sheets:
        raise BadRecord(f"{case.title}: no sheet is called {quoted(given[SHEET])}; there is: {', '.join(sheets)}")
    sheet = deepcopy(dict(sheets[given[SHEET]]))
    try:
        for path, value in dict(given.pop(SET, {})).items():
            *above, last = path.split(".")
            table = sheet
            for part in above:
                table = table.setdefault(part, {})
            table[last] = value
        for path in list(given.pop(DROP, ())):
            *above, last = path.split(".")
            table = sheet
            for part in above:
                table = table.get(part, {})
            table.pop(last, None)
    except (AttributeError, TypeError, ValueError):
        raise BadRecord(f"{case.title}: set or drop leads nowhere") from None
    return {**given, SHEET: sheet}


def _differences(expected: Mapping[str, Any], found: Mapping[str, Any], shape: Any, place: str) -> list[str]:
    """Return what differs, one text for each place.

    In a table whose shape is a TypedDict only the expected keys are compared; any other table must be equal as a whole.
    """
    told = list[str]()
    shapes = get_type_hints(shape) if is_typeddict(shape) else {}
    for key, wanted in expected.items():
        path, has, inner = f"{place}{key}", found.get(key), shapes.get(key)
        if isinstance(wanted, Mapping) and isinstance(has, Mapping) and is_typeddict(inner):
            told += _differences(wanted, has, inner, f"{path}.")
        elif key not in found or wanted != has or isinstance(wanted, bool) != isinstance(has, bool):
            told.append(f"{path}: expected {_shown(wanted)}, got {_shown(has)}")
    return told


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
