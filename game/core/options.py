"""What a table chooses before its game, as data from which lobby selects, slash options and command-line flags are
made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.core.chance import new_seed
from game.core.errors import SetupError


class Value(NamedTuple):
    """A value of an option: as it is stored, its label, and a note about it."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True)
class Option:
    """One thing to choose.

    `name` is a word in small letters; `title` and `about` are for people. The first of `values` is the default unless
    `default` names another. `read` turns a text that is none of the values into what is stored, where there is more to
    choose than a list can hold; it raises SetupError, which says what would be accepted.
    """

    name: str
    title: str
    about: str
    values: Sequence[Value]
    default: str = ""
    read: Callable[[str], Any] | None = field(default=None, compare=False)
    hint: str = ""
    """What may be typed that is not in the list: "Twenty spells of your own: `spells:1A 2B 3A …`"."""
    example: str = ""
    """The beginning of such a text, for the help of a command: "1A,2B,3A,..."."""
    tell: Callable[[str], str] | None = field(default=None, compare=False)
    """Puts a stored value in words, where there are values besides those in the list: "12 hours a move"."""
    ends: Sequence[str] = ()
    """What may be missing at the end of such a text: "12" is suggested as "12h" too."""

    @property
    def usual(self) -> str:
        """The default value."""
        return self.default or self.values[0].value

    def told(self, value: str) -> str:
        """A stored value in words, as it is suggested: "Digital edition: 64 cards, a few more cheap ones"."""
        if self.tell is not None:
            return self.tell(value)
        known = next((each for each in self.values if each.value == value), Value(value, value))
        return f"{known.label}: {known.note}" if known.note else known.label

    def checked(self, value: Any) -> Any:
        """Return the value as it is stored. Raises SetupError if it is not allowed."""
        if any(value == known.value for known in self.values):
            return value
        if self.read is not None:
            return self.read(written(value))
        raise SetupError(f"for {self.name} there is: {', '.join(known.value for known in self.values)}")


def written(value: Any) -> str:
    """A stored value as it may be typed: "1A 2B 3A"."""
    return value if isinstance(value, str) else " ".join(map(str, value))


def defaults(options: Sequence[Option]) -> dict[str, Any]:
    """Return the default value of each option."""
    return {option.name: option.usual for option in options}


def checked(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options, with the defaults of those left out. Raises SetupError."""
    known = {option.name: option for option in options}
    if unknown := sorted(set(chosen) - set(known)):
        there = f"there is: {', '.join(known)}" if known else "this game has none"
        raise SetupError(f"no option is called {unknown[0]!r}; {there}")
    return {**defaults(options), **{name: known[name].checked(value) for name, value in chosen.items()}}


def checked_seed(seed: object) -> str:
    """Return the seed of a game; without one, a new secret one. Raises SetupError if it is not allowed."""
    if seed is None:
        return new_seed()
    if not isinstance(seed, str) or not seed or not seed.isprintable() or '"' in seed:
        raise SetupError('a seed is printable text of at least one character, without "')
    return seed
