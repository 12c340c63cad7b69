"""Tales: what a table has together with a role-playing aid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from game.core.signature import Signature, Values


class Done(Protocol):
    """Something that was done at a table; `number` counts from 1."""

    @property
    def number(self) -> int: ...
    @property
    def who(self) -> str: ...


class Tale(Protocol):
    """What a table has together. `act` and `undo` raise Refused, and then nothing has changed.

    It holds nothing that changes in place, so a shallow copy of it is another tale.
    """

    @property
    def log(self) -> Sequence[Done]:
        """All that was done, oldest first."""

    @property
    def over(self) -> bool: ...

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
