"""Scenarios of any game: positions set up by hand, moves, and what must then be true (notation, "Scenario").

A game defines what its tables hold, how a position is set up, and how far `run_to` goes; the steps are the same for
all.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.core import toml
from game.core.decisions import PASS, Taken
from game.core.discover import kit
from game.core.errors import BadPosition, BadRecord, SetupError
from game.core.faces import Scenarios
from game.core.fields import written
from game.core.kit import Kit
from game.core.program import USUAL
from game.core.protocol import Game, turn_of
from game.core.sequential import Played

_WRITTEN = "a move is written SEAT KIND TOKEN"

MoveText = Annotated[str, written(r"\S+ \S+ \S+", _WRITTEN)]


class Table(BaseModel):
    """A table of a file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class StepTable(Table):
    """Moves to play, how far to run on, then what must be true of the position reached."""

    play: str = ""
    run_to: str | None = None
    legal: list[MoveText] = []
    illegal: list[MoveText] = []
    expect: dict[str, Any] = {}


class ScenarioTable(Table):
    """What each ``[[scenario]]`` table has; a game adds the rest."""

    title: str
    seed: str = "scenario"
    steps: Sequence[StepTable] = ()

    def require_new(self, *settings: str) -> None:
        """Raise BadPosition if it says more than the moves of a new game with these settings."""
        if told := self.model_fields_set - {*ScenarioTable.model_fields, *settings}:
            raise BadPosition("a new game is set up by its moves", min(told))


T = TypeVar("T", bound=ScenarioTable)
G = TypeVar("G", bound=Game)


class _File(Table, Generic[T]):
    scenario: Annotated[list[T], Field(min_length=1)]


class Failed(Exception):
    """Why a scenario does not hold: the refused line, or a path with what was expected and what is there."""


class ScenarioFormat(ABC, Generic[T, G]):
    """The scenarios of a game."""

    table: type[T]
    ordered: bool = True
    """Whether the lines for choices that the rules made by themselves must be in the order in which they were made."""

    def set_up(self, scenario: T) -> G:
        """Return the game at its first question. Raises BadPosition for an impossible position."""
        try:
            return self.position(scenario)
        except SetupError as error:
            raise BadPosition(str(error)) from error

    @abstractmethod
    def position(self, scenario: T) -> G:
        """Return the same. Raises BadPosition; SetupError for what no game can be set up with."""

    @abstractmethod
    def reached(self, game: G, target: str) -> bool:
        """Whether the game has come as far as `run_to` says, or further; "end" is handled elsewhere."""

    def answer(self, game: G) -> tuple[str, str]:
        """Return who answers on the way there, and what: pass where that is legal, else the first token."""
        seat = game.asked[0]
        legal = game.legal(seat)
        return seat, PASS if PASS in legal else legal[0]

    def special(self, runner: Runner[G], line: str) -> bool:
        """Carry out a line that is not a move; return False if it is one. Raises Failed."""
        return False

    def skipped(self, game: G, seat: str, kind: str, token: str) -> bool:
        """Whether a line may be there though nobody is asked that."""
        return False

    def read(self, data: Mapping[str, Any]) -> list[T]:
        """Return the scenarios in the tables of a file. Raises BadRecord, which says where the first fault is."""
        try:
            return _File[self.table].model_validate(data).scenario  # type: ignore[name-defined]
        except ValidationError as error:
            raise BadRecord.of_table(error.errors()[0]) from error

    def run(self, scenario: T) -> str | None:
        """Play a scenario to its end. Returns None if it holds, else why not. Raises BadPosition if it cannot be set
        up."""
        runner = Runner(self, self.set_up(scenario))
        try:
            for step in scenario.steps:
                runner.step(step)
        except Failed as failure:
            return str(failure)
        return None


class NewGame(ScenarioTable):
    """A new game, for games without a format of their own."""

    players: int
    options: dict[str, Any] = {}
    steps: list[StepTable] = []


class NewGames(ScenarioFormat[NewGame, Game]):
    """Scenarios that begin with a new game."""

    table = NewGame

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    def position(self, scenario: NewGame) -> Game:
        if scenario.players not in self._kit.seats:
            raise BadPosition(f"{self._kit.title} is not for {scenario.players}", "players")
        return self._kit.new(scenario.players, self._kit.checked(scenario.options), scenario.seed)

    def reached(self, game: Game, target: str) -> bool:
        return game.place == target or _turn(game.place) > _turn(target)


def read(text: str) -> tuple[Scenarios, Sequence[Any]]:
    """Read the scenarios of a file. Returns what sets them up and runs them, and the scenarios. They are of the game
    that `game` names, else of the default game. Raises BadRecord."""
    try:
        data = toml.parse(text)
        found = kit(str(data.pop("game", USUAL)))
    except (ValueError, SetupError) as error:
        raise BadRecord(str(error)) from error
    scenarios = found.scenarios or NewGames(found)
    return scenarios, scenarios.read(data)


class Runner(Generic[G]):
    """A game on its way through the steps."""

    def __init__(self, format: ScenarioFormat[Any, G], game: G) -> None:
        self.game = game
        self._format = format
        self._taken = _taken(game)

    def step(self, step: StepTable) -> None:
        """Carry out a step. Raises Failed."""
        for line in step.play.splitlines():
            move = " ".join(line.split("#")[0].split())
            if move and not self._format.special(self, move):
                self._line(move)
        while step.run_to and not self.game.over and (step.run_to == "end" or not self._reached(step.run_to)):
            self.play(*self._format.answer(self.game))
        for move in step.legal:
            if not self._open(*move.split()):
                raise Failed(f"{move}: expected legal; {self.asked()}")
        for move in step.illegal:
            if self._open(*move.split()):
                raise Failed(f"{move}: expected illegal, but it is not")
        wrong = list(filter(None, (self._compare(path, value) for path, value in step.expect.items())))
        if wrong:
            raise Failed("; ".join(wrong))

    def play(self, seat: str, token: str) -> None:
        """Make a move that is legal."""
        self.game.play(seat, token)
        self._taken = _taken(self.game)

    def asked(self) -> str:
        """What is asked, with the legal tokens."""
        asked = [f"{seat} {self.game.kind(seat)}: {' '.join(self.game.legal(seat))}" for seat in self.game.asked]
        return f"asked {' | '.join(asked)}" if asked else "the game is over"

    def _line(self, line: str) -> None:
        """Play one line: as the answer to an open question, else as a choice just made by the rules, else as one to be
        skipped."""
        words = line.split()
        if len(words) != 3:
            raise Failed(f"{line}: {_WRITTEN}")
        seat, kind, token = words
        if self._open(seat, kind, token):
            self.play(seat, token)
            return
        by_itself = next((i for i, move in enumerate(self._taken) if move == (seat, kind, token)), None)
        if by_itself is not None:
            del self._taken[0 if self._format.ordered else by_itself : by_itself + 1]
        elif seat not in self.game.seats or not self._format.skipped(self.game, seat, kind, token):
            raise Failed(f"{line}: refused; {self.asked()}")

    def _reached(self, target: str) -> bool:
        return self._format.reached(self.game, target)

    def _open(self, seat: str, kind: str, token: str) -> bool:
        """Whether the seat is being asked this now, and the token is legal."""
        return seat in self.game.seats and self.game.kind(seat) == kind and token in self.game.legal(seat)

    def _compare(self, path: str, expected: Any) -> str | None:
        """Return the difference at a path, or None."""
        wanted, found = _null(expected), _look_up(self.game.to_dict(), path)
        if wanted == found and isinstance(wanted, bool) == isinstance(found, bool):
            return None
        return f"{path}: expected {json.dumps(wanted, default=str)}, got {json.dumps(found)}"  # TOML also has dates


def _taken(game: Game) -> list[Taken]:
    """Return the choices that the last move or the set-up led to and that nobody was asked, if the game tells them."""
    return [*game.taken] if isinstance(game, Played) else []


def _turn(place: str) -> int:
    turn = turn_of(place)
    return int(turn) if turn.isdecimal() else 0


def _null(value: Any) -> Any:
    """The text "null" as null, inside lists and tables too."""
    match value:
        case "null":
            return None
        case list():
            return [_null(item) for item in value]
        case dict():
            return {key: _null(item) for key, item in value.items()}
    return value


def _look_up(data: Any, path: str) -> Any:
    """Return what stands at a path; None if nothing does."""
    for part in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(part)
        elif isinstance(data, list | tuple) and part in map(str, range(len(data))):
            data = data[int(part)]
        else:
            return None
    return data
