"""The faces of a kit that have no default: a game brings them along, or people do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol

from game.core.decisions import Decision
from game.core.layout import Panel, Picture
from game.core.narrowing import Path
from game.core.protocol import Game, View
from game.core.records import Move
from game.core.search import Late, never

Names = Mapping[str, str]
Sketch = partial[Any]
"""A `Picture` that is not drawn yet: a top-level function of one of the game's modules, with its arguments.

It is sent to another process, so the arguments are plain data. The function also takes `letters`: whether signs bear
letters, for people who cannot tell colours apart.
"""


class Policy(Protocol):
    """A computer player: answers one question.

    It is given what the seat sees and is asked, and nothing else. All its chance comes from `rng`, so the same three
    arguments give the same token. It modifies neither the view nor the decision.
    """

    def __call__(self, view: View, decision: Decision, rng: Random, /) -> str:
        """Return one of the decision's tokens."""


class Clocked(Policy, Protocol):
    """A computer player that can be given a clock: once `late` says that time is up, it returns its best answer so
    far."""

    def __call__(self, view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
        """Return one of the decision's tokens. Without a clock it searches by fixed counts, so the answer is always the
        same."""


class Pictures:
    """The game in pictures, each drawn by a top-level function of one of the game's modules."""

    def __init__(
        self,
        board: Callable[..., Picture],
        score: Callable[..., Picture],
        icons: Callable[[], Mapping[str, bytes]],
        signs: Collection[str],
        samples: Callable[[], Iterable[Sketch]],
    ) -> None:
        """`icons` returns PNG files of 128 x 128 pixels by name, for the application's emojis; `signs` are the names of
        the icons that texts use (`Words.signs`)."""
        self._board, self._score, self._icons, self._signs = board, score, icons, signs
        self.samples = samples
        """Pictures that together load everything that drawing needs; they are drawn once at the start."""

    def board(self, view: View, names: Names, before: View | None = None) -> Sketch:
        """The public board, with changes since the view `before` marked."""
        return partial(self._board, view, names, before)

    def score(self, view: View, names: Names) -> Sketch:
        """The score sheet, so far or final."""
        return partial(self._score, view, names)

    def icons(self) -> Mapping[str, bytes]:
        """Return the PNG files of the icons that texts use, by name."""
        drawn = self._icons()
        return {name: drawn[name] for name in self._signs}


class Film(NamedTuple):
    """A whole game as an animated picture, made of reels, one a turn, which can be drawn in any order.

    `reel`, a top-level function, draws one reel from a history, names, the turn, and whether signs bear letters.
    `joined` makes the film of all reels in their order; its description in words is that of the last position.
    """

    reel: Callable[..., bytes]
    joined: Callable[[Iterable[bytes], View, Names], Picture]


class PastQuestion(NamedTuple):
    """What a guide remembers of a question: when it was asked, its kind, and what asked it."""

    turn: int
    phase: str
    kind: str
    source: str


class Guide(Protocol):
    """Lessons of a first game, beside the panels of its questions.

    At every question it also says what a computer player would choose, until a lesson has announced that it falls
    silent from there on; after that it does so only where there is a lesson.
    """

    until: str
    """How long it guides, in words: "your first gems have become mana"."""

    def welcome(self) -> str:
        """Return what the game is about, before the first move."""

    def asked(self, decision: Decision, view: View) -> PastQuestion:
        """Return what is to be remembered of a question that is being answered; `view` is that of its seat."""

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[PastQuestion]) -> list[str]:
        """Return the lessons for this question, if those of the questions `before` have been given; mostly none."""

    def closed(self, before: Sequence[PastQuestion]) -> bool:
        """Whether a lesson at one of these questions has announced that it now speaks up only for what is new."""

    def presses(self, decision: Decision, view: View, names: Names, answers: Path, pictured: bool) -> str:
        """Return the way to an answer by the labels of the panel, which shows a picture or not (`pictured`). If there
        is a reason to give, it is on a further line. The way may lead to another answer that suits a learner better.

        answers: the answer, and those known to go with it (see `Judge.follow_ups`); at least one.
        """


class Planning(Protocol):
    """Answers that a player sets down before being asked; they are given in this order whenever it is their turn."""

    def fits(self, decision: Decision) -> bool:
        """Whether such a question can be answered from a plan; it is never a private one."""

    def then(self, view: View, seat: str, before: Sequence[str] = ()) -> tuple[Decision, View] | None:
        """Return the next question that the seat would be asked after giving the answers `before`, if nobody else did
        anything, and its view at that point. Both are worked out from its present view. None: as things stand no such
        question comes, or no further one."""

    def occasion(self, view: View) -> str:
        """Return what is being planned for as things stand, such as a turn; when this changes, the plan ends."""

    def brings(self, decision: Decision, view: View, token: str) -> int:
        """What a token of such a question is worth. If it has become less, the token is no longer what was planned."""

    def lost(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """Say in a sentence why a planned token, though legal, is not what was planned: what it brings now."""


class Command(NamedTuple):
    """A further command of the terminal: its usage, what it does, and the function that shows it.

    `show` takes the view, the seat and what was typed after the command; it returns a text or a rich renderable.
    """

    usage: str
    help: str
    show: Callable[[View, str, str], Any]


class Played(NamedTuple):
    """A finished game between computer players. By seat from 0: the policy, the points, and the share of the
    victory."""

    number: int
    policies: tuple[str, ...]
    points: tuple[int, ...]
    wins: tuple[float, ...]
    moves: tuple[Move, ...]
    record: str


class Sheet(NamedTuple):
    """A table about many games: a title, which is also the heading of the first column, the other columns, rows, and a
    note."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Tally(Protocol):
    """Collects what is of interest in games of this kind."""

    def add(self, played: Played) -> None:
        """Count a game."""

    def sheet(self) -> Sheet:
        """Return the results of all games so far."""


class Scenarios(Protocol):
    """Positions set up by hand, moves, and what must then be true."""

    def read(self, data: Mapping[str, Any]) -> Sequence[Any]:
        """Return the scenarios in the tables of a file, each with a `title`. Raises BadRecord."""

    def set_up(self, scenario: Any) -> Game:
        """Return the game at its first question. Raises BadPosition."""

    def run(self, scenario: Any) -> str | None:
        """Play a scenario. Returns None if it holds, else why it does not. Raises BadPosition."""


WITHIN = "/"
"""Separates the name of a group of terms from that of one of its terms."""
PERCENT = "%"
"""The unit of a judge that counts chances of winning."""
OTHERS = "the other"
"""The beginning of the name of a term or group that is about what the others have: "the others' queue"."""


class Counts(NamedTuple):
    """How closely a judge looks. The numbers are fixed, so that the same game always has the same review.

    `closer`: how many choices of a game, the costliest, are looked at more closely. `rivals`: how many answers compete
    there for the best one, in `worlds` worlds; `paired` is the number of worlds that then say what it would have
    brought. `chances`: worlds on either side of a moment of chance, and for an expected score. `hint`: worlds in which
    a hint tries the best answers.
    """

    closer: int = 60
    rivals: int = 4
    worlds: int = 3
    paired: int = 12
    chances: int = 8
    hint: int = 6


class Judge(Protocol):
    """What answers are worth: for hints, and for the review of a game that is over.

    It estimates by how much each seat will be ahead of the mean of the others when the game ends, in the points that
    count; or, where no points decide, how likely each seat is to win, in PERCENT. A world is of whatever type the game
    uses for this; no method modifies one.
    """

    unit: str
    """The name of the points, such as "mana", or PERCENT (see `game.core.judging.scale`)."""
    counts: Counts
    """Lower where an answer takes long to weigh, or where there is little chance."""

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """Return the tokens that are worth considering, likeliest first."""

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """Return the answers that go with this one where people set several down together; () elsewhere."""

    def deal(self, view: View, decision: Decision, rng: Random) -> Any:
        """Return a world that could be the real one, made only of what a seat sees and is asked."""

    def real(self, game: Game, rng: Random | None = None) -> Any:
        """Return the real world; with `rng`, chance that is still to come is drawn anew."""

    def after(self, world: Any, seat: str, token: str) -> Any:
        """Return the world after the seat has given this answer."""

    def ahead(self, world: Any) -> Mapping[str, float]:
        """Return by how much each seat can expect to be ahead, or how likely it is to win."""

    def terms(self, world: Any, seat: str) -> Mapping[str, float]:
        """Return what `ahead` says of one seat as named terms that add up to it: "queue", "titles/citrine title".

        The terms of a group, whose name stands before WITHIN, are told as one unless a single term makes it up. Terms
        about what the OTHERS have count against the seat; they are told with the sign reversed, as what the others have
        more or less.
        """

    def expected(self, world: Any) -> Mapping[str, float]:
        """Return the points with which each seat can expect to end, or how likely it is to win, as precisely as can be
        told."""


class Exhibit(NamedTuple):
    """Something that people can have shown beside the board: a hand, all queues.

    `private`: it belongs to a seat and is for that player alone; otherwise it is for everybody. `panels` makes it from
    the view (of that seat, or an onlooker's), the seat ("" for an onlooker), names and the picture, if there is one:
    mostly one message, though in words it may take several. `sketch` returns that picture, not drawn yet; None if there
    is none.
    """

    name: str
    label: str
    private: bool
    panels: Callable[[View, str, Names, Picture | None], Sequence[Panel]]
    sketch: Callable[[View, str, Names], Sketch | None] = lambda _view, _seat, _names: None
