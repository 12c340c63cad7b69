"""Tales: what a table keeps together with a role-playing aid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from game.core.aids.signature import Signature, Values


class Done(Protocol):
    """Something that was done at a table; `number` counts from 1."""

    @property
    def number(self) -> int: ...
    @property
    def who(self) -> str: ...
    @property
    def struck(self) -> int | None:
        """The number of what took it back; None if nothing did."""


class Parts(NamedTuple):
    """A tale as plain data in parts, for storage that writes only what has changed.

    base: the state from which the entries after number `since` lead to the present; it changes only together with
    `since`. entries and casts: they only get longer, except that "struck" of an entry is set once. secret: as text,
    what the dice that have not been cast yet are made of.
    """

    version: int
    since: int
    base: Values
    secret: str
    entries: Sequence[Values]
    casts: Sequence[Values]


class Tale(Protocol):
    """What a table keeps together. `act` and `undo` raise Refused, and then nothing has changed.

    Nothing in it is modified in place, so a shallow copy is an independent tale.
    """

    @property
    def log(self) -> Sequence[Done]:
        """All that was done, oldest first."""

    @property
    def over(self) -> bool: ...
    @property
    def since(self) -> int:
        """The number of entries that the base already includes (`Parts`)."""

    def act(self, who: str, action: str, given: Values, salt: str = "") -> Done: ...

    def undo(self, who: str, number: int | None = None) -> Done: ...

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, secrets too."""

    def parts(self, since: int = -1, entries: int = 0, casts: int = 0) -> Parts:
        """Return the same in parts: without the first `entries` entries and `casts` casts, and with an empty base if
        that is still the one of `since`."""

    def status(self, who: str = "") -> Sequence[str]:
        """Say how things stand, as `who` may see it, a line each."""

    def story(self, who: str = "", since: int = 0) -> Sequence[str]:
        """Tell what happened after the first `since` things that were done, as `who` may see it, oldest first."""

    def faults(self) -> Sequence[str]:
        """Say what is wrong with its dice, a line each: nothing as long as they are honest."""

    def proofs(self) -> Sequence[str]:
        """List the public rolls with what proves them; a last line says whether they are honest."""


class Tales(ABC):
    """The tales of an aid."""

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, tuple[str, Signature]]:
        """What can be done, by name: a description, and what it takes."""

    @property
    @abstractmethod
    def opens(self) -> Signature:
        """What opening a tale takes besides who opens it."""

    @abstractmethod
    def new(self, who: str, given: Values) -> Tale:
        """Open a tale; whoever opens it is its master. Raises BadArguments, Refused."""

    @abstractmethod
    def restore(self, data: Values) -> Tale:
        """Return the tale that `Tale.to_dict` gave as data. Raises BadPosition."""

    @abstractmethod
    def assembled(self, parts: Parts) -> Tale:
        """Return a tale made of its parts. Raises BadPosition."""
