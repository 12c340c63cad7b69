"""What an aid declares: the second shape of what a folder of `game` can be, beside a kit.

A board game asks, and has legal answers; at a role-playing table anybody may do anything, and a game master decides.
Its aid reckons and remembers: it has operations on plain values, and no seats, turns or tokens. It is a folder
`game/<name>/` with a module `aid` that holds one `AID`; the rest of the program knows it by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from inspect import Parameter, cleandoc
from typing import Any

from game.core.desk import Desk
from game.core.signature import Signature, Values
from game.core.stage import Stage
from game.core.tale import Tales


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


class Aid:
    """A role-playing aid."""

    def __init__(
        self,
        name: str,
        title: str,
        pitch: str,
        operations: Iterable[Callable[..., Any]],
        tales: Callable[[], Tales] | None = None,
        stage: Callable[[], Stage[Any]] | None = None,
        desk: Callable[[], Desk] | None = None,
        about: str = "",
    ) -> None:
        self.name = name
        """As it is written on the command line; what `discover.aid_names` calls it."""
        self.title = title
        """As people call it."""
        self.pitch = pitch
        """What it is, in a line."""
        self.about = about
        """What it is in a few sentences, for players."""
        self.operations = {each.name: each for each in map(Operation, operations)}
        self.keeps = tales is not None
        """Whether a table can keep anything with it."""
        self.plays = stage is not None
        """Whether people can play it where they chat."""
        self._tales = tales
        self._stage = stage
        self._desk = desk

    @cached_property
    def tales(self) -> Tales | None:
        """What a table keeps, if this aid keeps anything; made when it is first asked for."""
        return self._tales() if self._tales else None

    @cached_property
    def stage(self) -> Stage[Any] | None:
        """What people see and press where they chat, if there is that; made when it is first asked for."""
        return self._stage() if self._stage else None

    @cached_property
    def desk(self) -> Desk | None:
        """What people can look up, if there is that; made when it is first asked for."""
        return self._desk() if self._desk else None
