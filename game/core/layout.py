"""Panels as data: texts, buttons, selects and pictures, before any chat application or terminal shows them.

A panel is made of components. A button or select says what it asks for by a verb and a rest (its argument), and belongs
to a place: the table, and the question that it answers. Whoever shows a panel turns all that into what it can send.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain, pairwise
from typing import NamedTuple, Protocol

from game.core.text.signs import space, weight

ROW, CHOICES = 5, 25
"""Buttons in a row at most, and choices of a select."""
MOST, ROOM = 40, 4000
"""Components that Discord allows in a message, nested ones included, and characters in all its texts."""
BYTES, EACH = 10_000, 12
"""Bytes that Discord can keep of a message, approximately: of all that is written in its components, and `EACH` for
every component. It refuses a message of more without a reason, however few characters it has."""
_BETWEEN = " " * 8
"""As long as what stands between the parts of what a button or select asks for."""
LABEL, OPTION, HINT = 80, 100, 150
"""Maximum characters of a button's label, of an option's label or note, and of a select's hint."""


class Picture(Protocol):
    """A drawn picture; `alt` says in words what it shows (at most 1,024 characters)."""

    @property
    def data(self) -> bytes: ...

    @property
    def alt(self) -> str: ...

    @property
    def filename(self) -> str: ...


class Verb(StrEnum):
    """What a game's own buttons and selects may ask for. The bot has more verbs, for its own."""

    STEP = "step"  # rest: the path to show the panel at
    PICK = "pick"  # a select; rest: the path before its value
    MOVE = "move"  # rest: the path to confirm
    AHEAD = "ahead"  # shows what can be passed ahead
    SHOW = "show"  # rest: the name of an exhibit


class Style(StrEnum):
    """How much a button stands out."""

    SECONDARY = "secondary"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


class Accent(StrEnum):
    """What a panel is: a question, information, something refused, a game won."""

    ASKING = "asking"
    QUIET = "quiet"
    WRONG = "wrong"
    WON = "won"


class Choice(NamedTuple):
    """One way to go on: the step's value, its label, a note about it, and a sign before it."""

    value: str
    label: str
    note: str = ""
    sign: str = ""


class Place(NamedTuple):
    """What the buttons of a panel belong to: a table, and the number of a question (0: none)."""

    game: str = ""
    question: int = 0

    def button(
        self,
        verb: str,
        label: str,
        rest: str = "",
        style: Style = Style.SECONDARY,
        sign: str = "",
        disabled: bool = False,
    ) -> Button:
        """A button."""
        return Button(self, verb, label, rest, style, sign, disabled)

    def select(self, verb: str, rest: str, choices: Iterable[Choice], hint: str, chosen: str = "") -> Select:
        """A select of at most `CHOICES`; `chosen` is the value that is shown as selected."""
        return Select(self, verb, rest, tuple(choices), hint, chosen)


@dataclass(frozen=True, slots=True)
class Button:
    """Asks for something when it is pressed."""

    place: Place
    verb: str
    label: str
    rest: str = ""
    style: Style = Style.SECONDARY
    sign: str = ""
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Asks for something with the value of the choice that was picked."""

    place: Place
    verb: str
    rest: str
    choices: tuple[Choice, ...]
    hint: str
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """Asks for something with up to `most` people, picked from those where the panel is shown."""

    place: Place
    verb: str
    hint: str
    most: int = 1
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown."""

    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Words with a button beside them."""

    words: str
    button: Button


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line between two thoughts."""


@dataclass(frozen=True, slots=True)
class File:
    """A file other than a picture, which is sent with the panel."""

    filename: str
    data: bytes = field(repr=False)


Component = Text | Row | Select | People | Section | Gallery | Line | File


@dataclass(frozen=True, slots=True)
class Box:
    """Components that belong together, in a frame of this accent."""

    components: tuple[Component, ...]
    accent: Accent = Accent.QUIET


@dataclass(frozen=True, slots=True)
class Panel:
    """All of a message, from top to bottom."""

    parts: tuple[Component | Box, ...]

    def __add__(self, other: Panel) -> Panel:
        """This panel with another one below it."""
        return Panel(self.parts + other.parts)

    def changed(self, change: Callable[[Component], Component]) -> Panel:
        """The panel with each component replaced by what `change` makes of it."""

        def made(part: Component | Box) -> Component | Box:
            return (
                replace(part, components=tuple(map(change, part.components))) if isinstance(part, Box) else change(part)
            )

        return Panel(tuple(map(made, self.parts)))

    def with_component(self, component: Component) -> Panel:
        """The panel with something below it, outside every frame."""
        return replace(self, parts=(*self.parts, component))

    def ending(self, *components: Component) -> Panel:
        """The panel with further components at its end; if it ends with a frame, inside that."""
        *before, last = self.parts
        if isinstance(last, Box):
            return Panel((*before, replace(last, components=(*last.components, *components))))
        return Panel((*self.parts, *components))

    @property
    def components(self) -> Iterator[Component]:
        """All components, whether in a frame or not."""
        for part in self.parts:
            yield from part.components if isinstance(part, Box) else (part,)

    @property
    def controls(self) -> Iterator[Button | Select | People]:
        """All buttons and selects."""
        for component in self.components:
            match component:
                case Row(buttons):
                    yield from buttons
                case Section(button=button):
                    yield button
                case Select() | People():
                    yield component

    @property
    def words(self) -> list[str]:
        """All texts, from top to bottom."""
        return [component.words for component in self.components if isinstance(component, Text | Section)]

    @property
    def size(self) -> int:
        """How many components the panel has, nested ones included; a message has at most `MOST`."""
        frames = sum(isinstance(part, Box) for part in self.parts)
        return frames + sum(map(_size, self.components))

    @property
    def weight(self) -> int:
        """How many bytes the panel takes; a message has at most `BYTES`."""
        return EACH * self.size + weight(*chain.from_iterable(map(_written, self.components)))

    @property
    def fits(self) -> bool:
        """Whether one message has room for it: for its components, for its texts, and for all that is written in it."""
        return self.size <= MOST and sum(map(space, self.words)) <= ROOM and self.weight <= BYTES


def _size(component: Component) -> int:
    match component:
        case Row(buttons):
            return 1 + len(buttons)
        case Select() | People():  # in a row of its own
            return 2
        case Section():  # with its words and its button
            return 3
    return 1


def _written(component: Component) -> tuple[str, ...]:
    """Return all that is written in a component."""
    match component:
        case Text(words):
            return (words,)
        case Row(buttons):
            return tuple(chain.from_iterable(map(_pressed, buttons)))
        case Section(words, button):
            return (words, *_pressed(button))
        case Select(place, verb, rest, choices, hint):
            return (*_asks(place, verb, rest), hint, *chain.from_iterable(choices))
        case People(place, verb, hint, _, rest):
            return (*_asks(place, verb, rest), hint)
        case Gallery(pictures):
            return tuple(text for each in pictures for text in (each.alt, each.filename))
        case File(filename):
            return (filename,)
    return ()


def _pressed(button: Button) -> tuple[str, ...]:
    return (*_asks(button.place, button.verb, button.rest), button.label, button.sign)


def _asks(place: Place, verb: str, rest: str) -> tuple[str, ...]:
    """Return what a button or select asks for, about as long as its id."""
    return place.game, str(place.question), verb, rest, _BETWEEN


def weight_of(choices: Iterable[Choice]) -> int:
    """Return how many bytes these choices of a select take."""
    return weight(*chain.from_iterable(choices))


def text(*lines: str) -> Text:
    """Lines of text as one; empty ones are left out."""
    return Text("\n".join(filter(None, lines)))


def row(*buttons: Button) -> Row:
    """Up to five buttons."""
    return Row(buttons)


def rows(buttons: Sequence[Button]) -> list[Component]:
    """Buttons in as few rows as hold them, filled evenly, so that no single button is left in a last row."""
    count = -(-len(buttons) // ROW)
    ends = [len(buttons) * number // count for number in range(count + 1)] if count else []
    return [row(*buttons[start:end]) for start, end in pairwise(ends)]


def gallery(pictures: Iterable[Picture]) -> Gallery:
    """Pictures side by side."""
    return Gallery(tuple(pictures))


def line() -> Line:
    """A thin line."""
    return Line()


def section(words: str, button: Button) -> Section:
    """Words with a button beside them."""
    return Section(words, button)


def framed(*components: Component, accent: Accent = Accent.QUIET, picture: Picture | None = None) -> Panel:
    """A panel of one frame. A picture stands above it, where it has all the width there is."""
    return Panel((*([gallery([picture])] if picture else []), Box(components, accent)))


def bare(*components: Component) -> Panel:
    """A panel without a frame."""
    return Panel(components)


def since(moment: datetime) -> str:
    """A moment as "five minutes ago", in each reader's own words and time."""
    return f"<t:{int(moment.timestamp())}:R>"


def until(moment: datetime) -> str:
    """A moment as "4 March 2026 14:05 (in 3 hours)", likewise."""
    return f"<t:{int(moment.timestamp())}:f> ({since(moment)})"
