"""What an aid declares: the second shape of what a folder of `game` can be, beside a kit.

A board game asks, and has legal answers; at a role-playing table anybody may do anything, and a game master decides.
Its aid reckons and remembers: it has operations on plain values, and no seats, turns or tokens. It is a folder
`game/<name>/` with a module `aid` that holds one `AID`; the rest of the program knows it by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, cleandoc, signature
from typing import Any, get_type_hints

from game.core.errors import BadArguments, quoted

Values = Mapping[str, Any]
"""Plain values by name: arguments and results, as files have them."""


class Operation:
    """A function of plain values that gives plain values, by the name under which people and files know it.

    It raises Refused for what cannot be done.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = function.__name__.replace("_", "-")
        self.about = cleandoc(function.__doc__ or "")
        self.parameters = signature(function).parameters
        self._function = function

    @property
    def summary(self) -> str:
        """Its first sentence or two."""
        return " ".join(self.about.partition("\n\n")[0].split())

    @property
    def types(self) -> Mapping[str, Any]:
        """The type of each argument, and of the result as "return"."""
        return get_type_hints(self._function)

    def __call__(self, arguments: Values) -> Values:
        """Carry it out. Raises BadArguments, Refused."""
        from pydantic import TypeAdapter, ValidationError  # slow to import, and `adepts --help` needs none of it

        self._check_names(arguments)
        types = self.types
        for name, value in arguments.items():
            try:
                TypeAdapter(types[name]).validate_python(value, strict=True)
            except ValidationError as error:
                raise BadArguments(f"{name} = {quoted(value)}: {error.errors()[0]['msg']}") from None
        result: Values = self._function(**arguments)
        return result

    def _check_names(self, arguments: Values) -> None:
        takes = f"{self.name} takes {', '.join(self.parameters)}"
        unknown = next((name for name in arguments if name not in self.parameters), None)
        if unknown is not None:
            raise BadArguments(f"{quoted(unknown)} is no argument: {takes}")
        wanted = [name for name, each in self.parameters.items() if each.default is Parameter.empty]
        missing = next((name for name in wanted if name not in arguments), None)
        if missing is not None:
            raise BadArguments(f"{missing} is missing: {takes}")


class Aid:
    """A role-playing aid."""

    def __init__(self, name: str, title: str, pitch: str, operations: Iterable[Callable[..., Any]]) -> None:
        self.name = name
        """As it is written on the command line; what `discover.aid_names` calls it."""
        self.title = title
        """As people call it."""
        self.pitch = pitch
        """What it is, in a line."""
        self.operations = {each.name: each for each in map(Operation, operations)}
