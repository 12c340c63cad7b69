"""A table that plays by itself: its people act one after another, each by what they are shown.

The script is a generator: it yields what somebody does, and is sent what they see then. Whoever runs it needs to know
no aid, and the script knows nothing of a chat.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.core.aids.signature import Values


@dataclass(frozen=True, slots=True)
class Typed:
    """Somebody types a command with its options. `shows`: the number of messages that it brings to the channel;
    everybody waits for them, as people do."""

    who: str
    command: str
    given: Values = field(default_factory=dict)
    shows: int = 0


@dataclass(frozen=True, slots=True)
class Tapped:
    """Somebody presses the button whose label begins with `label`, on their screen or else on the last public message
    that has one."""

    who: str
    label: str


@dataclass(frozen=True, slots=True)
class Picked:
    """Somebody picks, in the select whose hint begins with `hint`, the choice whose label begins with `choice`."""

    who: str
    hint: str
    choice: str


@dataclass(frozen=True, slots=True)
class Filled:
    """Somebody fills in the open form, one text for each field in order, and sends it."""

    who: str
    written: Sequence[str]


Beat = Typed | Tapped | Picked | Filled


class Heard(NamedTuple):
    """What somebody sees then: the words of their screen, the labels of its buttons, and the choices of its selects by
    hint."""

    words: str
    labels: Sequence[str] = ()
    selects: Mapping[str, Sequence[str]] = {}

    def has(self, label: str) -> bool:
        """Whether there is a button whose label begins so."""
        return any(each.startswith(label) for each in self.labels)

    def choices(self, hint: str) -> Sequence[str]:
        """Return the choices of the select whose hint begins so; () if there is none."""
        return next((found for name, found in self.selects.items() if name.startswith(hint)), ())


Script = Generator[Beat, Heard, None]


@dataclass(frozen=True, slots=True)
class Demo:
    """The names of the people, the first of whom opens the table, and the script of what they do."""

    people: Sequence[str]
    script: Callable[[], Script]
