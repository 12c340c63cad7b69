"""What people see and press at a table of an aid, as data: commands, private screens, forms, and public messages.

Everything that somebody does is a *press*: a command, a button, a choice in a select, a form that was filled in. It
names a *path* (words with "/" between them) and results in a *step*: what is done at the table, and which screen is
shown then. A screen belongs to one person and is made anew from the tale whenever the tale changes. Whoever shows all
this knows no aid; an aid knows no chat.

Buttons and selects of screens have one of `Verb` and a path as their rest. A path has room for one name of forty
characters and two short words. What a screen must remember between presses, such as a pool that is being put together,
is kept in the person's *notes*: plain data stored with the tale.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from game.core.aids.demo import Demo
from game.core.aids.signature import Values
from game.core.aids.tale import Done, Tale
from game.core.faces import Sketch
from game.core.layout import Choice, File, Panel, Picture, Place

T = TypeVar("T", bound=Tale)

UNDO = "undo"
"""The act that takes another one back: the entry with this `number`, or the person's own last one."""


class Verb(StrEnum):
    """What buttons, selects and forms of an aid may ask for."""

    PRESS = "press"  # a button; rest: a path
    PICKED = "picked"  # a select; rest: a path, which gets what was picked as "value"
    CHOSEN = "chosen"  # a select of people, likewise: "value" is an id
    FILLED = "filled"  # a form, likewise: its fields by name


class Kind(Enum):
    """What an option of a command takes."""

    TEXT = "text"
    WHOLE = "whole"
    FLAG = "flag"
    PERSON = "person"  # gives an id
    FILE = "file"  # gives its text


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command. `choices`: the only values it can have, if there are any; `completes`: the stage suggests
    values.

    `least` and `most`: the bounds of a number, or of the length of a text.
    """

    name: str
    about: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: tuple[Choice, ...] = ()
    completes: bool = False
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command: "roll", or "gm doom", which is `doom` in the group `gm`. It presses `path` with the options it was
    given.

    `Stage.groups` describes the groups. `reads`: it only reads, so it also works on a tale that has ended.
    """

    name: str
    about: str
    path: str
    options: tuple[Option, ...] = ()
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form, of one line or several (`long`). `label` has at most 45 characters, `hint` 100."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A form of one to five fields; what was filled in is pressed at `path`. `title` has at most 45 characters."""

    title: str
    path: str
    fields: tuple[Field, ...]


class Act(NamedTuple):
    """Something to do at the table; `UNDO` is one."""

    action: str
    given: Values = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """What a press results in, in this order; whatever is left out does not happen.

    acts: done one after the other, all or none. notes: replace the former ones. form: opened, and nothing else of the
    answer is shown. show: the path of the screen shown then; without it, and without a file, the pressed message stays
    as it is. say: a sentence or two above the screen, or alone. file: sent with it. shared: shown to everybody in the
    channel.
    """

    acts: tuple[Act, ...] = ()
    notes: Values | None = None
    form: Form | None = None
    show: str | None = None
    say: str = ""
    file: File | None = None
    shared: Panel | None = None


@dataclass(frozen=True, slots=True)
class Reader(Generic[T]):
    """The person who looks or presses: `who` is their id, `name` what they are called; `manager`: whether they may
    manage the tale's channel.

    place: for the buttons of screens. Its number counts what they have done, so a button that does something is
    recognised, and does nothing, when it is pressed twice or after something newer.
    """

    tale: T
    who: str
    name: str = ""
    place: Place = field(default_factory=Place)
    notes: Values = field(default_factory=dict)
    manager: bool = False


class Post(ABC):
    """A public message of its own, such as a roll: it is posted once, and edited when it changes."""

    @property
    def withdrawn(self) -> bool:
        """Whether it must not be shown, any more or at all, because what it told is not for everybody."""
        return False

    @property
    def sketch(self) -> Sketch | None:
        """Its picture, not drawn yet: a top-level function and its arguments, for another process. None: it has no
        picture."""
        return None

    @property
    def calls(self) -> Sequence[str]:
        """The ids of those whom it asks to do something. They are mentioned once, when it is posted."""
        return ()

    @abstractmethod
    def panel(self, picture: Picture | None, called: str = "") -> Panel:
        """Return the message, with its picture or, if there cannot be one, in words alone; `called` is the text that
        mentions the people in `calls`."""


class Letter(NamedTuple):
    """A direct message to one person: their id, and its text in Markdown."""

    to: str
    text: str


class Stage(ABC, Generic[T]):
    """How the tales of an aid are played."""

    commands: tuple[Command, ...]
    groups: Mapping[str, str]
    """The groups of commands by name, with what each is for. The group "tale" is the program's own; an aid may add to
    it."""
    opening: tuple[Option, ...]
    """The options of the command that opens a tale; their names are those of `Tales.opens`."""
    writing: Collection[str] = ()
    """The actions that cause a message to somebody; these are rate-limited."""
    home: str
    """The path of the screen that always exists, even for somebody who is not at the table."""

    @abstractmethod
    def press(self, reader: Reader[T], path: str, values: Values) -> Step:
        """Return what a press results in. Raises Refused, BadArguments."""

    @abstractmethod
    def screen(self, reader: Reader[T], path: str) -> Panel:
        """Return the screen that the reader sees at a path now. Raises Refused if it no longer exists."""

    def around(self, path: str) -> Iterator[str]:
        """Yield the paths of screens on which a button with this path may stand, the nearest first. After a refused
        press, the first of these that still exists is shown."""
        words = path.split("/")
        yield from ("/".join(words[:count]) for count in range(len(words), 0, -1))
        yield self.home

    def form(self, reader: Reader[T], path: str, values: Values) -> Form | None:
        """Return a form in which the refused input of the command with this path can be corrected; None if it is soon
        typed again. Raises Refused."""
        return None

    def meanwhile(self, reader: Reader[T]) -> str:
        """Say what others have done since the reader last did something, in a sentence or two; "" for nothing."""
        return ""

    def complete(self, reader: Reader[T], path: str, option: str, typed: str) -> Sequence[Choice]:
        """Return suggestions for an option of the command with this path: at most 25, of at most 100 characters
        each."""
        return ()

    @abstractmethod
    def status(self, tale: T, place: Place) -> Panel:
        """Return the message in the channel that says how things stand."""

    @abstractmethod
    def posts(self, tale: T, place: Place, after: int | None = None) -> Mapping[str, Post]:
        """Return public messages by key, oldest first: those that may still change, some ten, and all that were made or
        taken back after the log entry numbered `after`."""

    def is_posted(self, done: Done) -> bool:
        """Whether this gets a public message or is told in one, as rolls are; such actions are rate-limited."""
        return False

    def letters(self, tale: T) -> Mapping[str, Letter]:
        """Return the direct messages to single persons, by key: each is sent once, edited when it changes, and deleted
        when it is no longer among them."""
        return {}

    @abstractmethod
    def people(self, tale: T) -> Mapping[str, str]:
        """Return the names of those who sit at the table, by their ids."""

    def waits(self, reader: Reader[T]) -> Sequence[str]:
        """Return what waits for the reader, a short sentence of Markdown each, the most pressing first."""
        return ()

    @abstractmethod
    def joins(self, tale: T, who: str, name: str) -> Act | None:
        """Return the act by which somebody sits down at the table; None if they sit there already."""

    @abstractmethod
    def is_master(self, tale: T, who: str) -> bool:
        """Whether somebody leads the tale, and so may end it or connect it to other channels."""

    @abstractmethod
    def export(self, reader: Reader[T]) -> File:
        """Return the whole tale as a file, as far as the reader may know it."""

    @abstractmethod
    def lesson(self, who: str, name: str) -> tuple[Values, tuple[Act, ...], str]:
        """Return a tale to learn with: what it is opened with, what is done in it at once, and the path of the first
        screen."""

    def demo(self) -> Demo | None:
        """Return a table that plays by itself, for people to watch; None if there is none."""
        return None


def done_by(tale: Tale, who: str) -> int:
    """Return how many things somebody has done: the number of `Reader.place`."""
    return sum(each.who == who for each in tale.log)


def carried_out(tale: T, who: str, acts: Sequence[Act], salt: str = "") -> tuple[T, tuple[Done, ...]]:
    """Carry out these acts on a copy of the tale. Returns that copy and what was done. Raises Refused, BadArguments."""
    after = copy(tale)
    done = [
        after.undo(who, act.given.get("number"))
        if act.action == UNDO
        else after.act(who, act.action, act.given, f"{salt}-{number}" if number else salt)
        for number, act in enumerate(acts)
    ]
    return after, tuple(done)
