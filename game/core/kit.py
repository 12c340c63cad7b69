"""What a game declares: its kit. The rest of the program knows nothing else of a game.

A game is a folder `game/<name>/` with a module `kit` that holds one `KIT`. Only the rules are required; every other
face has a default or can be left out, so a game with rules alone can be played to its end in a channel and in a
terminal. Faces are created on first access, so that code that needs only the rules imports nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from game.core.decisions import PASS, Decision, Event
from game.core.desk import Desk
from game.core.faces import Exhibit, Film, Guide, Judge, Pictures, Planning, Policy, Scenarios
from game.core.options import Option, checked, written
from game.core.panels import HAND, Panels
from game.core.players import Player
from game.core.protocol import Game, View
from game.core.records import Move
from game.core.words import Words, ranked

if TYPE_CHECKING:
    from game.core.terminal import Terminal


class Kit(ABC):
    """A game. Names and texts first, then the rules, then the faces."""

    name: str
    """The name in files and on the command line: "adepts"; also that of its slash commands."""
    title: str
    """As people call it."""
    tag: str
    """The first tag of its records."""
    suffix: str
    """The suffix of its record files: ".adepts"."""
    seats: range
    """The possible numbers of players."""
    pitch: str = ""
    """What it is, in a line."""
    about: str = ""
    """What one does in it and how it is won, in a few sentences, for people who have never heard of it."""
    credit: str = ""
    """Who made the game, shown wherever its rules are."""
    secret: str = ""
    """The name of a round of secret choices that are asked by direct message: "Spell research". Empty where people are
    notified of secret choices as of any other question."""
    hides: bool = True
    """Whether anything but the seed is hidden from anybody during the game."""
    ahead: bool = False
    """Whether something in it can be passed before it is asked (`Decision.ahead`)."""
    options: Sequence[Option] = ()
    """What a table chooses before the game."""
    version: int = 1
    """The version of the stored position; `restore` reads older ones too."""

    # --- rules

    @abstractmethod
    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        """Return a new game at its first question; without a seed, a secret one is drawn. Raises SetupError."""

    @abstractmethod
    def restore(self, data: Mapping[str, Any]) -> Game:
        """Return the game that `Game.to_dict` gave as data. Raises BadPosition."""

    def checked(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, with the defaults of those left out. Raises SetupError."""
        return checked(self.options, chosen)

    def points(self, line: Mapping[str, Any]) -> int:
        """Return what counts most in a line of the score sheet, for results and summaries."""
        return int(next((line[key] for key in ("total", "points") if key in line), 0))

    def colours(self, view: View) -> Mapping[str, str]:
        """By seat, the seat whose default colour it has (`drawing.colours.SEATS`), in games where players choose their
        colours."""
        return {}

    # --- records

    def tags(self, game: Game) -> dict[str, str]:
        """Return the tags of a record that say how the game was set up, which stand between Names and Seed: one for
        each option."""
        return {option.name.capitalize(): written(game.setup[option.name]) for option in self.options}

    def setup_of(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """Return the options that such tags stand for. Raises KeyError with the name of a missing tag, and
        SetupError."""
        return {option.name: option.checked(tags[option.name.capitalize()]) for option in self.options}

    def masked(self, moves: Iterable[Move], game: Game) -> list[Move]:
        """Return the moves as everybody may see them while the game runs, without those of a round that is still
        secret."""
        return list(moves)

    def result(self, game: Game) -> str:
        """Return the result for a record: each seat with what counts most, best first: "P2 141 P1 127"."""
        return " ".join(f"{seat} {self.points(line)}" for seat, line in ranked(game.scores or {}))

    # --- replays

    def seen(self, view: View) -> Mapping[str, Any]:
        """Return what an onlooker's view shows on the board: a replay has a step wherever this changes."""
        return {key: value for key, value in view.items() if key not in ("ply", "pending")}

    def is_mid_step(self, game: Game) -> bool:
        """Whether somebody is in the middle of several answers that a replay shows as one step and the clock counts as
        one move."""
        return False

    # --- what somebody has set down ahead

    def against(self, decision: Decision, token: str, events: Iterable[Event], seat: str) -> str:
        """Return what this answer of another player does against a seat, so that the seat will want to decide again, in
        the form that `words.instead` takes; "" for nothing. `events` are those that followed at once. By default every
        answer but a pass counts, where the question could be passed ahead."""
        return token if decision.ahead and token != PASS else ""

    def passable(self, view: View, seat: str) -> Collection[str]:
        """Return which of `words.passes` would still pass something, as far as everybody may know; `view` is the
        seat's."""
        return self.words.passes

    # --- faces

    def has(self, face: str) -> bool:
        """Whether the game has one of the optional faces. It is not created for that."""
        if face in vars(self):  # it has been created
            return vars(self)[face] is not None
        return getattr(type(self), face) is not getattr(Kit, face)

    @cached_property
    def words(self) -> Words:
        """The game in words."""
        return Words(self.title)

    @cached_property
    def panels(self) -> Panels:
        """Questions, boards and exhibits as panels."""
        return Panels(self.words)

    @cached_property
    def exhibits(self) -> Sequence[Exhibit]:
        """What can be shown beside the board. Everybody sees which exhibits there are, so they depend on no game in
        progress.

        Whether players have hands is looked up in a sample game.
        """
        sample = self.new(self.seats[0], self.checked({}), "hands")
        players = sample.view(sample.seats[0])["players"]
        return self.panels.beside(any(HAND in part for part in players.values()))

    @cached_property
    def pictures(self) -> Pictures | None:
        """The game in pictures."""
        return None

    @cached_property
    def film(self) -> Film | None:
        """A finished game as an animated picture."""
        return None

    @cached_property
    def desk(self) -> Desk | None:
        """What can be looked up."""
        return None

    @cached_property
    def guide(self) -> Guide | None:
        """Lessons of a first game."""
        return None

    @cached_property
    def terminal(self) -> Terminal:
        """The game on a terminal."""
        from game.core.terminal import Terminal  # slow to import, and needed only on a terminal

        return Terminal(self.words)

    @cached_property
    def scenarios(self) -> Scenarios | None:
        """Positions set up by hand. Without this face, scenarios can still begin with a new game."""
        return None

    @cached_property
    def planning(self) -> Planning | None:
        """What players can plan before they are asked."""
        return None

    @cached_property
    def judge(self) -> Judge | None:
        """What answers are worth, for hints and reviews."""
        return None

    players: Sequence[Player] = ()
    """Computer players of the game's own, weakest first."""

    @cached_property
    def cautious(self) -> Policy | None:
        """The policy that moves for somebody whose time is up; None for the default, which passes where that is
        legal."""
        return None

    usual_player: str = "random"
    """The computer player that sits down where none is named."""

    @property
    def adviser(self) -> str:
        """The computer player whose answers the guide of a first game proposes. It must answer within some hundredths
        of a second, since a panel waits for it."""
        return self.usual_player

    def player(self, name: str) -> Player | None:
        """Return the computer player of that name, or of that title in any letter case; None if there is none."""
        return next((each for each in self.players if name.lower() in (each.name, each.title.lower())), None)

    @property
    def levels(self) -> Sequence[Player]:
        """The computer players that people choose among; () where there is no choice."""
        return self.players if len(self.players) > 1 else ()

    def level(self, name: str) -> str:
        """Return what people call the level of a computer player, in running text; "" if it is not one of the
        levels."""
        return next((each.title.lower() for each in self.levels if each.name == name), "")

    def policy(self, player: Player) -> Policy:
        """Return the policy of one of `players`."""
        policy: Policy = import_module(player.module).policy
        return policy
