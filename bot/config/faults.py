"""Describes what is wrong with a configuration: where it stands, what is allowed there, or what to write instead.

No description contains a value, as it could be a secret.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from bot.config.settings import DELIMITER, PREFIX, Settings
from game.core import faults

_NOT_OURS = re.compile(rf"{PREFIX}(BROWSER|(SERVICE|PORT)(_.*)?)")
"""Variables with our prefix that others set: the tests, and Kubernetes for a service of the same name as ours."""


def unreadable(error: str) -> str:
    """Describe an error of the TOML parser, and what to write instead."""
    if error.startswith("Cannot "):  # declare a table, overwrite a value
        return re.sub(r"^[^(]*(\('.*',?\))?[^(]*", "this name or [heading] stands there twice ", error)
    return f'{error}; a setting is written name = "text" or name = 5, and each \\ in a text twice'


def unknown_variables() -> Iterator[str]:
    """Yield a problem for each variable of an unknown table, as pydantic-settings would ignore it."""
    for name in sorted(os.environ):
        written = name.upper()
        table = written.removeprefix(PREFIX).partition(DELIMITER)[0]
        if (
            written.startswith(PREFIX)
            and table.lower() not in Settings.model_fields
            and not _NOT_OURS.fullmatch(written)
        ):
            yield f"environment variable {name}: {_unknown_variable(written)}"


def _unknown_variable(written: str) -> str:
    known = [_variable(table, key) for table in Settings.model_fields for key in _keys(table)]
    ends = [name for name in known if written.endswith(name.rpartition(DELIMITER)[2])]
    close = difflib.get_close_matches(written, known, n=1, cutoff=0.8) or ends
    tables = ", ".join(_variable(table, "...") for table in Settings.model_fields)
    return "nothing is called so; " + (f"did you mean {close[0]}?" if close else f"there is: {tables}")


def unknown(*where: str) -> str:
    """Describe an unknown table or key of the file, with the name that was probably meant."""
    known = _keys(*where[:-1])
    close = difflib.get_close_matches(where[-1], known, n=1)
    home = next((table for table in Settings.model_fields if where[-1] in _keys(table)), None)
    if home and not close:
        return f"this belongs below [{home}]"
    return "nothing is called so; " + (f"did you mean {close[0]}?" if close else f"there is: {', '.join(known)}")


def _variable(*where: str) -> str:
    return PREFIX + DELIMITER.join(where).upper()


def of_values(error: ValidationError, source: Path, data: dict[str, Any] | None) -> Iterator[str]:
    """Yield a problem for each error that pydantic has found in one table."""
    for problem in error.errors(include_url=False, include_input=False):
        where = tuple(map(str, problem["loc"]))
        variable = _variable_of(where)
        place = f"environment variable {variable}" if variable else f"{source}: {'.'.join(where)}"
        if where in (("discord",), ("discord", "token")) and problem["type"] == "missing":
            yield _missing_token(source, data)
        elif problem["type"] == "extra_forbidden" or variable.count(DELIMITER) >= len(where):
            yield f"{place}: {_unknown_variable(variable.upper()) if variable else unknown(*where)}"
        elif len(where) > 1:
            yield f"{place}: {_reason(where[0], where[1], problem)}"
        elif variable:
            yield f"{place}: {no_table(where[0])}"


def _missing_token(source: Path, data: dict[str, Any] | None) -> str:
    variable = _variable("discord", "token")
    if data is None:
        return f"there is no {source} and no {variable} in the environment: the bot needs a token"
    return f"{source}: discord.token is missing; write it there, or set {variable} in the environment"


def no_table(table: str) -> str:
    """Describe a variable that should set a whole table but is not a JSON object."""
    return f"this is not a table in JSON; {_variable(table, '...')} sets a single value"


def _variable_of(where: tuple[str, ...]) -> str:
    """Return the environment variable that sets this value, spelt as in the environment; "" if the file sets it."""
    names = sorted(os.environ)
    for depth in range(len(where), 0, -1):
        variable = _variable(*where[:depth])
        below = f"{variable}{DELIMITER}"  # a table, where one value should be
        for name in names:
            if name.upper() == variable or (depth == len(where) and name.upper().startswith(below)):
                return name
    return ""


def _reason(table: str, key: str, fault: Mapping[str, Any]) -> str:
    """Say why a value is refused, by what its field accepts, also where the type is wrong."""
    if fault["type"] in ("value_error", "string_too_long"):
        return faults.said(fault)
    field = Settings.model_fields[table].annotation.model_fields[key]  # type: ignore[union-attr]
    if key.endswith("_url"):
        example = str(field.default)
        return f"this is not an address such as {example}" + (
            " (without a slash at the end)" if example[-1] != "/" else ""
        )
    if field.annotation is int:
        least, most = (getattr(bound, name) for bound, name in zip(field.metadata, ("ge", "le"), strict=True))
        return f"this is not a whole number from {least} to {most}"
    if get_origin(field.annotation) is Literal:
        return f"this is none of {', '.join(map(repr, get_args(field.annotation)))}".replace("'", '"')
    return f'this is not text in quotation marks, such as {key} = "..."'


def _keys(*where: str) -> list[str]:
    model: Any = Settings
    for part in where:
        model = model.model_fields[part].annotation
    return list(model.model_fields)
