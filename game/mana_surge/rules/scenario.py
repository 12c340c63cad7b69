"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

# ruff: noqa: RUF012 - these are tables, whose defaults are copied

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from game.core.errors import BadPosition, quoted
from game.core.fields import written
from game.core.scenario import ScenarioFormat, ScenarioTable, StepTable, Table
from game.mana_surge.rules import turn
from game.mana_surge.rules.boards import USUAL
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.hexes import Hex
from game.mana_surge.rules.options import CHOSEN, check
from game.mana_surge.rules.seats import COLOURS, ENOUGH, LAST_TURN, SEAT_OF, SEATS, Seat
from game.mana_surge.rules.state import SETUP, START, State

SeatName = Literal["P1", "P2", "P3"]
HexName = Annotated[str, Field(max_length=4)]
Count = Annotated[int, Field(ge=0, le=99)]


class PlayerTable(Table):
    """A player's part of a position. Colours and corners that are left out are given by seat."""

    colour: Literal["red", "green", "blue"] | None = None
    corner: HexName | None = None
    troops: Annotated[list[HexName], Field(max_length=999)] = []
    mana: Annotated[int, Field(ge=0, lt=ENOUGH)] = 0


_RUN_TO = "where to run is written 4.P2, a round up to 40 and a seat, or end"


class Step(StepTable):
    """A step. `run_to` leads to a player's turn in a round, or to the end."""

    run_to: Annotated[str, written(r"([1-9]|[123][0-9]|40)\.P[123]|end", _RUN_TO)] | None = None


class Scenario(ScenarioTable):
    """One ``[[scenario]]`` table. `fierce` is the option of the lobby."""

    players: Literal[3] = 3
    board: str = USUAL
    fierce: bool = False
    first: SeatName = "P1"
    turn: Annotated[int, Field(ge=1, le=LAST_TURN)] = 1
    phase: Literal["setup", "start", "move", "combat"] = "start"
    active: SeatName | None = None
    points: Count | None = None
    spawns: Count | None = None
    P1: PlayerTable = PlayerTable()
    P2: PlayerTable = PlayerTable()
    P3: PlayerTable = PlayerTable()
    steps: list[Step] = []

    def seated(self) -> tuple[PlayerTable, ...]:
        """The players' tables in seat order."""
        return self.P1, self.P2, self.P3


class ManaSurgeScenarios(ScenarioFormat[Scenario, Game]):
    """The scenarios of Mana Surge. The answers that the rules took by themselves may be listed in any order."""

    table = Scenario
    ordered = False

    def position(self, scenario: Scenario) -> Game:
        if scenario.phase == SETUP:
            scenario.require_new("players", "board", "fierce", "phase")
            return Game.new(scenario.players, scenario.board, fierce=scenario.fierce, seed=scenario.seed)
        g = State(check(scenario.players, scenario.board, CHOSEN, scenario.fierce, scenario.seed))
        g.first, g.turn = SEAT_OF[scenario.first], scenario.turn
        g.colours = [*_own("colour", [table.colour for table in scenario.seated()], COLOURS)]
        corners = _own("corner", [table.corner for table in scenario.seated()], _names(g, g.board.corners))
        g.corners = [_names(g, g.board.corners).index(corner) for corner in corners]
        for seat, table in zip(SEATS, scenario.seated(), strict=True):
            g.mana[seat] = table.mana
            for name in table.troops:
                _place(g, seat, name)
        _begin(g, scenario)
        return Game(g)

    def reached(self, game: Game, target: str) -> bool:
        round, _, seat = target.partition(".")
        order = game.order
        return bool(order) and (game.turn, order.index(game.asked[0])) >= (int(round), order.index(seat))


def _names(g: State, hexes: Iterable[Hex]) -> list[str]:
    return [g.board.names[hex] for hex in hexes]


def _own(what: str, named: Sequence[str | None], all: Sequence[str]) -> list[str]:
    """Return what each seat has of its own: as named, and the rest by seat from what is left."""
    for seat, name in enumerate(named, 1):
        if name is not None and name not in all:
            raise BadPosition(f"{quoted(name)} is none of {' '.join(all)}", f"P{seat}.{what}")
        if name is not None and named.index(name) != seat - 1:
            raise BadPosition(f"{name} is P{named.index(name) + 1}'s", f"P{seat}.{what}")
    left = [name for name in all if name not in named]
    return [name if name is not None else left.pop(0) for name in named]


def _place(g: State, seat: Seat, name: str) -> None:
    where = f"P{seat + 1}.troops"
    if name not in g.board.index:
        raise BadPosition(f"the board {g.board.name} has no hex {quoted(name)}", where)
    bit = 1 << g.board.index[name]
    if not bit & g.board.open:
        raise BadPosition(f"{name} is a spawner's corner", where)
    if bit & g.occupied:
        raise BadPosition(f"there are two tokens on {name}", where)
    g.troops[seat] |= bit


def _begin(g: State, scenario: Scenario) -> None:
    """Set up the active player's turn at the phase of the scenario."""
    turn.begin(g, SEAT_OF[scenario.active or scenario.first])
    g.phase, g.events = scenario.phase, []
    if g.phase != START:
        if scenario.spawns is not None:
            raise BadPosition("tokens are spawned in the phase start alone", "spawns")
        g.spawns = 0
    if scenario.points is not None:
        g.points = scenario.points
    if scenario.spawns is not None:
        g.spawns = scenario.spawns
