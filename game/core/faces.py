"""The faces of a kit for which there is nothing plain: a game has them, or people do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol

from game.core.decisions import Decision
from game.core.layout import Panel, Picture
from game.core.protocol import Game, View
from game.core.records import Move
from game.core.search import Late, never

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


class Clocked(Policy, Protocol):
    """One that goes by a clock, if it is given one: when it is late, it gives its best so far."""

    def __call__(self, view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
        """One of the decision's tokens; without a clock by fixed counts, so always the same."""


class Pictures:
    """The game in pictures, each drawn by a function at the top of a module of the game."""

    def __init__(
        self,
        board: Callable[..., Picture],
        score: Callable[..., Picture],
        icons: Callable[[], Mapping[str, bytes]],
        signs: Collection[str],
        samples: Callable[[], Iterable[Sketch]],
    ) -> None:
        """`icons` gives PNG files of 128 x 128 pixels for the application's emojis; `signs` are the names of those that
        texts have (`Words.signs`)."""
        self._board, self._score, self._icons, self._signs = board, score, icons, signs
        self.samples = samples
        """Pictures that load all that drawing needs, to be drawn once at the start."""

    def board(self, view: View, names: Names, before: View | None = None) -> Sketch:
        """The public board; what is new since the view `before` is marked."""
        return partial(self._board, view, names, before)

    def score(self, view: View, names: Names) -> Sketch:
        """The score sheet, so far or final."""
        return partial(self._score, view, names)

    def icons(self) -> Mapping[str, bytes]:
        """The files by the names that texts have."""
        drawn = self._icons()
        return {name: drawn[name] for name in self._signs}


class Film(NamedTuple):
    """A whole game as an animated picture, made in reels, one a turn, in any order.

    `reel`, a function at the top of a module, draws one of a history, names, the turn, and whether signs bear letters;
    `joined` makes the film of all of them in their order, described by the last position.
    """

    reel: Callable[..., bytes]
    joined: Callable[[Iterable[bytes], View, Names], Picture]


class Asked(NamedTuple):
    """A question to somebody who is guided, as lessons know it: when, what was asked, and by whose doing."""

    turn: int
    phase: str
    kind: str
    source: str


class Guide(Protocol):
    """Lessons of a first game, beside the panels of its questions.

    At every question it says what a computer player would choose, until a lesson has said that it is silent from there
    on; after that it does so where there is a lesson.
    """

    until: str
    """How long it guides: "your first gems have become mana"."""

    def welcome(self) -> str:
        """What the game is about, before the first move."""

    def asked(self, decision: Decision, view: View) -> Asked:
        """What is to be remembered of a question that is answered; `view` is that of its seat."""

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[Asked]) -> list[str]:
        """What is to be said of this question after those before; mostly nothing."""

    def closed(self, before: Sequence[Asked]) -> bool:
        """Whether it has said, at one of these questions, that it speaks up only for what is new from there on."""

    def presses(self, decision: Decision, view: View, names: Names, token: str, pictured: bool) -> str:
        """The way to a token in the labels of the panel, which shows a picture or not; where it says why, on a further
        line. It may lead to a better one for somebody who learns."""


class Planning(Protocol):
    """Answers that somebody sets down before being asked, to be given in this order whenever it is their turn."""

    def fits(self, decision: Decision) -> bool:
        """Whether a question is one of those that are answered so; it is a public one."""

    def then(self, view: View, seat: str, before: Sequence[str] = ()) -> tuple[Decision, View] | None:
        """What the seat may be asked once it has given the answers `before`, if nobody else does anything, and its view
        then, both worked out from the view that it has now. None: as things stand it will not be asked so (any more).
        """

    def occasion(self, view: View) -> str:
        """What is planned for as things stand, such as a turn: a plan ends with it."""

    def brings(self, decision: Decision, view: View, token: str) -> int:
        """What a token of such a question is worth: where that has become less, it is not what was planned."""

    def lost(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """Why a planned token that is legal is not what was planned: what it brings now, as a sentence."""


class Command(NamedTuple):
    """A further word that one may type in a terminal: how it is used, what it does, and what shows it.

    `show` is told the view, the seat and what was typed behind the word; it gives a text or a rich renderable.
    """

    usage: str
    help: str
    show: Callable[[View, str, str], Any]


class Played(NamedTuple):
    """A finished game between computer players; by seat from 0: who played, points, parts of the win."""

    number: int
    policies: tuple[str, ...]
    points: tuple[int, ...]
    wins: tuple[float, ...]
    moves: tuple[Move, ...]
    record: str


class Sheet(NamedTuple):
    """A table of many games: a title, which heads the first column, the other columns, rows, and a note."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Tally(Protocol):
    """Counts what is of interest in games of this kind."""

    def add(self, played: Played) -> None:
        """Count a game."""

    def sheet(self) -> Sheet:
        """What all of them come to."""


class Scenarios(Protocol):
    """Positions set up by hand, moves, and what must then be true."""

    def read(self, data: Mapping[str, Any]) -> Sequence[Any]:
        """The scenarios in the tables of a file, each with a `title`. Raises BadRecord."""

    def set_up(self, scenario: Any) -> Game:
        """The game at its first question. Raises BadPosition."""

    def run(self, scenario: Any) -> str | None:
        """None if it holds, else why it does not. Raises BadPosition."""


WITHIN = "/"
"""Between a group of terms and one of them."""
PERCENT = "%"
"""The unit of a judge that counts chances of winning."""
OTHERS = "the other"
"""How the name of a term begins, or of a group, that is about what the others have: "the others' queue"."""


class Counts(NamedTuple):
    """How closely is looked: fixed numbers, so that the same game has the same review.

    `closer`: choices of a game that are looked at more closely, the dearest. `rivals`: answers among which the best is
    looked for there, in `worlds` worlds; `paired` worlds say what it would have brought. `chances`: worlds on either
    side of a moment of chance, and of an expected score. `hint`: worlds in which a hint tries the best answers.
    """

    closer: int = 60
    rivals: int = 4
    worlds: int = 3
    paired: int = 12
    chances: int = 8
    hint: int = 6


class Judge(Protocol):
    """What answers are worth: for hints, and for the review of a game that is over.

    It says by how much each seat can expect to be ahead of the mean of the others when the game ends, in the points
    that count; or, where no points decide, how likely each is to win, in PERCENT. Worlds are the game's own, whatever
    it plays on with; nothing here alters one.
    """

    unit: str
    """What the points are called, "mana", or PERCENT (see `game.core.scale`)."""
    counts: Counts
    """Fewer where an answer takes long to weigh, or meets little chance."""

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """The tokens that are worth a thought, likeliest first."""

    def onward(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """The answers that go with this one, where people set several down together; () elsewhere."""

    def deal(self, view: View, decision: Decision, rng: Random) -> Any:
        """A world that could be the real one, made of what a seat sees and is asked alone."""

    def real(self, game: Game, rng: Random | None = None) -> Any:
        """The world as it is, with chance to come drawn anew by `rng`, if there is one."""

    def after(self, world: Any, seat: str, token: str) -> Any:
        """The world in which the seat has given this answer."""

    def ahead(self, world: Any) -> Mapping[str, float]:
        """By how much each seat can expect to be ahead, or how likely it is to win."""

    def terms(self, world: Any, seat: str) -> Mapping[str, float]:
        """The same of one seat by what it comes of, in words: "queue", "titles/citrine title"; these add up to it. What
        stands before WITHIN is told of all its parts together, where it is not one alone that makes it up. What the
        OTHERS have counts against the seat, and is told as it is for them: the more, the higher."""

    def expected(self, world: Any) -> Mapping[str, float]:
        """With how many points each seat can expect to end, or how likely it is to win, as truly as can be told."""


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
