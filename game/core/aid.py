"""What an aid declares: the second shape of what a folder of `game` can be, beside a kit.

A board game asks, and has legal answers; at a role-playing table anybody may do anything, and a game master decides.
Its aid reckons and remembers: it has operations on plain values, and no seats, turns or tokens. It is a folder
`game/<name>/` with a module `aid` that holds one `AID`; the rest of the program knows it by nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from inspect import Parameter, cleandoc, signature
from typing import Any, Protocol, get_type_hints

from game.core.errors import BadArguments, quoted

Values = Mapping[str, Any]
"""Plain values by name: arguments and results, as files have them."""


class Signature:
    """What a function takes, by name and type: so that plain values from anywhere can be given to it.

    `skip`: so many arguments at the beginning come from us.
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
        """Raises BadArguments for a name or a value that does not fit."""
        self._check_names(arguments)
        for name, value in arguments.items():
            try:
                _adapter(self.types[name]).validate_python(value, strict=True)
            except ValueError as error:
                errors: list[Any] = getattr(error, "errors", list)()
                raise BadArguments(f"{name} = {quoted(value)}: {errors[0]['msg'] if errors else error}") from None

    def _check_names(self, arguments: Values) -> None:
        takes = f"{self.name} takes {', '.join(self.parameters) or 'nothing'}"
        unknown = next((name for name in arguments if name not in self.parameters), None)
        if unknown is not None:
            raise BadArguments(f"{quoted(unknown)} is no argument: {takes}")
        wanted = [name for name, each in self.parameters.items() if each.default is Parameter.empty]
        missing = next((name for name in wanted if name not in arguments), None)
        if missing is not None:
            raise BadArguments(f"{missing} is missing: {takes}")


@cache
def _adapter(wanted: Any) -> Any:
    from pydantic import TypeAdapter  # slow to import, and `adepts --help` needs none of it

    return TypeAdapter(wanted)


class Operation:
    """A function of plain values that gives plain values, by the name under which people and files know it.

    It raises Refused for what cannot be done.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = function.__name__.replace("_", "-")
        self.about = cleandoc(function.__doc__ or "")
        self.signature = Signature(self.name, function)
        self._function = function

    @property
    def summary(self) -> str:
        """Its first sentence or two."""
        return " ".join(self.about.partition("\n\n")[0].split())

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        return self.signature.parameters

    @property
    def types(self) -> Mapping[str, Any]:
        """The type of each argument, and of the result as "return"."""
        return self.signature.types

    def __call__(self, arguments: Values) -> Values:
        """Carry it out. Raises BadArguments, Refused."""
        self.signature.check(arguments)
        result: Values = self._function(**arguments)
        return result


class Done(Protocol):
    """Something that was done at a table; `number` counts from 1."""

    @property
    def number(self) -> int: ...


class Tale(Protocol):
    """What a table has together. `act` and `undo` raise Refused, and then nothing has changed."""

    def act(self, who: str, action: str, given: Values, salt: str = "") -> Done: ...

    def undo(self, who: str, number: int | None = None) -> Done: ...

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, secrets too."""

    def status(self, who: str = "") -> Sequence[str]:
        """How things stand, as somebody may see it: a line each."""

    def story(self, who: str = "", since: int = 0) -> Sequence[str]:
        """What happened after so many things that were done, as somebody may see it, oldest first."""

    def proofs(self) -> Sequence[str]:
        """The public rolls with what proves them; a last line says whether they are honest."""


class Tales(ABC):
    """The tales of an aid."""

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, tuple[str, Signature]]:
        """What can be done, by name: what it is, and what it takes."""

    @property
    @abstractmethod
    def opens(self) -> Signature:
        """What a new one takes besides who opens it."""

    @abstractmethod
    def new(self, who: str, given: Values) -> Tale:
        """Open one; whoever does is its master. Raises BadArguments, Refused."""

    @abstractmethod
    def restore(self, data: Values) -> Tale:
        """A tale from what `to_dict` gave. Raises BadPosition."""


class Aid:
    """A role-playing aid."""

    def __init__(
        self,
        name: str,
        title: str,
        pitch: str,
        operations: Iterable[Callable[..., Any]],
        tales: Callable[[], Tales] | None = None,
    ) -> None:
        self.name = name
        """As it is written on the command line; what `discover.aid_names` calls it."""
        self.title = title
        """As people call it."""
        self.pitch = pitch
        """What it is, in a line."""
        self.operations = {each.name: each for each in map(Operation, operations)}
        self.keeps = tales is not None
        """Whether a table can keep anything with it."""
        self._tales = tales

    @cached_property
    def tales(self) -> Tales | None:
        """What a table keeps, if this aid keeps anything; made when it is first asked for."""
        return self._tales() if self._tales else None
