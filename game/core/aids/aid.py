"""What a role-playing aid declares. A folder of `game` holds either a board game, with a kit, or an aid.

A board game asks questions that have legal answers; at a role-playing table anybody may do anything, and a game master
decides. An aid calculates and remembers for such a table: it has operations on plain values, and no seats, turns or
tokens. It is a folder `game/<name>/` with a module `aid` that holds one `AID`; the rest of the program knows nothing
else of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from inspect import Parameter, cleandoc
from typing import Any

from game.core.aids.signature import Signature, Values
from game.core.aids.stage import Stage
from game.core.aids.tale import Tales
from game.core.desk import Desk


class Operation:
    """A function from plain values to plain values, with the name that people and files use for it.

    Calling it raises Refused for what cannot be done.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = function.__name__.replace("_", "-")
        self.about = cleandoc(function.__doc__ or "")
        self.signature = Signature(self.name, function)
        self._function = function

    @property
    def summary(self) -> str:
        """The first paragraph of `about`, on one line."""
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
        """The name on the command line and in `discover.aid_names`."""
        self.title = title
        """As people call it."""
        self.pitch = pitch
        """What it is, in a line."""
        self.about = about
        """What it is in a few sentences, for players."""
        self.operations = {each.name: each for each in map(Operation, operations)}
        self.keeps = tales is not None
        """Whether it keeps tales for a table."""
        self.plays = stage is not None
        """Whether its tales can be played in a chat, that is whether it has a stage."""
        self._tales = tales
        self._stage = stage
        self._desk = desk

    @cached_property
    def tales(self) -> Tales | None:
        """The aid's tales; None if it keeps none. Created on first access."""
        return self._tales() if self._tales else None

    @cached_property
    def stage(self) -> Stage[Any] | None:
        """What people see and press in a chat; None if there is no stage. Created on first access."""
        return self._stage() if self._stage else None

    @cached_property
    def desk(self) -> Desk | None:
        """What people can look up; None if there is nothing. Created on first access."""
        return self._desk() if self._desk else None
