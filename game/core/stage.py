"""What people see and press at a table of an aid, as data: commands, private screens, forms, and what all see.

Everything that somebody does is a *press*: a command, a button, a choice in a select, a form that was filled in. It
names a *path* (words with "/" between them), and comes to a *step*: what is to be done at the table, and which screen
is shown then. A screen is one person's alone, made anew of the tale whenever that changes. Whoever shows all this knows
no aid; an aid knows no chat.

Buttons and selects of screens have one of `Verb`, and a path as their rest. A path has room for one name of forty
characters and two short words. What a screen has to remember between presses, such as a pool that is put together,
stands in the person's *notes*: plain data that is kept with the tale.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from game.core.demo import Demo
from game.core.faces import Sketch
from game.core.layout import Choice, Panel, Picture, Place
from game.core.signature import Values
from game.core.tale import Done, Tale

T = TypeVar("T", bound=Tale)

UNDO = "undo"
"""The act that takes one back: its `number`, or the person's own last."""


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
    """What a command may be given. `choices`: nothing else can be; `completes`: the stage suggests values.

    `least` and `most`: of a number, or the characters of a text.
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
    """A command: "roll", or "gm doom", which is `doom` of the group `gm`. It presses `path` with what it is given.

    `groups` of the stage say what groups are. `reads`: it only reads, so also a tale that has ended.
    """

    name: str
    about: str
    path: str
    options: tuple[Option, ...] = ()
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A line, or some lines (`long`), that somebody is to write; `label` has at most 45 characters, `hint` 100."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


@dataclass(frozen=True, slots=True)
class Form:
    """One to five fields; filled in, they are pressed at `path`. `title` has at most 45 characters."""

    title: str
    path: str
    fields: tuple[Field, ...]


class Attachment(NamedTuple):
    """A file to take along."""

    filename: str
    data: bytes


class Act(NamedTuple):
    """Something to do at the table; `UNDO` is one."""

    action: str
    given: Values = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """What a press comes to, in this order; whatever is left out does not happen.

    acts: done one after the other, all or none. notes: kept instead of the former. form: asked for, and nothing else of
    the answer shown. show: the path of the screen shown then; without it, and without a file, what was pressed stays as
    it is. say: a sentence or two above it, or alone. file: sent with it. shared: shown to everybody in the channel.
    """

    acts: tuple[Act, ...] = ()
    notes: Values | None = None
    form: Form | None = None
    show: str | None = None
    say: str = ""
    file: Attachment | None = None
    shared: Panel | None = None


@dataclass(frozen=True, slots=True)
class Reader(Generic[T]):
    """Who looks or presses: `who` by id, called `name`; `manager`: whether they may manage the tale's channel.

    place: for the buttons of screens. Its number counts what they have done: a button that does something and is
    pressed twice, or after something newer, is told by that and does nothing.
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
        """Whether it is not to be there, any more or at all: what it told is no longer for everybody."""
        return False

    @property
    def sketch(self) -> Sketch | None:
        """Its picture, not drawn yet: a function of a module and its arguments, for another process."""
        return None

    @property
    def calls(self) -> Sequence[str]:
        """The ids of those whom it asks to do something: they are mentioned as it is posted, once."""
        return ()

    @abstractmethod
    def panel(self, picture: Picture | None, called: str = "") -> Panel:
        """What it says, with its picture or, where that cannot be, in words alone; `called`: how those are mentioned
        whom it calls."""


class Letter(NamedTuple):
    """What one person alone is to learn, by a direct message: their id, and what it says in Markdown."""

    to: str
    text: str


class Stage(ABC, Generic[T]):
    """How the tales of an aid are played."""

    commands: tuple[Command, ...]
    groups: Mapping[str, str]
    """The groups of commands, and what each is for. The group "tale" is the program's own, and may get more."""
    opening: tuple[Option, ...]
    """What a new tale may be given: the names are those of `Tales.opens`."""
    writing: Collection[str] = ()
    """The actions by which somebody is written to: nobody does them without end."""
    home: str
    """The path of the screen that is always there, also for somebody who is not at the table."""

    @abstractmethod
    def press(self, reader: Reader[T], path: str, values: Values) -> Step:
        """What becomes of it. Raises Refused, BadArguments."""

    @abstractmethod
    def screen(self, reader: Reader[T], path: str) -> Panel:
        """What somebody sees there now. Raises Refused for what is there no more."""

    def around(self, path: str) -> Iterator[str]:
        """Paths of screens on which a button with this path may stand, the nearest first: one is shown when its press
        was refused. Of those that are there no more the next is taken."""
        words = path.split("/")
        yield from ("/".join(words[:count]) for count in range(len(words), 0, -1))
        yield self.home

    def form(self, reader: Reader[T], path: str, values: Values) -> Form | None:
        """The form in which what the command with this path was given can be mended, once it was refused; None for what
        is soon typed again. Raises Refused."""
        return None

    def meanwhile(self, reader: Reader[T]) -> str:
        """What others have done since the reader last did something, in a sentence or two; "" for nothing."""
        return ""

    def complete(self, reader: Reader[T], path: str, option: str, typed: str) -> Sequence[Choice]:
        """Suggestions for an option of the command with this path: 25 at most, of at most 100 characters each."""
        return ()

    @abstractmethod
    def status(self, tale: T, place: Place) -> Panel:
        """The message in the channel that says how things stand."""

    @abstractmethod
    def posts(self, tale: T, place: Place, after: int | None = None) -> Mapping[str, Post]:
        """Public messages of their own by key, oldest first: those that may still change, some ten, and all that came
        or were taken back after the entry of that number."""

    def is_posted(self, done: Done) -> bool:
        """Whether this gets such a message, or is told in one, as rolls are: nobody does that without end."""
        return False

    def letters(self, tale: T) -> Mapping[str, Letter]:
        """What single persons are to learn, by key: sent once, and taken back when it is no longer so."""
        return {}

    @abstractmethod
    def people(self, tale: T) -> Mapping[str, str]:
        """The names of those who sit at the table, by their ids."""

    def waits(self, reader: Reader[T]) -> Sequence[str]:
        """What waits for who looks, a short sentence of Markdown each, the most pressing first."""
        return ()

    @abstractmethod
    def joins(self, tale: T, who: str, name: str) -> Act | None:
        """How somebody sits down at the table; None if they sit there."""

    @abstractmethod
    def is_master(self, tale: T, who: str) -> bool:
        """Whether somebody leads it, and may end it, or take it elsewhere."""

    @abstractmethod
    def export(self, reader: Reader[T]) -> Attachment:
        """The whole tale, as far as somebody may know it."""

    @abstractmethod
    def lesson(self, who: str, name: str) -> tuple[Values, tuple[Act, ...], str]:
        """A tale to learn with: what it is opened with, what is done in it at once, the path of the first screen."""

    def demo(self) -> Demo | None:
        """A table that plays by itself, for people to watch; None: there is none."""
        return None


def done_by(tale: Tale, who: str) -> int:
    """How many things somebody has done: the number of `Reader.place`."""
    return sum(each.who == who for each in tale.log)


def carried_out(tale: T, who: str, acts: Sequence[Act], salt: str = "") -> tuple[T, tuple[Done, ...]]:
    """The tale after these, which it is not itself, and what was done. Raises Refused, BadArguments."""
    after = copy(tale)
    done = [
        after.undo(who, act.given.get("number"))
        if act.action == UNDO
        else after.act(who, act.action, act.given, f"{salt}-{number}" if number else salt)
        for number, act in enumerate(acts)
    ]
    return after, tuple(done)
