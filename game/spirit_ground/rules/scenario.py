"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

# ruff: noqa: RUF012  these are tables, whose defaults are copied

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from game.core.errors import BadPosition, quoted
from game.core.fields import written
from game.core.scenario import ScenarioFormat, ScenarioTable, StepTable, Table
from game.spirit_ground.rules import dealing
from game.spirit_ground.rules.content import USUAL
from game.spirit_ground.rules.crystals import KEPT, Crystals
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.ground import ALL, INDEX, TOPS
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND, OTHER, SEAT_NAMES, SEAT_OF, SEATS, Seat
from game.spirit_ground.rules.state import CHOOSE, EMPTY, FIRST, PHASES, PLACE, SECOND, State
from game.spirit_ground.rules.tokens import is_pair, tiles_of

SeatName = Literal["P1", "P2"]
Count = Annotated[int, Field(ge=0, le=99)]
Kind = Literal["energy", "spirit"]

_TOGETHER = {CHOOSE: dealing.STREAM, FIRST: dealing.STREAM - 1, SECOND: dealing.STREAM - 1}
"""The pairs in the stream by phase, if the scenario does not give them."""


class CrystalTable(Table):
    """A number of crystals of each kind."""

    energy: Count = 0
    spirit: Count = 0


class TileTable(CrystalTable):
    """A tile on its square."""

    tile: str
    top: Literal["n", "e", "s", "w"] = "n"
    alive: bool = True


class PlayerTable(CrystalTable):
    """A player's storage, and their deck with its top first."""

    deck: Annotated[list[str], Field(max_length=12)] | None = None


_RUN_TO = "where to run is written 4.first, a round up to 12 and a phase, or end"


class Step(StepTable):
    """A step. `run_to` leads to a phase of a round, or to the end."""

    run_to: Annotated[str, written(r"([1-9]|1[0-2])\.(choose|first|second)|end", _RUN_TO)] | None = None


class Scenario(ScenarioTable):
    """One ``[[scenario]]`` table."""

    players: Literal[2] = 2
    content: str = USUAL
    turn: Annotated[int, Field(ge=1, le=LAST_ROUND)] = 1
    phase: Literal["new", "choose", "first", "second"] = "choose"
    active: SeatName = "P1"
    first: SeatName | None = None
    pair: str | None = None
    stream: Annotated[list[str], Field(max_length=dealing.STREAM)] | None = None
    tiles: dict[str, TileTable] = {}
    ground: dict[str, CrystalTable] = {}
    bag: Annotated[list[Kind], Field(max_length=99)] | None = None
    supply: CrystalTable | None = None
    last_relic: SeatName | None = None
    P1: PlayerTable = PlayerTable()
    P2: PlayerTable = PlayerTable()
    steps: list[Step] = []

    def seated(self) -> tuple[PlayerTable, PlayerTable]:
        """The players' tables in seat order."""
        return self.P1, self.P2


class SpiritGroundScenarios(ScenarioFormat[Scenario, Game]):
    """The scenarios of Spirit Ground. The answers that the rules took by themselves may be listed in any order."""

    table = Scenario
    ordered = False

    def position(self, scenario: Scenario) -> Game:
        if scenario.phase == "new":
            scenario.require_new("players", "content", "phase")
            return Game.new(scenario.players, scenario.content, scenario.seed)
        g = dealing.check(scenario.players, scenario.content, scenario.seed)
        g.turn, g.phase, g.active = scenario.turn, scenario.phase, SEAT_OF[scenario.active]
        _lay(g, scenario.tiles)
        _round(g, scenario)
        _relics(g, scenario)
        _ground(g, scenario.ground)
        _crystals(g, scenario)
        _decks(g, scenario)
        _enough(g)
        return Game(g)

    def reached(self, game: Game, target: str) -> bool:
        return _moment(game.place) >= _moment(target)


def _moment(place: str) -> tuple[int, int]:
    turn, _, phase = place.partition(".")
    return int(turn), PHASES.index(phase)


def _square(name: str, where: str) -> int:
    if name not in INDEX:
        raise BadPosition(f"there is no square {quoted(name)}", where)
    return INDEX[name]


def _tile(g: State, name: str, where: str, seat: Seat | None = None) -> int:
    """Return a tile by its id. Raises BadPosition if there is none, or if `seat` is given and the tile is of the other
    tribe."""
    if name not in g.content.index:
        raise BadPosition(f"there is no tile {quoted(name)}", where)
    tile = g.content.index[name]
    if seat is not None and g.content.tiles[tile].seat != seat:
        raise BadPosition(f"{name} is of the other tribe", where)
    return tile


def _pair(g: State, token: str, where: str) -> tuple[int, int]:
    if not is_pair(token):
        raise BadPosition(f"{quoted(token)} is not a pair such as F3+C7", where)
    one, two = tiles_of(token)
    return _tile(g, one, where, SEATS[0]), _tile(g, two, where, SEATS[1])


def _lay(g: State, tiles: Mapping[str, TileTable]) -> None:
    for name, row in tiles.items():
        where = f"tiles.{name}"
        square, tile = _square(name, where), _tile(g, row.tile, where)
        if not row.alive and (row.energy or row.spirit):
            raise BadPosition("no crystals lie on a fallen tile", where)
        if tile in g.tile:
            raise BadPosition(f"{row.tile} is in two places", where)
        seat = g.content.tiles[tile].seat
        g.tile[square], g.top[square] = tile, TOPS.index(row.top)
        g.energy[square], g.spirit[square] = row.energy, row.spirit
        (g.living if row.alive else g.fallen)[seat] |= 1 << square


def _round(g: State, scenario: Scenario) -> None:
    """Set the pair and who goes first if a turn has begun; in the second turn the first tile lies on the ground
    already."""
    turns = scenario.phase != CHOOSE
    for key, value in (("first", scenario.first), ("pair", scenario.pair)):
        if (value is not None) != turns:
            raise BadPosition(f"phase {scenario.phase} {'needs it' if turns else 'takes none'}", key)
    g.seat = g.active
    if scenario.first is None or scenario.pair is None:
        return
    g.first, g.pair = SEAT_OF[scenario.first], _pair(g, scenario.pair, "pair")
    g.step, g.seat = PLACE, g.first if g.phase == FIRST else OTHER[g.first]
    lying = [tile for tile in g.pair if tile in g.tile]
    if lying != ([g.pair[g.first]] if g.phase == SECOND else []):
        problem = "the first player's tile, and no other of the pair, lies on the ground"
        raise BadPosition(problem if g.phase == SECOND else "no tile of the pair lies on the ground yet", "pair")
    if g.phase == SECOND:
        g.newest = g.tile.index(g.pair[g.first])


def _relics(g: State, scenario: Scenario) -> None:
    """Give relics to those who have tiles on shrines."""
    g.relics = g.content.shrines & ~g.occupied
    for seat in SEATS:
        g.taken_relics[seat] = (g.content.shrines & (g.living[seat] | g.fallen[seat])).bit_count()
    have = [seat for seat in SEATS if g.taken_relics[seat]]
    g.last_relic = have[0] if have else None
    if scenario.last_relic is not None:
        g.last_relic = SEAT_OF[scenario.last_relic]
        if g.last_relic not in have:
            raise BadPosition(f"{scenario.last_relic} has no relic", "last_relic")


def _ground(g: State, ground: Mapping[str, CrystalTable]) -> None:
    for name, row in ground.items():
        square = _square(name, f"ground.{name}")
        if g.occupied >> square & 1:
            raise BadPosition("no crystals lie under a tile", f"ground.{name}")
        if g.content.shrines >> square & 1:
            raise BadPosition("no crystals lie on a shrine", f"ground.{name}")
        if row.energy or row.spirit:
            g.ground[square] = Crystals(row.energy, row.spirit)


def _crystals(g: State, scenario: Scenario) -> None:
    for seat, table in zip(SEATS, scenario.seated(), strict=True):
        g.storage[seat] = Crystals(table.energy, table.spirit)
        if g.storage[seat].total > KEPT:
            raise BadPosition(f"a storage holds {KEPT} crystals", SEAT_NAMES[seat])
    if scenario.supply is not None:
        g.supply = Crystals(scenario.supply.energy, scenario.supply.spirit)
    g.bag = dealing.left_in_bag(g.content, g.seed) if scenario.bag is None else tuple(scenario.bag)


def _decks(g: State, scenario: Scenario) -> None:
    """Set the decks, then the stream, which is drawn from their tops if the scenario does not give it. Raises
    BadPosition if a tile is in two places."""
    pairs = [_pair(g, token, "stream") for token in scenario.stream or ()]
    used = [tile for tile in g.tile if tile != EMPTY] + [tile for pair in pairs for tile in pair]
    used += [tile for tile in g.pair or () if tile not in g.tile]
    for seat, table in zip(SEATS, scenario.seated(), strict=True):
        where = f"{SEAT_NAMES[seat]}.deck"
        if table.deck is None:
            g.decks[seat] = dealing.deck(g.content, g.seed, seat, used)
        else:
            g.decks[seat] = tuple(_tile(g, name, where, seat) for name in table.deck)
            used += g.decks[seat]
    twice = next((tile for tile in used if used.count(tile) > 1), None)
    if twice is not None:
        raise BadPosition(f"{g.content.tiles[twice].id} is in two places")
    if scenario.stream is None:
        dealing.draw_stream(g, _TOGETHER[scenario.phase])
    else:
        g.stream = tuple(pairs)


def _enough(g: State) -> None:
    """Check that the game can go on from here."""
    free = ALL & ~g.occupied & ~g.relics
    fewest = 1 if g.phase == SECOND else 2
    if free.bit_count() < fewest:
        raise BadPosition(f"there are fewer than {fewest} free squares", "tiles")
    if g.phase == CHOOSE and not g.stream:
        raise BadPosition("there is no pair to choose", "stream")
    if g.phase == CHOOSE and g.deaths >= ENOUGH_DEATHS:
        raise BadPosition(f"with {ENOUGH_DEATHS} fallen tiles the game is over", "tiles")
