"""The faces of a kit for which there is nothing plain: a game has them, or people do without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol

from game.core.decisions import Decision, Event
from game.core.layout import Panel, Picture
from game.core.protocol import View

Names = Mapping[str, str]
Sketch = partial[Any]
"""A `Picture` not drawn yet: a function at the top of a module of the game, and what it is drawn from.

All of it is sent to another process, so it is plain data. The function also takes `letters`: whether signs bear
letters, for those who cannot tell colours apart."""


class Policy(Protocol):
    """A computer player: answers one question.

    It is told what the seat sees and is asked, and nothing else. All its chance comes from `rng`, so the same three
    arguments give the same token; it changes neither the view nor the decision.
    """

    def __call__(self, view: View, decision: Decision, rng: Random, /) -> str:
        """One of the decision's tokens."""


class Pictures(Protocol):
    """The game in pictures."""

    def board(self, view: View, names: Names, before: View | None = None) -> Sketch:
        """The public board; what is new since the view `before` is marked."""

    def score(self, view: View, names: Names) -> Sketch | None:
        """The score sheet, so far or final."""

    def icons(self) -> Mapping[str, bytes]:
        """PNG files of 128 x 128 pixels for the application's emojis, by the names that `signs` has."""

    @property
    def signs(self) -> Mapping[str, str]:
        """The sign that stands for each icon in texts, by the icon's name."""

    def samples(self) -> Iterable[Sketch]:
        """Pictures that load all that drawing needs, to be drawn once at the start."""


class Entry(NamedTuple):
    """Something to look up.

    `ref` is kind and key ("spell:3B"); `names` are what people call it; `about` the keys of what it concerns; `text`
    Markdown; `keywords` what else people may call it or its effect; `see` references of where to go on; `sign` stands
    before its title.
    """

    ref: str
    title: str
    text: str
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    keywords: str = ""
    see: tuple[str, ...] = ()
    sign: str = ""

    @property
    def kind(self) -> str:
        return self.ref.partition(":")[0]

    @property
    def key(self) -> str:
        return self.ref.partition(":")[2]


class Desk(Protocol):
    """What can be looked up."""

    def entries(self) -> Iterable[Entry]:
        """All of it."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds that have a lookup of their own, with what it is for: "spell": "A spell's card …"."""

    def now(self, view: View, seat: str | None) -> Sequence[str]:
        """References of what matters most at this moment, at most three."""

    def own(self, ref: str, view: View, seat: str) -> str:
        """What only this player should be told beside a page: how it stands with the card they hold."""

    def picture(self, ref: str) -> Sketch | None:
        """The picture of a page."""


class Asked(NamedTuple):
    """A question that somebody who is guided has answered: where it stood, what was asked, and by whose doing."""

    place: str
    kind: str
    source: str


class Guide(Protocol):
    """Lessons of a first game."""

    def welcome(self) -> str:
        """What the game is about, before the first move."""

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[Asked]) -> list[str]:
        """What is to be said of this question after those before."""

    def presses(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """The way to a token in the labels of the panel."""


class Terminal(Protocol):
    """The game on a terminal, as rich renderables."""

    def board(self, view: View, names: Names, width: int) -> Any:
        """The position."""

    def question(self, decision: Decision, view: View, names: Names) -> Any:
        """A question with its answers, numbered from 1 in their order."""

    @property
    def commands(self) -> Mapping[str, tuple[str, Callable[[View, str, str], Any]]]:
        """Further words one may type, each with its help and what shows it: of the view, the seat, and the rest."""


class Scenarios(Protocol):
    """Positions set up by hand, moves, and what must then be true."""

    def read(self, text: str) -> Sequence[tuple[str, Callable[[], str | None]]]:
        """Titles, each with what runs it: None if it holds, else why it does not. Raises BadRecord, BadPosition."""


class Exhibit(NamedTuple):
    """Something that people can have shown beside the board: a hand, all queues.

    `private`: of a seat, for its own player alone; else for everybody. `panels` makes it of the view (of that seat, or
    an onlooker's), the seat ("" for an onlooker), names and the picture, if there is one: mostly one message, in words
    it may take several. `sketch` is that picture.
    """

    name: str
    label: str
    private: bool
    panels: Callable[[View, str, Names, Picture | None], Sequence[Panel]]
    sketch: Callable[[View, str, Names], Sketch | None] = lambda _view, _seat, _names: None


Events = Sequence[Event]
