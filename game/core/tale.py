"""Tales: what a table has together with a role-playing aid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from game.core.signature import Signature, Values


class Done(Protocol):
    """Something that was done at a table; `number` counts from 1."""

    @property
    def number(self) -> int: ...
    @property
    def who(self) -> str: ...
    @property
    def struck(self) -> int | None:
        """The number of what took it back."""


class Parts(NamedTuple):
    """A tale as plain data in parts, for whoever stores what has changed.

    base: the state from which the entries after number `since` lead to now; another one only with another `since`.
    entries and casts only get longer, but for "struck" of entries, which is set once. secret: what dice are made of
    that have not been cast yet, as text.
    """

    version: int
    since: int
    base: Values
    secret: str
    entries: Sequence[Values]
    casts: Sequence[Values]


class Tale(Protocol):
    """What a table has together. `act` and `undo` raise Refused, and then nothing has changed.

    It holds nothing that changes in place, so a shallow copy of it is another tale.
    """

    @property
    def log(self) -> Sequence[Done]:
        """All that was done, oldest first."""

    @property
    def over(self) -> bool: ...
    @property
    def since(self) -> int:
        """After how many entries the base is (`Parts`)."""

    def act(self, who: str, action: str, given: Values, salt: str = "") -> Done: ...

    def undo(self, who: str, number: int | None = None) -> Done: ...

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, secrets too."""

    def parts(self, since: int = -1, entries: int = 0, casts: int = 0) -> Parts:
        """The same in parts: without the first so many entries and casts, and with no base if it is that of `since`."""

    def status(self, who: str = "") -> Sequence[str]:
        """How things stand, as somebody may see it: a line each."""

    def story(self, who: str = "", since: int = 0) -> Sequence[str]:
        """What happened after so many things that were done, as somebody may see it, oldest first."""

    def faults(self) -> Sequence[str]:
        """What is wrong with its dice, a line each: nothing as long as they are honest."""

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

    @abstractmethod
    def assembled(self, parts: Parts) -> Tale:
        """A tale from its parts. Raises BadPosition."""
