"""Cases of an aid's operations: arguments, and what must come of them.

A file has tables ``[[case]]`` with a `title`, the operation `op`, its arguments `in`, and either `out`, of which every
key that is named must be equal, or `error`, the code with which it is refused. ``sheet = "NAME"`` among the arguments
takes the table ``[sheets.NAME]``, of which a copy is changed by `set` (dotted path = value) and `drop` (dotted paths).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from game.core import toml
from game.core.aid import Aid
from game.core.errors import BadArguments, BadRecord, Refused, quoted

SHEET, SET, DROP = "sheet", "set", "drop"


class Case(BaseModel):
    """One case; its sheet is a table of its own by now. What else a table has, such as a note, is for its readers."""

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
    """The cases of a file. Raises BadRecord with the place of the first fault."""
    try:
        file = _File.model_validate(toml.parse(text))
    except ValidationError as error:
        raise BadRecord.of_table(error.errors()[0]) from error
    except ValueError as error:
        raise BadRecord(str(error)) from error
    return [case.model_copy(update={"given": _with_sheet(case, file.sheets)}) for case in file.case]


def run(aid: Aid, case: Case) -> str | None:
    """None if the case holds, else why not."""
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
    """The arguments, with the sheet itself in place of its name. Raises BadRecord."""
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
    """What differs. Keys that are not named are free where the names are given by the shape, and else not."""
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
