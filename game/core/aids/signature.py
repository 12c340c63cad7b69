"""What functions accept, so that plain values from a shell, a file or a chat can be passed to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from inspect import Parameter, signature
from typing import Any, get_type_hints

from game.core import faults
from game.core.errors import BadArguments, quoted

Values = Mapping[str, Any]
"""Plain values by name: arguments and results, as files have them."""


class Signature:
    """What a function accepts, by name and type.

    `skip`: the number of leading arguments that do not come from outside.
    """

    def __init__(self, name: str, function: Callable[..., Any], skip: int = 0) -> None:
        self.name = name
        self.parameters = dict([*signature(function).parameters.items()][skip:])
        self._function = function

    @cached_property
    def types(self) -> Mapping[str, Any]:
        """The type of each argument, and of the result as "return"."""
        return get_type_hints(self._function)

    def check(self, arguments: Values) -> None:
        """Raise BadArguments for a name or a value that does not fit."""
        self._check_names(arguments)
        for name, value in arguments.items():
            try:
                _adapter(self.types[name]).validate_python(value, strict=True)
            except ValueError as error:
                errors: list[Any] = getattr(error, "errors", list)()
                wrong = faults.said(errors[0]) if errors else error
                raise BadArguments(f"{name} = {quoted(value)}: {wrong}") from None

    def _check_names(self, arguments: Values) -> None:
        takes = f"{self.name} takes {', '.join(self.parameters) or 'nothing'}"
        unknown = next((name for name in arguments if name not in self.parameters), None)
        if unknown is not None:
            raise BadArguments(f"{quoted(unknown)} is not an argument: {takes}")
        wanted = [name for name, each in self.parameters.items() if each.default is Parameter.empty]
        missing = next((name for name in wanted if name not in arguments), None)
        if missing is not None:
            raise BadArguments(f"{missing} is missing: {takes}")


@cache
def _adapter(wanted: Any) -> Any:
    from pydantic import TypeAdapter  # slow to import, and `adepts --help` needs none of it

    return TypeAdapter(wanted)
