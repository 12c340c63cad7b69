"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

# ruff: noqa: RUF012  these are tables, whose defaults are copied

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from game.core.decisions import PASS
from game.core.errors import BadPosition, quoted
from game.core.fields import written
from game.core.scenario import ScenarioFormat, ScenarioTable, StepTable, Table
from game.harrowing.rules import dealing, field, hexes, turn
from game.harrowing.rules.content import (
    BOARD_OF,
    CORES,
    CUBES,
    IDS,
    PILLARS,
    POWER,
    ROUNDS,
    TILE_OF,
    TILES,
    board_spell,
)
from game.harrowing.rules.game import Game
from game.harrowing.rules.restore import connected, slots
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, Seat, clockwise
from game.harrowing.rules.state import ACT, END, SETUP, START, State

SeatName = Literal["P1", "P2", "P3", "P4"]
Count = Annotated[int, Field(ge=0, le=CUBES)]
Word = Annotated[str, Field(max_length=60)]

_SIDE = re.compile(r"(\d[a-z])([12])")
_PILLARS = re.compile(r"(P[1-4])(?:x([1-9]|10))?")
_DIGITS = re.compile(r"[01]+")
SEALED = "sealed"


class PlayerTable(Table):
    """A player's part of a position."""

    pool: Count = POWER
    fort: Count = 0
    power: dict[str, Word] = {}
    claimed: Annotated[list[Word], Field(max_length=36)] = []


_RUN_TO = "where to run is written 4.P2, a round up to 30 and a seat, or end"


class Step(StepTable):
    """A step. `run_to` leads to a player's turn in a round, or to the end."""

    run_to: Annotated[str, written(r"([1-9]|[12][0-9]|30)\.P[1-4]|end", _RUN_TO)] | None = None


class Scenario(ScenarioTable):
    """One ``[[scenario]]`` table."""

    players: Annotated[int, Field(ge=2, le=4)] = 2
    first: SeatName = "P1"
    turn: Annotated[int, Field(ge=1, le=ROUNDS)] = 1
    phase: Literal["setup", "start", "act", "end"] = "act"
    active: SeatName | None = None
    used: Annotated[int, Field(ge=0, le=99)] = 0
    core: Word = "1o"
    stack: Annotated[list[Word], Field(max_length=36)] = []
    field: dict[str, Word] = {}
    P1: PlayerTable = PlayerTable()
    P2: PlayerTable = PlayerTable()
    P3: PlayerTable | None = None
    P4: PlayerTable | None = None
    steps: list[Step] = []

    def seated(self) -> list[PlayerTable]:
        """Return the players' tables in seat order. Raises BadPosition for the table of a player who does not take
        part."""
        tables = (self.P1, self.P2, self.P3, self.P4)
        for name, table in zip(SEAT_NAMES[self.players :], tables[self.players :], strict=True):
            if table is not None:
                raise BadPosition(f"there are {self.players} players", name)
        return [table or PlayerTable() for table in tables[: self.players]]


class HarrowingScenarios(ScenarioFormat[Scenario, Game]):
    """The scenarios of The Harrowing. The answers that the rules took by themselves may be listed in any order."""

    table = Scenario
    ordered = False

    def position(self, scenario: Scenario) -> Game:
        if scenario.phase == SETUP:
            scenario.require_new("players", "phase")
            return Game.new(scenario.players, scenario.seed)
        tables = scenario.seated()
        g = dealing.check(scenario.players, scenario.seed)
        g.uses, g.turn, g.used = dealing.NEXT_USE, scenario.turn, scenario.used
        g.first = _seat(g, scenario.first, "first")
        _core(g, scenario.core)
        _lay(g, scenario.field)
        for number, table in enumerate(tables):
            _player(g, number, table)
        g.stack = tuple(_tile(g, id, "stack") for id in scenario.stack)
        _once(g)
        _count(g)
        _begin(g, scenario)
        return Game(g)

    def answer(self, game: Game) -> tuple[str, str]:
        """Answer by passing, else by meditating, else with the first token."""
        seat = game.asked[0]
        legal = game.legal(seat)
        return seat, next((token for token in (PASS, turn.MEDITATE) if token in legal), legal[0])

    def reached(self, game: Game, target: str) -> bool:
        g = game.state
        if g.active is None:
            return False
        round, _, seat = target.partition(".")
        if seat not in game.seats:
            raise BadPosition(f"there are {g.players} players", "run_to")
        order = clockwise(g.players, g.first)
        return (g.turn, order.index(g.active)) >= (int(round), order.index(SEAT_OF[seat]))


def _seat(g: State, name: str, where: str) -> Seat:
    if SEAT_OF[name] >= g.players:
        raise BadPosition(f"there are {g.players} players", where)
    return SEAT_OF[name]


def _tile(g: State, id: str, where: str) -> int:
    if id not in TILE_OF or TILE_OF[id] in CORES:
        raise BadPosition(f"there is no tile {quoted(id)}", where)
    g.sets = tuple(sorted({*g.sets, TILES[TILE_OF[id]].set}))
    return TILE_OF[id]


def _side(g: State, text: str, where: str) -> int:
    """Read a tile with the side that is up: "2c1". Raises BadPosition."""
    found = _SIDE.fullmatch(text)
    if found is None:
        raise BadPosition(f"{quoted(text)} is not a tile with its side, such as 2c1", where)
    tile = _tile(g, found[1], where)
    if int(found[2]) > len(TILES[tile].faces):
        raise BadPosition(f"{found[1]} is the same on both sides: write {found[1]}1", where)
    if found[2] == "2":
        g.turned |= 1 << tile
    return tile


def _power(g: State, spell: int, digits: str, where: str) -> None:
    try:
        g.power[spell] = slots(g, spell, digits)
    except BadPosition as error:
        raise BadPosition(error.problem, where) from error


def _core(g: State, text: str) -> None:
    id, *digits = text.split() or [""]
    if id not in TILE_OF or TILE_OF[id] not in CORES or len(digits) > 1:
        raise BadPosition(f"{quoted(text)} is not a core with its power, such as 1o 10", "core")
    g.core = TILE_OF[id]
    field.put(g, g.core, hexes.CORE)
    if digits:
        _power(g, g.core, digits[0], "core")


def _lay(g: State, told: Mapping[str, str]) -> None:
    for name, text in told.items():
        where, hex = f"field.{name}", hexes.read(name)
        if hex is None:
            raise BadPosition(f"there is no hex {quoted(name)}", where)
        if hex == hexes.CORE:
            raise BadPosition("the core lies there", where)
        side, *words = text.split() or [""]
        tile = _side(g, side, where)
        if g.field >> tile & 1:
            raise BadPosition(f"{IDS[tile]} is in two places", where)
        field.put(g, tile, hex)
        _upon(g, tile, words, where)
    if not connected(g):
        raise BadPosition("the field does not hang together", "field")


def _upon(g: State, tile: int, words: Sequence[str], where: str) -> None:
    """Read pillars and power on a tile, in any order."""
    told = set[str]()
    for word in words:
        pillars = _PILLARS.fullmatch(word)
        what = pillars[1] if pillars else "power"
        if what in told:
            raise BadPosition(f"{what} is told twice", where)
        told.add(what)
        if pillars:
            seat, count = _seat(g, pillars[1], where), int(pillars[2] or 1)
            g.left[seat] -= count
            field.stand(g, seat, tile, count)
        elif _DIGITS.fullmatch(word):
            _power(g, tile, word, where)
        else:
            raise BadPosition(f"{quoted(word)} are neither pillars such as P1x2 nor digits of power", where)


def _player(g: State, seat: int, table: PlayerTable) -> None:
    where = SEAT_NAMES[seat]
    g.pool[seat], g.fort[seat] = table.pool, table.fort
    for name, digits in table.power.items():
        if name not in BOARD_OF:
            raise BadPosition(f"the board has no spell {quoted(name)}", f"{where}.power")
        _power(g, board_spell(seat, BOARD_OF[name]), digits, f"{where}.power.{name}")
    for text in table.claimed:
        side, *words = text.split() or [""]
        tile = _side(g, side, f"{where}.claimed")
        if len(words) > 1:
            raise BadPosition(f"{quoted(text)} is not a claimed tile such as 1b1 1 or 4a2 sealed", f"{where}.claimed")
        if words == [SEALED]:
            g.sealed |= 1 << tile
        elif words:
            _power(g, tile, words[0], f"{where}.claimed")
        g.claims[seat] = (*g.claims[seat], tile)
        g.holds[seat] |= 1 << tile


def _once(g: State) -> None:
    """Check that no tile is in two places."""
    used = [*hexes.bits(g.field), *g.stack, *(tile for claims in g.claims for tile in claims)]
    twice = next((tile for tile in used if used.count(tile) > 1), None)
    if twice is not None:
        raise BadPosition(f"{IDS[twice]} is in two places")


def _count(g: State) -> None:
    """Put the remaining cubes into the supply, and check the numbers of pillars and cubes."""
    for seat, left in enumerate(g.left):
        if left < 0:
            raise BadPosition(f"a player has {PILLARS} pillars", SEAT_NAMES[seat])
    g.supply = CUBES - sum(g.pool) - sum(g.fort) - sum(power.bit_count() for power in g.power)
    if g.supply < 0:
        raise BadPosition(f"there are {CUBES} cubes")


def _begin(g: State, scenario: Scenario) -> None:
    """Set up the active player's turn at the phase of the scenario."""
    active = _seat(g, scenario.active or scenario.first, "active")
    if scenario.phase == START:
        if scenario.used:
            raise BadPosition("nothing is invoked before the start of a turn", "used")
        turn.begin_turn(g, active)
    else:
        g.active = active
        if scenario.phase == END:
            turn.end_turn(g, active)
        else:
            g.phase = ACT
            g.todo.append(turn.Act(active))
    g.events = []
