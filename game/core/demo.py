"""A table that plays by itself: what its people do, one thing after another, by what each of them is shown.

It is a generator: it says what somebody does, and is told what they see then. Whoever plays it knows no aid, and it
knows no chat.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.core.signature import Values


@dataclass(frozen=True, slots=True)
class Typed:
    """Somebody types a command with its options. `shows`: so many messages come to the channel by it, which all wait
    for, as people do."""

    who: str
    command: str
    given: Values = field(default_factory=dict)
    shows: int = 0


@dataclass(frozen=True, slots=True)
class Tapped:
    """Somebody presses the button whose label begins so, on their screen or else on the last public message with it."""

    who: str
    label: str


@dataclass(frozen=True, slots=True)
class Picked:
    """Somebody takes, in the select whose hint begins so, the choice whose label begins so."""

    who: str
    hint: str
    choice: str


@dataclass(frozen=True, slots=True)
class Filled:
    """Somebody writes into the form that is open, field after field, and sends it."""

    who: str
    written: Sequence[str]


Beat = Typed | Tapped | Picked | Filled


class Heard(NamedTuple):
    """What somebody sees then: the words of their screen, its buttons, its selects with their choices by hint."""

    words: str
    labels: Sequence[str] = ()
    selects: Mapping[str, Sequence[str]] = {}

    def has(self, label: str) -> bool:
        """Whether there is a button that begins so."""
        return any(each.startswith(label) for each in self.labels)

    def choices(self, hint: str) -> Sequence[str]:
        """What a select that begins so offers; none where there is none."""
        return next((found for name, found in self.selects.items() if name.startswith(hint)), ())


Script = Generator[Beat, Heard, None]


@dataclass(frozen=True, slots=True)
class Demo:
    """People by their names, the first of whom opens the table, and what they do."""

    people: Sequence[str]
    script: Callable[[], Script]
