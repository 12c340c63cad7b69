"""What a game declares: its kit. The whole program knows games by nothing else.

A game is a folder `game/<name>/` with a module `kit` that holds one `KIT`. Its rules are compulsory; every other face
has a plain one that works in its place: a game with rules alone can be played to its end in a channel and in a
terminal. Faces are made when they are first asked for, so that who needs the rules alone imports nothing else.
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
from game.core.words import Words

if TYPE_CHECKING:
    from game.core.terminal import Terminal


class Kit(ABC):
    """A game. Names and texts first, then the rules, then the faces."""

    name: str
    """As it is written in files and on the command line: "adepts"; also the name of its slash commands."""
    title: str
    """As people call it."""
    tag: str
    """The first tag of its records."""
    suffix: str
    """How the names of its records end: ".adepts"."""
    seats: range
    """How many can play."""
    pitch: str = ""
    """What it is, in a line."""
    about: str = ""
    """What one does in it and how it is won, in a few sentences, for who has never heard of it."""
    credit: str = ""
    """Who made the game, shown wherever its rules are."""
    secret: str = ""
    """What is asked in secret and by direct message: "Spell research". Empty where people are called to what they
    choose in secret as to any other question."""
    hides: bool = True
    """Whether anything but the seed is hidden from anybody while it is played."""
    ahead: bool = False
    """Whether something in it can be passed before it is asked (`Decision.ahead`)."""
    options: Sequence[Option] = ()
    """What a table chooses before the game."""
    version: int = 1
    """Of the stored position; `restore` takes older ones too."""

    # --- rules

    @abstractmethod
    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        """A new game at its first question; without a seed a secret one is drawn. Raises SetupError."""

    @abstractmethod
    def restore(self, data: Mapping[str, Any]) -> Game:
        """A game from what `to_dict` gave. Raises BadPosition."""

    def checked(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """All options, those left out as usual. Raises SetupError."""
        return checked(self.options, chosen)

    def points(self, line: Mapping[str, Any]) -> int:
        """What counts most in a line of the score sheet, for results and summaries."""
        return int(next((line[key] for key in ("total", "points") if key in line), 0))

    def colours(self, view: View) -> Mapping[str, str]:
        """By seat, the one whose usual colour it has (`drawing.colours.SEATS`), where players choose it."""
        return {}

    # --- records

    def tags(self, game: Game) -> dict[str, str]:
        """The tags of a record that say how the game was set up, between Names and Seed: one for each option."""
        return {option.name.capitalize(): written(game.setup[option.name]) for option in self.options}

    def setup_of(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """The options that such tags stand for. Raises KeyError with the tag that is missing, SetupError."""
        return {option.name: option.checked(tags[option.name.capitalize()]) for option in self.options}

    def masked(self, moves: Iterable[Move], game: Game) -> list[Move]:
        """The moves as everybody may see them while the game runs, without those of a round that is still secret."""
        return list(moves)

    def result(self, game: Game) -> str:
        """What a record says of the end of a game: each seat with what counts most, best first: "P2 141 P1 127"."""
        lines = sorted((game.scores or {}).items(), key=lambda line: (line[1]["rank"], line[0]))
        return " ".join(f"{seat} {self.points(score)}" for seat, score in lines)

    # --- replays

    def seen(self, view: View) -> Mapping[str, Any]:
        """What an onlooker's view shows on the board: a replay has a step wherever that has changed."""
        return {key: value for key, value in view.items() if key not in ("ply", "pending")}

    def amid(self, game: Game) -> bool:
        """Whether somebody is in the middle of what a replay shows as one step, and is one move by the clock."""
        return False

    # --- what somebody has set down ahead

    def against(self, decision: Decision, token: str, events: Iterable[Event], seat: str) -> str:
        """What this answer of another player does against a seat, so that it wants to decide again, as `words.instead`
        takes it; empty if nothing. `events` are what followed at once. Plainly, everything that is no pass."""
        return token if decision.ahead and token != PASS else ""

    def passable(self, view: View, seat: str) -> Collection[str]:
        """Which of `words.passes` would still pass something, as everybody may know; `view` is the seat's."""
        return self.words.passes

    # --- faces

    def has(self, face: str) -> bool:
        """Whether the game has one of the faces that it may do without, which is not made for that."""
        if face in vars(self):  # it has been made
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
        """What can be shown beside the board of any game: all see that there is, so it goes by none that is played.

        Whether players have hands is seen in one that nobody plays.
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
        from game.core.terminal import Terminal  # slow to import, and only who types there needs it

        return Terminal(self.words)

    @cached_property
    def scenarios(self) -> Scenarios | None:
        """Positions set up by hand; a new game can be set up in any case."""
        return None

    @cached_property
    def planning(self) -> Planning | None:
        """What can be planned before one is asked."""
        return None

    @cached_property
    def judge(self) -> Judge | None:
        """What answers are worth, for hints and reviews."""
        return None

    players: Sequence[Player] = ()
    """Computer players of the game's own, weakest first."""

    @cached_property
    def cautious(self) -> Policy | None:
        """What moves for somebody whose time is up, where to pass if that can be will not do."""
        return None

    usual_player: str = "random"
    """The computer player that sits down where none is named."""

    @property
    def adviser(self) -> str:
        """The computer player whose answers the guide of a first game proposes: one that takes no more than some
        hundredths of a second, since a panel waits for it."""
        return self.usual_player

    def player(self, name: str) -> Player | None:
        """The computer player of that name, or that title however it is written, if there is one."""
        return next((each for each in self.players if name.lower() in (each.name, each.title.lower())), None)

    @property
    def levels(self) -> Sequence[Player]:
        """The computer players that people choose among; none where there is nothing to choose."""
        return self.players if len(self.players) > 1 else ()

    def level(self, name: str) -> str:
        """What people call the level of a computer player, in running text; empty where it is no level."""
        return next((each.title.lower() for each in self.levels if each.name == name), "")

    def policy(self, player: Player) -> Policy:
        """How one of `players` plays."""
        policy: Policy = import_module(player.module).policy
        return policy
